import {
  type Fields,
  Id,
  listOf,
  Name,
  optionalText,
  orNone,
  patchOf,
  recordFields,
  refersTo,
  text,
  textIfSent,
  Timestamp,
} from "@cadastre/inventory-core";
import { z } from "zod";
import { urlProblem } from "../kea/kea-address.ts";
import { LEASE_SOURCE_TYPES } from "../source-types.ts";

const MAX_NETWORKS = 1000;

const minutes = "must be a whole number of minutes from 1 to 10080";

const LeaseSourceFields = z.object({
  name: Name,
  type: z.enum(LEASE_SOURCE_TYPES, { error: `must be one of ${LEASE_SOURCE_TYPES.join(", ")}` }).meta({
    description:
      "dnsmasq: the lease file of dnsmasq; kea-memfile: a lease file of Kea; kea-api: Kea's control agent, or the HTTP interface of its " +
      "servers; isc-dhcpd: dhcpd.leases",
  }),
  path: optionalText(
    1024,
    "Absolute path of the lease file, in a folder that its reader may read: DISCOVERY_LEASE_PATHS of a server, --lease-paths of an agent",
  ),
  url: orNone(
    text(2048)
      .check((context) => {
        const problem = context.value === "" || context.issues.length > 0 ? undefined : urlProblem(context.value);
        if (problem !== undefined) context.issues.push({ code: "custom", input: context.value, message: problem });
      })
      .meta({ maxLength: 2048 }),
    { description: "URL of the control agent, for kea-api, without path and query", examples: ["http://192.0.2.10:8000/"] },
  ),
  username: optionalText(255, "User name for the control agent (basic authentication)"),
  password: textIfSent(text(255, "a password"), {
    description: "Password for the control agent. Never returned; empty for none",
    writeOnly: true,
  }),
  network_ids: listOf(
    z.string({ error: "must be the id of a network" }).meta(refersTo("network")),
    MAX_NETWORKS,
    "Ids of the networks whose leases are taken, with the networks within them",
  ),
  datacenter_id: z
    .string({ error: "must be the id of a datacenter, or null" })
    .min(1, { error: "must not be empty: null for none" })
    .nullable()
    .meta({
      description: "Id of the datacenter whose agent reads it, at its site, and no server; null for one that servers read",
      ...refersTo("datacenter"),
    })
    .default(null),
  interval_minutes: z
    .number({ error: minutes })
    .int({ error: minutes })
    .min(1, { error: minutes })
    .max(10_080, { error: minutes })
    .meta({ description: "Minutes from one reading to the next" })
    .default(5),
  enabled: z.boolean({ error: "must be true or false" }).meta({ description: "False: it is read only when it is asked for" }).default(true),
});

export const LeaseSourceCreate = LeaseSourceFields;

/** Only the keys that are sent change. */
export const LeaseSourceUpdate = patchOf(LeaseSourceFields);

const Count = z.int().min(0);

/** A DHCP server whose leases are read again and again. */
export const LeaseSource = z
  .object({
    id: Id,
    ...recordFields(LeaseSourceFields.omit({ password: true })),
    has_password: z.boolean().meta({ description: "Whether there is a password" }),
    last_read_at: Timestamp.nullable().meta({ description: "When it was read last, or tried to; null for never" }),
    last_error: z.string().meta({ description: "Why the last reading failed, in a sentence; empty when it did not" }),
    lease_count: Count.meta({ description: "Leases in force in its networks, as of the last reading that worked" }),
    outside_count: Count.meta({ description: "Leases in force outside its networks, which are left out" }),
    unread_count: Count.meta({ description: "Entries that could not be read" }),
    next_read_at: Timestamp.nullable().meta({ description: "When it is read next; null while it is disabled" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "LeaseSource", description: "A DHCP server whose leases are read again and again" });

/** A lease in force, as its source told it last. */
export const DhcpLease = z
  .object({
    ip: z.string().meta({ description: "Address that is given away", examples: ["10.0.0.17"] }),
    mac_address: z.string().meta({ description: "Six octets in lower case, or empty where the server does not say" }),
    hostname: z.string().meta({ description: "Host name that the client gave, or empty" }),
    expires_at: Timestamp.nullable().meta({ description: "When it ends unless it is renewed; null for never" }),
  })
  .meta({ id: "DhcpLease", description: "A lease in force, as its source told it last" });

export type LeaseSource = z.infer<typeof LeaseSource>;
export type DhcpLease = z.infer<typeof DhcpLease>;
export type LeaseSourceCreate = Fields<typeof LeaseSourceCreate>;
export type LeaseSourceUpdate = Fields<typeof LeaseSourceUpdate>;
