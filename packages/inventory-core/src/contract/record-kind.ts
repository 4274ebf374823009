import type { z } from "zod";
import type { InventoryError } from "./errors/error.ts";
import type { RecordFunctions } from "./record-functions.ts";
import type { ServiceToken } from "./service-token.ts";
import type { EventType } from "./storage/event.ts";
import type { SqlFragment, SqlValue } from "./storage/storage.ts";
import type { Column } from "./storage/unit-of-work.ts";
import type { Change } from "./storage/write-path.ts";

/** The names of a kind of record at each door. All derive from its name and its plural, which are words joined by underscores. */
export interface RecordNames {
  /** Table, record type, audit, events, MCP: `vlan_group`. */
  readonly name: string;
  /** `vlan_groups`. */
  readonly plural: string;
  /** Permission and command: `vlan-group`. */
  readonly permission: string;
  /** Path below `/api/`: `vlan-groups`. */
  readonly path: string;
  /** Operations and member of the inventory: `vlanGroups`. */
  readonly group: string;
  /** Id of the schema: `VlanGroup`. */
  readonly schema: string;
  /** Code of the error for an id that does not exist: `VLAN_GROUP_NOT_FOUND`. */
  readonly notFound: string;
  /** For people: `VLAN group`. */
  readonly label: string;
  /** The label inside of a sentence: `VLAN group`, `circuit`. */
  readonly one: string;
  /** `a` or `an`, which goes before it: `an address space`. */
  readonly article: "a" | "an";
  /** Several of them inside of a sentence: `VLAN groups`. */
  readonly many: string;
  /** Several, for people: `VLAN groups`. */
  readonly labelPlural: string;
}

/** What becomes of a record that refers to one which is deleted. */
export type OnDelete =
  /** The deletion is refused (CONFLICT) while records refer to it. */
  | "refuse"
  /** The reference becomes null, or leaves the list. */
  | "clear"
  /** The record is deleted, too. */
  | "cascade"
  /** Nothing: the id of the deleted record stays. */
  | "keep";

/** A parameter of a deletion with its only value: `{ name: "vlans", value: "delete" }` for `?vlans=delete`. */
export interface DeletionQuery {
  /** Its name. */
  readonly name: string;
  /** The value that it must have. */
  readonly value: string;
}

/** A parameter of the deletions of a kind, which `checkDeletion` reads. */
export interface DescribedQuery extends DeletionQuery {
  /** What it does, for the documents. */
  readonly description: string;
}

/** Types of fields. */
export type FieldKind =
  | "text"
  | "name"
  | "integer"
  | "number"
  | "boolean"
  | "date"
  | "timestamp"
  | "choice"
  | "url"
  | "address"
  | "cidr"
  | "mac"
  | "tags"
  | "texts"
  | "map"
  | "secret"
  /** The user whom a record belongs to: set by the service. */
  | "owner"
  | "reference"
  | "references"
  | "objects";

/** What is declared of a field. */
export interface FieldFacts {
  /** Its type. */
  readonly kind: FieldKind;
  /** Whether it must be sent to create a record; otherwise it is unset, or has the default. A caller never sends a `state`. */
  readonly presence: "required" | "optional" | "default" | "state";
  /** The value of a record that is created without the field. */
  readonly default?: unknown;
  /** The schema of what is sent, in place of the schema of its type. */
  readonly input?: z.ZodType;
  /** A sentence without its full stop, for the documents. */
  readonly description?: string;
  /** Of an integer or number: the smallest value. */
  readonly min?: number;
  /** The largest value; of a text, the most characters; of texts, the most of each; of objects, the most of them. */
  readonly max?: number;
  /** Of a text: whether it is one line, without control characters and without blanks around it. */
  readonly isLine?: true;
  /** Of a choice: its values. */
  readonly values?: readonly (string | number)[];
  /** Of a reference: the kind of the record that it names. */
  readonly to?: string;
  /** Of a reference: what the deletion of the other record does. */
  readonly onDelete?: OnDelete;
  /** Of a reference that refuses the deletion of what it names: the query of that deletion which deletes the record in its place. */
  readonly unless?: DeletionQuery;
  /** Of objects: their fields. */
  readonly fields?: readonly NamedField[];
}

/** The references that say where a record belongs. */
export interface RecordPlace {
  /** Names of the references. */
  readonly fields: readonly string[];
  /** Whether a record belongs to all that these fields name; otherwise the first field that is set decides. */
  readonly every: boolean;
}

/** Fields that are unique together. */
export interface UniqueKey {
  /** Names of the fields. */
  readonly fields: readonly string[];
  /** Whether two nulls are equal. */
  readonly nullsEqual: boolean;
}

/** A field of a kind, with its name. */
export interface NamedField {
  /** Its name in the record. */
  readonly name: string;
  /** Its type, bounds and default. */
  readonly facts: FieldFacts;
}

/**
 * The table of a kind that had one before it was declared. Migrations of its own made it. Hosts of an earlier version read and write it, so
 * it keeps columns that are computed from the fields.
 */
export interface EarlierTable {
  /** Its columns, without the columns of the fields. The engine writes `<field>_key` (a folded text) and `search_text`. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Set where the documents in its column `doc` are the only copy of the records: the fields then have no other columns than `columns`. */
  readonly documents?: {
    /** Step by step, they bring the documents of earlier versions to the present one. */
    readonly steps: readonly ((fields: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>)[];
    /** Returns the record that `rebuild` writes if the document cannot be read: values of the row, safe defaults for the rest. */
    readonly lost: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  };
  /** The name of a lock that every write of a record holds, where hosts of an earlier version hold it. */
  readonly lock?: string;
  /** Names of lists whose values are JSON in a column of `columns` with their name, instead of rows of a table. */
  readonly lists?: readonly string[];
  /**
   * The JSON text of fields without a column of their own, as SQL on an alias. `derived` returns the columns that it is made of.
   * @example { next_read_at: (alias) => `coalesce('"' || ${alias}.due_at || '"', 'null')` }
   */
  readonly json?: Readonly<Record<string, (alias: string) => string>>;
  /** Computes the values of further columns from a record. */
  readonly derived: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, SqlValue>>;
  /** Returns the values of further columns of a new record. Of a later change only `around` of the kind changes them. */
  readonly given?: (change: Change, record: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, SqlValue>>>;
  /** What further columns must hold, by their names, for `verify`: SQL on alias `t`. */
  readonly expected?: Readonly<Record<string, string>>;
}

/** A feature of a kind, in addition to the operations `list`, `get`, `create`, `update`, `delete` and `history`. */
export type RecordDoor =
  /** Operations on many records at once. */
  | "bulk"
  /** Custom fields. */
  | "custom"
  | "events"
  /** Imports and exports. */
  | "files"
  /** Filters of the list. */
  | "filters"
  /** `find` and `ensure`, by the natural key. */
  | "keys"
  /** The lookup of ids by names. */
  | "names"
  /** Generic pages and forms, for which the manifest has the kind. */
  | "pages"
  /** Plans and dry runs. */
  | "plans"
  | "undo";

/** What a user may do to the records of a kind. */
export type RecordAction = "list" | "read" | "create" | "update" | "delete";

/** A filter that replaces the generated filter of a field. */
export interface OwnRecordFilter {
  /** The schema of its parameter. */
  readonly parameter: z.ZodType;
  /**
   * Returns the condition of a value, on alias `t`.
   * @param kinds the declared kinds of the host
   */
  readonly condition: (value: string, kinds: readonly RecordKind[]) => SqlFragment;
}

/** Types of the records of a kind, for the compiler. */
export interface RecordTypes {
  /** Member of the inventory: `vlanGroups`. */
  readonly group: string;
  /** A record, as reads answer it. */
  readonly record: object;
  /** A record, as it is sent to create it. */
  readonly create: object;
  /** Fields that are sent to change a record. */
  readonly update: object;
}

/** Who reads the records of a kind. */
export type RecordReaders = "everyone" | "permitted";

/** What operations of a kind do beside what all kinds do, in sentences, for the documents. */
export interface RecordEffects {
  /** What a creation does. */
  readonly create?: string;
  /** What a change does. */
  readonly update?: string;
  /** What a deletion does. */
  readonly delete?: string;
}

/** Functions of a kind that use services of the host. */
export interface BoundFunctions {
  /** Tokens of the services. */
  readonly needs: readonly ServiceToken<unknown>[];
  /** Returns the functions. Called once in a host, with the services in the order of `needs`. */
  readonly make: (...services: never[]) => RecordFunctions<never, Readonly<Record<string, unknown>>>;
}

/** A kind of record: what is declared, and what follows from it. Doors of the service are functions of it. */
export interface RecordKind<Types extends RecordTypes = RecordTypes> extends RecordNames {
  /** A sentence without its full stop, for the documents. */
  readonly description: string;
  /** Its fields, in the order of the declaration. */
  readonly fields: readonly NamedField[];
  /** Fields whose values together no two records share. */
  readonly unique: readonly UniqueKey[];
  /** Names of the fields that the search looks through. */
  readonly search: readonly string[];
  /** Names of further fields with an index. */
  readonly index: readonly string[];
  /** The references that place a record. */
  readonly within: RecordPlace | undefined;
  /** Fields of the natural key: of the first `unique`, or the title and `within`. Imports, `find` and `ensure` use it. */
  readonly key: readonly string[];
  /** The field that names a record for people. */
  readonly title: string;
  /** Whether its records belong to the users who made them. Such a kind has no plans: readers of plans would see them. */
  readonly owner: boolean;
  /** Names of its secrets. A kind with a secret has no plan, undo, import, export or Idempotency-Key. */
  readonly secrets: readonly string[];
  /** The fields that lists are in the order of, or `-created_at`. */
  readonly order: readonly string[];
  /** Features of its records, in addition to the operations on a single record. */
  readonly doors: ReadonlySet<RecordDoor>;
  /** Whether another declaration has its permissions. */
  readonly sharesPermissions: boolean;
  /** Whether its records are places: a `within` may lead to them. */
  readonly isPlace: boolean;
  /** Who reads its records: all signed-in users, or those with its permissions. */
  readonly readers: RecordReaders;
  /** Whether its changes and deletions change networks, too: they hold the lock on the topology exclusively. */
  readonly changesNetworks: boolean;
  /** Whether its records define what other records have: every write holds the lock on the topology exclusively. */
  readonly changesDefinitions: boolean;
  /** Its table, where it had one before it was declared. */
  readonly earlier: EarlierTable | undefined;
  /** What its operations are about: `inventory`, `ipam`. */
  readonly area: string;
  /** What users with the role `operator` may do. */
  readonly operator: readonly RecordAction[];
  /** What its operations do beside what all kinds do, in sentences, for the documents. */
  readonly effects: RecordEffects;
  /** Codes of further errors with which its functions refuse creations and changes, for the documents. */
  readonly refusals: readonly string[];
  /** A parameter of its deletions. */
  readonly deletionQuery: DescribedQuery | undefined;
  /** What its records contain, such as "devices and networks": the history of a record then takes `?inside=true`. Undefined for none. */
  readonly inside: string | undefined;
  /** Filters that replace the generated filter of a field, by the name of the field. */
  readonly filters: Readonly<Record<string, OwnRecordFilter>>;
  /** Functions that its author declared. */
  readonly functions: RecordFunctions<never, Readonly<Record<string, unknown>>>;
  /** Functions that use services of the host, in addition to `functions`. */
  readonly bound: BoundFunctions | undefined;
  /** Schemas of what is sent and of what is shown. */
  readonly schemas: RecordSchemas;
  /** Its events. */
  readonly events: RecordEvents;
  /** The error for an id that does not exist. */
  notFoundError(id: string): InventoryError;
  /** Its errors, for the reference. */
  readonly errors: Readonly<Record<string, RecordError>>;
  /** For the compiler alone. */
  readonly types?: Types;
}

/** The error of a kind for an id that does not exist. */
export interface RecordError {
  /** Kind of the error. */
  readonly kind: "not-found";
  /** When it is thrown, for the documents. */
  readonly when: string;
}

/** Schemas of a kind. */
export interface RecordSchemas {
  /** A record, as reads answer it. */
  readonly record: z.ZodObject;
  /** A record, as it is sent to create it. */
  readonly create: z.ZodObject;
  /** Fields that are sent to change a record. */
  readonly update: z.ZodObject;
}

/** Events of a kind. */
export interface RecordEvents {
  /** A record was created. */
  readonly created: EventType;
  /** A record was changed. */
  readonly updated: EventType;
  /** A record was deleted. */
  readonly deleted: EventType;
}
