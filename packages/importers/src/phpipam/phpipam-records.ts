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

export const Section = z.looseObject({ id, name: z.string(), description: text });

export const Vlan = z.looseObject({ id: optionalId, vlanId: optionalId, number: z.union([z.string(), z.number()]).transform(Number) });

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
