import { fieldsIn } from "./stored-json.ts";

/** Two documents as texts with the fields only in which they differ; whole when one is no document, or only the order differs. */
export function documentDifferences(stored: string, expected: string): readonly [stored: string, expected: string] {
  const [is, should] = [fieldsIn(stored), fieldsIn(expected)];
  if (is === undefined || should === undefined) return [stored, expected];
  const differing = [...new Set([...Object.keys(is), ...Object.keys(should)])].filter(
    (field) => JSON.stringify(is[field]) !== JSON.stringify(should[field]),
  );
  if (differing.length === 0) return [stored, expected];
  const only = (fields: Readonly<Record<string, unknown>>): string =>
    JSON.stringify(Object.fromEntries(differing.map((field) => [field, fields[field]])));
  return [only(is), only(should)];
}
