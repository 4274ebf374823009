import type { Plugin } from "@cadastre/inventory-core";
import { amendSqlite, makeFolder, type SqliteAlone, SqliteSnapshot, takeSqlite } from "@cadastre/inventory-core/sqlite";
import { access, chmod, chown, copyFile, link, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FOLDER_MODE } from "../database.ts";
import { chooseKeys } from "../encryption-keys.ts";
import { CommandFailure } from "../../exit-codes.ts";
import { untilSignal } from "../../server/interruption.ts";
import { note, print } from "../../say.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { checkBackup } from "./backup-check.ts";
import { fileFailure } from "../file-failure.ts";
import { keyNeeds } from "../key-needs.ts";
import { tellWhatGoesOut } from "./sends-again.ts";
import { sqliteFileOf } from "./sqlite-file.ts";
import { upkeepConfiguration } from "../upkeep-configuration.ts";
import { removeDraft, sync } from "./whole-file.ts";

export interface BackupRestoreOptions {
  /** Where the database goes; that of the settings unless given. */
  readonly to?: string;
  /** There may be a database already, which is moved aside. */
  readonly yes?: boolean;
}

/** Sessions and half-done sign-ins of the time of the backup: what ended since would live again. */
const ENDED = ["delete from auth_session", "delete from auth_setup_token", "delete from auth_oauth_flow"];

/**
 * Puts a backup in the place of the SQLite database of the settings, and prints its path. The database that was there
 * is kept aside, whole.
 * @throws SettingsError, CommandFailure
 */
export async function runBackupRestore(environment: Environment, given: string, { to, yes = false }: BackupRestoreOptions): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const target = to === undefined ? await sqliteFileOf(settings, true) : resolve(to);
  const backup = resolve(given);
  try {
    const aside = await untilSignal(async (signal) => {
      await checkBackup(backup, plugins, signal);
      const present = await access(target).then(
        () => true,
        () => false,
      );
      if (present && !yes)
        throw new CommandFailure(
          `${target} already has a database: pass --yes to replace it (it is kept under another name), or another path with --to`,
        );
      const [folder] = makeFolder(dirname(target), FOLDER_MODE);
      if (folder !== undefined && process.getuid?.() === 0)
        note(`${folder} was created and is owned by root: change its owner to the user of the server`);
      using alone = present ? takenAlone(target) : undefined;
      return await exchange(backup, target, { present, alone }, signal);
    });
    tellMissingKeys(target, plugins, to === undefined ? chooseKeys(settings, "find")?.ids : settings.ENCRYPTION_KEY?.ids);
    if (aside !== undefined) note(`the previous database is now ${aside}`);
    tellWhatGoesOut(target);
    note("all users must sign in again; API keys and OAuth grants revoked after the backup are valid again");
    print(target);
  } catch (error) {
    throw fileFailure(error, "nothing was restored");
  }
}

/** @returns undefined when what is there is damaged, so that SQLite cannot say who uses it */
function takenAlone(target: string): SqliteAlone | undefined {
  try {
    const alone = takeSqlite(target);
    if (alone === undefined)
      throw new CommandFailure(`another process has ${target} open: stop the server (and other programs that use it) and restore again`);
    return alone;
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String((error as { readonly code?: string }).code))) throw error;
    note(`${target} is damaged, so it cannot be checked whether a server uses it: make sure that none does`);
    return undefined;
  }
}

/** What is in the place of the database. */
interface Found {
  readonly present: boolean;
  readonly alone: SqliteAlone | undefined;
}

/** @returns where the old database is now */
async function exchange(backup: string, target: string, { present, alone }: Found, signal: AbortSignal): Promise<string | undefined> {
  const draft = `${target}.${process.pid}.restoring`;
  try {
    await copyFile(backup, draft);
    await chmod(draft, 0o600);
    // Restored by root, it belongs to whom the server runs as.
    const { uid, gid } = await stat(present ? target : dirname(target));
    if (process.getuid?.() === 0) await chown(draft, uid, gid);
    signal.throwIfAborted();
    const tables = tablesOf(draft);
    amendSqlite(
      draft,
      ENDED.filter((statement) => tables.includes(statement.split(" ").at(-1) as string)),
      alone?.lastNumbers ?? new Map(),
    );
    await sync(draft);
    signal.throwIfAborted();
    const aside = present ? `${target}.before-${new Date().toISOString().replaceAll(/[-:.]/g, "")}` : undefined;
    // What is left of a log belongs to the old database, and would be taken for the new one's. One that was folded in is empty.
    for (const suffix of ["-wal", "-shm", "-journal"]) {
      if (alone === undefined) await moveIfThere(`${target}${suffix}`, `${aside ?? `${target}.old`}${suffix}`);
      else await rm(`${target}${suffix}`, { force: true });
    }
    if (aside !== undefined) await link(target, aside);
    await rename(draft, target);
    await sync(dirname(target));
    return aside;
  } finally {
    await removeDraft(draft);
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}

function tablesOf(file: string): readonly string[] {
  using snapshot = new SqliteSnapshot(file);
  return snapshot.tables().map(({ name }) => name);
}

function tellMissingKeys(target: string, plugins: readonly Plugin[], ids: readonly string[] = []): void {
  using snapshot = new SqliteSnapshot(target);
  const { encrypted, sealed } = keyNeeds(snapshot, plugins);
  const missing = (needed: readonly string[]): string => needed.filter((id) => !ids.includes(id)).join(", ");
  if (missing(encrypted) !== "")
    note(
      `the server will not start without the key ${missing(encrypted)}: put it into ENCRYPTION_KEY, or encryption.key back beside ` +
        `the database`,
    );
  else if (missing(sealed) !== "") note(`the audit log cannot be verified without the key ${missing(sealed)}: add it to ENCRYPTION_KEY`);
}
