const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** A LIKE pattern for "contains `text`", in which `%`, `_` and `\` of the text are plain characters (`escape '\'`). */
export function containsPattern(text: string): string {
  return `%${escaped(text)}%`;
}

/** A LIKE pattern for "starts with `text`", escaped likewise. */
export function prefixPattern(text: string): string {
  return `${escaped(text)}%`;
}
