import { z } from "zod";
import { SpaceParameter } from "../address-space/space-field.ts";
import {
  Id,
  listOf,
  Name,
  optionalNumber,
  optionalName,
  optionalReference,
  optionalText,
  orNone,
  patchOf,
  TagFilter,
  Tags,
  text,
  Timestamp,
} from "../contract/operations/fields.ts";
import { MacParameter, MacText } from "../contract/operations/mac-field.ts";
import { OwnFieldsInput } from "../fields/own-fields.ts";
import { OwnFilterParameter } from "../fields/own-filter.ts";
import { recordFields, showsAs } from "../contract/operations/record-fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import { IpText } from "../address-space/ip-field.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Address as AddressRecord, AddressInput as AddressInputRecord, Device as DeviceRecord } from "../contract/generated/api.ts";

/** 1–65535; 0 and null mean none. */
const Port = optionalNumber(65_535, "Port number");

/** An address as a caller sends it; with the `id` of an address that is there it keeps that id. */
export const AddressInput = z
  .object(
    {
      id: z
        .string({ error: "must be a string" })
        .nullable()
        .optional()
        .transform((value) => (value === "" || value === null ? undefined : value))
        .meta({ description: "Id of an address of this device that stays; others are ignored" }),
      ip: IpText,
      port: Port,
      type: text(64).default("").meta({ maxLength: 64, description: "Free text; ipv4 or ipv6 by the address unless given" }),
      label: optionalText(128, "Role of the address, for example management"),
      network_id: optionalReference("network", "network; found by the address unless given"),
      switch_port: optionalText(255, "Port of the switch it is connected to"),
      pool_id: optionalReference("pool", "pool; found by the address unless given"),
      mac: MacText,
    },
    { error: "must be an object" },
  )
  .meta({ id: "AddressInput", description: "An address as a caller sends it" });

/** An address of a device. */
export const Address = z
  .object({
    id: Id,
    ...recordFields(AddressInput.omit({ id: true })),
  })
  .meta({ id: "Address", description: "An address that a device holds" });

export const DEVICE_STATUSES = ["planned", "active", "maintenance", "decommissioned"] as const;

const StatusInput = showsAs(
  z
    .enum([...DEVICE_STATUSES, ""], { error: `must be one of ${DEVICE_STATUSES.join(", ")}` })
    .optional()
    .transform((value) => (value === "" || value === undefined ? "active" : value))
    .meta({ description: "Life-cycle status; active unless given", examples: ["active"] }),
  () => z.enum(DEVICE_STATUSES).meta({ description: "Life-cycle status" }),
);

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

/** A domain name: labels of RFC 1123 with underscores allowed, at most 253 characters, an optional final dot. */
function isDomainName(value: string): boolean {
  return (
    value.length <= 253 &&
    value
      .replace(/\.$/, "")
      .split(".")
      .every((label) => LABEL.test(label))
  );
}

const Hostname = orNone(
  text(253)
    .refine((value) => value === "" || isDomainName(value), {
      error: "is not a valid host name: letters, digits, - and _, labels of at most 63",
    })
    .meta({ maxLength: 253 }),
  { description: "Host name", examples: ["web-01.example.com"] },
);

/** A domain name, or a wildcard of one (RFC 4592): its first label alone may be an asterisk. */
const Domain = text(253)
  .refine((value) => value.length <= 253 && isDomainName(value.replace(/^\*\./, "")), { error: "is not a valid domain name" })
  .meta({ maxLength: 253, description: "Domain name; the first label may be *", examples: ["www.example.com", "*.example.com"] });

/** Most addresses of one device (docs/spec/fields.md#bounds-of-devices). */
const MAX_ADDRESSES = 4096;

/** What a caller sends to create a device. */
export const DeviceCreate = z.object({
  name: Name,
  hostname: Hostname,
  description: optionalText(4096, "Free text"),
  make_model: optionalText(255, "Make and model"),
  os: optionalText(255, "Operating system"),
  datacenter_id: optionalReference("datacenter"),
  username: optionalName(255, "User name to sign in with"),
  location: optionalText(255, "Where it is, for example a rack position"),
  status: StatusInput,
  tags: Tags,
  addresses: listOf(AddressInput, MAX_ADDRESSES, "Addresses of the device"),
  domains: listOf(Domain, MAX_ADDRESSES, "Domain names of the device"),
  fields: OwnFieldsInput,
});

/** The natural key of a device. */
export const DeviceKey = DeviceCreate.pick({ name: true, datacenter_id: true });

/** What a caller sends to change a device: only the keys that change; a list that is sent replaces the list. */
export const DeviceUpdate = patchOf(DeviceCreate);

/** A device. */
export const Device = z
  .object({
    id: Id,
    ...recordFields(DeviceCreate, { addresses: z.array(Address).meta({ description: "Addresses of the device" }) }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Device", description: "A device with its addresses, tags and domains" });

export const DeviceFilter = z.object({
  tags: TagFilter,
  datacenter_id: z
    .string()
    .optional()
    .meta({ description: "Only devices of the datacenter with this id", ...refersTo("datacenter") }),
  network_id: z
    .string()
    .optional()
    .meta({ description: "Only devices with an address in the network with this id", ...refersTo("network") }),
  pool_id: z
    .string()
    .optional()
    .meta({ description: "Only devices with an address in the pool with this id", ...refersTo("pool") }),
  space_id: SpaceParameter.optional(),
  mac: MacParameter,
  status: z
    .enum(DEVICE_STATUSES, { error: `must be one of ${DEVICE_STATUSES.join(", ")}` })
    .optional()
    .meta({ description: "Only devices of this status" }),
  field: OwnFilterParameter,
});

/** The text that is searched for. */
export const SearchQuery = z.object({
  q: z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be given once") })
    .refine((value) => value.replaceAll(/\p{Cc}/gu, " ").trim() !== "", { error: "must not be blank" })
    .refine((value) => value.isWellFormed(), { error: "must be well-formed Unicode text" })
    .refine((value) => [...value].length <= 256, { error: "must be at most 256 characters" })
    .meta({ maxLength: 256, description: "Text, address or CIDR to look for" }),
});

const count = z.int().min(0);

/** Number of devices of each status. */
export const DeviceStatusCounts = z
  .object({
    planned: count.meta({ description: "Devices that are planned" }),
    active: count.meta({ description: "Devices in use" }),
    maintenance: count.meta({ description: "Devices in maintenance" }),
    decommissioned: count.meta({ description: "Devices that are out of use" }),
  })
  .meta({ id: "DeviceStatusCounts", description: "Number of devices of each status" });

export type Device = DeviceRecord;
export type Address = AddressRecord;
export type AddressInput = AddressInputRecord;
/** An address as a caller gave it, with what is taken for what was left out. */
export type GivenAddress = z.output<typeof AddressInput>;
export type DeviceCreate = Fields<typeof DeviceCreate>;
export type DeviceKey = z.output<typeof DeviceKey>;
export type DeviceUpdate = Fields<typeof DeviceUpdate>;
/** Which devices a list shows. */
export type DeviceFilter = Partial<z.output<typeof DeviceFilter>>;
