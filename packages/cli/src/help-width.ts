/** Columns of the help: what is wider is hard to read. */
export const HELP_COLUMNS = 80;

/** A text whose long lines go on in the next line, indented as they were. Words that are longer than a line stay whole. */
export function wrapLines(text: string, columns: number = HELP_COLUMNS): string {
  return text
    .split("\n")
    .map((line) => (line.length <= columns ? line : wrapLine(line, columns)))
    .join("\n");
}

function wrapLine(line: string, columns: number): string {
  const [indent = ""] = /^ */.exec(line) ?? [];
  const lines: string[] = [];
  let current = indent;
  for (const word of line.trim().split(/ +/)) {
    if (current.trim() !== "" && current.length + 1 + word.length > columns) {
      lines.push(current);
      current = indent;
    }
    current += current.trim() === "" ? word : ` ${word}`;
  }
  return [...lines, current].join("\n");
}
