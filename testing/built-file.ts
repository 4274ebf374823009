import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/**
 * The programs of tests that load the engine, beside the command: by the paths of their files from the root. Each is started many
 * times, or by a test that takes long.
 */
export const PROGRAMS: readonly string[] = [
  "bench/src/soak/allocators/library-child.ts",
  "bench/src/soak/crash/library-child.ts",
  "bench/src/soak/crash/sync/sync-child.ts",
  "bench/src/soak/hostile/hostile-child.ts",
  "bench/src/soak/neighbours/attackers-child.ts",
  "bench/src/soak/webhooks/worker-child.ts",
  "bench/src/soak/webhooks/writer-child.ts",
  "packages/http-h3/test/support/serve-child.ts",
  "packages/inventory-core/test/events/subscription-child.ts",
  "packages/inventory-core/test/import/import-child.ts",
  "packages/inventory-core/test/natural-keys/ensure-child.ts",
  "packages/inventory-core/test/request-keys/keyed-child.ts",
];

/**
 * What a process that runs the built command has in its environment: where Node keeps what it has compiled of it, which goes with it.
 * Otherwise that is the user's own folder, where it would stay. Nothing where sources are run.
 */
export function builtSurroundings(): Readonly<Record<string, string>> {
  const command = process.env["TEST_COMMAND"];
  return command === undefined ? {} : { XDG_CACHE_HOME: join(dirname(command), ".compiled") };
}

/** The name of what is built from a file of {@link PROGRAMS}, without its ending, in the folder of the built command. */
export const builtName = (program: string): string => program.replaceAll("/", "--").replace(/\.ts$/, "");

/**
 * The file that a process of a test is started with: what was built from it for a run of the tests (build-command.ts), which starts in
 * a third of the time, and itself elsewhere.
 */
export function builtFile(source: URL): string {
  const file = fileURLToPath(source);
  const command = process.env["TEST_COMMAND"];
  if (command === undefined) return file;
  const built = join(dirname(command), `${builtName(relative(ROOT, file))}.mjs`);
  return existsSync(built) ? built : file;
}
