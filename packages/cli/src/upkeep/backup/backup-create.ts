import type { Plugin } from "@cadastre/inventory-core";
import { backUpSqlite } from "@cadastre/inventory-core/sqlite";
import { access, chmod, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { processTerminal } from "../../client/terminal.ts";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { untilSignal } from "../../server/interruption.ts";
import { note, print } from "../../say.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { StatusLine } from "../../status-line.ts";
import { backupName, lockFolder, removeOld } from "./backup-folder.ts";
import { type BackupManifest, describeBackup, manifestPath } from "./backup-manifest.ts";
import { giveToOwnerOf, makeFolderFor } from "./backup-owner.ts";
import { compareBackup } from "./backup-verify.ts";
import { fileFailure } from "../file-failure.ts";
import { isRetention, type Retention } from "./retention.ts";
import { sqliteFileOf } from "./sqlite-file.ts";
import { upkeepConfiguration } from "../upkeep-configuration.ts";
import { giveName, removeDraft, sync } from "./whole-file.ts";

export interface BackupCreateOptions {
  /** Replaces a backup of the same name. */
  readonly force?: boolean;
  /** How many backups of the folder stay, the newest. */
  readonly keep?: number;
  /** The newest of so many days, weeks and months stay as well. */
  readonly keepDaily?: number;
  readonly keepWeekly?: number;
  readonly keepMonthly?: number;
  /** Verifies it before older ones are removed. */
  readonly verify?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** Only its owner may read it: it has hashes of passwords and keys. */
const BACKUP_MODE = 0o600;
const FOLDER_MODE = 0o700;

function retentionOf({ keep: last, keepDaily: daily, keepWeekly: weekly, keepMonthly: monthly }: BackupCreateOptions): Retention {
  const rules = { last, daily, weekly, monthly };
  return Object.fromEntries(Object.entries(rules).filter(([, count]) => count !== undefined)) as Retention;
}

/**
 * Backs up the SQLite database of the settings, while servers write to it, and prints the path of the backup. One run at a
 * time writes into a folder; older backups go when the new one is there, and verified when that is asked for.
 * @param target a file, or a folder in which it gets a name; `backups` beside the database unless given
 * @throws SettingsError, CommandFailure: 65 when the backup is not sound, 7 when another run uses the folder
 */
export async function runBackupCreate(environment: Environment, target: string | undefined, options: BackupCreateOptions): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const { force = false, verify = false, quiet = false } = options;
  const retention = retentionOf(options);
  const source = await sqliteFileOf(settings);
  const createdAt = new Date();
  const tell = quiet ? () => {} : note;
  try {
    const { file, folder } = await destinationOf(target, source, createdAt);
    if (folder === undefined && isRetention(retention))
      throw new CommandFailure("the --keep options apply to a folder of backups: pass a folder instead of a file", EXIT.usage);
    using locked = folder === undefined ? undefined : await lockFolder(folder);
    if (locked !== undefined) await giveToOwnerOf(dirname(locked.lock), [locked.lock]);
    await mustBeFree(file, force);
    const progress = new StatusLine(processTerminal(environment));
    const manifest = await untilSignal(async (signal) => await write({ source, file, createdAt, plugins, force, progress }, signal));
    if (verify) await mustBeSound(environment, file, plugins);
    const removed = folder === undefined || !isRetention(retention) ? [] : await removeOld(folder, retention, basename(file));
    if (options.json === true) print(JSON.stringify({ path: file, ...manifest, ...(verify && { verified: true }), removed }));
    else print(file);
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    tell(
      `${manifest.bytes} bytes, ${rows} ` +
        `rows${verify ? "; verified" : ""}${removed.length > 0 ? `; ${removed.length} older backups removed` : ""}`,
    );
    if (manifest.keys.encrypted.length > 0)
      tell("the encryption key is not part of the backup: keep a copy of it (encryption.key, or ENCRYPTION_KEY) elsewhere");
  } catch (error) {
    throw fileFailure(error, "the backup was not created");
  }
}

async function destinationOf(
  target: string | undefined,
  source: string,
  time: Date,
): Promise<{ readonly file: string; readonly folder: string | undefined }> {
  const given = target === undefined ? join(dirname(source), "backups") : resolve(target);
  const known = await stat(given).catch(() => undefined);
  if (known?.isDirectory() !== true && target !== undefined && !/[/\\]$/.test(target)) return { file: given, folder: undefined };
  if (known === undefined) await makeFolderFor(dirname(source), given, FOLDER_MODE);
  return { file: join(given, backupName(time)), folder: given };
}

/** @throws CommandFailure (65): the backup stays to be looked at, and so do all older ones; also when it cannot be verified */
async function mustBeSound(environment: Environment, file: string, plugins: readonly Plugin[]): Promise<void> {
  const { count } = (
    await untilSignal(async (signal) => await compareBackup(environment, file, plugins, signal)).catch((error: unknown) => {
      const { message, exitCode } = fileFailure(error, "it could not be verified");
      throw new CommandFailure(`${file} was created but not verified: ${message}`, exitCode, { cause: error });
    })
  ).verification;
  if (count === 0) return;
  const advice = "cadastre verify lists them, cadastre rebuild repairs them. No older backup was removed";
  throw new CommandFailure(`${file} was created, but has ${count} differences, like the database: ${advice}`, EXIT.data);
}

async function mustBeFree(file: string, force: boolean): Promise<void> {
  if (force) return;
  for (const path of [file, manifestPath(file)]) {
    const taken = await access(path).then(
      () => true,
      () => false,
    );
    if (taken) throw new CommandFailure(`${path} already exists: pass another file, or replace it with --force`);
  }
}

/** Beside the place it gets, and renamed when it is whole and on the disk. */
interface Writing {
  readonly source: string;
  readonly file: string;
  readonly createdAt: Date;
  readonly plugins: readonly Plugin[];
  readonly force: boolean;
  readonly progress: StatusLine;
}

async function write({ source, file, createdAt, plugins, force, progress }: Writing, signal: AbortSignal): Promise<BackupManifest> {
  await mustFit(source, dirname(file));
  const draft = `${file}.${process.pid}.partial`;
  const draftManifest = manifestPath(draft);
  try {
    // Made before SQLite opens it, as it would be readable for others until its mode is changed.
    await writeFile(draft, "", { mode: BACKUP_MODE, flag: "wx" });
    await chmod(draft, BACKUP_MODE);
    await backUpSqlite(source, draft, { signal, onProgress: (part) => progress.draw(`backup: ${Math.floor(part * 100)} %`) });
    progress.draw("checksum");
    const manifest = await describeBackup(draft, createdAt, plugins, signal);
    await writeFile(draftManifest, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: BACKUP_MODE, flag: "wx", flush: true });
    await sync(draft);
    await giveToOwnerOf(dirname(file), [draft, draftManifest]);
    signal.throwIfAborted();
    // The manifest first: a backup that has its name has its manifest.
    await giveName(draftManifest, manifestPath(file), force);
    try {
      await giveName(draft, file, force);
    } catch (error) {
      if (!force) await rm(manifestPath(file), { force: true });
      throw error;
    }
    return manifest;
  } finally {
    progress.end();
    await removeDraft(draft);
    await rm(draftManifest, { force: true });
  }
}

/** Found out before anything is written, where the file system tells. */
async function mustFit(source: string, folder: string): Promise<void> {
  const [{ size }, { bavail, bsize }] = [await stat(source), await statfs(folder)];
  const free = bavail * bsize;
  if (free >= size) return;
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  throw new CommandFailure(
    `${folder} has ${megabytes(free)} MB free, and the backup takes about ${megabytes(size)} MB: free some space, or pass a folder ` +
      `on another disk. Nothing was written`,
  );
}
