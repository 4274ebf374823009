// What loading a package costs a program that starts, beside what loading another one does.
import { runQuietly } from "./packed.ts";

/** The fewest of so many runs: whatever else the machine does only adds to one. */
const RUNS = 11;

/** Processor time of a program that does nothing but import, in ms, its start included. */
async function coldImport(modules: readonly string[], folder: string): Promise<number> {
  const imports = modules.map((name) => `await import(${JSON.stringify(name)});`).join(" ");
  const program = `${imports} const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  return Number((await runQuietly(process.execPath, ["--input-type=module", "--eval", program], folder)).trim());
}

/**
 * How many times the processor time of a cold import another one takes; both in turns.
 * @param folder a project that has both
 */
export async function coldImportRatio(modules: readonly string[], beside: readonly string[], folder: string): Promise<number> {
  let [all, alone] = [Infinity, Infinity];
  for (let run = 0; run < RUNS; run += 1) {
    all = Math.min(all, await coldImport(modules, folder));
    alone = Math.min(alone, await coldImport(beside, folder));
  }
  return all / alone;
}
