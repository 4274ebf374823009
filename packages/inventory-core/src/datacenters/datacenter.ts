import { z } from "zod";
import { Id, Name, optionalReference, optionalText, patchOf, Timestamp } from "../contract/operations/fields.ts";
import { OwnFieldsInput } from "../fields/own-fields.ts";
import { OwnFilterParameter } from "../fields/own-filter.ts";
import { recordFields } from "../contract/operations/record-fields.ts";
import { SpaceParameter } from "../address-space/space-field.ts";
import type { Fields } from "../contract/errors/validation.ts";
import type { Datacenter as DatacenterRecord } from "../contract/generated/api.ts";

/** What a caller sends to create a datacenter. */
export const DatacenterCreate = z.object({
  name: Name,
  location: optionalText(255, "Where it is"),
  space_id: optionalReference("space", "address space that its networks and devices are in; a private one where null"),
  description: optionalText(4096, "Free text"),
  fields: OwnFieldsInput,
});

/** The natural key of a datacenter. */
export const DatacenterKey = DatacenterCreate.pick({ name: true });

/** What a caller sends to change a datacenter: only the keys that change. */
export const DatacenterUpdate = patchOf(DatacenterCreate);

/** A datacenter: a site, in an address space of its own or in one that it names. */
export const Datacenter = z
  .object({
    id: Id,
    ...recordFields(DatacenterCreate),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Datacenter", description: "A site; its networks and devices are in the address space that it names, or in a private one" });

export const DatacenterFilter = z.object({
  name: z.string().optional().meta({ description: "Part of the name, any case" }),
  space_id: SpaceParameter.optional(),
  field: OwnFilterParameter,
});

export type Datacenter = DatacenterRecord;
export type DatacenterCreate = Fields<typeof DatacenterCreate>;
export type DatacenterKey = z.output<typeof DatacenterKey>;
export type DatacenterUpdate = Fields<typeof DatacenterUpdate>;
/** Which datacenters a list shows. */
export type DatacenterFilter = z.output<typeof DatacenterFilter>;
