import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";

/** Something that is stored and is not what the rows it is derived from say. */
export interface Difference {
  /** Name of the check that found it. */
  readonly check: string;
  /** Table of the row. */
  readonly table: string;
  /** Id of the record; where there is none, the columns of the key with slashes between. */
  readonly id: string;
  /** The column; empty when a whole row is missing or must not be there. */
  readonly column: string;
  /** What is stored; null when nothing is. */
  readonly stored: string | null;
  /** What should be; null when nothing should. */
  readonly expected: string | null;
}

/** The key of the last row of a slice. */
export type Cursor = readonly (string | number)[];

/** A part of what a check looks at. */
export interface Slice {
  /** How many rows were looked at. */
  readonly rows: number;
  readonly differences: readonly Difference[];
  /** Where the next slice begins; null when this was the last. */
  readonly next: Cursor | null;
  /** Makes the differences go. Called in the transaction, and under the locks, in which they were found. */
  mend(change: Change): Promise<void>;
}

/**
 * One kind of what is derived. Checks come in an order in which each derives from what the ones before it have mended,
 * so that one pass mends everything.
 */
export interface Check {
  readonly name: string;
  /** False for rules between records, which are told of and not mended. */
  readonly mends?: false;
  /**
   * Compares one slice, in a number of statements that does not grow with its rows. Outside a transaction each statement
   * sees another moment, so that what is found there is a suspicion.
   */
  slice(queries: Queries, after: Cursor | null): Promise<Slice>;
}

/** Rows that are compared between two turns of the event loop. */
export const SLICE_ROWS = 500;
