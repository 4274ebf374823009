/** A LIKE pattern for "contains `text`", in which `%`, `_` and `\` of the text are plain characters (`escape '\'`). */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
}
