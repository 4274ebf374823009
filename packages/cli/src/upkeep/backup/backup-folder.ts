import { takeSqlite } from "@cadastre/inventory-core/sqlite";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { manifestPath } from "./backup-manifest.ts";
import { keptTimes, type Retention } from "./retention.ts";

/** Names that are given in a folder, by the time in UTC. */
const NAME = /^cadastre-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

/** What a run that was killed, or a machine that lost its power, leaves beside them. */
const DRAFT = /^cadastre-\d{8}T\d{9}Z\.db\.\d+\.partial(\.json|-journal|-wal|-shm)?$/;

/** It stays in the folder: what removes it could remove that of another run. */
const LOCK = ".cadastre-backup.lock";

export const backupName = (time: Date): string => `cadastre-${time.toISOString().replaceAll(/[-:.]/g, "")}.db`;

function timeOf(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second, ms] = NAME.exec(name) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A folder of backups in which no other process makes or removes one, until it is disposed of. */
export interface LockedFolder extends Disposable {
  /** Path of the file that is the lock. */
  readonly lock: string;
}

/**
 * Keeps other runs off a folder, by a lock of the system that goes with the process however it ends, and removes what runs
 * that were killed left there.
 * @throws CommandFailure (7) when another run has it
 */
export async function lockFolder(folder: string): Promise<LockedFolder> {
  const lock = join(folder, LOCK);
  await writeFile(lock, "", { mode: 0o600, flag: "a" });
  const taken = takeSqlite(lock);
  if (taken === undefined)
    throw new CommandFailure(
      `another backup into ${folder} is running: wait for it, or pass another folder. Nothing was written`,
      EXIT.conflict,
    );
  try {
    // SQLite leaves it behind, empty, as it does for a database that is kept by one process.
    await rm(`${lock}-journal`, { force: true });
    for (const name of (await readdir(folder)).filter((one) => DRAFT.test(one))) await rm(join(folder, name), { force: true });
  } catch (error) {
    taken[Symbol.dispose]();
    throw error;
  }
  return { lock, [Symbol.dispose]: () => taken[Symbol.dispose]() };
}

/**
 * Removes the backups of a folder that no rule keeps, with their manifests; only files whose name is one of this command.
 * @param made the name of the newest one, which stays whatever the clock says
 * @returns the paths of those that went
 */
export async function removeOld(folder: string, retention: Retention, made: string): Promise<readonly string[]> {
  const times = new Map(
    (await readdir(folder)).flatMap((name) => {
      const time = timeOf(name);
      return time === undefined ? [] : [[name, time] as const];
    }),
  );
  const kept = keptTimes([...times.values()], retention);
  const old = [...times]
    .filter(([name, time]) => !kept.has(time) && name !== made)
    .map(([name]) => join(folder, name))
    .toSorted();
  for (const path of old) {
    await rm(path, { force: true });
    await rm(manifestPath(path), { force: true });
  }
  return old;
}
