import { z } from "zod";
import { Id, Port, Timestamp } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type {
  DiscoveredDevice as DiscoveredDeviceRecord,
  DiscoveredService as DiscoveredServiceRecord,
  SeenDifference as SeenDifferenceRecord,
} from "../contract/generated/api.ts";

/** A service that was seen at a port; `service` is a guess from the port where `version` and banner said nothing. */
export const DiscoveredService = z
  .object({
    port: Port,
    protocol: z.string().meta({ description: "Protocol of the port: tcp" }),
    service: z.string().meta({ description: "Name of the service, by its banner or else by its port; empty when it is not known" }),
    version: z.string().meta({ description: "What its banner says of its version; empty when it says nothing" }),
  })
  .meta({ id: "DiscoveredService", description: "A service that was seen at a port" });

/** How what was seen stands to what is recorded. */
export const SEEN_STATES = ["unknown", "known", "differs", "ignored"] as const;

const SEEN_STATES_TOLD =
  "How it stands to what is recorded: no device of the address space holds its address or MAC address (unknown), one does (known), and " +
  "something is recorded of it otherwise than it was seen (differs), or it is not to be told of any more (ignored)";

/** What is recorded of a device and may be seen otherwise, in the order in which it is told. */
export const COMPARED_FIELDS = ["address", "mac", "hostname", "switch_port"] as const;

/** Something that is recorded and was seen otherwise. What is not recorded, or was not seen, is none. */
export const SeenDifference = z
  .object({
    field: z
      .enum(COMPARED_FIELDS)
      .meta({ description: "What differs; address: the host answers at another address than the recorded one" }),
    recorded: z.string().meta({ description: "What is recorded" }),
    seen: z.string().meta({ description: "What was seen" }),
  })
  .meta({ id: "SeenDifference", description: "Something that is recorded and was seen otherwise" });

/** What scans saw at one address of a network. */
export const DiscoveredDevice = z
  .object({
    id: Id,
    ip: z.string().meta({ description: "IPv4 or IPv6 address that was probed" }),
    mac_address: z.string().meta({ description: "Six octets in lower case, or empty" }),
    hostname: z.string().meta({ description: "Host name that was found for the address, or empty" }),
    switch_port: z.string().meta({ description: "Port of the switch that it was seen at, or empty" }),
    network_id: z.string().meta({ description: "Id of the network that was scanned", ...refersTo("network") }),
    state: z.enum(SEEN_STATES).meta({ description: SEEN_STATES_TOLD }),
    device_id: z
      .string()
      .nullable()
      .meta({
        description: "Id of the device of the address space that holds its address, or else its MAC address; null for none",
        ...refersTo("device"),
      }),
    differences: z
      .array(SeenDifference)
      .meta({ description: "What is recorded of the device and was seen otherwise, in order of the fields" }),
    ignored_at: Timestamp.nullable().meta({
      description: "Since when it is ignored (ISO 8601 UTC with milliseconds); null if it is not",
    }),
    ignore_note: z.string().meta({ description: "Why it is ignored, or empty" }),
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

export type SeenState = (typeof SEEN_STATES)[number];
export type ComparedField = (typeof COMPARED_FIELDS)[number];
export type SeenDifference = SeenDifferenceRecord;
export type DiscoveredService = DiscoveredServiceRecord;
export type DiscoveredDevice = DiscoveredDeviceRecord;
