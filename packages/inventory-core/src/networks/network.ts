import { z } from "zod";
import { type CidrParse, parseCidr } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import {
  Id,
  inheritedReference,
  Name,
  optionalNumber,
  optionalReference,
  optionalText,
  patchOf,
  queryNumber,
  TagFilter,
  Tags,
  Timestamp,
} from "../contract/operations/fields.ts";
import { OwnFieldsInput } from "../fields/own-fields.ts";
import { OwnFilterParameter } from "../fields/own-filter.ts";
import { recordFields, showsAs } from "../contract/operations/record-fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import { SpaceParameter } from "../address-space/space-field.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type {
  Network as NetworkRecord,
  NetworkChild as NetworkChildRecord,
  NetworkUtilization as NetworkUtilizationRecord,
} from "../contract/generated/api.ts";

const SUBNET = { description: "Subnet in CIDR notation, IPv4 or IPv6", examples: ["10.0.0.0/24", "2001:db8::/64"] };

const problemOf = ({ problem, network = "" }: Exclude<CidrParse, { ok: true }>, invalid: string): string =>
  ({
    syntax: `${invalid}: write an address and a prefix length, for example 10.0.0.0/24`,
    "missing-prefix-length": `${invalid}: it needs a prefix length, for example 10.0.0.0/24`,
    "host-bits": `has host bits set: the network address is ${network}`,
  })[problem];

/** What keeps a text from being a subnet, or undefined when nothing does. @param invalid what one is that is none */
function cidrProblem(text: string, invalid = "is not a valid CIDR"): string | undefined {
  const parsed = parseCidr(text);
  return parsed.ok ? undefined : problemOf(parsed, invalid);
}

/** CIDR text, canonical after parsing (RFC 5952 for IPv6). */
export const Subnet = showsAs(
  z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .transform((value, context) => {
      const parsed = parseCidr(value);
      if (parsed.ok) return parsed.cidr.text;
      context.issues.push({ code: "custom", input: value, message: problemOf(parsed, "is not a valid CIDR") });
      return z.NEVER;
    })
    .meta({ type: "string", ...SUBNET }),
  () => z.string().meta(SUBNET),
);

/** 1–4094; 0 and null mean none (IEEE 802.1Q). */
const VlanId = optionalNumber(4094, "VLAN id");

export const NETWORK_STATUSES = ["container", "active", "reserved", "deprecated"] as const;

const StatusInput = showsAs(
  z
    .enum([...NETWORK_STATUSES, ""], { error: `must be one of ${NETWORK_STATUSES.join(", ")}` })
    .optional()
    .transform((value) => (value === "" || value === undefined ? "active" : value))
    .meta({ description: "What the subnet is for; active unless given. A container only holds other networks", examples: ["active"] }),
  () => z.enum(NETWORK_STATUSES).meta({ description: "What the subnet is for" }),
);

/** What a caller sends to create a network. */
export const NetworkCreate = z.object({
  name: Name,
  subnet: Subnet,
  vlan_id: VlanId,
  vlan: inheritedReference("vlan", "VLAN"),
  datacenter_id: optionalReference("datacenter"),
  space_id: optionalReference("space", "address space; that of the datacenter where null"),
  description: optionalText(4096, "Free text"),
  status: StatusInput,
  tags: Tags,
  fields: OwnFieldsInput,
});

/** The natural key of a network. Its space is that of the datacenter, unless it has one of its own. */
export const NetworkKey = NetworkCreate.pick({ subnet: true, datacenter_id: true, space_id: true });

/** What a caller sends to change a network: only the keys that change. */
export const NetworkUpdate = patchOf(NetworkCreate);

const ShownVlan = z
  .string()
  .nullable()
  .meta({ description: "Id of the VLAN whose number is vlan_id, null for none", ...refersTo("vlan") });

/** A network (subnet). */
export const Network = z
  .object({
    id: Id,
    parent_id: Id.nullable().meta({
      description: "Id of the smallest larger network of the same address space that contains it, null for none",
      ...refersTo("network"),
    }),
    ...recordFields(NetworkCreate, { vlan: ShownVlan }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Network", description: "A subnet in the address space that it names, in that of its datacenter, or in the common one" });

/** An exact count: a number, or a decimal string above 2^53 − 1. */
export const AddressCount = z
  .union([z.int().min(0), z.string().regex(/^[0-9]+$/)])
  .meta({ description: "Exact count; a decimal string above 2^53 − 1" });

/** How full a network is. */
export const NetworkUtilization = z
  .object({
    network_id: Id.meta(refersTo("network")),
    total_ips: AddressCount.meta({ description: "Addresses of the network that can be used; a decimal string above 2^53 − 1" }),
    used_ips: AddressCount.meta({ description: "Addresses that devices hold; a decimal string above 2^53 − 1" }),
    available_ips: AddressCount.meta({ description: "Addresses that no device holds; a decimal string above 2^53 − 1" }),
    utilization: z.number().min(0).max(100).meta({ description: "Percent used, two decimals" }),
  })
  .meta({ id: "NetworkUtilization", description: "Addresses of a network that devices hold" });

/** A network as one of those that lie in another. */
export const NetworkChild = Network.extend({
  child_count: z.int().min(0).meta({ description: "Number of networks whose parent it is" }),
  utilization: NetworkUtilization,
}).meta({ id: "NetworkChild", description: "A network that lies in another, with how full it is and how many lie in it" });

/** What `parent_id` says in a filter for networks that lie in no other. */
export const ROOTS = "none";

/** A text of a query that names addresses; an empty one asks for nothing. */
const addressesAsked = (description: string, problemOf: (text: string) => string | undefined) =>
  z
    .string()
    .check((context) => {
      const message = context.value === "" ? undefined : problemOf(context.value);
      if (message !== undefined) context.issues.push({ code: "custom", input: context.value, message });
    })
    .optional()
    .meta({ description });

export const NetworkFilter = z.object({
  name: z.string().optional().meta({ description: "Part of the name, any case" }),
  parent_id: z
    .string()
    .optional()
    .meta({ description: "Only networks whose parent has this id; `none` for those that lie in no other", ...refersTo("network") }),
  datacenter_id: z
    .string()
    .optional()
    .meta({ description: "Only networks of the datacenter with this id", ...refersTo("datacenter") }),
  space_id: SpaceParameter.optional(),
  vlan_id: queryNumber(0, 4094, "VLAN id"),
  vlan: z
    .string()
    .optional()
    .meta({ description: "Id of a VLAN, or none", ...refersTo("vlan") }),
  status: z
    .enum(NETWORK_STATUSES, { error: `must be one of ${NETWORK_STATUSES.join(", ")}` })
    .optional()
    .meta({ description: "Only networks of this status" }),
  tags: TagFilter,
  family: queryNumber(4, 6, "Version of IP: 4 or 6").refine((value) => value !== 5, { error: "must be 4 or 6" }),
  contains: addressesAsked("Only networks that contain this address or subnet, or are it", (text) =>
    text.includes("/") || parseAddress(text) === null ? cidrProblem(text, "is not a valid address or CIDR") : undefined,
  ),
  within: addressesAsked("Only networks that lie in this subnet, or are it", (text) => cidrProblem(text)),
  field: OwnFilterParameter,
});

/** Filter of the list of networks that lie in no other. */
export const RootFilter = z.object({ space_id: SpaceParameter.optional() });

export type Network = NetworkRecord;
export type NetworkCreate = Fields<typeof NetworkCreate>;
export type NetworkKey = z.output<typeof NetworkKey>;
export type NetworkUpdate = Fields<typeof NetworkUpdate>;
/** Which networks a list shows. */
export type NetworkFilter = z.output<typeof NetworkFilter>;
export type RootFilter = z.output<typeof RootFilter>;
export type NetworkChild = NetworkChildRecord;
export type NetworkUtilization = NetworkUtilizationRecord;
