import { authPlugin } from "@cadastre/auth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import type { AppliedMigration, DialectName, EncryptedColumn, Plugin } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";

/**
 * The plugins that have tables: the standard ones, and those of the config file, which may stand in for them.
 * @param without standard plugins that are left out: their tables are neither created nor migrated
 */
export function storedPlugins(own: readonly Plugin[] = [], without: readonly string[] = []): readonly Plugin[] {
  const standard = [authPlugin(), webhooksPlugin(), discoveryAgentPlugin(), discoverySnmpPlugin(), leaseSourcesPlugin()].filter(
    ({ id }) => !without.includes(id),
  );
  return [...new Map([...standard, ...own].map((plugin) => [plugin.id, plugin])).values()];
}

/**
 * Those of some plugins that have no tables, or whose tables a database has, and whose required plugins are among them.
 * @param applied the migrations that the database has
 */
export function pluginsThere(plugins: readonly Plugin[], applied: readonly AppliedMigration[], dialect: DialectName): readonly Plugin[] {
  const names = new Set(applied.map(({ name }) => name));
  const isThere = ({ model }: Plugin): boolean => model === undefined || model.migrations[dialect].some(({ name }) => names.has(name));
  const missing = new Set(plugins.filter((plugin) => !isThere(plugin)).map(({ id }) => id));
  const there = plugins.filter(({ id, requires = [] }) => !missing.has(id) && !requires.some((needed) => missing.has(needed)));
  return there.length === plugins.length ? there : pluginsThere(there, applied, dialect);
}

/** Columns whose values are encrypted, those of declared secrets included. */
export function encryptedColumns(plugins: readonly Pick<Plugin, "encryptedColumns" | "records">[]): readonly EncryptedColumn[] {
  return plugins.flatMap(({ encryptedColumns: columns = [], records = [] }) => [
    ...columns,
    ...records.flatMap(({ name, secrets }) => secrets.map((column) => ({ table: name, column }))),
  ]);
}
