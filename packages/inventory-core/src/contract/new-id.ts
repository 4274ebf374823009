import { v7 } from "uuid";

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by time of creation. */
export function newId(): string {
  return v7();
}
