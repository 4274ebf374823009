import { z } from "zod";
import { Id, listInQuery } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import type { RecordName as RecordNameRecord } from "../contract/generated/api.ts";

/** Kinds of record that have names which need not be unique, and what they are in. */
export const NAMED_TYPES = ["network", "pool", "device", "field"] as const;

export type NamedType = (typeof NAMED_TYPES)[number];

/** Most ids that are asked for at once, and most records that one answer has. */
export const MAX_NAMES = 200;

/** What a record is called, and what it is in. */
export const RecordName = z
  .object({
    type: z.string().meta({ description: `Kind of record: ${NAMED_TYPES.join(", ")} or a declared kind`, examples: ["network"] }),
    id: Id,
    name: z.string().meta({ description: "Name of the record" }),
    detail: z.string().meta({
      description:
        "Subnet of a network, range of a pool, host name of a device, location of a datacenter, kind of " +
        "record of a custom field, first searched field beside the title of a record of a declared kind",
    }),
    network_id: z
      .string()
      .nullable()
      .meta({ description: "Network of a pool", ...refersTo("network") }),
    network: z.string().nullable().meta({ description: "Its name" }),
    datacenter_id: z
      .string()
      .nullable()
      .meta({ description: "Datacenter of a network, pool or device", ...refersTo("datacenter") }),
    datacenter: z.string().nullable().meta({ description: "Its name; null also when the caller may not list datacenters" }),
    space_id: z
      .string()
      .nullable()
      .meta({ description: "Space of a network, its own or that of its datacenter, and of a pool's network", ...refersTo("space") }),
    space: z.string().nullable().meta({ description: "Its name; null also when the caller may not list spaces" }),
    within: z
      .object({
        type: z.string().meta({ description: "Kind of record" }),
        id: z.string().meta({ description: "Id of the record" }),
        name: z.string().meta({ description: "Name of the record" }),
      })
      .meta({ id: "RecordWithin", description: "A record that others are in" })
      .nullable()
      .meta({ description: "The record that it is in; null where it is in none, and where the caller may not list records of that kind" }),
  })
  .meta({ id: "RecordName", description: "What a record is called, and what it is in" });

export const NameQuery = z.object({
  text: z
    .string({ error: "must be given once" })
    .max(1024, { error: "must be at most 1024 characters" })
    .optional()
    .meta({
      description:
        "A name in any case, alone or after what it is in (fra1/office, red/office by its space, office/servers, /office for " +
        "one in no datacenter); a subnet, a " +
        "host name or an address",
    }),
  id: listInQuery(`Ids, at most ${MAX_NAMES}, in place of text; repeat the parameter or separate by commas`),
  type: listInQuery(`Kinds of record (${NAMED_TYPES.join(", ")} and declared kinds); all that the caller may list unless given`),
});

export type RecordName = RecordNameRecord;
export type NameQuery = z.output<typeof NameQuery>;
