import type { ManifestOperation } from "@cadastre/client/manifest";
import { confirm } from "../input/ask.ts";
import type { Values } from "../input/record-file.ts";
import { cellText, type Row } from "../output/table.ts";
import { findOperation } from "./operations.ts";
import { labelOf } from "./record-label.ts";
import type { Session } from "./run-operation.ts";

/** Records that are told of in a question. */
const MAX_TOLD = 3;

/** Asks whether to take something away. @throws CommandFailure when not */
export async function confirmRemoval(operation: ManifestOperation, values: readonly Values[], session: Session): Promise<void> {
  const names: string[] = [];
  for (const one of values.slice(0, MAX_TOLD))
    for (const record of (await recordsAtStake(operation, one, session)).slice(0, MAX_TOLD)) names.push(nameOf(record));
  const more = values.length > MAX_TOLD ? ` and ${values.length - MAX_TOLD} more` : "";
  await confirm(`${operation.summary}: ${names.join(", ") || "none"}${more}?`, session.terminal);
}

/** Asks whether to take many things away, and tells how many. @throws CommandFailure when not */
export async function confirmMany(operation: ManifestOperation, values: readonly Values[], { client, terminal }: Session): Promise<void> {
  let count = 0;
  for (const one of values) count += (await client.dryRun(operation.id, one)).change_count;
  await confirm(`${operation.summary}: ${count} of them?`, terminal);
}

/** The records that an operation would take away. */
async function recordsAtStake(operation: ManifestOperation, values: Values, { client }: Session): Promise<readonly Row[]> {
  const source = readerOf(operation);
  if (source === undefined) return [values];
  const taken = Object.fromEntries(source.fields.filter(({ name }) => name in values).map(({ name }) => [name, values[name]]));
  if (source.output.kind === "record") return [(await client.call(source.id, taken)) as Row];
  const found: Row[] = [];
  for await (const row of client.call(source.id, taken) as AsyncIterable<Row>) if (isMeant(row, values, taken)) found.push(row);
  return found;
}

/** Of a list, the records that agree with what was given. */
const isMeant = (row: Row, values: Values, asked: Values): boolean =>
  Object.entries(values).every(([name, value]) => name in asked || row[name] === value || row[`client_${name}`] === value);

/** The operation that reads what another one takes away. */
function readerOf({ group, fields }: ManifestOperation): ManifestOperation | undefined {
  const get = findOperation(`${group}.get`);
  if (get !== undefined && get.fields.every(({ name }) => fields.some((field) => field.name === name))) return get;
  return findOperation(`${group}.list`);
}

function nameOf(row: Row): string {
  const { id } = row;
  const name = labelOf(row);
  return [name, ...(id === undefined ? [] : [name === "" ? cellText(id) : `(${cellText(id)})`])].filter((part) => part !== "").join(" ");
}
