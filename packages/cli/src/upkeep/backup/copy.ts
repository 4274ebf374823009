import { migrate, migrationStatusOf, type Plugin } from "@cadastre/inventory-core";
import { storageErrors } from "@cadastre/inventory-core/storage-kit";
import { copyToPostgresql, CopyRefused, type CopiedTable, postgresql, postgresqlState } from "@cadastre/inventory-core/postgresql";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { processTerminal } from "../../client/terminal.ts";
import { withDatabase } from "../database-command.ts";
import { schemaOf } from "../database.ts";
import { CommandFailure, EXIT } from "../../exit-codes.ts";
import { tablesOf } from "../../host/standard-plugins.ts";
import { pluginsThere } from "../../host/stored-plugins.ts";
import { untilSignal } from "../../server/interruption.ts";
import { note, print } from "../../say.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { StatusLine } from "../../status-line.ts";
import { copyTarget } from "./copy-target.ts";
import { fileFailure } from "../file-failure.ts";
import type { JsonOption } from "../json-option.ts";
import { keyNeeds } from "../key-needs.ts";
import { sqliteFileOf } from "./sqlite-file.ts";
import { upkeepConfiguration } from "../upkeep-configuration.ts";

export interface CopyCommandOptions extends JsonOption {
  /** `postgresql://…` without a password, `env:NAME` or `file:PATH`. */
  readonly to: string;
}

/**
 * Copies the SQLite database of the settings, as it is at this moment, into an empty PostgreSQL database, compares every
 * row, and verifies the copy.
 * @throws SettingsError, EngineFailure, CommandFailure
 */
export async function runCopy(environment: Environment, { to, json = false }: CopyCommandOptions): Promise<void> {
  const { settings, plugins } = await upkeepConfiguration(environment);
  const source = await sqliteFileOf(settings);
  const url = copyTarget(to, environment);
  // The settings are those of the source, which has none: it is that of the target.
  const schema = schemaOf(settings);
  const progress = new StatusLine(processTerminal(environment));
  let tables: readonly CopiedTable[];
  try {
    tables = await untilSignal(async (signal) => {
      using snapshot = new SqliteSnapshot(source);
      await prepare(url, mustBeCurrent(snapshot, plugins), schema);
      const copied = await copyToPostgresql(snapshot, url, {
        ...schema,
        signal,
        onProgress: (step, table, rows) => progress.draw(`${step} ${table}: ${rows} rows`),
      });
      progress.end();
      const { encrypted, sealed } = keyNeeds(snapshot, plugins);
      if (encrypted.length + sealed.length > 0)
        note(
          "set ENCRYPTION_KEY of the servers on PostgreSQL to the keys of the source (the text of encryption.key, or its ENCRYPTION_KEY)",
        );
      return copied;
    });
  } catch (error) {
    if (error instanceof CopyRefused) throw new CommandFailure(error.message);
    throw fileFailure(error, "nothing was copied");
  } finally {
    progress.end();
  }
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  note(`${rows} rows of ${tables.length} tables are equal in source and target`);
  if (json) print(JSON.stringify({ tables: Object.fromEntries(tables.map((table) => [table.table, table.rows])), rows, equal: true }));
  else for (const table of tables) print(`${table.table} ${table.rows}`);
  const { count } = await withDatabase(
    { ...environment, DATABASE_URL: url, DATABASE_URL_FILE: undefined },
    { reads: true },
    async (inventory) => await inventory.verify(),
  );
  if (count > 0)
    throw new CommandFailure(
      `the copy is equal, but the source has ${count} differences in derived data too: cadastre rebuild repairs them, in either`,
      EXIT.data,
    );
  note("verify found no differences in the target");
}

/** @returns the plugins whose tables the source has @throws CommandFailure when it has others, or pending migrations */
function mustBeCurrent(snapshot: SqliteSnapshot, plugins: readonly Plugin[]): readonly Plugin[] {
  const applied = snapshot.migrations();
  const there = pluginsThere(plugins, applied, "sqlite");
  const {
    pending,
    unknown,
    notLoaded: [other],
  } = migrationStatusOf(applied, "sqlite", there);
  if (other !== undefined) {
    const { id, source } = other;
    const refusal = storageErrors.PLUGIN_NOT_LOADED({ has: "tables", plugin: id, ...(source === undefined ? {} : { source }) });
    throw new CommandFailure(refusal.message, EXIT.data);
  }
  if (unknown.length > 0)
    throw new CommandFailure(
      `the source has the migration ${unknown[0]}, which this version does not know: use the version that the server runs`,
      EXIT.data,
    );
  if (pending.length > 0) {
    const names = pending.map(({ migration }) => migration).join(", ");
    throw new CommandFailure(`the source has pending migrations (${names}): apply them with cadastre migrate up`, EXIT.data);
  }
  return there;
}

/** Makes the tables where there are none. What other programs have in a database stays as it is. */
async function prepare(url: string, plugins: readonly Plugin[], schema: { readonly schema?: string }): Promise<void> {
  const { tables, migrations } = await postgresqlState(url, schema);
  if (tables.length > 0 && migrations.length === 0)
    throw new CopyRefused(
      `the target has tables of another program (${tables.slice(0, 3).join(", ")}): copy into a new database (createdb)`,
    );
  await migrate(postgresql(url, { maxConnections: 2, ...schema }), { plugins: plugins.map((plugin) => tablesOf(plugin, true)) });
}
