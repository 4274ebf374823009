import type { DialectName } from "../contract/storage/storage.ts";

/** The type of a text that is compared by code point: `{text}` in a statement. */
export const TEXT: Readonly<Record<DialectName, string>> = { sqlite: "text", postgresql: 'text collate "C"' };

/** Where a text begins in another, from 1: `{position}` in a statement. */
const POSITION: Readonly<Record<DialectName, string>> = { sqlite: "instr", postgresql: "strpos" };

/** How a table is kept in the order of its primary key: `{clustered}` after its columns. */
const CLUSTERED: Readonly<Record<DialectName, string>> = { sqlite: " without rowid", postgresql: "" };

/** What the databases say differently. */
const WORDS: Readonly<Record<string, Readonly<Record<DialectName, string>>>> = {
  "{text}": TEXT,
  "{position}": POSITION,
  "{clustered}": CLUSTERED,
};

/** Statements with words in braces, in the words of a database. */
export const inDialect = (statements: readonly string[], dialect: DialectName): readonly string[] =>
  statements
    .flatMap((statement) => forDialect(statement, dialect))
    .map((statement) => statement.replaceAll(/\{\w+\}/g, (word) => WORDS[word]?.[dialect] ?? word));

/** A statement that begins with `{only postgresql}` is for that database alone. */
function forDialect(statement: string, dialect: DialectName): readonly string[] {
  const only = /^\{only (\w+)\}/.exec(statement);
  if (only === null) return [statement];
  return only[1] === dialect ? [statement.slice(only[0].length)] : [];
}
