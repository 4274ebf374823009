import type { ManifestOperation } from "@cadastre/client/manifest";
import { CommandFailure, EXIT } from "../../../exit-codes.ts";
import { onSignals } from "../../../server/interruption.ts";
import type { Values } from "../../input/record-file.ts";
import type { Format } from "../../output/formats.ts";
import { ScanProgress } from "../../output/scan-progress.ts";
import { cellText, type Row } from "../../output/table.ts";
import type { CommandSpec } from "../command-table.ts";
import { operationOf } from "../operations.ts";
import { lookOf, type Session, writeAnswer } from "../run-operation.ts";

type Options = Readonly<Record<string, unknown>>;

/**
 * Starts a scan, and stays with it if asked; without a server always, because it ends with this process. @throws CadastreError,
 * CommandFailure
 */
export async function runScan(
  operation: ManifestOperation,
  spec: CommandSpec,
  values: Values,
  session: Session,
  options: Options,
): Promise<void> {
  const inProcess = session.connection.target.kind === "database";
  const look = lookOf(operation, spec, session);
  const scan = (await session.client.call(operation.id, values, { idempotencyKey: session.options.idempotencyKey })) as Row;
  if (options["watch"] !== true && !inProcess) return await writeAnswer(scan, spec, look, session.out);
  await follow(String(scan["id"]), look.format, session, inProcess || options["cancelOnInterrupt"] === true);
}

/** Stays with a scan that was started before. @throws CadastreError, CommandFailure */
export async function runWatch(
  operation: ManifestOperation,
  spec: CommandSpec,
  values: Values,
  session: Session,
  options: Options,
): Promise<void> {
  await follow(String(values["id"]), lookOf(operation, spec, session).format, session, options["cancelOnInterrupt"] === true);
}

/**
 * Shows how far a scan is until it is over: a bar on a terminal, otherwise a line for each change; with `-o json` each state
 * as a line on standard output. Otherwise the scan as it ended is the result.
 */
async function follow(id: string, format: Format, session: Session, cancels: boolean): Promise<void> {
  const { client, terminal, out, options, note } = session;
  const progress = options.quiet === true || format === "json" ? undefined : new ScanProgress(terminal);
  using interrupt = onSignals("SIGINT");
  let last: Row = { id };
  let cancelling: Promise<unknown> | undefined;
  const stop = new AbortController();
  interrupt.signal.addEventListener("abort", () => {
    if (cancels) cancelling = Promise.resolve(client.call("scans.cancel", { id })).catch(() => undefined);
    else stop.abort();
  });
  for await (const { data } of client.call("scans.watch", { id }, { signal: stop.signal }) as AsyncIterable<{ readonly data: Row }>) {
    last = data;
    if (format === "json") await out.line(JSON.stringify(data));
    else progress?.show(data);
  }
  progress?.end();
  await cancelling;
  if (interrupt.signal.aborted) {
    note(
      cancels
        ? `cancelled the scan ${id}`
        : `the scan is still running: resume with cadastre scan watch ${id}, or stop it with cadastre scan cancel ${id}`,
    );
    throw new CommandFailure("", EXIT.interrupted);
  }
  const get = operationOf("scans.get");
  if (format !== "json") await writeAnswer(last, {}, lookOf(get, {}, session), out);
  const { status, error_message: reason } = last;
  if (status !== "completed")
    throw new CommandFailure(`the scan ${cellText(status)}${cellText(reason) === "" ? "" : `: ${cellText(reason)}`}`);
}
