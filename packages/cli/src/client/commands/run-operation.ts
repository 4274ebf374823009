import { CadastreError, type Client, type PagedRecordList, type ServiceFile } from "@cadastre/client";
import type { ManifestOperation } from "@cadastre/client/manifest";
import { styleText } from "node:util";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { connect, type Connection, type ConnectionOptions } from "../connection/connection.ts";
import { formatOf, type TargetOptions, targetOf } from "../connection/target.ts";
import { explain } from "../explain-failure.ts";
import type { Values } from "../input/record-file.ts";
import { type Look, writeList, writeRecord } from "../output/formats.ts";
import { Readable } from "../output/readable.ts";
import { safeJson, safeLines } from "../output/safe-text.ts";
import type { Row } from "../output/table.ts";
import { Out } from "../output/write-out.ts";
import { hasColors, type Terminal } from "../terminal.ts";
import type { CommandSpec } from "./command-table.ts";
import { answerFields, answersPlan, placesAddresses } from "./operations.ts";

/** Options that every command has. */
export interface CommonOptions extends TargetOptions {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly timeout?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** A command at work. */
export interface Session {
  readonly connection: Connection;
  readonly client: Client;
  readonly terminal: Terminal;
  readonly options: CommonOptions;
  readonly out: Out;
  /** Tells something on standard error, unless --quiet. */
  readonly note: (text: string) => void;
}

/**
 * Opens a connection for a piece of work, and tells of what goes wrong with it.
 * @throws CommandFailure, ReaderGone
 */
export async function inSession(
  options: CommonOptions,
  terminal: Terminal,
  work: (session: Session) => Promise<void>,
  {
    scans = false,
    reads = false,
    permission,
  }: Partial<Pick<ConnectionOptions, "reads" | "scans">> & { readonly permission?: string | undefined } = {},
): Promise<void> {
  const target = targetOf(options, terminal);
  const note = (text: string): void => {
    if (options.quiet !== true) terminal.stderr.write(`${text}\n`);
  };
  await using connection = await connect(target, terminal, {
    verbose: options.verbose === true,
    scans,
    reads,
    onReplay: () => note("the key was used before: this is what it was given then"),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout * 1000 }),
  });
  const session: Session = {
    connection,
    client: connection.client,
    terminal,
    options,
    out: new Out(terminal.stdout),
    note,
  };
  try {
    await work(session);
    await session.out.end();
  } catch (error) {
    if (!(error instanceof CadastreError)) throw error;
    const { lines, exitCode } = explain(error, target, permission);
    throw new CommandFailure(lines.filter((line) => line !== "").join("\n"), exitCode, { cause: error });
  }
}

/** How the answers of an operation look. @throws CommandFailure */
export function lookOf(
  operation: ManifestOperation,
  spec: CommandSpec,
  { terminal, options, client }: Pick<Session, "client" | "options" | "terminal">,
): Look {
  const fields = answerFields(operation, spec.rows);
  const names = fields.map(({ name }) => name);
  const format = formatOf(options, terminal);
  return {
    format,
    ...(format === "table" || format === "wide" ? { readable: new Readable(fields, client) } : {}),
    columns: spec.columns ?? names.slice(0, 6),
    allColumns: names,
    head: headOf(terminal),
  };
}

/** How headings and labels are marked. */
export function headOf(terminal: Terminal): Look["head"] {
  const colors = hasColors(terminal, terminal.stdout);
  return (text) => (colors ? styleText("bold", text, { validateStream: false }) : text);
}

/**
 * Calls an operation and writes what it answers.
 * @param idempotencyKey names the call. @throws CadastreError, CommandFailure, ReaderGone
 */
export async function callAndWrite(
  operation: ManifestOperation,
  spec: CommandSpec,
  values: Values,
  session: Session,
  idempotencyKey?: string,
): Promise<void> {
  const { client, options, out } = session;
  const look = lookOf(operation, spec, session);
  const isDryRun = options.dryRun === true && operation.dryRun === "record";
  const answer = isDryRun ? client.dryRun(operation.id, values) : client.call(operation.id, values, { idempotencyKey });
  switch (operation.output.kind) {
    case "list":
      if (operation.output.sortable !== undefined) return await writePaged(operation, values, look, session);
      return await writeList(out, answer as AsyncIterable<Row>, look);
    case "record":
      await writeOne(operation, (await answer) as unknown as Row, values, spec, look, session);
      if (isDryRun) session.note("nothing was stored");
      return;
    case "file":
      return await writeFile((await answer) as ServiceFile, out);
    case "watch":
      return await writeWatched(answer as AsyncIterable<unknown>, out);
    case "empty":
      await answer;
  }
}

/** Writes a list that is read by page, with its number of records and the next cursor as notes. */
async function writePaged({ id }: ManifestOperation, values: Values, look: Look, { client, out, note }: Session): Promise<void> {
  const read = (query: Values): PagedRecordList<Row> => client.call(id, query) as PagedRecordList<Row>;
  const { count: counts, ...others } = values;
  if (values["limit"] === undefined) {
    // A list without a limit is written as it comes, so it is counted by a call of its own.
    if (counts === true) note(`${(await read({ ...values, limit: 1 }).page()).count} in all`);
    return await writeList(out, read(others), look);
  }
  const { items, next, count } = await read(values).page();
  await writeList(out, each(items), look);
  if (count !== undefined) note(`${count} in all`);
  if (next !== undefined) note(`next page: --after ${next}`);
}

async function writeOne(
  operation: ManifestOperation,
  record: Row,
  values: Values,
  spec: CommandSpec,
  look: Look,
  session: Session,
): Promise<void> {
  if (answersPlan(operation) && look.readable !== undefined)
    return await (await import("../output/plan.ts")).writePlan(session.out, record, look);
  await writeAnswer(record, spec, look, session.out);
  if (placesAddresses(operation, values)) await (await import("./address-warnings.ts")).warnOfAddresses(record, session);
}

/** A record; its rows where it has some, but JSON and YAML have all of it. */
export async function writeAnswer(record: Row, { rows }: CommandSpec, look: Look, out: Out): Promise<void> {
  const list = rows === undefined ? undefined : record[rows];
  if (!Array.isArray(list) || look.format === "json" || look.format === "yaml") return await writeRecord(out, record, look);
  await writeList(out, each(list as readonly Row[]), look);
}

export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function writeFile({ body }: ServiceFile, out: Out): Promise<void> {
  const decoder = new TextDecoder();
  for await (const piece of body) await out.write(decoder.decode(piece, { stream: true }));
  await out.write(decoder.decode());
}

async function writeWatched(events: AsyncIterable<unknown>, out: Out): Promise<void> {
  for await (const event of events) await out.line(safeJson(JSON.stringify(event)));
}

/**
 * Does something for each of several things. What fails is told, and the others are done all the same.
 * @throws CommandFailure when one failed: with its own code when all did, otherwise with the code for what was done in part
 */
export async function forEachOf<T>(
  items: readonly T[],
  session: Session,
  work: (item: T) => Promise<void>,
  permission?: string,
): Promise<void> {
  const codes: ExitCode[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (items.length === 1 || (error instanceof CommandFailure === false && error instanceof CadastreError === false)) throw error;
      const { lines, exitCode } =
        error instanceof CadastreError
          ? explain(error, session.connection.target, permission)
          : { lines: [(error as CommandFailure).message], exitCode: (error as CommandFailure).exitCode };
      // Nothing else will work either.
      if (exitCode === EXIT.network || exitCode === EXIT.interrupted) throw error;
      session.terminal.stderr.write(`cadastre: ${safeLines(lines.filter((line) => line !== "").join("\n"))}\n`);
      codes.push(exitCode);
    }
  }
  const [first] = codes;
  if (first === undefined) return;
  throw new CommandFailure(`${codes.length} of ${items.length} failed`, codes.length === items.length ? first : EXIT.partial);
}
