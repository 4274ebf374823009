import { stripVTControlCharacters } from "node:util";

// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * A text as a terminal may be given it: what others wrote into a record must not move the cursor, change colours or the
 * title, or turn the direction of writing.
 */
export function safeText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROLS, " ");
}

/** A message of several lines, each as {@link safeText}: sentences of errors name records. */
export const safeLines = (text: string): string => text.split("\n").map(safeText).join("\n");

/**
 * JSON as a terminal may be given it: what a terminal would obey is written as an escape of JSON, and means the same.
 * @param json as JSON.stringify writes it, which escapes U+0000 to U+001F by itself
 */
export const safeJson = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
