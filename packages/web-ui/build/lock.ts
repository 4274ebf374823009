import { link, readFile, rm, stat, writeFile } from "node:fs/promises";

/** No build takes so long: its process was killed, and another has its number now. */
const MAX_MS = 600_000;

/** A file that says which process does something, so that no other does the same. Undefined while another has it. */
export async function takeLock(path: string): Promise<AsyncDisposable | undefined> {
  const own = `${path}.${process.pid}`;
  await writeFile(own, String(process.pid));
  try {
    // Is there at once with its content, or not at all.
    await link(own, path);
    return { [Symbol.asyncDispose]: async () => await rm(path, { force: true }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Whoever was killed left it; the next try finds it free.
    if (await isLeft(path)) await rm(path, { force: true });
    return undefined;
  } finally {
    await rm(own, { force: true });
  }
}

async function isLeft(path: string): Promise<boolean> {
  try {
    return !isAlive(Number(await readFile(path, "utf8"))) || Date.now() - (await stat(path)).mtimeMs > MAX_MS;
  } catch {
    // Given back meanwhile.
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
