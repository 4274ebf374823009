import { shapeProblem } from "@cadastre/inventory-core/protocol";

/** Maximum members of a message, without the values of its arguments. The SDK checks all members in one turn of the event loop. */
const MAX_MEMBERS = 1000;

/** Path of the arguments of a tool. The tool checks their values. */
const ARGUMENTS = "/params/arguments";

/** Returns the problem of a body whose lists and objects are nested too deep or too long, or whose messages have too many members. */
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
