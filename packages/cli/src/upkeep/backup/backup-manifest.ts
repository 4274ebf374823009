import type { Plugin } from "@cadastre/inventory-core";
import { ENGINE_VERSION } from "@cadastre/inventory-core/upkeep";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { keyNeeds } from "../key-needs.ts";

/** What lies beside a backup and says what it is. No key is in it, nor in the backup. */
const BackupManifest = z.object({
  format: z.literal("cadastre-backup/1"),
  /** Version of the program that made it. */
  engine_version: z.string(),
  created_at: z.iso.datetime(),
  /** Migrations that the database has, in order. */
  migrations: z.array(z.string()),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Rows of each table. */
  rows: z.record(z.string(), z.number().int()),
  /** Ids of the keys of ENCRYPTION_KEY that it takes: to start at all, and to verify the audit log. */
  keys: z.object({ encrypted: z.array(z.string()), sealed: z.array(z.string()) }),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const manifestPath = (backup: string): string => `${backup}.json`;

/** Hash and length of a file, read in pieces. */
export async function fileSum(file: string, signal?: AbortSignal): Promise<Pick<BackupManifest, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(file, signal === undefined ? {} : { signal })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Describes a finished copy of a database. */
export async function describeBackup(
  file: string,
  createdAt: Date,
  plugins: readonly Plugin[],
  signal: AbortSignal,
): Promise<BackupManifest> {
  const sum = await fileSum(file, signal);
  using snapshot = new SqliteSnapshot(file);
  const { encrypted, sealed } = keyNeeds(snapshot, plugins);
  return {
    format: "cadastre-backup/1",
    engine_version: ENGINE_VERSION,
    created_at: createdAt.toISOString(),
    migrations: snapshot.migrations().map(({ name }) => name),
    ...sum,
    rows: Object.fromEntries(snapshot.tables().map(({ name }) => [name, snapshot.count(name)])),
    keys: { encrypted: [...encrypted], sealed: [...sealed] },
  };
}

/** @returns undefined when a backup has none. @throws CommandFailure when it cannot be understood */
export async function readManifest(backup: string): Promise<BackupManifest | undefined> {
  const path = manifestPath(backup);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch {
    throw new CommandFailure(
      `${path} is not a backup manifest known to this version: use the version that created it, or move the manifest away to do without`,
      EXIT.data,
    );
  }
}
