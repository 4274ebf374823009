import type { Difference, Verification, VerifyProgress } from "@cadastre/inventory-core";
import { processTerminal } from "../client/terminal.ts";
import { type DatabaseCommand, withDatabase } from "./database-command.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { note, print } from "../say.ts";
import { StatusLine } from "../status-line.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { JsonOption } from "./json-option.ts";

/** Options of `verify` and `rebuild`. */
export interface VerifyCommandOptions extends JsonOption {
  /** Whether to keep the place in the database, and to go on from there. */
  readonly resume?: boolean;
}

/**
 * @param options how the database is opened, and whether to keep the place in it
 * @throws SettingsError, EngineFailure
 */
export async function compareDatabase(
  environment: Environment,
  { resume = false, ...command }: Pick<VerifyCommandOptions, "resume"> & Pick<DatabaseCommand, "migrates">,
): Promise<Verification> {
  return await told(environment, async (onProgress) => {
    return await withDatabase(
      environment,
      { ...command, reads: !resume },
      async (inventory) => await inventory.verify({ onProgress, resume }),
    );
  });
}

/** Shows how far some work is, where somebody sees it. */
async function told<T>(environment: Environment, work: (onProgress: (progress: VerifyProgress) => void) => Promise<T>): Promise<T> {
  const line = new StatusLine(processTerminal(environment));
  try {
    return await work(({ check, number, of, rows }) => line.draw(`${number} of ${of}: ${check}, ${rows} rows`));
  } finally {
    line.end();
  }
}

/** Prints a line for each difference, and what was looked at. @throws CommandFailure: 65 when there are differences */
export function tellVerification({ checked, differences, count }: Verification, json: boolean): void {
  if (json) print(JSON.stringify({ checked, differences, count }));
  else for (const difference of differences) print(lineOf(difference));
  for (const [check, rows] of Object.entries(checked)) note(`${check}: ${rows} checked`);
  if (count > differences.length) note(`only the first ${differences.length} differences are listed`);
  note(count === 0 ? "no differences" : `${count} differences: cadastre rebuild repairs them, except those of the check integrity`);
  if (count > 0) throw new CommandFailure("", EXIT.data);
}

/**
 * Compares what is derived in the database with what it is derived from, and prints what it finds.
 * @throws SettingsError, EngineFailure; CommandFailure: 65 when there are differences
 */
export async function runVerify(environment: Environment, { json = false, resume = false }: VerifyCommandOptions): Promise<void> {
  tellVerification(await compareDatabase(environment, { resume }), json);
}

/**
 * Writes anew what {@link runVerify} finds, and prints how much of it.
 * @throws SettingsError, EngineFailure
 */
export async function runRebuild(environment: Environment, { json = false, resume = false }: VerifyCommandOptions): Promise<void> {
  const { mended, count } = await told(environment, async (onProgress) => {
    return await withDatabase(environment, {}, async (inventory) => await inventory.rebuild({ onProgress, resume }));
  });
  if (json) print(JSON.stringify({ mended, count }));
  else for (const [check, times] of Object.entries(mended)) if (times > 0) print(`${check}: ${times} repaired`);
  note(count === 0 ? "nothing to repair" : `${count} repaired`);
}

/** Texts are quoted, so that none can end the line. */
function lineOf({ check, table, id, column, stored, expected }: Difference): string {
  const place = [table, ...(id === "" ? [] : [id]), ...(column === "" ? [] : [column])].join(" ");
  return `${check}: ${place}: stored ${JSON.stringify(stored)}, expected ${JSON.stringify(expected)}`;
}
