import type { ManifestOperation } from "@cadastre/client/manifest";
import { CommandFailure, EXIT, usageFailure } from "../../../exit-codes.ts";
import { onSignals } from "../../../server/interruption.ts";
import type { Values } from "../../input/record-file.ts";
import { type Look, shown, textsOf } from "../../output/formats.ts";
import { Screen } from "../../output/screen.ts";
import { safeJson } from "../../output/safe-text.ts";
import { recordLines, type Row } from "../../output/table.ts";
import { ChangeSignal } from "./change-signal.ts";
import type { CommandSpec } from "../command-table.ts";
import { labelOf } from "../record-label.ts";
import { each, lookOf, type Session } from "../run-operation.ts";

/** Seconds between looks where no event tells of changes. */
const USUAL_SECONDS = 2;

/**
 * Shows records, and again whenever they change, until Ctrl-C. A table on a terminal is drawn over; elsewhere, and as JSON,
 * what is new or changed is added: with `-o json` a record a line, one that is gone with `"removed": true`.
 * @throws CadastreError, CommandFailure, ReaderGone
 */
export async function watchRecords(
  operation: ManifestOperation,
  spec: CommandSpec,
  values: Values,
  session: Session,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const look = lookOf(operation, spec, session);
  if (look.format === "csv" || look.format === "yaml")
    throw usageFailure(`--watch supports the formats table, wide, json and ids, not ${look.format}`);
  using interrupt = onSignals("SIGINT");
  await using changes = new ChangeSignal(operation, session, Number(options["interval"] ?? USUAL_SECONDS), interrupt.signal);
  const drawn = session.terminal.stdout.isTTY === true && look.readable !== undefined;
  const show = drawn ? drawing(operation, values, look, session) : adding(operation, values, { ...look, shape: {} }, session);
  do await show();
  while (await changes.next());
  throw new CommandFailure("", EXIT.interrupted);
}

type Show = () => Promise<void>;

/** What the service answers now, as rows. */
async function* rowsNow({ id, output }: ManifestOperation, values: Values, { client }: Session): AsyncGenerator<Row> {
  const answer = client.call(id, values);
  if (output.kind === "list") yield* answer as AsyncIterable<Row>;
  else yield (await answer) as Row;
}

/** Draws as much as the terminal has room for, and reads no more. */
function drawing(operation: ManifestOperation, values: Values, look: Look, session: Session): Show {
  const screen = new Screen(session.terminal, session.out);
  const every = async function* (): AsyncGenerator<Row> {
    let left = screen.rows;
    for await (const row of rowsNow(operation, values, session)) {
      if (left <= 0) break;
      left -= 1;
      yield row;
    }
  };
  return async () => {
    if (operation.output.kind === "record") {
      for await (const record of every()) await screen.draw(recordLines(await shown(record, look), look.head));
      return;
    }
    let text = "";
    for await (const piece of await textsOf(every(), look)) text += piece;
    await screen.draw(text.trimEnd().split("\n"));
  };
}

/** Adds what is new, changed or gone; what is kept of a record is a digest. */
function adding(operation: ManifestOperation, values: Values, look: Look, session: Session): Show {
  const { out, note } = session;
  const digest = (text: string): string => process.getBuiltinModule("node:crypto").createHash("sha1").update(text).digest("base64");
  let known: Map<string, { readonly digest: string; readonly label: string }> | undefined;
  return async () => {
    const now = new Map<string, { readonly digest: string; readonly label: string }>();
    const fresh: Row[] = [];
    for await (const row of rowsNow(operation, values, session)) {
      const key = keyOf(row, now.size);
      const state = { digest: digest(JSON.stringify(row)), label: labelOf(row) || key };
      now.set(key, state);
      if (known?.get(key)?.digest !== state.digest) fresh.push(row);
    }
    const first = known === undefined;
    const gone = [...(known ?? [])].filter(([key]) => !now.has(key));
    known = now;
    if (look.format === "json") {
      for (const row of fresh) await out.line(safeJson(JSON.stringify(row)));
      for (const [id] of gone) await out.line(safeJson(JSON.stringify({ id, removed: true })));
      return;
    }
    if (operation.output.kind === "record" && look.readable !== undefined) {
      for (const row of fresh)
        for (const line of [...(first ? [] : [""]), ...recordLines(await shown(row, look), look.head)]) await out.line(line);
      return;
    }
    let lines = "";
    if (fresh.length > 0 || first) for await (const piece of await textsOf(each(fresh), look)) lines += piece;
    // The headings are there already.
    await out.write(first || look.format === "ids" ? lines : lines.slice(lines.indexOf("\n") + 1));
    for (const [, { label }] of gone) note(`deleted: ${label}`);
  };
}

/** What tells a record from others, in states of a list. */
function keyOf(row: Row, position: number): string {
  const idOf = (...names: string[]): string =>
    names
      .map((name) => row[name])
      .filter((part) => typeof part === "string")
      .join(" ");
  return idOf("id") || idOf("network_id") || idOf("parent_id", "type", "child_id") || String(position);
}
