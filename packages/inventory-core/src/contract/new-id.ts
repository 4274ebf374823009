import { v7 } from "uuid";
import { systemNow } from "./real-timers.ts";

/** Makes the ids of records. */
export interface Ids {
  /** A new id: a UUID of version 7 (RFC 9562), so that ids sort by time of creation; each other than all before. */
  next(): string;
}

const RECORD_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns true for a text that can be the id of a record: a UUID in lower case. */
export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

/** Random bytes of one id. */
const ID_BYTES = 16;

/** Random bytes that are asked for at once: asking costs more than the bytes do. */
const pool = new Uint8Array(256 * ID_BYTES);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    globalThis.crypto.getRandomValues(pool);
    used = 0;
  }
  return pool.subarray(used, (used += ID_BYTES));
}

/** Time and counter of the last id: within a millisecond ids are counted on from a random number, so that they sort. */
let msecs = -Infinity;
let seq = 0;

/** A new record id: UUID version 7 (RFC 9562), so that ids sort by time of creation. */
export function newId(): string {
  const random = randomBytes();
  const now = systemNow();
  if (now > msecs) {
    seq = new DataView(random.buffer, random.byteOffset).getInt32(6);
    msecs = now;
  } else {
    seq = (seq + 1) | 0;
    // The counter is used up: the next millisecond begins early.
    if (seq === 0) msecs += 1;
  }
  return v7({ random, msecs, seq });
}

export const UUID_V7: Ids = { next: newId };
