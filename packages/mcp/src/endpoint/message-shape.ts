import { shapeProblem } from "@cadastre/inventory-core/protocol";

/** Most members of a message beside the values of its arguments. Real messages have few, and the SDK checks all in one turn. */
const MAX_MEMBERS = 1000;

/** Where a message has the arguments of a tool, whose values the tool checks. */
const ARGUMENTS = "/params/arguments";

/** What is wrong with a body whose lists and objects are nested too deep or too long, or whose messages have too many members. */
export function messageProblem(text: string, body: () => unknown): string | undefined {
  const problem = shapeProblem(text);
  if (problem !== undefined) return `the body ${problem}`;
  const given = body();
  if ((Array.isArray(given) ? given : [given]).every((message) => hasFewMembers(message))) return undefined;
  return `a message must have at most ${MAX_MEMBERS} members beside the values of its arguments`;
}

function hasFewMembers(message: unknown): boolean {
  let left = MAX_MEMBERS;
  const count = (value: unknown, path: string): boolean => {
    if (typeof value !== "object" || value === null) return true;
    for (const name in value) {
      left -= 1;
      if (left < 0) return false;
      if (path !== ARGUMENTS && !count((value as Readonly<Record<string, unknown>>)[name], `${path}/${name}`)) return false;
    }
    return true;
  };
  return count(message, "");
}
