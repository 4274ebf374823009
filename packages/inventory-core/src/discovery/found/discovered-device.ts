import { z } from "zod";
import { Id, Name, optionalReference, optionalText, Port, text, Timestamp } from "../../contract/operations/fields.ts";
import { refersTo } from "../../contract/operations/reference.ts";
import type { Fields } from "../../contract/errors/validation.ts";
import { OwnFieldsInput } from "../../fields/own-fields.ts";
import type {
  DiscoveredDevice as DiscoveredDeviceRecord,
  DiscoveredService as DiscoveredServiceRecord,
} from "../../contract/generated/api.ts";

/** A service that was seen at a port; `service` is a guess from the port where `version` and banner said nothing. */
export const DiscoveredService = z
  .object({
    port: Port,
    protocol: z.string().meta({ description: "Protocol of the port: tcp" }),
    service: z.string().meta({ description: "Name of the service, by its banner or else by its port; empty when it is not known" }),
    version: z.string().meta({ description: "What its banner says of its version; empty when it says nothing" }),
  })
  .meta({ id: "DiscoveredService", description: "A service that was seen at a port" });

/** What scans saw at one address of a network. */
export const DiscoveredDevice = z
  .object({
    id: Id,
    ip: z.string().meta({ description: "IPv4 or IPv6 address that was probed" }),
    mac_address: z.string().meta({ description: "Six octets in lower case, or empty" }),
    hostname: z.string().meta({ description: "Host name that was found for the address, or empty" }),
    network_id: z.string().meta({ description: "Id of the network that was scanned", ...refersTo("network") }),
    status: z.enum(["up", "down"]).meta({ description: "down: a completed scan of its range did not see it" }),
    confidence: z.int().min(0).max(100).meta({ description: "How sure it is that a host is there, from what was seen" }),
    os_guess: z.string().meta({ description: "Operating system, as far as it could be guessed; or empty" }),
    vendor: z.string().meta({ description: "Vendor of the hardware, by its MAC address; or empty" }),
    open_ports: z.array(Port).meta({ description: "TCP ports that answered, in order" }),
    services: z.array(DiscoveredService).meta({ description: "Services at the open ports, in order of the ports" }),
    first_seen: Timestamp,
    last_seen: Timestamp,
    promoted_to_device_id: z
      .string()
      .nullable()
      .meta({ description: "Id of the device that was made of it; null for none", ...refersTo("device") }),
    promoted_at: Timestamp.nullable().meta({
      description: "When a device was made of it (ISO 8601 UTC with milliseconds); null if none was",
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "DiscoveredDevice", description: "What scans saw at one address of a network" });

export const DiscoveredDeviceFilter = z.object({
  network_id: z
    .string({ error: "is required" })
    .min(1, { error: "is required" })
    .meta({ description: "Id of the network", ...refersTo("network") }),
});

/** What a caller sends to make a device of what was discovered. */
export const Promotion = z.object({
  name: Name,
  make_model: text(255).optional().meta({ description: "The vendor that was seen, unless sent" }),
  datacenter_id: optionalReference("datacenter"),
  description: optionalText(4096, "Free text"),
  fields: OwnFieldsInput,
  force: z
    .boolean({ error: "must be true or false" })
    .optional()
    .meta({ description: "Make a device although another one holds the address already" }),
});

export type DiscoveredService = DiscoveredServiceRecord;
export type DiscoveredDevice = DiscoveredDeviceRecord;
/** Which discovered devices a list shows. */
export type DiscoveredDeviceFilter = z.output<typeof DiscoveredDeviceFilter>;
export type Promotion = Fields<typeof Promotion>;
