import type { RecordKind, UniqueKey } from "../../contract/record-kind.ts";
import { ChangeState } from "../../contract/storage/change-state.ts";
import type { SqlValue } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { AnyRecord } from "../record-types.ts";

/** A record that waits for unique values which another record holds. */
export interface WaitingValues {
  readonly kind: RecordKind;
  readonly record: AnyRecord;
  readonly key: UniqueKey;
  /** The column that holds another value until the end of the change. */
  readonly column: string;
  /** The value that it gets then. */
  readonly value: SqlValue;
}

/** A record that waits for keys which other records hold. */
export interface WaitingKeys {
  readonly kind: RecordKind;
  readonly id: string;
  readonly keys: readonly string[];
}

/** What records of a change wait for, as other records of the change may release it. */
export interface Exchanges {
  readonly values: Map<string, WaitingValues>;
  readonly keys: Map<string, WaitingKeys>;
  /** Number of values that were put into columns for the time of waiting. */
  parked: number;
}

const state = new ChangeState<Exchanges>(() => ({ values: new Map(), keys: new Map(), parked: 0 }));

/** What the records of a change wait for, which may exchange values from now on. */
export const beginExchanges = (change: Change): Exchanges => state.of(change);

/** What the records of a change wait for; undefined where each write is compared at once. */
export const exchangesOf = (change: Change): Exchanges | undefined => state.seen(change);

/** Name of a record, among all that wait. */
export const waiting = (kind: Pick<RecordKind, "name">, id: string): string => `${kind.name}/${id}`;
