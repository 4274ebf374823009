import type { Plugin } from "@cadastre/inventory-core";
import { backUpSqlite, makeFolder } from "@cadastre/inventory-core/sqlite";
import { access, chmod, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { processTerminal } from "../client/terminal.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { untilSignal } from "../interruption.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import { StatusLine } from "../status-line.ts";
import { type BackupManifest, describeBackup, manifestPath } from "./backup-manifest.ts";
import { fileFailure } from "./file-failure.ts";
import { sqliteFileOf } from "./sqlite-file.ts";
import { upkeepConfiguration } from "./upkeep-configuration.ts";
import { giveName, removeDraft, sync } from "./whole-file.ts";

export interface BackupCreateOptions {
  /** Replaces a backup of the same name. */
  readonly force?: boolean;
  /** How many backups of the folder stay, the newest. */
  readonly keep?: number;
  readonly json?: boolean;
}

/** Only its owner may read it: it has hashes of passwords and keys. */
const BACKUP_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Names that are given in a folder; they sort by time. */
const NAME = /^cadastre-\d{8}T\d{9}Z\.db$/;
const nameAt = (time: Date): string => `cadastre-${time.toISOString().replaceAll(/[-:.]/g, "")}.db`;

/**
 * Backs up the SQLite database of the settings, while servers write to it, and prints the path of the backup.
 * @param target a file, or a folder in which it gets a name; `backups` beside the database unless given
 * @throws SettingsError, CommandFailure
 */
export async function runBackupCreate(environment: Environment, target: string | undefined, options: BackupCreateOptions): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const source = await sqliteFileOf(settings);
  const createdAt = new Date();
  try {
    const { file, folder } = await placeOf(target, source, createdAt);
    if (folder === undefined && options.keep !== undefined) throw new CommandFailure("--keep is for a folder of backups: name a folder instead of a file", EXIT.usage);
    await mustBeFree(file, options.force === true);
    const manifest = await untilSignal(async (signal) => await write({ source, file, createdAt, plugins, force: options.force === true, progress: new StatusLine(processTerminal(environment)) }, signal));
    const removed = folder === undefined || options.keep === undefined ? [] : await removeOld(folder, options.keep);
    if (options.json === true) print(JSON.stringify({ path: file, ...manifest, removed }));
    else print(file);
    note(`${manifest.bytes} bytes, ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows${removed.length > 0 ? `; ${removed.length} older backups removed` : ""}`);
    if (manifest.keys.encrypted.length > 0) note("the encryption key is not in it: keep a copy of it (encryption.key, or ENCRYPTION_KEY) in another place");
  } catch (error) {
    throw fileFailure(error, "the backup was not made");
  }
}

async function placeOf(target: string | undefined, source: string, time: Date): Promise<{ readonly file: string; readonly folder: string | undefined }> {
  const given = target === undefined ? join(dirname(source), "backups") : resolve(target);
  const known = await stat(given).catch(() => undefined);
  if (known?.isDirectory() !== true && target !== undefined && !/[/\\]$/.test(target)) return { file: given, folder: undefined };
  if (known === undefined) makeFolder(given, FOLDER_MODE);
  return { file: join(given, nameAt(time)), folder: given };
}

async function mustBeFree(file: string, force: boolean): Promise<void> {
  if (force) return;
  for (const path of [file, manifestPath(file)]) {
    const taken = await access(path).then(() => true, () => false);
    if (taken) throw new CommandFailure(`${path} is there already: name another file, or replace it with --force`);
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
  throw new CommandFailure(`${folder} has ${megabytes(free)} MB free, and the backup takes about ${megabytes(size)} MB: free some space, or name a folder on another disk. Nothing was written`);
}

/** Only files that a backup of this command has the name of. @returns the paths of those that went */
async function removeOld(folder: string, keep: number): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).toSorted().toReversed();
  const old = names.slice(keep).map((name) => join(folder, name));
  for (const path of old) {
    await rm(path, { force: true });
    await rm(manifestPath(path), { force: true });
  }
  return old;
}
