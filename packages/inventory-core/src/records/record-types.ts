import type { Draft } from "../contract/errors/validation.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonText } from "../contract/operations/result.ts";
import type { RecordKind } from "../contract/record-kind.ts";
import type { DeletionParameters } from "./fields/deletion-query.ts";
import type { OwnFields } from "../fields/own-fields.ts";
import type { Returning } from "../contract/storage/returning.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";

/** A record of a kind: its fields by name. */
export type AnyRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly fields: OwnFields;
  readonly created_at: string;
  readonly updated_at: string;
};

/** What is sent of a record. */
export type RecordDraft = Draft<Record<string, unknown>>;

/** Reads records of one kind. */
export interface RecordReader {
  /** A record, as JSON text. @throws the not-found error of the kind, also for a record that the caller may not see */
  get(id: string, call: CallContext): Promise<JsonText<Record<string, unknown>>>;
  /** @throws the not-found error of the kind */
  mustExist(id: string, call: CallContext): Promise<void>;
}

/** Writes records of one kind as parts of a change. */
export interface RecordWriter {
  readonly kind: RecordKind;
  /** Id of the plugin that declares the kind. */
  readonly plugin: string;
  /** Names of the fields that refer to other records. */
  readonly references: readonly string[];
  /** Creates a record. @param returning of a record that an undo restores @throws VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT */
  createWithin(change: Change, draft: RecordDraft, id?: string, returning?: Returning): Promise<AnyRecord>;
  /** Changes a record. @param isAsked whether If-Match of the call is about this record */
  updateWithin(change: Change, id: string, draft: RecordDraft, isAsked?: boolean): Promise<AnyRecord>;
  /** Deletes a record. @param follows whether another deletion causes it */
  deleteWithin(change: Change, id: string, follows?: boolean, given?: DeletionParameters): Promise<void>;
  /** Some records, in the order of their ids; those that are not there are left out. */
  present(queries: Queries, ids: readonly string[]): Promise<readonly AnyRecord[]>;
  /** Takes ids out of a reference of a record, as they are about to be deleted. */
  clearWithin(change: Change, id: string, field: string, gone: ReadonlySet<string>): Promise<void>;
}
