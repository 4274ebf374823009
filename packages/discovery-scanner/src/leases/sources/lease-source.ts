import { listOf, Name, optionalText, orNone, refersTo, text, textIfSent, Timestamp } from "@cadastre/inventory-core";
import {
  boolean,
  choice,
  defineRecord,
  integer,
  name,
  reference,
  references,
  secret,
  text as string,
  timestamp,
} from "@cadastre/inventory-core/records";
import { z } from "zod";
import { urlProblem } from "../kea/kea-address.ts";
import { LEASE_SOURCE_TYPES } from "../source-types.ts";

const MAX_NETWORKS = 1000;

const minutes = "must be a whole number of minutes from 1 to 10080";

const Type = z.enum(LEASE_SOURCE_TYPES, { error: `must be one of ${LEASE_SOURCE_TYPES.join(", ")}` }).meta({
  description:
    "dnsmasq: the lease file of dnsmasq; kea-memfile: a lease file of Kea; kea-api: Kea's control agent, or the HTTP interface of its " +
    "servers; isc-dhcpd: dhcpd.leases",
});

const Url = orNone(
  text(2048)
    .check((context) => {
      const problem = context.value === "" || context.issues.length > 0 ? undefined : urlProblem(context.value);
      if (problem !== undefined) context.issues.push({ code: "custom", input: context.value, message: problem });
    })
    .meta({ maxLength: 2048 }),
  { description: "URL of the control agent, for kea-api, without path and query", examples: ["http://192.0.2.10:8000/"] },
);

const Password = textIfSent(text(255, "a password"), {
  description: "Password for the control agent. Never returned; empty for none",
  writeOnly: true,
}).transform((given) => (given === "" ? null : given));

const NETWORKS = "Ids of the networks whose leases are taken, with the networks within them";

const NetworkIds = listOf(z.string({ error: "must be the id of a network" }).meta(refersTo("network")), MAX_NETWORKS, NETWORKS).transform(
  (ids) => [...new Set(ids)],
);

const DatacenterId = z
  .string({ error: "must be the id of a datacenter, or null" })
  .min(1, { error: "must not be empty: null for none" })
  .nullable()
  .meta({
    description: "Id of the datacenter whose agent reads it, at its site, and no server; null for one that servers read",
    ...refersTo("datacenter"),
  })
  .default(null);

const Minutes = z
  .number({ error: minutes })
  .int({ error: minutes })
  .min(1, { error: minutes })
  .max(10_080, { error: minutes })
  .meta({ description: "Minutes from one reading to the next" })
  .default(5);

const Enabled = z
  .boolean({ error: "must be true or false" })
  .meta({ description: "False: it is read only when it is asked for" })
  .default(true);

/** A DHCP server whose leases are read again and again. */
export const LeaseSource = defineRecord({
  name: "lease_source",
  description: "A DHCP server whose leases are read again and again",
  path: "discovery/lease-sources",
  notFound: "NOT_FOUND",
  area: "discovery",
  // Sources hold passwords and lead to files and servers: they are the administrator's.
  operator: ["list", "read"],
  doors: [],
  fields: {
    name: name().sentAs(Name).describe("Name"),
    type: choice(LEASE_SOURCE_TYPES).sentAs(Type),
    path: string({ max: 1024 })
      .optional()
      .sentAs(
        optionalText(
          1024,
          "Absolute path of the lease file, in a folder that its reader may read: DISCOVERY_LEASE_PATHS of a server, --lease-paths of an " +
            "agent",
        ),
      ),
    url: string({ max: 2048 }).optional().sentAs(Url),
    username: string().optional().sentAs(optionalText(255, "User name for the control agent (basic authentication)")),
    network_ids: references("network", { onDelete: "keep" }).sentAs(NetworkIds).describe(NETWORKS),
    datacenter_id: reference("datacenter", { onDelete: "keep" }).optional().sentAs(DatacenterId),
    interval_minutes: integer().default(5).sentAs(Minutes),
    enabled: boolean().default(true).sentAs(Enabled),
    password: secret({ max: 255 })
      .optional()
      .sentAs(Password as unknown as z.ZodType<never>)
      .describe("Whether there is a password"),
    last_read_at: timestamp().state(null).describe("When it was read last, or tried to; null for never"),
    last_error: string().state("").describe("Why the last reading failed, in a sentence; empty when it did not"),
    lease_count: integer({ min: 0 }).state(0).describe("Leases in force in its networks, as of the last reading that worked"),
    outside_count: integer({ min: 0 }).state(0).describe("Leases in force outside its networks, which are left out"),
    unread_count: integer({ min: 0 }).state(0).describe("Entries that could not be read"),
    next_read_at: timestamp().state(null).describe("When it is read next; null while it is disabled"),
  },
  effects: {
    create:
      "It is read for the first time within seconds. A file must lie in a folder that the setting DISCOVERY_LEASE_PATHS names, or, " +
      "where an agent reads it (datacenter_id), in one that the agent was started with.",
    update: "An absent password is kept, an empty one is removed.",
    delete: "What was seen by it stays.",
  },
  earlier: {
    columns: {
      network_ids: { type: "text" },
      due_at: { type: "text", nullable: true },
      site_due_at: { type: "text", nullable: true },
      site_reading: { type: "text", nullable: true, hidden: true },
    },
    lists: ["network_ids"],
    json: {
      next_read_at: (t) => `coalesce('"' || coalesce(${t}.due_at, ${t}.site_due_at) || '"', 'null')`,
    },
    // Servers look at one of the times, agents at the other.
    derived: (record) => {
      const { datacenter_id: site, next_read_at: due } = record as Readonly<Record<"datacenter_id" | "next_read_at", string | null>>;
      return { due_at: site === null ? due : null, site_due_at: site === null ? null : due };
    },
    given: async () => await Promise.resolve({ site_reading: null }),
  },
});

/** A lease in force, as its source told it last. */
export const DhcpLease = z
  .object({
    ip: z.string().meta({ description: "Address that is given away", examples: ["10.0.0.17"] }),
    mac_address: z.string().meta({ description: "Six octets in lower case, or empty where the server does not say" }),
    hostname: z.string().meta({ description: "Host name that the client gave, or empty" }),
    expires_at: Timestamp.nullable().meta({ description: "When it ends unless it is renewed; null for never" }),
  })
  .meta({ id: "DhcpLease", description: "A lease in force, as its source told it last" });

export type LeaseSource = NonNullable<(typeof LeaseSource)["types"]>["record"];
export type DhcpLease = z.infer<typeof DhcpLease>;
