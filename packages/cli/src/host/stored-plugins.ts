import { authPlugin } from "@cadastre/auth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import type { EncryptedColumn, Plugin, StoredModel } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { webhooksPlugin } from "@cadastre/webhooks";

/** The plugins that have tables: the standard ones, and those of the config file, which may stand in for them. */
export function storedPlugins(own: readonly Plugin[] = []): readonly Plugin[] {
  const standard = [authPlugin(), webhooksPlugin(), discoveryAgentPlugin(), discoverySnmpPlugin(), leaseSourcesPlugin()];
  return [...new Map([...standard, ...own].map((plugin) => [plugin.id, plugin])).values()];
}

/** What the core and each plugin keep in storage, in the order in which their migrations are applied. */
export function storedModels(plugins: readonly Plugin[]): readonly StoredModel[] {
  return [coreModel, ...plugins.flatMap(({ model }) => (model === undefined ? [] : [model]))];
}

/** Columns whose values are encrypted. */
export function encryptedColumns(plugins: readonly Plugin[]): readonly EncryptedColumn[] {
  return plugins.flatMap(({ encryptedColumns: columns }) => [...(columns ?? [])]);
}
