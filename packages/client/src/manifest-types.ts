import type { ErrorKind } from "./answers/error-kind.ts";

export interface Manifest {
  /** In the order in which the service declares them; those of a group are adjacent. */
  readonly operations: readonly ManifestOperation[];
  /** Types of records and of what is inside them, by name. */
  readonly records: Readonly<Record<string, FieldType>>;
  /** Every code that an operation can answer with. */
  readonly errors: Readonly<Record<string, { readonly kind: ErrorKind; readonly when: string }>>;
}

export interface ManifestOperation {
  /** `devices.create` = `<group>.<name>`; what client.call takes. */
  readonly id: string;
  readonly group: string;
  readonly name: string;
  /** A sentence without a full stop: `Create a device`. */
  readonly summary: string;
  readonly description?: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `/api/devices/{id}` */
  readonly path: string;
  /** Status of success. */
  readonly status: number;
  /** Name of a permission, or `authenticated`, or `public`. */
  readonly access: string;
  readonly alsoNeeds: readonly string[];
  /** Path parameter that names a user who needs no permission for themselves. */
  readonly self?: string;
  /** Path parameters in order of the path, then query parameters, then body fields. Names are unique within an operation. */
  readonly fields: readonly ManifestField[];
  /** The body is many values, given as `items` beside the fields: a JSON array of `most`, or a JSON value a line. */
  readonly items?: { readonly form: "array" | "lines"; readonly type: FieldType; readonly most?: number };
  readonly output: ManifestOutput;
  /** Codes it can answer with, those of credentials and limits included, sorted; described in Manifest.errors. */
  readonly errors: readonly string[];
  /** GET: changes nothing. */
  readonly safe: boolean;
  /** Doing it twice is doing it once (GET, PUT, DELETE; a POST only with an idempotency key). */
  readonly idempotent: boolean;
  /** Takes the option `idempotencyKey`. */
  readonly idempotencyKey: boolean;
  /**
   * Takes away or overwrites (DELETE, PUT, some POST): ask first. These are what `client.dryRun` can do a dry run of, but for those with
   * `items`.
   */
  readonly destructive: boolean;
  /** Sends something to machines outside the service (a scan, a ping). */
  readonly reachesOut: boolean;
  /** `etag`: the record comes with an ETag (etagOf(record)). `if-match`: takes the option `ifMatch`. `none`: neither. */
  readonly conditional: "etag" | "if-match" | "none";
  /** Counted against a smaller limit of its own (`login` …). */
  readonly limit?: string;
}

export interface ManifestField {
  readonly name: string;
  /** Of nested fields (those of objects) and of output fields: absent. */
  readonly in?: "path" | "query" | "body";
  readonly type: FieldType;
  readonly required: boolean;
  /** null is a value of it (of what is given: none; of what is answered: unset). Absent: it is not. */
  readonly nullable?: true;
  /** What the service takes when it is not given. */
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /** It is the id of a record of this kind (`network`), or a list of such ids. */
  readonly refersTo?: string;
}

export type FieldType =
  | { readonly kind: "string"; readonly format?: string; readonly minLength?: number; readonly maxLength?: number }
  /** One of these texts; where "" is allowed as "none" or "default", it is left out of values and emptyAllowed is true. */
  | { readonly kind: "enum"; readonly values: readonly string[]; readonly emptyAllowed?: boolean }
  | { readonly kind: "integer" | "number"; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "array"; readonly items: FieldType; readonly maxItems?: number; readonly minItems?: number }
  | { readonly kind: "object"; readonly fields: readonly ManifestField[] }
  /** The type of Manifest.records with this name (`Address`). */
  | { readonly kind: "reference"; readonly name: string }
  /** Texts (or others) by free names, such as the headers of a webhook. */
  | { readonly kind: "map"; readonly values: FieldType }
  /** Several shapes, told in the description of the field; given as JSON. */
  | { readonly kind: "json"; readonly oneOf?: readonly FieldType[] };

/** What is answered. `type` is that of the record, of an item of the list, or of what is watched: nearly always a reference. */
export type ManifestOutput =
  | { readonly kind: "record"; readonly type: FieldType }
  | { readonly kind: "list"; readonly type: FieldType }
  /** Server-sent events. endless: goes on until the caller stops; otherwise ends by itself with the event `end`. */
  | { readonly kind: "watch"; readonly type: FieldType; readonly endless: boolean }
  | { readonly kind: "file"; readonly mediaTypes: readonly string[] }
  | { readonly kind: "empty" };
