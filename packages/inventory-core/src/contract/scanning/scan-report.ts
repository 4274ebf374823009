import { z } from "zod";
import { CANONICAL_MAC48 } from "../mac-address.ts";
import { Port } from "../operations/fields.ts";

/** No name and no banner needs more: DNS allows 253. */
const MAX_CHARACTERS = 255;
const MAX_CHARACTERS_OF_A_SENTENCE = 1000;

/** One line of printable characters: what hosts say comes from strangers. */
function printable(most: number) {
  return z
    .string()
    .max(most, { error: `must have at most ${most} characters` })
    .regex(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u, { error: "must be one line of printable characters" });
}

const Text = printable(MAX_CHARACTERS);
const TextOrNothing = z.union([z.literal(""), Text]);

/** Most neighbours of one device in a report. */
export const MAX_NEIGHBOURS = 500;
/** Most hardware addresses of a device's own in a report. */
export const MAX_OWN_MACS = 256;
/** Most addresses of each kind of one neighbour in a report. */
export const MAX_NEIGHBOUR_ADDRESSES = 8;

const MacAddress = z.string().regex(CANONICAL_MAC48, { error: "must be six octets in lower case, joined by colons" });

const Address = z.union([z.ipv4(), z.ipv6()], { error: "must be an IPv4 or IPv6 address" });

/** A sentence of a scanner, for people. */
export const Sentence = printable(MAX_CHARACTERS_OF_A_SENTENCE);

/** What told of a host, from the surest to the weakest. */
export const EVIDENCE = [
  "arp",
  "tcp-open",
  "icmp",
  "udp-reply",
  "tcp-refused",
  "udp-unreachable",
  "lease",
  "switch-table",
  "router-table",
  "arp-cached",
] as const;
/** What told of a host. */
export type Evidence = (typeof EVIDENCE)[number];

/** Where a name of a host comes from, from the surest to the weakest. */
export const NAME_SOURCES = ["snmp", "netbios", "mdns", "ptr-confirmed", "certificate", "ptr"] as const;
/** Where a name of a host comes from. */
export type NameSource = (typeof NAME_SOURCES)[number];

/** Why less is believed of a host: something in between accepts connections for it, or a router answers ARP for it. */
export const DOUBTS = ["middlebox", "proxy-arp"] as const;
/** Why less is believed of a host. */
export type Doubt = (typeof DOUBTS)[number];

/** Why nothing can be said of an address that was to be probed. */
export const SKIP_REASONS = ["no-permission", "no-route", "local-limit", "host-budget", "not-listed", "unsupported"] as const;
/** Why nothing can be said of an address. */
export type SkipReason = (typeof SKIP_REASONS)[number];

/** A service that was recognised by what it said, or only guessed from its port. */
export const ObservedService = z
  .object({
    port: Port,
    protocol: z.enum(["tcp", "udp"]).meta({ description: "Protocol of the port" }),
    service: Text.meta({ description: "Name of the service", examples: ["ssh"] }),
    version: z.union([z.literal(""), Text]).meta({ description: "What it said of its version; empty when it did not say" }),
    guessed: z.boolean().optional().meta({ description: "Only concluded from the port" }),
  })
  .meta({ id: "ObservedService", description: "A service that was recognised, or only guessed from its port" });

/**
 * Something that was seen of one host; a host may have any number of them. Fields that were not observed are left out.
 * Text is printable, of one line and at most 255 characters.
 */
export const Observation = z.object({
  kind: z.literal("observation").meta({ description: "Something that was seen of a host" }),
  ip: z.string().meta({ description: "Address of the host, canonical" }),
  evidence: z.enum(EVIDENCE).optional().meta({ description: "What told of the host" }),
  doubt: z.enum(DOUBTS).optional().meta({ description: "Why less is believed of the host" }),
  macAddress: MacAddress.optional().meta({ description: "Hardware address: six octets in lower case, joined by colons" }),
  name: z
    .object({
      text: Text.meta({ description: "The name" }),
      source: z.enum(NAME_SOURCES).meta({ description: "Where the name comes from" }),
    })
    .meta({ id: "ObservedName", description: "Name of a host, with its source" })
    .readonly()
    .optional()
    .meta({ description: "Name of the host, with its source" }),
  switchPort: Text.optional().meta({ description: "Port of the switch that it is connected to, as the switch calls it" }),
  openPorts: z.array(Port).readonly().optional().meta({ description: "TCP ports that are open" }),
  acceptedPorts: z
    .array(Port)
    .readonly()
    .optional()
    .meta({ description: "TCP ports that accepted a connection in the search for hosts: only compared with those of other hosts" }),
  services: z.array(ObservedService.readonly()).readonly().optional().meta({ description: "Services that were recognised" }),
  osGuess: Text.optional().meta({ description: "Operating system, as far as it can be told" }),
  vendor: Text.optional().meta({ description: "Vendor of the hardware" }),
});

/** A host has been looked at: sent after its observations, once for each target. */
export const HostDone = z
  .object({
    kind: z.literal("host-done").meta({ description: "A host has been looked at" }),
    ip: z.string().meta({ description: "Address of the host, canonical" }),
    outcome: z
      .enum(["answered", "silent", "unreachable", "skipped"])
      .meta({ description: "silent: probed, no answer; unreachable: a router said so; skipped: not really probed" }),
    reason: z.enum(SKIP_REASONS).optional().meta({ description: "Why it was skipped" }),
    cutShort: z
      .boolean()
      .optional()
      .meta({ description: "It answered, but its time was over before all of its ports were tried: no list of open ports is sent then" }),
    isShared: z
      .boolean()
      .optional()
      .meta({ description: "One machine answers for it and for others: whether a host is there is not known" }),
  })
  .refine(({ outcome, reason }) => (outcome === "skipped") === (reason !== undefined), {
    path: ["reason"],
    error: "must be given for hosts that were skipped, and for no others",
  })
  .refine(({ outcome, cutShort }) => cutShort !== true || outcome === "answered", {
    path: ["cutShort"],
    error: "is for hosts that answered",
  })
  .refine(({ outcome, isShared }) => isShared !== true || outcome === "silent", {
    path: ["isShared"],
    error: "is for hosts that are silent",
  })
  .meta({ id: "HostDone", description: "A host has been looked at" });

/** A switch has heard of hardware lately. What is observed of hosts with this hardware address is completed with it. */
export const HardwareHeard = z
  .object({
    kind: z.literal("hardware").meta({ description: "A switch has heard of hardware lately" }),
    macAddress: MacAddress.meta({ description: "Hardware address: six octets in lower case, joined by colons" }),
    switchPort: Text.optional().meta({
      description: "Port of the switch that it is connected to, as the switch calls it; absent where no switch is near enough to say",
    }),
  })
  .meta({ id: "HardwareHeard", description: "A switch has heard of hardware lately" });

const macAddresses = (max: number) =>
  z
    .array(MacAddress)
    .max(max, { error: `must hold at most ${max} hardware addresses` })
    .readonly();

const HeardNeighbour = z
  .object({
    port: Text.meta({ description: "Port at which it is heard, as the device that hears it calls it" }),
    name: TextOrNothing.meta({ description: "What it calls itself; empty for nothing" }),
    neighbourPort: TextOrNothing.meta({ description: "What it calls its port; empty for nothing" }),
    macs: macAddresses(MAX_NEIGHBOUR_ADDRESSES).meta({ description: "Hardware addresses that it says are its own" }),
    addresses: z
      .array(Address)
      .max(MAX_NEIGHBOUR_ADDRESSES, { error: `must hold at most ${MAX_NEIGHBOUR_ADDRESSES} addresses` })
      .readonly()
      .meta({ description: "Addresses at which it is managed, as it says" }),
  })
  .meta({ id: "HeardNeighbour", description: "A device that another one hears at one of its ports" });

/**
 * Which devices another one hears, by LLDP or CDP: all of them, in the place of what was told of it before. A witness of an agent tells
 * it where the server asks for it, of devices that the server has it read; a server reads them itself when connections are planned.
 */
export const NeighboursHeard = z
  .object({
    kind: z.literal("neighbours").meta({ description: "A device tells which others it hears" }),
    device: Text.meta({ description: "Id of the device, as the server told it to the witness" }),
    name: TextOrNothing.meta({ description: "What the device calls itself; empty for nothing" }),
    macs: macAddresses(MAX_OWN_MACS).meta({ description: "Its own hardware addresses" }),
    neighbours: z
      .array(HeardNeighbour.readonly())
      .max(MAX_NEIGHBOURS, { error: `must hold at most ${MAX_NEIGHBOURS} neighbours` })
      .readonly()
      .meta({ description: "Whom it hears" }),
  })
  .meta({ id: "NeighboursHeard", description: "Which devices another one hears, by LLDP or CDP" });

/** Something that limits what the scan can tell, in a sentence. */
export const ScanWarning = z
  .object({
    kind: z.literal("warning").meta({ description: "Something that limits what the scan can tell" }),
    code: z
      .enum(["NEIGHBOUR_TABLE", "FILE_DESCRIPTORS", "LOCAL_ERRORS", "TOOL", "PROXY_ARP", "MIDDLEBOX", "WITNESS"])
      .meta({ description: "What it is, as a code" }),
    message: Sentence.meta({ description: "The same in a sentence" }),
  })
  .meta({ id: "ScanWarning", description: "Something that limits what the scan can tell" });

/** What a scanner tells. A report that does not keep to this is left out, with a warning of the scan. */
export const ScanReport = z.discriminatedUnion("kind", [Observation, HostDone, HardwareHeard, NeighboursHeard, ScanWarning]);

export type ObservedService = Readonly<z.infer<typeof ObservedService>>;
export type Observation = Readonly<z.infer<typeof Observation>>;
export type HostDone = Readonly<z.infer<typeof HostDone>>;
export type HardwareHeard = Readonly<z.infer<typeof HardwareHeard>>;
/** A device that another one hears at one of its ports. */
export type HeardNeighbour = Readonly<z.infer<typeof HeardNeighbour>>;
export type NeighboursHeard = Readonly<z.infer<typeof NeighboursHeard>>;
export type ScanWarning = Readonly<z.infer<typeof ScanWarning>>;
export type ScanReport = Observation | HostDone | HardwareHeard | NeighboursHeard | ScanWarning;
