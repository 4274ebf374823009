import { coreErrors } from "@cadastre/inventory-core";
import { invalidInput } from "../http.errors.ts";

/** @throws INVALID_INPUT for an escape that is not UTF-8, or a NUL, which no storage takes */
function decodeSegment(raw: string): string {
  let text: string;
  try {
    text = raw.includes("%") ? decodeURIComponent(raw) : raw;
  } catch {
    throw invalidInput("invalid", "the path has a percent-encoding that is not valid UTF-8");
  }
  if (text.includes("\u0000")) throw invalidInput("invalid", "the path must not contain NUL characters");
  return text;
}

/** Path parameters, decoded. */
export function decodeParams(raw: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const name in raw) params[name] = decodeSegment(raw[name] as string);
  return params;
}

/**
 * Query parameters: a text, or a list of texts when one is repeated.
 * @throws VALIDATION_ERROR naming the parameters that hold a NUL
 */
export function parseQuery(search: string): Readonly<Record<string, string | string[]>> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (search.length < 2) return query;
  const problems: [string, { field: string; message: string }][] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    if (value.includes("\u0000")) problems.push([name, { field: name, message: "must not contain NUL characters" }]);
    const before = query[name];
    if (before === undefined) query[name] = value;
    else if (typeof before === "string") query[name] = [before, value];
    else before.push(value);
  }
  if (problems.length > 0) throw coreErrors.VALIDATION_ERROR(Object.fromEntries(problems));
  return query;
}
