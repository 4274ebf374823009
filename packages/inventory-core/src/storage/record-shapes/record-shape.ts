import type { FieldKind, OnDelete, UniqueKey } from "../../contract/record-kind.ts";

/** A field of stored objects. */
export interface MemberShape {
  readonly name: string;
  readonly type: string;
  /** Whether each object must have it. */
  readonly isRequired: boolean;
}

/** A field as the database has it. */
export interface FieldShape {
  readonly name: string;
  readonly type: FieldKind;
  readonly column: "text" | "integer" | "bigint" | "list";
  readonly isNullable: boolean;
  readonly isFolded: boolean;
  /** What a row has whose writer does not know the field; null for nothing. */
  readonly default: string | number | null;
  readonly refersTo: { readonly to: string; readonly onDelete: Exclude<OnDelete, "keep"> } | null;
  /** Whether rows must be there without it for it to be added: it must be sent. */
  readonly isRequired: boolean;
  /** Of objects: their fields. */
  readonly members?: readonly MemberShape[];
}

/** What the database has of a kind. Its text is the same for the same declaration. */
export interface RecordShape {
  readonly kind: string;
  readonly title: string;
  readonly fields: readonly FieldShape[];
  readonly unique: readonly UniqueKey[];
  readonly indexes: readonly (readonly string[])[];
  /** Fields whose values the search texts hold. */
  readonly search: readonly string[];
  /** Whether its records claim keys. */
  readonly claims?: true;
}
