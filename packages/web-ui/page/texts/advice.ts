import { capitalized } from "./words.ts";

/** What a person may do, as one sentence of alternatives; without any, another sentence. */
export function adviceOf(parts: readonly (string | false)[], otherwise: string): string {
  const possible = parts.filter((part) => part !== false);
  return possible.length === 0 ? otherwise : `${capitalized(possible.join(", or "))}.`;
}

/** Names the right that a person lacks. @param what a gerund: `Creating devices` */
export const needs = (what: string, permission: string): string => `${what} requires the permission ${permission}.`;
