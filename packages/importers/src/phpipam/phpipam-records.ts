import { z } from "zod";

// What is read of phpIPAM's records, versions 1.4 to 1.7. Its numbers are texts or numbers, by version.

const id = z.union([z.string(), z.number()]).transform(String);

/** The id of another record; 0 and null mean none. */
const optionalId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" || String(value) === "0" ? undefined : String(value)));

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value)));

const flag = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => value === true || String(value) === "1");

/**
 * Custom fields of a record by their names: phpIPAM gives them in an object of their own, or among the others with `custom_` before
 * their names, as the app says.
 */
export function customFieldsOf(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { custom_fields: nested } = record;
  const flat = Object.entries(record).filter(([name]) => name.startsWith("custom_") && name !== "custom_fields");
  return {
    ...(typeof nested === "object" && nested !== null ? (nested as Readonly<Record<string, unknown>>) : {}),
    ...Object.fromEntries(flat.map(([name, value]) => [name.slice("custom_".length), value])),
  };
}

export const Section = z.looseObject({ id, name: z.string(), description: text });

/** A domain of layer 2, in which the numbers of VLANs are unique. */
export const Domain = z.looseObject({ id, name: text, description: text, sections: text, permissions: text });

export const Vlan = z.looseObject({
  id: optionalId,
  vlanId: optionalId,
  domainId: optionalId,
  name: text,
  number: z.union([z.string(), z.number()]).transform(Number),
  description: text,
});

export const Vrf = z.looseObject({ id: optionalId, vrfId: optionalId, name: text, rd: text, description: text });

/** A state that addresses are in. */
export const State = z.looseObject({ id, type: text });

export const Subnet = z.looseObject({
  id,
  subnet: text,
  mask: text,
  description: text,
  vlanId: optionalId,
  vrfId: optionalId,
  state: optionalId,
  isFolder: flag,
});

export const Device = z.looseObject({ id, hostname: text, ip: text, description: text, vendor: text, model: text, sections: text });

export const Address = z.looseObject({
  id,
  ip: z.string(),
  hostname: text,
  description: text,
  mac: text,
  owner: text,
  note: text,
  deviceId: optionalId,
  port: text,
  tag: optionalId,
  is_gateway: flag,
});
