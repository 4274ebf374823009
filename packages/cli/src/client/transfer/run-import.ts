import type { ImportReport } from "@cadastre/client";
import { FORMATS, type ImportFormat, readImport } from "@cadastre/importers";
import { isInventoryError } from "@cadastre/inventory-core";
import { join } from "node:path";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import { onSignals } from "../../server/interruption.ts";
import { inTemporaryFolder } from "../../temporary-folder.ts";
import { operationOf } from "../commands/operations.ts";
import { type CommonOptions, inSession, lookOf, type Session } from "../commands/run-operation.ts";
import { confirm, linesFromInput } from "../input/ask.ts";
import { writeList } from "../output/formats.ts";
import { safeText } from "../output/safe-text.ts";
import { canRedraw, type Terminal } from "../terminal.ts";
import { declaredKinds } from "./declared-kinds.ts";
import { ImportProgress } from "./import-progress.ts";
import { variableOf } from "./import-secrets.ts";
import { openSource } from "./import-source.ts";
import { endOf, keepPlan, keptLines, type PlanEnd } from "./plan-lines.ts";
import { PLAN_COLUMNS, placeText, planRows } from "./plan-rows.ts";

const PERHAPS_IMPORTED = "the server may have imported all or part of it; run the import again to see what is left";

export type ImportOptions = CommonOptions & {
  readonly as?: string;
  readonly apply?: boolean;
  readonly perRow?: boolean;
  readonly save?: string;
  readonly plan?: string;
  readonly all?: boolean;
} & Readonly<Record<string, unknown>>;

/** Shows what an import would do, and does it if asked. @throws CommandFailure, ReaderGone */
export async function runImport(sources: readonly string[], options: ImportOptions, terminal: Terminal): Promise<void> {
  checkOptions(sources, options);
  await inTemporaryFolder("import", async (folder) => {
    const work: Work = { folder, isApplied: false };
    using interruption = onSignals("SIGINT", "SIGTERM");
    // A source may keep it waiting for ever, so it ends here and now.
    interruption.signal.addEventListener("abort", () => {
      terminal.stderr.write(
        `${canRedraw(terminal) ? "\n" : ""}cadastre: interrupted: ${work.isApplied ? PERHAPS_IMPORTED : "nothing was imported"}\n`,
      );
      process.exit((interruption.signal.reason as CommandFailure).exitCode);
    });
    await inSession(options, terminal, async (session) => await importIn(session, sources, options, work), { permission: "import:apply" });
  });
}

/** An import that goes on. */
interface Work {
  /** For what is kept until its end. */
  readonly folder: string;
  /** The server was told to do it. */
  isApplied: boolean;
}

function checkOptions(sources: readonly string[], { as, plan, save, apply, perRow }: ImportOptions): void {
  if (plan !== undefined && (sources.length > 0 || as !== undefined || save !== undefined))
    throw usageFailure("--plan applies a saved plan: omit the source, --as and --save");
  if (plan === undefined && as === undefined)
    throw usageFailure(`pass the format of the source with --as: ${FORMATS.map(({ name }) => name).join(", ")}`);
  if (perRow === true && apply !== true && plan === undefined) throw usageFailure("--per-row requires --apply");
}

async function importIn(session: Session, sources: readonly string[], options: ImportOptions, work: Work): Promise<void> {
  const file = options.plan ?? options.save ?? join(work.folder, "plan.ndjson");
  const end = options.plan === undefined ? await planSource(session, sources, options, work.folder, file) : await endOf(file);
  session.note(countsText(end));
  const look = lookOf(operationOf("import.plan"), { columns: PLAN_COLUMNS }, session);
  await writeList(session.out, planRows(keptLines(file), options.all === true), { ...look, allColumns: PLAN_COLUMNS });
  const { error, conflict, create, update } = end.counts;
  const refused = error + conflict;
  if (options.apply !== true && options.plan === undefined) {
    if (refused > 0) throw new CommandFailure(`${refused} of ${end.counts.rows} rows cannot be imported as they are`);
    return;
  }
  if (refused > 0 && options.perRow !== true)
    throw new CommandFailure(
      `nothing was imported: ${refused} of ${end.counts.rows} rows are not valid. Correct them, or skip them with --per-row`,
    );
  if (create + update > 0) await apply(session, options, file, end, work);
  else if (refused > 0)
    throw new CommandFailure(`nothing was imported: ${refused} rows are not valid, and all others are already in the inventory`);
  else session.note("nothing to import: all rows are already in the inventory");
}

async function planSource(
  session: Session,
  sources: readonly string[],
  options: ImportOptions,
  folder: string,
  file: string,
): Promise<PlanEnd> {
  const { client, terminal } = session;
  const format = FORMATS.find(({ name }) => name === options.as) as ImportFormat;
  const source = await openSource(format, sources, folder, terminal);
  const progress = new ImportProgress(terminal, options.quiet === true);
  try {
    const given = await formatOptions(format, sources, options, terminal);
    const kinds = format.takesDeclared === true ? await declaredKinds(options, terminal) : [];
    const items = readImport({ format: format.name, source, options: given, kinds: kinds.map(({ kind }) => kind) });
    return await keepPlan(client.import.plan(progress.counted(items)), file);
  } catch (error) {
    if (isInventoryError(error))
      throw new CommandFailure(error.message, error.kind === "unavailable" ? EXIT.network : EXIT.failed, { cause: error });
    throw error;
  } finally {
    progress.end();
  }
}

/** What the format is told: flags, and secrets from the environment or standard input. */
async function formatOptions(
  format: ImportFormat,
  sources: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<Record<string, string | undefined>> {
  const given: Record<string, string | undefined> = {};
  for (const { name, secret } of format.options) {
    if (secret !== true) given[name] = options[camel(name)] as string | undefined;
    else if (options[camel(`${name}-stdin`)] === true) {
      if (sources.includes("-")) throw usageFailure(`standard input cannot be both the source and the ${name}`);
      given[name] = (await linesFromInput(1, `the ${name}`, terminal))[0];
    } else given[name] = terminal.environment[variableOf(name)];
  }
  const missing = format.options.filter(({ name, required }) => required === true && (given[name] ?? "") === "");
  const ways = missing.map(({ name, secret }) => (secret === true ? `--${name}-stdin or ${variableOf(name)}` : `--${name}`));
  if (ways.length > 0) throw usageFailure(`--as ${format.name} requires ${ways.join(" and ")}`);
  return given;
}

const camel = (name: string): string => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

async function apply(session: Session, options: ImportOptions, file: string, { counts }: PlanEnd, work: Work): Promise<void> {
  const { client, note, terminal } = session;
  if (options.yes !== true) await confirm(`Create ${counts.create} and update ${counts.update} records?`, terminal);
  const mode = options.perRow === true ? "per_row" : "whole";
  work.isApplied = true;
  const report = await new ImportProgress(terminal, options.quiet === true).writing(
    counts.create + counts.update,
    client.import.apply(keptLines(file), { mode }),
  );
  note(`created ${report.created}, changed ${report.updated}, unchanged ${report.unchanged}, failed ${report.failed}`);
  await tellNews(report, file, session);
  if (report.failed === 0) return;
  const done = report.created + report.updated;
  throw new CommandFailure(`${report.failed} rows were not imported`, done > 0 ? EXIT.partial : EXIT.failed);
}

/** Tells of rows that were refused though nothing spoke against them in the plan. */
async function tellNews({ errors }: ImportReport, file: string, { terminal }: Session): Promise<void> {
  if (errors.length === 0) return;
  const told = new Set<string>();
  for await (const { at, field, detail } of planRows(keptLines(file), false)) told.add(JSON.stringify([at, field, detail]));
  for (const { at, field, message } of errors) {
    if (!told.has(JSON.stringify([placeText(at), field ?? "", message])))
      terminal.stderr.write(`${placeText(at)}: ${safeText(`${field === undefined ? "" : `${field}: `}${message}`)}\n`);
  }
}

function countsText({ counts: { rows, create, update, unchanged, conflict, error, warning } }: PlanEnd): string {
  return (
    `${rows} rows: ${create} to create, ${update} to change, ${unchanged} unchanged, ${conflict} in conflict, ${error} with ` +
    `errors${warning > 0 ? `; ${warning} warnings` : ""}`
  );
}
