import type { Queries } from "../contract/storage/storage.ts";

/** Adds to a stored document what is known when it is read. Takes the text with or without the version at its end. */
export type Completion = (text: string) => string;

/** What documents of a type are completed with, read beside them. */
export interface DocumentCompletion {
  /** A value of one row, as a part of a statement. */
  readonly sql: string;
  /** @param value what it gives */
  of(value: string | null): Completion;
  /** The same, read by itself. */
  read(queries: Queries): Promise<Completion>;
}
