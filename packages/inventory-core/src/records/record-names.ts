import type { RecordNames } from "../contract/record-kind.ts";

/** A name of a kind: lower-case words joined by underscores. */
export const KIND_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The order of a list in which the newest record is first. */
export const NEWEST_FIRST = "-created_at";

/** Names of the columns that lists are in the order of. */
export const orderColumns = ({ order }: { readonly order: readonly string[] }): readonly string[] =>
  order[0] === NEWEST_FIRST ? ["created_at"] : order;

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const dashed = (name: string): string => name.replaceAll("_", "-");

/** The plural in English of a name: `circuit` is `circuits`, `policy` is `policies`, `switch` is `switches`. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}

export function recordNames(name: string, plural = pluralOf(name), label?: string): RecordNames {
  const group = camel(plural);
  const schema = camel(name);
  const words = name.replaceAll("_", " ");
  const shown = label ?? words.charAt(0).toUpperCase() + words.slice(1);
  // A label that begins with an abbreviation keeps it.
  const one = /^[A-Z](?![A-Z])/.test(shown) ? shown.charAt(0).toLowerCase() + shown.slice(1) : shown;
  const many = plural === pluralOf(name) ? pluralOf(one) : plural.replaceAll("_", " ");
  return {
    name,
    plural,
    permission: dashed(name),
    path: dashed(plural),
    group,
    schema: schema.charAt(0).toUpperCase() + schema.slice(1),
    notFound: `${name.toUpperCase()}_NOT_FOUND`,
    label: shown,
    labelPlural: many.charAt(0).toUpperCase() + many.slice(1),
    one,
    article: /^[aeiou]/i.test(one) ? "an" : "a",
    many,
  };
}

/** {@link pluralOf} for the compiler. */
type PluralOf<Name extends string> = Name extends `${string}${"a" | "e" | "i" | "o" | "u"}y`
  ? `${Name}s`
  : Name extends `${infer Head}y`
    ? `${Head}ies`
    : Name extends `${string}${"s" | "x" | "z" | "ch" | "sh"}`
      ? `${Name}es`
      : `${Name}s`;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : Name;

/** The member of the inventory that has the records of a kind. @typeParam Plural empty where English makes it of the name */
export type GroupOf<Name extends string, Plural extends string> = Camel<Plural extends "" ? PluralOf<Name> : Plural>;
