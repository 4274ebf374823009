import { SecretText } from "@cadastre/inventory-core";

/** Characters that are kept readable, to tell keys apart. */
const SHOWN_LENGTH = 10;

/** API keys as texts. */
export const KEY_TEXT = new SecretText("cad_");

/** The beginning of a key, which is kept and shown. */
export function shownPrefixOf(key: string): string {
  return key.slice(0, SHOWN_LENGTH);
}
