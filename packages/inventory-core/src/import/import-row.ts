import { z } from "zod";
import type { RecordKind, RecordSchemas } from "../contract/record-kind.ts";
import { Datacenter } from "../datacenters/datacenter.ts";
import { AddressInput, DeviceCreate } from "../devices/device.ts";
import { Field } from "../field-definitions/field.ts";
import { NetworkCreate } from "../networks/network.ts";
import { PoolCreate } from "../pools/pool.ts";
import { RelationshipCreate } from "../relationships/relationship.ts";
import { Space } from "../spaces/space.ts";
import type { ImportPlace as ImportPlaceRecord, ImportRow as ImportRowRecord } from "../contract/generated/api.ts";

/** What can be imported, in the order in which the rows come: each may refer to what came before it. */
export const IMPORT_TYPES = ["field", "space", "datacenter", "network", "pool", "device", "relationship"] as const;

/** What a row of an import makes or changes, but for records of declared kinds. */
export type ImportType = (typeof IMPORT_TYPES)[number];

/** Types whose rows are planned and written by separate functions; the others are declared kinds. */
export type UndeclaredType = Exclude<ImportType, "datacenter" | "space">;

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
 * network also by its `subnet`), in a datacenter, a network in a space, or a record of a declared kind in the record that it belongs to,
 * where the name alone leaves it open.
 */
export type ImportReference =
  | { readonly ref: string }
  | { readonly id: string }
  | ({ readonly name: string } & ImportScope)
  | ({ readonly subnet: string } & ImportScope);

/** Where a record is that is named: in a datacenter, a network also in a space, and one of a declared kind in what it belongs to. */
interface ImportScope {
  readonly datacenter?: ImportReference | undefined;
  readonly space?: ImportReference | undefined;
  readonly within?: ImportReference | undefined;
}

const scope = () => ({
  datacenter: ImportReference.optional(),
  space: ImportReference.optional(),
  within: ImportReference.optional(),
});

/** {@link ImportReference} as a schema. */
export const ImportReference: z.ZodType<ImportReference> = z.lazy(() =>
  z.union(
    [
      z.strictObject({ ref: said }),
      z.strictObject({ id: said }),
      z.strictObject({ name: said, ...scope() }),
      z.strictObject({ subnet: said, ...scope() }),
    ],
    { error: "must be one of {ref}, {id}, {name} and {subnet}; the last two may have a datacenter, a space and a within" },
  ),
);

/** A field of a row that leads to another record. */
export interface ReferenceField {
  /** The type of the record that it leads to: one of the core's, or a declared kind. */
  readonly to: string;
  /** The field of the resource that takes the id. */
  readonly field: string;
  /** Whether there is no record without it. */
  readonly required: boolean;
  /** Whether it is a list of references. */
  readonly isList?: true;
}

const optional = (to: string): ReferenceField => ({ to, field: `${to}_id`, required: false });
const required = (to: string, field: string): ReferenceField => ({ to, field, required: true });

/**
 * Fields of rows that lead to other records, by the type of the row; `null` there means none. Those that lead to a declared kind are there
 * where the kind is ({@link importTypes}).
 */
export const REFERENCE_FIELDS: Readonly<Record<ImportType, Readonly<Record<string, ReferenceField>>>> = {
  field: {},
  space: {},
  datacenter: { space: optional("space") },
  // The VLAN of a network has its own field for the id; its number is `vlan_id`.
  network: { datacenter: optional("datacenter"), space: optional("space"), vlan: { to: "vlan", field: "vlan", required: false } },
  pool: { network: required("network", "network_id") },
  device: { datacenter: optional("datacenter") },
  relationship: { parent: required("device", "parent_id"), child: required("device", "child_id") },
};

/** The same of each entry of a device's `addresses`. */
export const ADDRESS_REFERENCES: Readonly<Record<string, ReferenceField>> = { network: optional("network"), pool: optional("pool") };

const CREATES: Readonly<Record<ImportType, z.ZodObject>> = {
  field: Field.schemas.create,
  space: Space.schemas.create,
  datacenter: Datacenter.schemas.create,
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
    ...Object.entries(references).map(([name, { required: must, isList }]) => {
      const one = isList === true ? z.array(ImportReference) : ImportReference;
      return [name, must ? one : one.nullable()] as const;
    }),
  ]);
}

/**
 * The fields that `set` of a row takes, by their names, with what each may be: those that create the resource, with a
 * reference `network` in place of the field `network_id`.
 */
export const IMPORT_FIELDS = Object.fromEntries(
  IMPORT_TYPES.map((type) => [type, fieldsWith(CREATES[type], REFERENCE_FIELDS[type])]),
) as Readonly<Record<ImportType, Readonly<Record<string, z.ZodType>>>>;

/** What the rows of an import may be about, with the fields that they take. */
export interface ImportTypes {
  /** The types, in the order in which their rows come. */
  readonly names: readonly string[];
  /** {@link IMPORT_FIELDS} of a type; none of a type that there is not. */
  fieldsOf(type: string): Readonly<Record<string, z.ZodType>>;
  /** {@link REFERENCE_FIELDS} of a type. */
  referencesOf(type: string): Readonly<Record<string, ReferenceField>>;
}

/** A field of a declared kind, for formats. */
export interface ImportField {
  /** Its name in the record. */
  readonly name: string;
  /** Its type, and the kind that it refers to. */
  readonly facts: ImportFieldFacts;
}

/** What is declared of a field. A newer server may have types that this program does not know. */
export interface ImportFieldFacts {
  /** Its type. */
  readonly kind: string;
  /** Of a reference: the kind that it refers to. */
  readonly to?: string;
}

/** A declared kind, for formats: a `RecordKind` and the manifest of a server have these members. */
export interface ImportKind {
  /** Type of its rows: `vlan_group`. */
  readonly name: string;
  /** Its fields. */
  readonly fields: readonly ImportField[];
  /** Schemas of what is sent to create a record, and of what a record shows. */
  readonly schemas: Pick<RecordSchemas, "create" | "record">;
  /** Features of its records. A manifest names only kinds that imports take. */
  readonly doors?: RecordKind["doors"];
}

/** Whether records of a kind have a secret. An export leaves it out, so that an import could not bring them back. */
export const hasSecret = ({ fields }: ImportKind): boolean => fields.some(({ facts }) => facts.kind === "secret");

/** Types of import rows of a program: those of the core and its declared kinds, each after those that it refers to. */
export function importTypes(declared: readonly ImportKind[]): ImportTypes {
  const kinds = declared.filter((kind) => !hasSecret(kind) && kind.doors?.has("files") !== false);
  const all = new Set<string>([...IMPORT_TYPES, ...kinds.map(({ name }) => name)]);
  const known = (references: Readonly<Record<string, ReferenceField>>): Readonly<Record<string, ReferenceField>> =>
    Object.fromEntries(Object.entries(references).filter(([, { to }]) => all.has(to)));
  const references = new Map([
    ...IMPORT_TYPES.map((type) => [type, known(REFERENCE_FIELDS[type])] as const),
    ...kinds.map((kind) => [kind.name, referencesOfKind(kind)] as const),
  ]);
  const fieldsOfCore = (type: ImportType): Readonly<Record<string, z.ZodType>> =>
    Object.fromEntries(Object.entries(IMPORT_FIELDS[type]).filter(([name]) => all.has(REFERENCE_FIELDS[type][name]?.to ?? type)));
  const fields = new Map([
    ...IMPORT_TYPES.map((type) => [type, fieldsOfCore(type)] as const),
    ...kinds.map((kind) => [kind.name, fieldsWith(kind.schemas.create, references.get(kind.name) ?? {})] as const),
  ]);
  return {
    names: inOrder([...all], (type) => Object.values(references.get(type) ?? {}).map(({ to }) => to)),
    fieldsOf: (type) => fields.get(type) ?? {},
    referencesOf: (type) => references.get(type) ?? {},
  };
}

/** Types in their order, but each after those that it refers to. */
function inOrder(types: readonly string[], refersTo: (type: string) => readonly string[]): readonly string[] {
  const ordered = new Set<string>();
  const visit = (type: string, path: readonly string[]): void => {
    if (ordered.has(type) || path.includes(type) || !types.includes(type)) return;
    for (const other of refersTo(type)) visit(other, [...path, type]);
    ordered.add(type);
  };
  for (const type of types) visit(type, []);
  return [...ordered];
}

/** References of a declared kind, by the names of their fields without `_id` and `_ids`, unless another field has that name. */
function referencesOfKind({ fields }: ImportKind): Readonly<Record<string, ReferenceField>> {
  const taken = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(
    fields.flatMap(({ name, facts }): [string, ReferenceField][] => {
      if (facts.to === undefined) return [];
      const short = name.replace(/_ids?$/, "");
      const column = taken.has(short) ? name : short;
      taken.add(column);
      // A row that changes a record need not name it: what a new record lacks, its schema says.
      return [[column, { to: facts.to, field: name, required: false, ...(facts.kind === "references" && { isList: true as const }) }]];
    }),
  );
}

/** The fields of each entry of a device's `addresses`, in the same way. */
export const IMPORT_ADDRESS_FIELDS = fieldsWith(AddressInput, ADDRESS_REFERENCES);

/** One record of a source in the inventory's own terms. */
export const ImportRow = z
  .object(
    {
      at: place,
      type: z
        .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
        .meta({ description: `What the row makes or changes: ${IMPORT_TYPES.join(", ")} or a declared kind`, examples: ["device"] }),
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
    type: z.string().optional().meta({ description: "What the row would make or change" }),
    field: z.string().optional().meta({ description: "Name of the field; none where it is the row as a whole" }),
    severity: z.enum(["error", "warning"]).meta({ description: "error: the row is not taken; warning: something is left out" }),
    message: z.string().meta({ description: "What is wrong, in a sentence" }),
  })
  .meta({ id: "ImportProblem", description: "Something of the source of an import that cannot be taken, or is left out" });

export type ImportRow = ImportRowRecord;
export type ImportProblem = z.infer<typeof ImportProblem>;

/** Maximum list entries of the rows of one batch. A single row may have more. */
export const ENTRIES_TOGETHER = 1000;

/** Number of list entries of a row, such as addresses of a device. */
export const entriesOf = ({ set }: ImportRow): number =>
  Object.values(set).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
