import { z } from "zod";
import { DatacenterCreate } from "../datacenters/datacenter.ts";
import { AddressInput, DeviceCreate } from "../devices/device.ts";
import { FieldCreate } from "../fields/field.ts";
import { NetworkCreate } from "../networks/network.ts";
import { PoolCreate } from "../pools/pool.ts";
import { RelationshipCreate } from "../relationships/relationship.ts";
import { SpaceCreate } from "../spaces/space.ts";
import type { ImportPlace as ImportPlaceRecord, ImportRow as ImportRowRecord } from "../contract/generated/api.ts";

/** What can be imported, in the order in which the rows come: each may refer to what came before it. */
export const IMPORT_TYPES = ["field", "space", "datacenter", "network", "pool", "device", "relationship"] as const;

/** What a row of an import makes or changes. */
export type ImportType = (typeof IMPORT_TYPES)[number];

const place = z
  .object(
    {
      line: z.int().min(1).optional().meta({ description: "Line of the source, from 1" }),
      path: z.string().max(1000).optional().meta({ description: "Position in the source, such as devices[3] or page 2, record 17" }),
    },
    { error: "must be an object with a line or a path" },
  )
  .meta({ id: "ImportPlace", description: "The position of a row in the source of an import" });

/** The position of a row in the source of an import. */
export type ImportPlace = ImportPlaceRecord;

const said = z.string().min(1).max(1000);

/**
 * Another record: a row of the same import by its `ref`, a record of the inventory by its `id`, or either by its `name` (a
 * network also by its `subnet`), in a datacenter, or a network in a space, where the name alone leaves it open.
 */
export type ImportReference =
  | { readonly ref: string }
  | { readonly id: string }
  | ({ readonly name: string } & ImportScope)
  | ({ readonly subnet: string } & ImportScope);

/** Where a record is that is named: in a datacenter, and a network also in a space. */
interface ImportScope {
  readonly datacenter?: ImportReference | undefined;
  readonly space?: ImportReference | undefined;
}

const scope = () => ({ datacenter: ImportReference.optional(), space: ImportReference.optional() });

/** {@link ImportReference} as a schema. */
export const ImportReference: z.ZodType<ImportReference> = z.lazy(() =>
  z.union(
    [
      z.strictObject({ ref: said }),
      z.strictObject({ id: said }),
      z.strictObject({ name: said, ...scope() }),
      z.strictObject({ subnet: said, ...scope() }),
    ],
    { error: "must be one of {ref}, {id}, {name} and {subnet}; the last two may have a datacenter and a space" },
  ),
);

/** A field of a row that leads to another record. */
export interface ReferenceField {
  /** The type of the record that it leads to. */
  readonly to: Exclude<ImportType, "field" | "relationship">;
  /** The field of the resource that takes the id. */
  readonly field: string;
  /** Whether there is no record without it. */
  readonly required: boolean;
}

const optional = (to: ReferenceField["to"]): ReferenceField => ({ to, field: `${to}_id`, required: false });
const required = (to: ReferenceField["to"], field: string): ReferenceField => ({ to, field, required: true });

/** Fields of rows that lead to other records, by the type of the row; `null` there means none. */
export const REFERENCE_FIELDS: Readonly<Record<ImportType, Readonly<Record<string, ReferenceField>>>> = {
  field: {},
  space: {},
  datacenter: { space: optional("space") },
  network: { datacenter: optional("datacenter"), space: optional("space") },
  pool: { network: required("network", "network_id") },
  device: { datacenter: optional("datacenter") },
  relationship: { parent: required("device", "parent_id"), child: required("device", "child_id") },
};

/** The same of each entry of a device's `addresses`. */
export const ADDRESS_REFERENCES: Readonly<Record<string, ReferenceField>> = { network: optional("network"), pool: optional("pool") };

const CREATES: Readonly<Record<ImportType, z.ZodObject>> = {
  field: FieldCreate,
  space: SpaceCreate,
  datacenter: DatacenterCreate,
  network: NetworkCreate,
  pool: PoolCreate,
  device: DeviceCreate,
  relationship: RelationshipCreate,
};

function fieldsWith(schema: z.ZodObject, references: Readonly<Record<string, ReferenceField>>): Readonly<Record<string, z.ZodType>> {
  const replaced = new Set(Object.values(references).map(({ field }) => field));
  const own = Object.entries(schema.shape as Record<string, z.ZodType>).filter(([name]) => !replaced.has(name));
  return Object.fromEntries([
    ...own,
    ...Object.entries(references).map(([name, { required: must }]) => [name, must ? ImportReference : ImportReference.nullable()] as const),
  ]);
}

/**
 * The fields that `set` of a row takes, by their names, with what each may be: those that create the resource, with a
 * reference `network` in place of the field `network_id`.
 */
export const IMPORT_FIELDS = Object.fromEntries(
  IMPORT_TYPES.map((type) => [type, fieldsWith(CREATES[type], REFERENCE_FIELDS[type])]),
) as Readonly<Record<ImportType, Readonly<Record<string, z.ZodType>>>>;

/** The fields of each entry of a device's `addresses`, in the same way. */
export const IMPORT_ADDRESS_FIELDS = fieldsWith(AddressInput, ADDRESS_REFERENCES);

/** One record of a source in the inventory's own terms. */
export const ImportRow = z
  .object(
    {
      at: place,
      type: z
        .enum(IMPORT_TYPES, { error: `must be one of ${IMPORT_TYPES.join(", ")}` })
        .meta({ description: "What the row makes or changes" }),
      ref: said.optional().meta({ description: "The source's own id of the record; other rows of the type's import refer to it" }),
      match: z
        .enum(["key", "address"])
        .optional()
        .meta({
          description:
            "How to find a record without an id: key (default) by its natural key; address: a device that holds one of the addresses, " +
            "which keeps its name; by key if none does",
        }),
      lists: z.enum(["replace", "add"]).optional().meta({
        description: "replace (unless given): a list that is given replaces the list; add: its entries are added, none is removed",
      }),
      own_fields: z.enum(["all", "defined"]).optional().meta({
        description:
          "all (unless given): a field of one's own that is not defined is an error; defined: those that are not defined are left out",
      }),
      set: z
        .record(z.string(), z.unknown(), { error: "must be an object" })
        .meta({ description: "The fields that the source has, by name; a reference takes the place of an id" }),
    },
    { error: "must be an object" },
  )
  .meta({ id: "ImportRow", description: "One record of the source of an import, in the inventory's own terms" });

/** Something of the source that cannot be taken, or is left out. */
export const ImportProblem = z
  .object({
    at: place,
    type: z.enum(IMPORT_TYPES).optional().meta({ description: "What the row would make or change" }),
    field: z.string().optional().meta({ description: "Name of the field; none where it is the row as a whole" }),
    severity: z.enum(["error", "warning"]).meta({ description: "error: the row is not taken; warning: something is left out" }),
    message: z.string().meta({ description: "What is wrong, in a sentence" }),
  })
  .meta({ id: "ImportProblem", description: "Something of the source of an import that cannot be taken, or is left out" });

export type ImportRow = ImportRowRecord;
export type ImportProblem = z.infer<typeof ImportProblem>;
