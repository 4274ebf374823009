import { stripVTControlCharacters } from "node:util";

/**
 * A text as a terminal may be given it: what others wrote into a record must not move the cursor, change colours or the
 * title, or turn the direction of writing.
 */
export function safeText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  return stripVTControlCharacters(text).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ");
}
