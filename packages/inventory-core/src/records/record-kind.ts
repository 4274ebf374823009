import { z } from "zod";
import type { EventType } from "../contract/storage/event.ts";
import { withLazy } from "../contract/lazy-members.ts";
import { CHANGES } from "../contract/storage/changed-fields.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { defineErrors, errorOf, type InventoryError } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";
import { Id, patchOf, Timestamp } from "../contract/operations/fields.ts";
import { recordFields } from "../contract/operations/record-fields.ts";
import { type OwnFields, OwnFieldsInput } from "../fields/own-fields.ts";
import { inputOf, shownOf } from "./field-types.ts";
import { isSecret, shownName } from "./fields/record-secrets.ts";
import { isInScope, OWNER, scopeOf } from "./access/record-scope.ts";
import { placeFrom } from "./access/record-place.ts";
import { checkDeclaration } from "./check-declaration.ts";
import type { RecordFunctions } from "../contract/record-functions.ts";
import type {
  DescribedQuery,
  EarlierTable,
  NamedField,
  OwnRecordFilter,
  RecordAction,
  RecordDoor,
  RecordEffects,
  RecordEvents,
  RecordKind,
  RecordNames,
  RecordReaders,
  RecordSchemas,
} from "../contract/record-kind.ts";
import type { AnyField, HiddenValue, RecordField, RecordFieldMap, ValueOf, ValuesOf } from "./record-field.ts";
import { type GroupOf, NEWEST_FIRST, recordNames } from "./record-names.ts";

/** What a record has of its custom fields: nothing where the door is closed. @typeParam Doors the doors of its kind */
export type CustomOf<Doors extends readonly RecordDoor[]> = "custom" extends Doors[number]
  ? {
      /** Custom fields: every field that is defined for the kind, null where it is unset. */
      readonly fields: OwnFields;
    }
  : unknown;

/** A record of a kind, as its fields say. */
export type RecordOf<F extends RecordFieldMap, Doors extends readonly RecordDoor[] = readonly RecordDoor[]> = { readonly id: string } & {
  readonly [Name in keyof F as IsSecret<F[Name]> extends true ? `has_${Name & string}` : Name]: IsSecret<F[Name]> extends true
    ? boolean
    : ValueOf<F[Name]>;
} & CustomOf<Doors> & {
    readonly created_at: string;
    readonly updated_at: string;
  };

type IsSecret<F> = [ValueOf<F>] extends [HiddenValue | null] ? true : false;

/** What a caller sends to create a record. Of custom fields, null unsets one, and fields without a value stay. */
export type CreateOf<F extends RecordFieldMap, Doors extends readonly RecordDoor[] = readonly RecordDoor[]> = ValuesOf<F> &
  Partial<CustomOf<Doors>>;

/** What a caller sends to change a record. */
export type UpdateOf<F extends RecordFieldMap, Doors extends readonly RecordDoor[] = readonly RecordDoor[]> = Partial<CreateOf<F, Doors>>;

/** The fields that the service alone sets. */
export type StateOf<F extends RecordFieldMap> = {
  readonly [Name in keyof F as F[Name] extends RecordField<unknown, unknown, "state", never> ? Name : never]?: ValueOf<F[Name]>;
};

/** What a record has of its owner. */
export type OwnedBy<Owner extends boolean> = Owner extends true
  ? {
      /** Id of the user whom it belongs to; null for the program itself. */
      readonly owner_id: string | null;
    }
  : unknown;

/** Types of the records of a declaration. */
export interface TypesOf<
  Name extends string,
  Plural extends string,
  F extends RecordFieldMap,
  Owner extends boolean = false,
  Doors extends readonly RecordDoor[] = readonly RecordDoor[],
> {
  /** Member of the inventory. */
  readonly group: GroupOf<Name, Plural>;
  /** A record, as reads answer it. */
  readonly record: RecordOf<F, Doors> & OwnedBy<Owner>;
  /** A record, as it is sent to create it. */
  readonly create: CreateOf<F, Doors>;
  /** Fields that are sent to change a record. */
  readonly update: UpdateOf<F, Doors>;
}

/** What an author declares of a kind of record. */
export interface RecordDeclaration<
  F extends RecordFieldMap = RecordFieldMap,
  Name extends string = string,
  Plural extends string = string,
  Owner extends boolean = boolean,
  Doors extends readonly RecordDoor[] = readonly RecordDoor[],
> extends RecordFunctions<RecordOf<F, Doors>, UpdateOf<F, Doors> & StateOf<F>> {
  /** Name in the singular: lower-case words joined by underscores. */
  readonly name: Name;
  /** The plural of the name, where English makes it otherwise. */
  readonly plural?: Plural;
  /** The name for people; by default made of the name. */
  readonly label?: string;
  /** A sentence without its full stop, for the documents. */
  readonly description?: string;
  /** Its fields, by name. */
  readonly fields: F;
  /** Fields whose values together no two records share. Nulls are distinct unless they are to be equal. */
  readonly unique?: readonly (readonly (keyof F & string)[] | UniqueFields<keyof F & string>)[];
  /** Fields that the search looks through. */
  readonly search?: readonly (keyof F & string)[];
  /** Fields with an index of their own, beside references, choices and unique fields. */
  readonly index?: readonly (keyof F & string)[];
  /**
   * The place of a record: a reference to a place (a datacenter, a space) or to a kind that has a `within` itself. Of several references
   * the first that is set decides; `{every: [...]}` needs all of them.
   */
  readonly within?: WithinOf<keyof F & string>;
  /**
   * Whether a record belongs to the user who made it. Every user makes and changes their own; others see it when its field `shared` (a
   * boolean, which `<kind>:update` may set) is true.
   */
  readonly owner?: Owner;
  /** The field that names a record for people; `name` by default. */
  readonly title?: keyof F & string;
  /**
   * The field whose order lists have, fields that decide one after another, or `-created_at` for the newest first; the title by default,
   * and `-created_at` without one.
   */
  readonly order?: (keyof F & string) | "-created_at" | readonly (keyof F & string)[];
  /** Features of its records, in addition to the operations on a single record; all by default. */
  readonly doors?: Doors;
  /** Its path below `/api/`, where it does not derive from the plural. */
  readonly path?: string;
  /** `NOT_FOUND` where an id that does not exist fails with the general error; `<NAME>_NOT_FOUND` by default. */
  readonly notFound?: "NOT_FOUND";
  /** The first part of its permissions, which are declared elsewhere: `discovery` for `discovery:read`. */
  readonly permission?: string;
  /** Set to `everyone` for records that all signed-in users read; `permitted` by default: those with `<kind>:list` and `<kind>:read`. */
  readonly readers?: RecordReaders;
  /**
   * Set for a kind whose `after` changes networks: changes and deletions of its records then hold the lock on networks before any other, so
   * that two writes never wait for each other.
   */
  readonly changesNetworks?: boolean;
  /** Set for a kind whose records define what other records have: every write then holds that lock. */
  readonly changesDefinitions?: boolean;
  /** Whether its records are places: a `within` may lead to them. */
  readonly isPlace?: boolean;
  /** Its table, where it had one before it was declared. */
  readonly earlier?: EarlierTable;
  /** What its operations are about: `ipam`; `inventory` by default. AI clients load the tools of an area. */
  readonly area?: string;
  /** What users with the role `operator` may do; everything by default. */
  readonly operator?: readonly RecordAction[];
  /** What its operations do beside what all kinds do, in sentences, for the documents. */
  readonly effects?: RecordEffects;
  /** Codes of further errors with which its functions refuse creations and changes, for the documents: `CONFLICT`. */
  readonly refusals?: readonly string[];
  /** A parameter of its deletions, which `checkDeletion` reads. */
  readonly deletionQuery?: DescribedQuery;
  /** What its records contain, such as "devices and networks": the history of a record then takes `?inside=true`. */
  readonly inside?: string;
  /** Filters that replace the generated filter of a field, by the name of the field. */
  readonly filters?: Readonly<Partial<Record<keyof F & string, OwnRecordFilter>>>;
}

/** {@link RecordDeclaration.within}: a reference, several of which the first that is set decides, or references that all count. */
export type WithinOf<Name extends string = string> = Name | readonly Name[] | { readonly every: readonly Name[] };

/** {@link RecordDeclaration.unique} whose nulls are equal. */
export interface UniqueFields<Name extends string = string> {
  /** Names of the fields. */
  readonly fields: readonly Name[];
  /** Two nulls are equal. */
  readonly nulls: "equal";
}

/**
 * Declares a kind of record. Table, library, HTTP, permissions, events, audit and documents follow from it (shared/spec/records.md).
 * @throws RECORD_INVALID for a declaration that cannot hold
 *
 * @example
 * const Circuit = defineRecord({
 *   name: "circuit",
 *   fields: { name: name(), provider: text({ max: 128 }), datacenter_id: reference("datacenter").optional() },
 *   unique: [["provider", "name"]],
 * });
 */
export function defineRecord<
  const F extends RecordFieldMap,
  const Name extends string,
  const Plural extends string = "",
  const Owner extends boolean = false,
  const Doors extends readonly RecordDoor[] = readonly RecordDoor[],
>(declaration: RecordDeclaration<F, Name, Plural, Owner, Doors>): RecordKind<TypesOf<Name, Plural, F, Owner, Doors>> {
  checkDeclaration(declaration as unknown as RecordDeclaration);
  const { path, permission, notFound } = declaration;
  const derived = recordNames(declaration.name, declaration.plural, declaration.label);
  const names = {
    ...derived,
    ...(path !== undefined && { path }),
    ...(permission !== undefined && { permission }),
    ...(notFound && { notFound }),
  };
  const declared = Object.entries<AnyField>(declaration.fields).map(([name, { facts }]): NamedField => ({ name, facts }));
  const fields = declaration.owner === true ? [...declared, OWNER_FIELD] : declared;
  const described = declaration.description ?? `A${names.article.slice(1)} ${names.one}`;
  const title = titleOf(declaration as unknown as RecordDeclaration);
  const doors = doorsOf(declaration as unknown as RecordDeclaration, fields);
  const schemas = schemasOf(names, described, fields, doors.has("custom"));
  return {
    ...names,
    description: described,
    fields,
    unique: (declaration.unique ?? []).map((key) =>
      "nulls" in key ? { fields: key.fields, nullsEqual: true } : { fields: key as readonly string[], nullsEqual: false },
    ),
    search: declaration.search ?? [],
    index: declaration.index ?? [],
    within: placeFrom(declaration.within),
    key: keyOf(declaration as unknown as RecordDeclaration),
    title,
    owner: declaration.owner === true,
    secrets: fields.filter(isSecret).map(({ name }) => name),
    order: [declaration.order ?? (title === ID ? NEWEST_FIRST : title)].flat(),
    doors,
    sharesPermissions: permission !== undefined,
    isPlace: declaration.isPlace ?? false,
    readers: declaration.readers ?? "permitted",
    changesNetworks: declaration.changesNetworks ?? false,
    changesDefinitions: declaration.changesDefinitions ?? false,
    earlier: declaration.earlier,
    area: declaration.area ?? "inventory",
    operator: declaration.operator ?? ["list", "read", "create", "update", "delete"],
    inside: declaration.inside,
    effects: declaration.effects ?? {},
    refusals: declaration.refusals ?? [],
    deletionQuery: declaration.deletionQuery,
    filters: (declaration.filters ?? {}) as RecordKind["filters"],
    bound: undefined,
    functions: functionsOf(declaration as unknown as RecordFunctions<never, Readonly<Record<string, unknown>>>),
    schemas,
    events: eventsOf(names, schemas, { fields, owner: declaration.owner === true }),
    ...errorsOf(names),
  };
}

const ALL_DOORS: readonly RecordDoor[] = ["bulk", "custom", "events", "files", "filters", "keys", "names", "pages", "plans", "undo"];

/** The code of the error for an id of any kind. */
const GENERAL = "NOT_FOUND";

/** Doors that a secret closes: they store or show records elsewhere. */
const SECRET_DOORS: ReadonlySet<RecordDoor> = new Set(["files", "plans", "undo"]);

function doorsOf(
  { doors = ALL_DOORS, owner }: Pick<RecordDeclaration, "doors" | "owner">,
  fields: readonly NamedField[],
): ReadonlySet<RecordDoor> {
  const hasSecret = fields.some(isSecret);
  // Readers of plans would see records of others.
  return new Set(doors.filter((door) => !(hasSecret && SECRET_DOORS.has(door)) && !(owner === true && door === "plans")));
}

function errorsOf({ notFound, one }: RecordNames): Pick<RecordKind, "notFoundError" | "errors"> {
  if (notFound === GENERAL) return { notFoundError: () => coreErrors.NOT_FOUND({ what: one }), errors: {} };
  const errors = defineErrors({
    [notFound]: errorOf("not-found", `there is no such ${one}`, ({ id }: { id: string }) => missing(one, id)),
  });
  return {
    notFoundError: (id) => (errors[notFound] as (details: { id: string }) => InventoryError)({ id }),
    errors: errors.definitions as RecordKind["errors"],
  };
}

const OWNER_FIELD: NamedField = { name: OWNER, facts: { kind: "owner", presence: "optional" } };

const functionsOf = ({
  checkSent,
  derive,
  check,
  around,
  after,
  checkDeletion,
  claims,
}: RecordKind["functions"]): RecordKind["functions"] => ({
  ...(checkSent && { checkSent }),
  ...(derive && { derive }),
  ...(check && { check }),
  ...(around && { around }),
  ...(after && { after }),
  ...(checkDeletion && { checkDeletion }),
  ...(claims && { claims }),
});

function keyOf(declaration: RecordDeclaration): readonly string[] {
  const { unique: [first] = [], within } = declaration;
  if (first === undefined) return [titleOf(declaration), ...(placeFrom(within)?.fields ?? [])];
  return "nulls" in first ? first.fields : (first as readonly string[]);
}

/** The field that names a record; the id of one that nothing names. */
const titleOf = ({ title, fields }: RecordDeclaration): string => title ?? (Object.hasOwn(fields, "name") ? "name" : ID);

const ID = "id";

const CUSTOM = z.object({ fields: OwnFieldsInput });
const NO_CUSTOM = z.object({});

/** Schemas of a kind. A start makes none of them, since most kinds of a host are not used at once. */
function schemasOf(
  { schema: id, label }: RecordNames,
  description: string,
  fields: readonly NamedField[],
  hasCustom: boolean,
): RecordSchemas {
  const custom: z.ZodObject = hasCustom ? CUSTOM : NO_CUSTOM;
  const sent = fields.filter((field) => field !== OWNER_FIELD && field.facts.presence !== "state");
  const shownFields = () => ({
    ...Object.fromEntries(fields.map((field) => [shownName(field), shownOf(field)])),
    ...recordFields(custom),
  });
  const schemas: RecordSchemas = withLazy<object, RecordSchemas>(
    {},
    {
      create: () => z.object({ ...Object.fromEntries(sent.map((field) => [field.name, inputOf(field)])), ...custom.shape }),
      update: () => patchOf(schemas.create),
      record: () =>
        z.object({ id: Id, ...shownFields(), created_at: Timestamp, updated_at: Timestamp }).meta({ id, title: label, description }),
    },
  );
  return schemas;
}

function eventsOf(
  { name, permission, one, article }: RecordNames,
  schemas: RecordSchemas,
  kind: Pick<RecordKind, "fields" | "owner">,
): RecordEvents {
  const shown: Pick<EventType, "isShown"> = kind.owner
    ? { isShown: (reader, data) => isInScope(kind, scopeOf(reader), data as Readonly<Record<string, unknown>>) }
    : {};
  const event = (what: string, data: () => z.ZodObject): EventType =>
    withLazy(
      {
        name: `${name}.${what}`,
        description: `A${article.slice(1)} ${one} was ${what === "updated" ? "changed" : what}`,
        access: `${permission}:read`,
        guarded: [],
        ...shown,
      },
      { data },
    );
  return {
    created: event("created", () => schemas.record),
    updated: event("updated", () => z.object({ ...schemas.record.shape, ...CHANGES })),
    deleted: event("deleted", () => schemas.record),
  };
}
