// Reports of declarations as text.

/** Two or more literals that a union lists: `"planned" | "active" | undefined`. */
const UNION_OF_LITERALS = /(?:"[^"\n]*"|undefined|null|true|false|\d+)(?: \| (?:"[^"\n]*"|undefined|null|true|false|\d+)(?![\w.]))+/g;

/** What opens members that stay in the order of their declaration. */
const DECLARED = /^\s*(?:export )?(?:declare )?(?:abstract )?(?:class|interface|namespace|enum)\b/;

/**
 * A report with the literals of each union sorted, and with the members of each object type. Where either is inferred, the
 * compiler writes it in the order in which it met the literals in all of the program, which differs from one build to the
 * next; and what is mapped from a union follows.
 */
export function inOneOrder(report: string): string {
  const sorted = report.replaceAll(UNION_OF_LITERALS, (union) => union.split(" | ").toSorted().join(" | "));
  return membersSorted(sorted.split("\n")).join("\n");
}

/** Lines with the members of each object type, however deep, in the order of their names. */
function membersSorted(lines: readonly string[]): string[] {
  const result: string[] = [];
  let end = 0;
  for (const [index, line] of lines.entries()) {
    if (index < end) continue;
    result.push(line);
    if (!line.endsWith("{") || isComment(line)) continue;
    const closing = lines.findIndex((other, at) => at > index && other !== "" && indent(other) <= indent(line));
    end = closing === -1 ? lines.length : closing;
    const inner = membersSorted(lines.slice(index + 1, end));
    result.push(...(DECLARED.test(line.slice(0, -1)) ? inner : membersOf(inner).toSorted(byName).flat()));
  }
  return result;
}

/** Lines of an object type, by its members; a comment belongs to the member below. */
function membersOf(lines: readonly string[]): string[][] {
  const depth = Math.min(...lines.filter((line) => line !== "").map(indent));
  const members: string[][] = [];
  let member: string[] = [];
  for (const line of lines) {
    const begins = indent(line) === depth && !/^\s*[})\]|&]/.test(line);
    if (begins && !member.every(isComment)) {
      members.push(member);
      member = [];
    }
    member.push(line);
  }
  return [...members, member];
}

/** By what stands before the type of a member: its name. Signatures of one name stay in their order. */
function byName(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [nameOf(one), nameOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function nameOf(member: readonly string[]): string {
  const line = member.find((each) => !isComment(each)) ?? "";
  return /^\s*(?:readonly )?("[^"]*"|\[[^\]]*\]|\w*)/.exec(line)?.[1] ?? "";
}

function isComment(line: string): boolean {
  return line.trimStart().startsWith("//");
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
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
