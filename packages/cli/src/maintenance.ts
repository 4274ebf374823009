import type { Difference, Inventory } from "@cadastre/inventory-core";
import { type DatabaseCommand, withDatabase } from "./database-command.ts";
import type { Environment } from "./settings/read-settings.ts";

export interface MaintenanceOptions {
  /** JSON on standard output instead of lines. */
  readonly json?: boolean;
}

/**
 * Compares what is derived in the database with what it is derived from, and prints a line for each difference.
 * @returns whether there are none
 * @throws SettingsError, StartError
 */
export async function runVerify(environment: Environment, { json = false }: MaintenanceOptions): Promise<boolean> {
  const { checked, differences, count } = await withInventory(environment, async (inventory) => await inventory.verify());
  if (json) print(JSON.stringify({ checked, differences, count }));
  else for (const difference of differences) print(lineOf(difference));
  for (const [check, rows] of Object.entries(checked)) note(`${check}: ${rows} checked`);
  if (count > differences.length) note(`only the first ${differences.length} differences are listed`);
  note(count === 0 ? "no differences" : `${count} differences: cadastre rebuild mends them, but not those of the check integrity`);
  return count === 0;
}

/**
 * Writes anew what {@link runVerify} finds, and prints how much of it.
 * @throws SettingsError, StartError
 */
export async function runRebuild(environment: Environment, { json = false }: MaintenanceOptions): Promise<void> {
  const { mended, count } = await withInventory(environment, async (inventory) => await inventory.rebuild());
  if (json) print(JSON.stringify({ mended, count }));
  else for (const [check, times] of Object.entries(mended)) if (times > 0) print(`${check}: ${times} mended`);
  note(count === 0 ? "nothing to mend" : `${count} mended`);
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** Texts are quoted, so that none can end the line. */
function lineOf({ check, table, id, column, stored, expected }: Difference): string {
  const place = [table, ...(id === "" ? [] : [id]), ...(column === "" ? [] : [column])].join(" ");
  return `${check}: ${place}: stored ${JSON.stringify(stored)}, expected ${JSON.stringify(expected)}`;
}

/** Opens the database of the settings, which must be there. @throws SettingsError, StartError */
export async function withInventory<T>(environment: Environment, work: (inventory: Inventory) => Promise<T>, needs: Pick<DatabaseCommand, "secrets"> = {}): Promise<T> {
  return await withDatabase(environment, needs, work);
}
