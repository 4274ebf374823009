import { type MigrationStatus, migrationStatusOf, type Plugin } from "@cadastre/inventory-core";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { open, stat } from "node:fs/promises";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { type BackupManifest, fileSum, readManifest } from "./backup-manifest.ts";

/** What the first 16 bytes of every SQLite database are. */
const MAGIC = "SQLite format 3\0";

export interface CheckedBackup {
  readonly manifest: BackupManifest | undefined;
  readonly migrations: MigrationStatus;
}

/** Checks a file without changing it: that it is a whole backup, which this version can use. @throws CommandFailure */
export async function checkBackup(file: string, plugins: readonly Plugin[], signal: AbortSignal): Promise<CheckedBackup> {
  const refuse = (why: string): CommandFailure => new CommandFailure(`${file} ${why}`, EXIT.data);
  await mustBeSqlite(file, refuse);
  const manifest = await readManifest(file);
  if (manifest !== undefined) {
    const { bytes, sha256 } = await fileSum(file, signal);
    if (bytes !== manifest.bytes)
      throw refuse(`has ${bytes} bytes, but had ${manifest.bytes} when it was created: it was truncated or modified. Use another backup`);
    if (sha256 !== manifest.sha256) throw refuse("was modified (its SHA-256 differs from the manifest): use another backup");
  }
  try {
    using snapshot = new SqliteSnapshot(file);
    const migrations = migrationStatusOf(snapshot.migrations(), "sqlite", plugins);
    if (migrations.applied.length + migrations.unknown.length === 0) throw refuse("is a SQLite database, but not of Cadastre");
    const [newer] = migrations.incompatible;
    if (newer !== undefined)
      throw refuse(
        `has the migration ${newer}, which this version does not know: use the version that made ` +
          `it${manifest === undefined ? "" : ` (${manifest.engine_version})`}, or a newer one`,
      );
    const [problem] = snapshot.problems();
    if (problem !== undefined) throw refuse(`is damaged (${problem}): use another backup`);
    return { manifest, migrations };
  } catch (error) {
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { readonly code?: string }).code)))
      throw refuse(`is damaged (${error.message}): use another backup`);
    throw error;
  }
}

async function mustBeSqlite(file: string, refuse: (why: string) => CommandFailure): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new CommandFailure(`file not found: ${file}`);
    throw error;
  });
  if (!found.isFile()) throw refuse("is not a file");
  await using handle = await open(file, "r");
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
  if (bytesRead < MAGIC.length || buffer.toString("latin1") !== MAGIC) throw refuse("is not a backup: it has no SQLite header");
}
