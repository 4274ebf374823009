/**
 * Kinds of record of your own: `defineRecord` and its fields.
 * @module
 */
export * from "./records/record-field.ts";
export {
  type CreateOf,
  type CustomOf,
  defineRecord,
  type RecordDeclaration,
  type RecordOf,
  type StateOf,
  type TypesOf,
  type UniqueFields,
  type UpdateOf,
  type WithinOf,
} from "./records/record-kind.ts";
export type {
  BulkInput,
  BulkSet,
  BulkTags,
  EnsuredRecord,
  RecordMethods,
  RecordServices,
  SomeFields,
  WholeRecords,
} from "./records/record-methods.ts";
export type {
  DeletionQuery,
  FieldFacts,
  FieldKind,
  NamedField,
  OnDelete,
  RecordDoor,
  RecordError,
  RecordEvents,
  RecordKind,
  RecordNames,
  RecordPlace,
  RecordSchemas,
  RecordTypes,
  UniqueKey,
} from "./contract/record-kind.ts";
export type { DerivedDraft, RecordChecks, RecordFunctions, RecordView, SentDraft, WriteDraft } from "./contract/record-functions.ts";
export { withFunctions } from "./records/functions/bound-functions.ts";
export { recordsOf } from "./records/record-service.ts";
export type { RecordReader } from "./records/record-types.ts";
export { CORE_KINDS } from "./core-kinds.ts";
export { extendRecord, type RecordExtension } from "./contract/record-extensions.ts";
