/**
 * Where what is in a folder of sources is tested first, by paths from the root: of several the longest path counts. AGENTS.md shows it.
 * Folders without a row of their own are tested where their package is.
 */
export const TEST_FOLDERS: readonly (readonly [sources: string, ...tests: readonly string[]])[] = [
  ["packages/inventory-core/src/address", "packages/inventory-core/test/address"],
  ["packages/inventory-core/src/address-space", "packages/inventory-core/test/address-space", "packages/inventory-core/test/model"],
  ["packages/inventory-core/src/audit", "packages/inventory-core/test/audit", "packages/http-h3/test/api/events"],
  ["packages/inventory-core/src/background", "packages/inventory-core/src/background"],
  ["packages/inventory-core/src/callers", "packages/http-h3/test/embedding"],
  ["packages/inventory-core/src/cascades", "packages/inventory-core/test/model", "packages/inventory-core/test/conflicts"],
  ["packages/inventory-core/src/composition", "packages/inventory-core/test/contract"],
  ["packages/inventory-core/src/conflicts", "packages/inventory-core/test/conflicts", "packages/http-h3/test/api/conflicts.test.ts"],
  ["packages/inventory-core/src/contract", "packages/inventory-core/test/contract"],
  ["packages/inventory-core/src/dashboard", "packages/inventory-core/test/dashboard", "packages/http-h3/test/api/dashboard.test.ts"],
  ["packages/inventory-core/src/datacenters", "packages/http-h3/test/api/datacenters.test.ts", "packages/inventory-core/test/model"],
  ["packages/inventory-core/src/devices", "packages/http-h3/test/api/devices.test.ts", "packages/inventory-core/test/devices"],
  ["packages/inventory-core/src/discovery", "packages/inventory-core/test/discovery", "packages/http-h3/test/api/discovery"],
  ["packages/inventory-core/src/events", "packages/inventory-core/test/events", "packages/http-h3/test/api/events"],
  ["packages/inventory-core/src/exports", "packages/http-h3/test/api/exports.test.ts", "packages/importers/test/exports.test.ts"],
  ["packages/inventory-core/src/fields", "packages/http-h3/test/api/own-fields.test.ts", "packages/inventory-core/test/fields"],
  ["packages/inventory-core/src/history", "packages/http-h3/test/api/events/history.test.ts", "packages/inventory-core/test/history"],
  ["packages/inventory-core/src/import", "packages/inventory-core/test/import", "packages/http-h3/test/api/import.test.ts"],
  ["packages/inventory-core/src/manifest", "packages/http-h3/test/api/manifest.test.ts", "packages/client/test"],
  ["packages/inventory-core/src/names", "packages/inventory-core/test/names"],
  ["packages/inventory-core/src/network-plans", "packages/http-h3/test/api/network-plans", "packages/inventory-core/test/network-plans"],
  [
    "packages/inventory-core/src/networks",
    "packages/http-h3/test/api/networks.test.ts",
    "packages/inventory-core/test/model",
    "packages/http-h3/test/api/network-allocation",
    "packages/inventory-core/test/networks",
  ],
  ["packages/inventory-core/src/plans", "packages/http-h3/test/api/plans.test.ts", "packages/inventory-core/test/plans"],
  ["packages/inventory-core/src/pools", "packages/http-h3/test/api/pools.test.ts", "packages/inventory-core/test/pools"],
  [
    "packages/inventory-core/src/relationships",
    "packages/http-h3/test/api/relationships.test.ts",
    "packages/inventory-core/test/relationships",
  ],
  ["packages/inventory-core/src/search", "packages/inventory-core/test/search", "packages/http-h3/test/api/search.test.ts"],
  ["packages/inventory-core/src/secrets", "packages/inventory-core/test/secrets"],
  ["packages/inventory-core/src/spaces", "packages/http-h3/test/api/spaces", "packages/inventory-core/test/model"],
  ["packages/inventory-core/src/storage", "packages/inventory-core/test/storage"],
  [
    "packages/inventory-core/src/testing",
    "packages/inventory-core/test/storage/storages.test.ts",
    "packages/inventory-core/test/discovery",
  ],
  ["packages/inventory-core/src/undo", "packages/http-h3/test/api/undo", "packages/inventory-core/test/undo"],
  ["packages/inventory-core/src/verification", "packages/inventory-core/test/verification"],
  ["packages/auth/src/oauth", "packages/http-h3/test/oauth"],
  ["packages/auth/src", "packages/auth/test", "packages/http-h3/test/auth"],
  ["packages/http-h3/src/limits", "packages/http-h3/test/limits"],
  ["packages/http-h3/src/openapi", "packages/http-h3/test/openapi"],
  ["packages/http-h3/src/request", "packages/http-h3/test/requests"],
  ["packages/http-h3/src/server", "packages/http-h3/test/serving"],
  ["packages/http-h3/src/tracing", "packages/http-h3/test/tracing"],
  ["packages/http-h3/src", "packages/http-h3/test/requests", "packages/http-h3/test/serving"],
  ["packages/webhooks/src", "packages/webhooks/test"],
  ["packages/mcp/src", "packages/mcp/test"],
  ["packages/client/src", "packages/client/test"],
  ["packages/importers/src", "packages/importers/test"],
  ["packages/discovery-scanner/src", "packages/discovery-scanner/test"],
  ["packages/web-ui/page", "packages/web-ui/test"],
  ["packages/web-ui/src", "packages/web-ui/test"],
  ["packages/cli/src/accounts", "packages/cli/test/accounts"],
  ["packages/cli/src/client", "packages/cli/test/client"],
  ["packages/cli/src/settings", "packages/cli/test/settings"],
  ["packages/cli/src/upkeep", "packages/cli/test/upkeep"],
  ["packages/cli/src", "packages/cli/test/server"],
  ["packages/create-cadastre/src", "packages/create-cadastre/test"],
];

/** The test folders and files of a changed file, by its path from the root; none when no row names it. */
export function testFoldersOf(file: string): readonly string[] {
  const rows = TEST_FOLDERS.filter(([sources]) => file.startsWith(`${sources}/`)).toSorted(([one], [other]) => other.length - one.length);
  return rows[0]?.slice(1) ?? [];
}
