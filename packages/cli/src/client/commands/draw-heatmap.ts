import type { ManifestOperation } from "@cadastre/client/manifest";
import type { Values } from "../input/record-file.ts";
import { endsOf, heatmapLines, prefixFor } from "../output/heatmap.ts";
import type { Row } from "../output/table.ts";
import { columnsOf, hasColors } from "../terminal.ts";
import type { CommandSpec } from "./command-table.ts";
import { callAndWrite, lookOf, type Session } from "./run-operation.ts";

/**
 * Draws a pool or a network, an address or a block of addresses a mark; every other format has what the service answers.
 * @throws CadastreError, CommandFailure, ReaderGone
 */
export async function runHeatmap(operation: ManifestOperation, spec: CommandSpec, values: Values, session: Session): Promise<void> {
  const { client, out, terminal } = session;
  const { format } = lookOf(operation, spec, session);
  if (format !== "table" && format !== "wide") return await callAndWrite(operation, spec, values, session);
  const { name, first, last } = await (operation.group === "networks"
    ? networkRange(session, values["id"])
    : poolRange(session, values["id"]));
  const prefix = values["prefix"] ?? prefixFor(first, last);
  const entries: Row[] = [];
  for await (const entry of client.call(operation.id, { ...values, prefix }) as AsyncIterable<Row>) entries.push(entry);
  const look = {
    columns: columnsOf(terminal.stdout),
    colors: hasColors(terminal, terminal.stdout),
    unicode: hasUnicode(terminal.environment),
  };
  await out.line(`${name}: ${first} to ${last}`);
  for (const line of heatmapLines(entries, look)) await out.line(line);
}

/** What is drawn. */
interface NamedRange {
  readonly name: string;
  readonly first: string;
  readonly last: string;
}

async function poolRange({ client }: Session, id: unknown): Promise<NamedRange> {
  const pool = (await client.call("pools.get", { id })) as Row;
  return { name: String(pool["name"]), first: String(pool["start_ip"]), last: String(pool["end_ip"]) };
}

async function networkRange({ client }: Session, id: unknown): Promise<NamedRange> {
  const network = (await client.call("networks.get", { id })) as Row;
  return { name: String(network["name"]), ...endsOf(String(network["subnet"])) };
}

/** Whether the locale can show more than ASCII. */
function hasUnicode({ LC_ALL, LC_CTYPE, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || "");
}
