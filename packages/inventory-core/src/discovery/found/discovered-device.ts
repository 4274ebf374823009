import { z } from "zod";
import { Id, Name, optionalReference, optionalText, Port, text, Timestamp } from "../../contract/operations/fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import type {
  DiscoveredDevice as DiscoveredDeviceRecord,
  DiscoveredService as DiscoveredServiceRecord,
} from "../../contract/generated/api.ts";

/** A service that was seen at a port; `service` is a guess from the port where `version` and banner said nothing. */
export const DiscoveredService = z
  .object({ port: Port, protocol: z.string(), service: z.string(), version: z.string() })
  .meta({ id: "DiscoveredService" });

/** What scans saw at one address of a network. */
export const DiscoveredDevice = z
  .object({
    id: Id,
    ip: z.string(),
    mac_address: z.string().meta({ description: "Six octets in lower case, or empty" }),
    hostname: z.string(),
    network_id: z.string().meta(refersTo("network")),
    status: z.enum(["up", "down"]).meta({ description: "down: a completed scan of its range did not see it" }),
    confidence: z.int().min(0).max(100).meta({ description: "How sure it is that a host is there, from what was seen" }),
    os_guess: z.string(),
    vendor: z.string(),
    open_ports: z.array(Port),
    services: z.array(DiscoveredService),
    first_seen: Timestamp,
    last_seen: Timestamp,
    promoted_to_device_id: z.string().nullable().meta(refersTo("device")),
    promoted_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveredDevice", description: "What scans saw at one address of a network" });

export const DiscoveredDeviceFilter = z.object({
  network_id: z.string({ error: "is required" }).min(1, { error: "is required" }).meta(refersTo("network")),
});

/** What a caller sends to make a device of what was discovered. */
export const Promotion = z.object({
  name: Name,
  make_model: text(255).optional().meta({ description: "The vendor that was seen, unless sent" }),
  datacenter_id: optionalReference("datacenter"),
  description: optionalText(4096, "Free text"),
  force: z
    .boolean({ error: "must be true or false" })
    .optional()
    .meta({ description: "Make a device although another one holds the address already" }),
});

export type DiscoveredService = DiscoveredServiceRecord;
export type DiscoveredDevice = DiscoveredDeviceRecord;
export type DiscoveredDeviceFilter = z.output<typeof DiscoveredDeviceFilter>;
export type Promotion = Fields<typeof Promotion>;
