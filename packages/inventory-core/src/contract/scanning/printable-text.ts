/** As long as texts of reports may be, less what scanners put around them. */
const MAX_CHARACTERS = 200;

/**
 * What a host said, made harmless for reports: one line of printable characters, at most 200. Hosts may send anything.
 *
 * @param bytes UTF-8, or a text
 */
export function printable(bytes: Uint8Array | string): string {
  // A lone byte above 127 becomes a replacement character, which goes with the rest.
  const text = typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes);
  return (
    text
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}\uFFFD]+/gu, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, MAX_CHARACTERS)
      // The cut may have halved a pair.
      .replace(/[\uD800-\uDBFF]$/, "")
  );
}
