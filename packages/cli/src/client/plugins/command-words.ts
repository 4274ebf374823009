import type { TargetOptions } from "../connection/target.ts";

/** What a command line says before it is parsed: commands of plugins are made for it, so that it can be. */
export interface CommandWords {
  /** First word that is no option; `help` is passed over. */
  readonly noun: string | undefined;
  /** The word after it. */
  readonly verb: string | undefined;
  /** Of the server or the database that is meant. */
  readonly target: TargetOptions;
  /** Path of the config file. */
  readonly config: string | undefined;
}

/** Options whose value is the word after them. */
const WITH_VALUE = ["--config", "--profile", "--api-url", "--database", "--ca-file", "--timeout", "--output", "-o"];

/** Reads the words of a command line as far as they say what is called, and where. */
export function commandWords(words: readonly string[]): CommandWords {
  const end = words.indexOf("--");
  const given = end < 0 ? words : words.slice(0, end);
  const valueOf = (name: string): string | undefined => {
    const index = given.findLastIndex((word) => word === name || word.startsWith(`${name}=`));
    const word = given[index];
    return word === name ? given[index + 1] : word?.slice(name.length + 1);
  };
  const named = given.filter((word, index) => !word.startsWith("-") && !WITH_VALUE.includes(given[index - 1] ?? ""));
  const [noun, verb] = named[0] === "help" ? named.slice(1) : named;
  const options = {
    profile: valueOf("--profile"),
    apiUrl: valueOf("--api-url"),
    database: valueOf("--database"),
    caFile: valueOf("--ca-file"),
  };
  return {
    noun,
    verb,
    target: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    config: valueOf("--config"),
  };
}
