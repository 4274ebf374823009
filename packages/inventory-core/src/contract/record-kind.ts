import type { z } from "zod";
import type { InventoryError } from "./errors/error.ts";
import type { RecordFunctions } from "./record-functions.ts";
import type { EventType } from "./storage/event.ts";

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
  | "cascade";

/** A parameter of a deletion with its only value: `{ name: "vlans", value: "delete" }` for `?vlans=delete`. */
export interface DeletionQuery {
  readonly name: string;
  readonly value: string;
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
  readonly kind: FieldKind;
  /** Whether it must be sent to create a record; otherwise it is unset, or has the default. */
  readonly presence: "required" | "optional" | "default";
  readonly default?: unknown;
  readonly description?: string;
  /** Of an integer or number: the smallest value. */
  readonly min?: number;
  /** The largest value; of a text, the most characters; of texts, the most of each; of objects, the most of them. */
  readonly max?: number;
  /** Of a choice: its values. */
  readonly values?: readonly (string | number)[];
  /** Of a reference: the kind of the record that it names. */
  readonly to?: string;
  readonly onDelete?: OnDelete;
  /** Of a reference that refuses the deletion of what it names: the query of that deletion which deletes the record in its place. */
  readonly unless?: DeletionQuery;
  /** Of objects: their fields. */
  readonly fields?: readonly NamedField[];
}

/** The references that say where a record belongs. */
export interface RecordPlace {
  readonly fields: readonly string[];
  /** Whether a record belongs to all that these fields name; otherwise the first field that is set decides. */
  readonly every: boolean;
}

/** Fields that are unique together. */
export interface UniqueKey {
  readonly fields: readonly string[];
  readonly nullsEqual: boolean;
}

/** A field of a kind, with its name. */
export interface NamedField {
  readonly name: string;
  readonly facts: FieldFacts;
}

/** Types of the records of a kind, for the compiler. */
export interface RecordTypes {
  /** Member of the inventory: `vlanGroups`. */
  readonly group: string;
  readonly record: object;
  readonly create: object;
  readonly update: object;
}

/** A kind of record: what is declared, and what follows from it. Doors of the service are functions of it. */
export interface RecordKind<Types extends RecordTypes = RecordTypes> extends RecordNames {
  readonly description: string;
  readonly fields: readonly NamedField[];
  readonly unique: readonly UniqueKey[];
  readonly search: readonly string[];
  readonly index: readonly string[];
  readonly within: RecordPlace | undefined;
  /** Fields of the natural key: of the first `unique`, or the title and `within`. Imports, `find` and `ensure` use it. */
  readonly key: readonly string[];
  readonly title: string;
  /** Whether its records belong to the users who made them. Such a kind has no plans: readers of plans would see them. */
  readonly owner: boolean;
  /** Names of its secrets. A kind with a secret has no plan, undo, import, export or Idempotency-Key. */
  readonly secrets: readonly string[];
  /** The field that lists are in the order of. */
  readonly order: string;
  /** Whether its changes and deletions change networks, too: they hold the lock on the topology exclusively. */
  readonly changesNetworks: boolean;
  /** Functions that its author declared. */
  readonly functions: RecordFunctions<never, Readonly<Record<string, unknown>>>;
  /** Schemas of what is sent and of what is shown. */
  readonly schemas: RecordSchemas;
  readonly events: RecordEvents;
  /** The error for an id that does not exist. */
  notFoundError(id: string): InventoryError;
  /** Its errors, for the reference. */
  readonly errors: Readonly<Record<string, { readonly kind: "not-found"; readonly when: string }>>;
  /** For the compiler alone. */
  readonly types?: Types;
}

export interface RecordSchemas {
  readonly record: z.ZodObject;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
}

export interface RecordEvents {
  readonly created: EventType;
  readonly updated: EventType;
  readonly deleted: EventType;
}
