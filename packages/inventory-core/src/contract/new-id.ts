import { v7 } from "uuid";

/** Makes the ids of records. */
export interface Ids {
  /** A new id: a UUID of version 7 (RFC 9562), so that ids sort by time of creation; each other than all before. */
  next(): string;
}

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by time of creation. */
export function newId(): string {
  return v7();
}

export const UUID_V7: Ids = { next: newId };
