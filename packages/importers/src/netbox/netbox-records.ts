import { z } from "zod";
import { withoutMask } from "../reading/address-number.ts";

// What is read of NetBox's records, versions 3.5 to 4.x; all else is let be.

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const choice = z
  .looseObject({ value: z.string() })
  .nullish()
  .transform((value) => value?.value ?? "");

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);

/** Another record, as it is nested. */
const Nested = z.looseObject({ id: z.int(), name: text, display: text });
const nested = Nested.nullish().transform((value) => value ?? undefined);

/** NetBox takes commas in tags, which separate them here. */
const tags = z
  .array(z.looseObject({ name: z.string() }))
  .nullish()
  .transform((value) => (value ?? []).map(({ name }) => name.replaceAll(",", ";")));

const customFields = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? {});

/** What every record has. */
const described = { description: text, comments: text, custom_fields: customFields };

export const CustomField = z.looseObject({ name: z.string(), label: text, type: choice });

export const Vrf = z.looseObject({ id: z.int(), name: z.string(), rd: text, ...described });

export const Site = z.looseObject({ id: z.int(), name: z.string(), physical_address: text, region: nested, ...described });

export const Location = z.looseObject({ id: z.int(), site: nested });

const vid = z
  .int()
  .nullish()
  .transform((value) => value ?? undefined);

export const VlanGroup = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: text,
  scope_type: z.string().nullish(),
  scope_id: z.int().nullish(),
  scope: nested,
  // Up to version 4.0.
  min_vid: vid,
  max_vid: vid,
  // From 4.1 on.
  vid_ranges: z
    .array(z.tuple([z.int(), z.int()]))
    .nullish()
    .transform((value) => value ?? []),
  tags,
  ...described,
});

export const Vlan = z.looseObject({
  id: z.int(),
  vid: z.int(),
  name: text,
  site: nested,
  group: nested,
  status: choice,
  role: nested,
  tags,
  ...described,
});

export const Prefix = z.looseObject({
  id: z.int(),
  prefix: z.string(),
  vlan: z.looseObject({ id: z.int(), vid: z.int() }).nullish(),
  vrf: nested,
  status: choice,
  role: nested,
  is_pool: flag,
  mark_utilized: flag,
  tags,
  // Up to version 4.1.
  site: nested,
  // From 4.2 on.
  scope_type: z.string().nullish(),
  scope: nested,
  ...described,
});

export const Aggregate = z.looseObject({ id: z.int(), prefix: z.string(), tags, ...described });

export const IpRange = z.looseObject({
  id: z.int(),
  start_address: z.string(),
  end_address: z.string(),
  vrf: nested,
  status: choice,
  role: nested,
  // From 4.3 on: no address of the range is free.
  mark_populated: flag,
  mark_utilized: flag,
  tags,
  ...described,
});

const primary = z.looseObject({ id: z.int(), address: z.string() }).nullish();

/** A device, or a virtual machine, which has less. */
export const Machine = z.looseObject({
  id: z.int(),
  name: text,
  display: text,
  status: choice,
  // Up to version 3.6 devices have it as device_role.
  role: nested,
  device_role: nested,
  tenant: nested,
  site: nested,
  location: nested,
  cluster: nested,
  platform: nested,
  device_type: z.looseObject({ model: text, manufacturer: nested }).nullish(),
  rack: nested,
  position: z.number().nullish(),
  serial: text,
  asset_tag: text,
  tags,
  primary_ip4: primary,
  primary_ip6: primary,
  oob_ip: primary,
  ...described,
});

export const IpAddress = z
  .looseObject({
    id: z.int(),
    address: z.string(),
    dns_name: text,
    vrf: nested,
    status: choice,
    role: choice,
    tags,
    assigned_object_type: z.string().nullish(),
    assigned_object_id: z.int().nullish(),
    assigned_object: z.looseObject({ id: z.int().optional(), name: text, device: nested, virtual_machine: nested }).nullish(),
    ...described,
  })
  .transform((record) => ({ ...record, ip: withoutMask(record.address) }));

/** An interface; from version 4.2 on, a hardware address is a record of its own. */
export const Interface = z
  .looseObject({ id: z.int(), mac_address: text, primary_mac_address: z.looseObject({ mac_address: text }).nullish() })
  .transform(({ id, mac_address: mac, primary_mac_address: primaryMac }) => ({ id, mac: primaryMac?.mac_address || mac }));

/** Routers that share an address. */
export const FhrpGroup = z.looseObject({ id: z.int(), name: text, display: text, protocol: text, tags, ...described });

const Termination = z.looseObject({ object_type: z.string(), object: z.looseObject({ device: nested }).nullish() });

/** A cable, from version 3.3 on. */
export const Cable = z.looseObject({ id: z.int(), a_terminations: z.array(Termination), b_terminations: z.array(Termination) });

export type AddressRecord = z.output<typeof IpAddress>;
export type MachineRecord = z.output<typeof Machine>;
