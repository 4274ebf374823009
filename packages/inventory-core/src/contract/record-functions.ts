import type { Principal } from "./access/principal.ts";
import type { Problems } from "./errors/validation.ts";
import type { Queries } from "./storage/storage.ts";
import type { Change } from "./storage/write-path.ts";

/** A record as it will be written. Problems that a function adds are a VALIDATION_ERROR for the caller. */
export interface WriteDraft<Record> {
  /** All fields; derived values are among them after `derive`. */
  readonly record: Record;
  /** Takes problems: `draft.problems.add("vid", "must be at most 99 in this group")`. */
  readonly problems: Pick<Problems, "add" | "any">;
}

/** A record whose derived values are to come. */
export interface DerivedDraft<Record> extends WriteDraft<Record> {
  /** Whether the caller sent a field. */
  readonly has: (field: string) => boolean;
}

/** Reads in the transaction of the write. They see everything that the transaction has written. */
export interface RecordView extends Queries {
  /** The caller of the write. */
  readonly principal: Principal;
  /** Time of the write: ISO 8601 UTC with milliseconds. */
  readonly now: string;
  /** Holds a named lock until the end of the transaction. Two checks that exclude each other take the same name. */
  lock(name: string): Promise<void>;
}

/** Functions that anyone may add to a kind: its author by `defineRecord`, others by `extendRecord`. */
export interface RecordChecks<Record> {
  /**
   * Checks a record before it is created or changed. Add problems to the draft, or throw.
   * @param before the record as it is; null for a new one
   */
  readonly check?: (draft: WriteDraft<Record>, view: RecordView, before: Record | null) => Promise<void> | void;
  /**
   * Runs in the transaction after a record was created, changed or deleted, with its event and audit row. An error undoes the write.
   * @param before null for a new record
   * @param record null for a deleted record
   */
  readonly after?: (change: Change, before: Record | null, record: Record | null) => Promise<void> | void;
}

/** What a caller sent, as far as it is right. */
export interface SentDraft<Record> {
  /** The fields that are right. */
  readonly fields: Partial<Record>;
  /** Takes problems beside those of the other fields. */
  readonly problems: Pick<Problems, "add" | "any">;
  /** Whether the caller sent a field. */
  readonly has: (field: string) => boolean;
}

/** Functions that the author of a kind declares. Each write runs them in this order. */
export interface RecordFunctions<Record, Values> extends RecordChecks<Record> {
  /**
   * Checks fields that belong together, also when other fields are wrong, so that the caller learns all problems at once.
   * @param before the record as it is; null for a new one
   */
  readonly checkSent?: (draft: SentDraft<Record>, before: Record | null) => void;
  /**
   * Returns values of fields that follow from others. They replace the values of the caller.
   * @param before the record as it is; null for a new one
   */
  readonly derive?: (draft: DerivedDraft<Record>, view: RecordView, before: Record | null) => Promise<Values> | Values;
  /**
   * Wraps the write of a row, so that records inside of the record change with it. Called once for each changed or deleted record.
   * @param record null for a deleted record
   * @param write writes or deletes the row; must be called once
   */
  readonly around?: (change: Change, before: Record, record: Record | null, write: () => Promise<void>) => Promise<void>;
  /**
   * Checks a record before it is deleted. Throw to refuse: CONFLICT with what to do first.
   * @param given parameters of the deletion, such as `{ values: "drop" }`
   */
  readonly checkDeletion?: (record: Record, view: RecordView, given: Readonly<globalThis.Record<string, unknown>>) => Promise<void> | void;
  /**
   * Returns the keys that a record holds. Two records of the kind never hold the same key: the second write is CONFLICT, and names the
   * holder. The keys depend on the record alone.
   */
  readonly claims?: (record: Record) => readonly string[];
}
