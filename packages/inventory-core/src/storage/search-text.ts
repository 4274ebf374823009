import { containsPattern } from "./like.ts";

/** Before the beginning of each word: two characters, so that one more makes a trigram. No text has them. */
const WORD_MARK = "\u0002\u0002";

const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;

/** A letter or digit that begins a word, with the character after it looked at but not taken; or a symbol. */
const BEGINNING = new RegExp(String.raw`(?<!${LETTER})${LETTER}(?=(\S?))|[^\s\p{L}\p{N}\p{M}]`, "gu");

const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`, "u");

/** A text as it is compared by search and by the filter `name`: in normalization form C, in lower case. */
export function foldText(text: string): string {
  // Lower case may have another composition than the text that it is of.
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}

/** First two characters of each word, and each symbol, once. */
function beginningsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [character, next = ""] of text.matchAll(BEGINNING)) found.add(character + next);
  return found;
}

/**
 * What search looks through in a record: its name and its other texts, folded, a line each, and a line of the beginnings of
 * all words. It is stored beside the record (`search_text`), and is what the trigram index of devices has.
 */
export function searchTextOf(name: string, others: readonly string[]): string {
  const lines = foldText([name, ...others].filter((part) => part !== "").join("\n")).replaceAll("\u0002", " ");
  return `${lines}\n${[...beginningsOf(lines)].map((beginning) => WORD_MARK + beginning).join("")}`;
}

/** Strings that a search text contains when a record matches. */
export interface SearchTerms {
  /** The text that is looked for, folded. */
  readonly needle: string;
  /** All of these are in the search text of a match; the first is long enough for a trigram index. */
  readonly match: readonly string[];
}

/**
 * How `q` is looked for: as a substring; of one or two characters, as the beginning of a word, where a symbol is a word by
 * itself. `q` is not blank.
 */
export function searchTermsOf(q: string): SearchTerms {
  const needle = foldText(q).replaceAll("\u0002", " ").trim();
  return { needle, match: matchOf(needle) };
}

/** A trigram index has nothing for a substring of one or two characters, but a word has its marks before it. */
function matchOf(needle: string): readonly string[] {
  const [first = "", second, ...more] = needle;
  if (more.length > 0) return [needle];
  if (second === undefined || STARTS_WITH_LETTER.test(first)) return [WORD_MARK + needle];
  // A word that begins after a symbol begins anywhere; the index finds the word or the symbol, and the text tells the rest.
  return [WORD_MARK + (STARTS_WITH_LETTER.test(second) ? second : first), needle];
}

/** Whether a search text matches, as a condition on the column `search_text` of an alias. */
export function searchCondition(alias: string, { match }: SearchTerms): { readonly sql: string; readonly params: readonly string[] } {
  return { sql: match.map(() => `${alias}.search_text like ? escape '\\'`).join(" and "), params: match.map(containsPattern) };
}
