import {
  type Fields,
  Id,
  listOf,
  Name,
  optionalReference,
  optionalText,
  orNone,
  patchOf,
  recordFields,
  refersTo,
  text,
  textIfSent,
  Timestamp,
} from "@cadastre/inventory-core";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import { z } from "zod";
import { AUTH_PROTOCOLS, PRIV_PROTOCOLS } from "../session/snmp-target.ts";

/** Networks that one device is listed for. */
const MAX_NETWORKS = 1000;
const PORT = "must be a port between 1 and 65535";

/** SNMP version 1 has no bulk requests, and is not offered. */
export const VERSIONS = ["2c", "3"] as const;
const PRIVACY = ["none", ...PRIV_PROTOCOLS] as const;

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(", ")}`;
const secret = (description: string) => textIfSent(text(255, "a secret"), { description, writeOnly: true });

const SnmpDeviceFields = z.object({
  name: Name.meta({ description: "What it is called, first in switch_port: 1–255 characters after trimming", examples: ["access-1"] }),
  description: optionalText(4096, "Free text"),
  device_id: optionalReference("device", "device of the inventory that it is"),
  datacenter_id: optionalReference("datacenter", "datacenter for whose networks it is read, unless it has networks of its own"),
  network_ids: listOf(
    z.string().meta({ description: "Id of a network", ...refersTo("network") }),
    MAX_NETWORKS,
    "Networks for whose scans it is read; without any those of its datacenter, and without that every network",
  ),
  address: text(45, "an address")
    .refine((value) => parseAddress(value) !== null, { error: "must be an IPv4 or IPv6 address" })
    .meta({ description: "IPv4 or IPv6 address that is asked; responses from any other are ignored", examples: ["192.0.2.1"] }),
  port: z
    .int({ error: "must be a whole number" })
    .min(1, { error: PORT })
    .max(65_535, { error: PORT })
    .meta({ description: "UDP port, 1–65535" })
    .default(161),
  version: z
    .enum(VERSIONS, { error: oneOf(VERSIONS) })
    .meta({ description: "Version of SNMP" })
    .default("2c"),
  username: orNone(text(32, "a user name").meta({ maxLength: 32 }), { description: "Version 3: user (security name)" }),
  auth_protocol: z
    .enum(AUTH_PROTOCOLS, { error: oneOf(AUTH_PROTOCOLS) })
    .meta({ description: "Version 3: authentication protocol" })
    .default("sha256"),
  priv_protocol: z
    .enum(PRIVACY, { error: oneOf(PRIVACY) })
    .meta({
      description: "Version 3: privacy protocol; aes256-cisco is AES-256 with the key extension of Cisco, none sends without encryption",
    })
    .default("aes"),
  context: orNone(text(255, "a context").meta({ maxLength: 255 }), { description: "Version 3: context name; usually empty" }),
  enabled: z.boolean({ error: "must be true or false" }).meta({ description: "False: it is not asked" }).default(true),
  community: secret("Version 2c: community. Never returned"),
  auth_key: secret("Version 3: authentication pass phrase, at least 8 characters. Never returned"),
  priv_key: secret("Version 3: privacy pass phrase, at least 8 characters. Never returned"),
});

/** What a caller sends to list a switch or router. */
export const SnmpDeviceCreate = SnmpDeviceFields;

/** Only the keys that are sent change; a secret that is not sent is kept. */
export const SnmpDeviceUpdate = patchOf(SnmpDeviceFields);

/** A switch or router whose tables scans read, without its credentials. */
export const SnmpDevice = z
  .object({
    id: Id,
    ...recordFields(SnmpDeviceFields.omit({ community: true, auth_key: true, priv_key: true })),
    credentials_changed_at: Timestamp.meta({ description: "When its community or keys last changed (ISO 8601 UTC with milliseconds)" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "SnmpDevice", description: "A switch or router whose tables scans read, without its credentials" });

const Count = z.int().min(0);

/** What a device told when it was asked. */
export const SnmpReading = z
  .object({
    name: z.string().meta({ description: "What it calls itself (sysName); empty for nothing" }),
    description: z.string().meta({ description: "What it says it is (sysDescr); empty for nothing" }),
    interfaces: Count.meta({ description: "Interfaces" }),
    ip_neighbours: Count.meta({ description: "Entries of its ARP and neighbour discovery tables" }),
    mac_addresses: Count.meta({ description: "Hardware addresses of its bridge table" }),
    lldp_neighbours: Count.meta({ description: "Devices that it hears by LLDP" }),
    cdp_neighbours: Count.meta({ description: "Devices that it hears by CDP, those of LLDP among them" }),
    problem: z.string().nullable().meta({ description: "Why not all could be read; null when all was" }),
    duration_ms: Count.meta({ description: "Milliseconds that it took" }),
  })
  .meta({ id: "SnmpReading", description: "What a device told when it was asked" });

export type SnmpDevice = z.infer<typeof SnmpDevice>;
export type SnmpDeviceCreate = Fields<typeof SnmpDeviceCreate>;
export type SnmpDeviceUpdate = Fields<typeof SnmpDeviceUpdate>;
export type SnmpReading = z.infer<typeof SnmpReading>;
