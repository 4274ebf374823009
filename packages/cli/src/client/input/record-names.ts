import type { Client, RecordName } from "@cadastre/client";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import { asRows, type Row } from "../output/table.ts";
import { type Choice, choicesOf } from "./name-choices.ts";
import { listingOf } from "./listed-kinds.ts";
import { AROUND, hasNames, IN_SPACE, OF_VLAN } from "./name-ways.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Kinds that the service finds by their names, with what they are to it. */
const FOUND_BY_SERVICE: Readonly<Record<string, readonly RecordName["type"][]>> = {
  space: ["space"],
  [IN_SPACE]: ["space", "datacenter"],
  datacenter: ["datacenter"],
  network: ["network"],
  [AROUND]: ["network"],
  pool: ["pool"],
  vlan: ["vlan"],
  [OF_VLAN]: ["vlan"],
  vlan_group: ["vlan_group"],
  device: ["device"],
  field: ["field"],
};

/** Kinds of which the service takes a word in place of an id. */
const TAKES_NONE: ReadonlySet<string> = new Set([IN_SPACE, AROUND, OF_VLAN]);

/** Kinds that go by an id alone which is not one that the service made. */
const FREE_IDS: ReadonlySet<string> = new Set(["client", "event", "record"]);

/** Choices that an error lists. */
const MAX_TOLD = 10;

/**
 * The id of a record that is given by its id or by what it goes by (`cadastre help`): a network by its name, by fra1/office
 * or by its subnet.
 * @throws CommandFailure when there is none, or several
 */
export async function idOf(text: string, kind: string, client: Client): Promise<string> {
  if (UUID.test(text) || FREE_IDS.has(kind) || (text === "none" && TAKES_NONE.has(kind))) return text;
  if (!hasNames(kind))
    throw new CommandFailure(`unknown ${kind} ${JSON.stringify(text)}: pass its id, as shown by the list commands`, EXIT.notFound);
  const types = FOUND_BY_SERVICE[kind];
  const found = types === undefined ? await foundInList(text, kind, client) : asRows(await client.names.find({ text, type: [...types] }));
  const [only] = found;
  const called = kind.replace(/ of a list$/, "");
  if (only === undefined) throw new CommandFailure(`unknown ${called} ${JSON.stringify(text)}`, EXIT.notFound);
  if (found.length > 1) throw severalChoices(`${found.length} ${called}s match ${JSON.stringify(text)}; select one of:`, choicesOf(found));
  return String(only["id"]);
}

/** Several things are meant. @param question the first line @param choices what to type for each, and what it is */
export function severalChoices(question: string, choices: readonly Choice[]): CommandFailure {
  const told = choices.slice(0, MAX_TOLD);
  const width = Math.max(...told.map(({ type }) => type.length));
  const lines = told.map(({ type, about }) => `  ${type.padEnd(width)}  ${about}`.trimEnd());
  const more = choices.length > told.length ? [`  and ${choices.length - told.length} more`] : [];
  return usageFailure([question, ...lines, ...more].join("\n"));
}

async function foundInList(text: string, kind: string, client: Client): Promise<readonly Row[]> {
  const { operation = "", names = [] } = listingOf(kind) ?? {};
  const wanted = text.toLowerCase();
  const found: Row[] = [];
  for await (const row of client.call(operation, {}) as AsyncIterable<Row>) {
    if (names.some((name) => typeof row[name] === "string" && row[name].toLowerCase() === wanted)) found.push(row);
  }
  // A name in the first place goes before one in the second: a user named as another's e-mail address.
  const [first = ""] = names;
  const exact = found.filter((row) => String(row[first]).toLowerCase() === wanted);
  return exact.length > 0 ? exact : found;
}
