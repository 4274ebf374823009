import type { DryRunResult } from "@cadastre/client";
import type { ManifestOperation } from "@cadastre/client/manifest";
import { formatOf } from "../connection/target.ts";
import type { Values } from "../input/record-file.ts";
import { differences } from "../output/differences.ts";
import { type Look, writeList, writeRecord } from "../output/formats.ts";
import type { Row } from "../output/table.ts";
import { each, forEachOf, headOf, type Session } from "./run-operation.ts";
import { labelOf } from "./record-label.ts";

const COLUMNS = ["action", "resource", "id", "name", "change"] as const;

/**
 * Asks what calls would change, writes that, and changes nothing: a line for each record, those that go with it included;
 * in JSON and YAML what the service answers.
 * @throws CadastreError, CommandFailure, ReaderGone
 */
export async function dryRun(operation: ManifestOperation, calls: readonly { readonly values: Values }[], session: Session): Promise<void> {
  const { client, terminal, options, out, note } = session;
  const found: DryRunResult[] = [];
  try {
    await forEachOf(calls, session, async ({ values }) => void found.push(await client.dryRun(operation.id, values)), operation.access);
  } finally {
    if (found.length > 0) {
      const look: Look = { format: formatOf(options, terminal), columns: COLUMNS, allColumns: COLUMNS, head: headOf(terminal) };
      const [only] = found;
      const whole = look.format === "json" || look.format === "yaml";
      if (whole && only !== undefined && calls.length === 1) await writeRecord(out, only as unknown as Row, look);
      else
        await writeList(out, each(whole ? (found as unknown as readonly Row[]) : found.flatMap(({ changes }) => changes.map(rowOf))), look);
      for (const line of notesOf(found)) note(line);
    }
  }
}

function rowOf({ action, resource, id, before, after }: DryRunResult["changes"][number]): Row {
  return {
    action,
    resource,
    id,
    name: labelOf((before ?? after ?? {}) as Row),
    change: before === undefined || after === undefined ? "" : differences(before as Row, after as Row),
  };
}

/** What no line tells of: rows that go along, and what the service left out. */
function notesOf(found: readonly DryRunResult[]): readonly string[] {
  const rows = new Map<string, number>();
  for (const { table, action, rows: count } of found.flatMap((one) => one.rows))
    rows.set(`${action} ${table}`, (rows.get(`${action} ${table}`) ?? 0) + count);
  const written = [...rows].map(([what, count]) => `${what} ${count}`).join(", ");
  const left = found.reduce((sum, { changes, change_count: count }) => sum + count - changes.length, 0);
  const idle = written === "" && found.every(({ change_count: count }) => count === 0);
  return [
    ...(left > 0 ? [`${left} more changes are not listed`] : []),
    ...(written === "" ? [] : [`other rows affected: ${written}`]),
    idle ? "no changes" : "nothing was changed",
  ];
}
