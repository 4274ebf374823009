const MAX_CHARACTERS = 200;

/** Text of a host, made harmless: one line of printable characters, of bounded length. Hosts may send anything. */
export function printable(bytes: Buffer | string): string {
  // A lone byte above 127 becomes a replacement character, which goes with the rest.
  const text = typeof bytes === "string" ? bytes : bytes.toString("utf8");
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
