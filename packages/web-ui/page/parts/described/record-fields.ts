import type { Field } from "@cadastre/client";
import type { DescribedField } from "../../texts/described.ts";

/** Values by the names of fields. */
export type Values = Readonly<Record<string, unknown>>;

/** The fields of the form of a record. */
export interface RecordFields<T extends object> {
  readonly description?: string;
  readonly wide?: boolean;
  /** The fields that are shown, by what is typed, and the record that is changed. */
  readonly fields: (draft: Values, record: T | undefined) => readonly DescribedField[];
  /** Values of a new record. */
  readonly blank?: Values | undefined;
  /** Values of the fields; those of the record by default. */
  readonly filled?: (record: T) => Values;
  /** Body of the request; the values of the fields by default. */
  readonly sent?: (values: Values, record: T | undefined) => Values;
  /** The record in whose form custom fields are. */
  readonly own?: Field["record"] | undefined;
  /** Fields that a slot of the form draws. Their values are kept as they are. */
  readonly drawn?: readonly string[];
}
