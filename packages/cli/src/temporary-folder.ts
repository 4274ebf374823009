import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Does some work with a folder of its own, which only its owner may look into. It goes with the work, also when that ends by
 * `process.exit`: what is in it may be all that a database has.
 */
export async function inTemporaryFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `cadastre-${name}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    return await work(folder);
  } finally {
    process.off("exit", remove);
    remove();
  }
}
