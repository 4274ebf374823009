// Reports of declarations as text.

/** Two or more literals that a union lists: `"planned" | "active" | undefined`. */
const UNION_OF_LITERALS = /(?:"[^"\n]*"|undefined|null|true|false|\d+)(?: \| (?:"[^"\n]*"|undefined|null|true|false|\d+)(?![\w.]))+/g;

/** Two or more lines with a literal each, as the type of an enum of zod has them: `active: "active";`. */
const LITERAL_LINES = /(?:^[ \t]*(?:\w+|"[^"\n]*"): "[^"\n]*";\n){2,}/gm;

/**
 * A report with the literals of each union sorted, and with the members of each enum. Where a union is inferred, the compiler
 * writes it in the order in which it met the literals in all of the program, which differs from one build to the next; and
 * what is mapped from it follows.
 */
export function inOneOrder(report: string): string {
  return report
    .replaceAll(UNION_OF_LITERALS, (union) => union.split(" | ").toSorted().join(" | "))
    .replaceAll(LITERAL_LINES, (lines) => `${lines.trimEnd().split("\n").toSorted().join("\n")}\n`);
}

const MAX_LINES = 30;

/** Lines that only one of two has. */
export function difference(now: string, wanted: string): string {
  const [before, after] = [now.split("\n"), wanted.split("\n")];
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  const lines = [...gone, ...come];
  return lines.length === 0 ? "the lines are in another order" : lines.slice(0, MAX_LINES).join("\n");
}
