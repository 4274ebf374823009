import type { DialectName, StorageOpenOptions } from "@cadastre/inventory-core";
import { createHash, randomUUID } from "node:crypto";
import type { PostgresDatabases } from "./postgres-databases.ts";

/** A key of the migrations of some models: databases with the same key have the same tables. */
export const migrationsKey = (dialect: DialectName, { models }: StorageOpenOptions): string =>
  createHash("sha256")
    .update(JSON.stringify(models.flatMap(({ migrations }) => migrations[dialect])))
    .digest("hex")
    .slice(0, 24);

/**
 * The models whose migrations run no code: a template would run it once for all its copies. The code of the core's migrations does
 * nothing in an empty database.
 */
export const templateOptions = (dialect: DialectName, options: StorageOpenOptions): StorageOpenOptions => ({
  ...options,
  models: options.models.filter(({ migrations }) =>
    migrations[dialect].every(({ name, step }) => step === undefined || name.startsWith("core/")),
  ),
});

/** A copy would be taken for a database that was moved (decision 0035). */
const FORGET_PLACE = `do $$ begin
  if to_regclass('event') is not null then comment on column event.txid is null; end if;
end $$`;

/** SQLSTATE of a template that does not exist, and of a name that exists or is being created. */
const MISSING = "3D000";
const TAKEN: readonly unknown[] = ["42P04", "23505"];
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/**
 * Creates a database as a copy of a template, and the template when it does not exist.
 * @param template the same name for the same {@link migrationsKey}
 * @param options {@link templateOptions} of what the storage is opened with
 */
export async function copyMigrated(
  databases: PostgresDatabases,
  name: string,
  template: string,
  options: StorageOpenOptions,
): Promise<void> {
  try {
    return await databases.createDatabase(name, template);
  } catch (error) {
    if (codeOf(error) !== MISSING) throw error;
  }
  const { postgresql } = await import("@cadastre/inventory-core/postgresql");
  const own = `${template}_${randomUUID().slice(0, 8)}`;
  await databases.createDatabase(own);
  try {
    const opened = await postgresql(databases.url(own)).open(options);
    await opened.write(async (transaction) => await transaction.exec(FORGET_PLACE));
    await opened.close();
    // It gets its name when it is complete.
    await databases.createDatabase(template, own).catch((error: unknown) => {
      if (!TAKEN.includes(codeOf(error))) throw error;
    });
  } finally {
    await databases.dropDatabase(own);
  }
  await databases.createDatabase(name, template);
}
