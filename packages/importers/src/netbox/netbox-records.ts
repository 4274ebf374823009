import { z } from "zod";

// What is read of NetBox's records, versions 3.5 to 4.x; all else is let be.

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");

const choice = z
  .looseObject({ value: z.string() })
  .nullish()
  .transform((value) => value?.value ?? "");

/** Another record, as it is nested. */
const Nested = z.looseObject({ id: z.int(), name: text, display: text });
const nested = Nested.nullish().transform((value) => value ?? undefined);

const tags = z
  .array(z.looseObject({ name: z.string() }))
  .nullish()
  .transform((value) => (value ?? []).map(({ name }) => name));

export const Site = z.looseObject({ id: z.int(), name: z.string(), description: text, physical_address: text, region: nested });

export const Prefix = z.looseObject({
  id: z.int(),
  prefix: z.string(),
  description: text,
  vlan: z.looseObject({ vid: z.int() }).nullish(),
  vrf: nested,
  // Up to version 4.1.
  site: nested,
  // From 4.2 on.
  scope_type: z.string().nullish(),
  scope: nested,
});

export const IpRange = z.looseObject({
  id: z.int(),
  start_address: z.string(),
  end_address: z.string(),
  description: text,
  vrf: nested,
  tags,
});

const primary = z.looseObject({ id: z.int(), address: z.string() }).nullish();

/** A device, or a virtual machine, which has less. */
export const Machine = z.looseObject({
  id: z.int(),
  name: text,
  display: text,
  description: text,
  status: choice,
  site: nested,
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
});

export const IpAddress = z.looseObject({
  id: z.int(),
  address: z.string(),
  dns_name: text,
  vrf: nested,
  assigned_object: z.looseObject({ name: text, device: nested, virtual_machine: nested }).nullish(),
});

const Termination = z.looseObject({ object_type: z.string(), object: z.looseObject({ device: nested }).nullish() });

/** A cable, from version 3.3 on. */
export const Cable = z.looseObject({ id: z.int(), a_terminations: z.array(Termination), b_terminations: z.array(Termination) });
