import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { Storage, StorageOpenOptions } from "../packages/inventory-core/src/contract/storage/storage.ts";
import { postgresql } from "../packages/inventory-core/src/storage/postgresql/index.ts";
import { PostgresDatabases } from "../packages/testing/src/postgres/postgres-databases.ts";
import { begun, keyOf, type TestDatabase } from "./copied-database.ts";
import { sqliteDatabase } from "./sqlite-database.ts";

/** A database of its own on the server of the run. */
export async function postgresqlDatabase(): Promise<TestDatabase> {
  const server = new PostgresDatabases(inject("postgresAdminUrl"));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const url = server.url(name);
  let made: Promise<void> | undefined;
  const open = (options: StorageOpenOptions): Promise<void> => (made ??= copyDatabase(server, name, options));
  return {
    url,
    storage: () => begun(postgresql(url), () => false, open),
    [Symbol.asyncDispose]: async () => await server.dropDatabase(name),
  };
}

/** A database of its own of either kind. */
export async function newDatabase(dialect: Storage["dialect"]): Promise<TestDatabase> {
  return dialect === "sqlite" ? await sqliteDatabase() : await postgresqlDatabase();
}

/** The template would say of each copy that it is a database which was moved (decision 0035). */
const FORGET_PLACE = `do $$ begin
  if to_regclass('event') is not null then comment on column event.txid is null; end if;
end $$`;

/** SQLSTATE of a template that is not there, and of a name that is taken, or is being taken at this moment. */
const MISSING = "3D000";
const TAKEN: readonly unknown[] = ["42P04", "23505"];
const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

async function copyDatabase(server: PostgresDatabases, name: string, options: StorageOpenOptions): Promise<void> {
  const template = `template_${keyOf("postgresql", options)}`;
  try {
    return await server.createDatabase(name, template);
  } catch (error) {
    if (codeOf(error) !== MISSING) throw error;
  }
  const own = `${template}_${randomUUID().slice(0, 8)}`;
  await server.createDatabase(own);
  const opened = await postgresql(server.url(own)).open(options);
  await opened.write(async (transaction) => await transaction.exec(FORGET_PLACE));
  await opened.close();
  // Under its name it is whole at once.
  await server.createDatabase(template, own).catch((error: unknown) => {
    if (!TAKEN.includes(codeOf(error))) throw error;
  });
  await server.dropDatabase(own);
  await server.createDatabase(name, template);
}
