import type { BulkChange, HistoryEntry } from "../contract/generated/api.ts";
import type { CallOptions, KeyCallOptions, PagedRecordList, RecordList } from "../contract/operations/facade.ts";
import type { PageParameters } from "../contract/operations/paging.ts";
import type { RecordKind, RecordTypes } from "../contract/record-kind.ts";
import type { RecordFilter } from "./record-filter.ts";

/** Names the records that a call is about: by their ids, or by the filters of their list. */
export interface BulkInput {
  /** Ids of the records. */
  readonly ids?: readonly string[];
  /** Filters of the list. */
  readonly filter?: RecordFilter;
}

/** Tags that records get and lose, of a kind with tags. */
export interface BulkTags {
  /** Tags that they get. */
  readonly add_tags?: readonly string[];
  /** Tags that they lose. */
  readonly remove_tags?: readonly string[];
}

/** Fields that many records get. */
export interface BulkSet<Update> {
  /** The new values. */
  readonly set?: Update;
}

/** A list of whole records. */
export interface WholeRecords {
  /** Left out. */
  readonly fields?: undefined;
}

/** A list of records with some of their fields. */
export interface SomeFields<Field extends string> {
  /** Names of the fields. */
  readonly fields: readonly Field[];
}

/** The record of a natural key. */
export interface EnsuredRecord<Record> {
  /** The record. */
  readonly record: Record;
  /** Whether it was created by this call. */
  readonly created: boolean;
}

/** The records of a declared kind, as a member of the inventory. */
export interface RecordMethods<Types extends RecordTypes> {
  /** Records that all filters match, in the order of their titles unless sorted. Fails with VALIDATION_ERROR at a wrong filter. */
  list(filter?: RecordFilter & PageParameters<string> & WholeRecords, options?: CallOptions): PagedRecordList<Types["record"]>;
  /** The same with some fields of each record, beside its id. */
  list<const Field extends keyof Types["record"] & string>(
    filter: RecordFilter & PageParameters<string> & SomeFields<Field>,
    options?: CallOptions,
  ): PagedRecordList<Pick<Types["record"], Field | ("id" & keyof Types["record"])>>;
  /** Fails with the not-found error of the kind. */
  get(id: string, options?: CallOptions): Promise<Types["record"]>;
  /** Fails with VALIDATION_ERROR, ALREADY_EXISTS. */
  create(record: Types["create"], options?: CallOptions): Promise<Types["record"]>;
  /** Changes the given fields. Fails with the not-found error of the kind, VALIDATION_ERROR, ALREADY_EXISTS, PRECONDITION_FAILED. */
  update(id: string, changes: Types["update"], options?: CallOptions): Promise<Types["record"]>;
  /** Fails with the not-found error of the kind, CONFLICT while records refer to it, PRECONDITION_FAILED. */
  delete(id: string, options?: CallOptions): Promise<void>;
  /** Of a kind that a reference with `unless` refers to: the query of the deletion comes before the options, `{ trays: "delete" }`. */
  delete(id: string, query: Readonly<Record<string, string>>, options?: CallOptions): Promise<void>;
  /** Changes many records, all or none. Fails with VALIDATION_ERROR, ALREADY_EXISTS. */
  bulkUpdate(input: BulkInput & BulkSet<Types["update"]> & BulkTags, options?: CallOptions): Promise<BulkChange>;
  /** Deletes many records, all or none. Fails with VALIDATION_ERROR, CONFLICT. */
  bulkDelete(input: BulkInput, options?: CallOptions): Promise<BulkChange>;
  /** The record of a natural key, or null. Fails with CONFLICT when several have the key. */
  find(key: Partial<Types["create"]>, options?: KeyCallOptions): Promise<Types["record"] | null>;
  /** The record of a natural key, which is created when there is none. Fails with VALIDATION_ERROR, ALREADY_EXISTS, CONFLICT. */
  ensure(key: Partial<Types["create"]>, more?: Partial<Types["create"]>, options?: KeyCallOptions): Promise<EnsuredRecord<Types["record"]>>;
  /** What was done to a record, newest first, also when it is deleted. Fails with the not-found error of the kind. */
  history(id: string, options?: CallOptions): RecordList<HistoryEntry>;
}

type TypesIn<Kind> = Kind extends RecordKind<infer Types> ? Types : never;

/** The members of an inventory for some kinds, each by the name of its group. */
export type RecordServices<Kind> = { readonly [Types in TypesIn<Kind> as Types["group"]]: RecordMethods<Types> };

/** The kinds that plugins declare. */
export type KindsOf<Plugins extends readonly unknown[]> = Plugins[number] extends infer One
  ? One extends { readonly records: readonly (infer Kind)[] }
    ? Kind
    : never
  : never;
