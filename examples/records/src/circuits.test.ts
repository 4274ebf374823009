import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHandler } from "@cadastre/http-h3";
import { createInventory, KeyRing } from "@cadastre/inventory-core";
import { backUpSqlite, sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { describeRecord } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { describe, it } from "vitest";
import { Circuit, circuitsPlugin } from "./circuits.ts";
import { filesOf } from "./files.ts";

// #region walk
describeRecord({ describe, it }, Circuit, {
  createHost: async ({ plugins, network }) => {
    const folder = await mkdtemp(join(tmpdir(), "circuits-"));
    const [file, backup] = [join(folder, "inventory.db"), join(folder, "backup.db")];
    const inventory = await createInventory({
      storage: sqlite(file),
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [...plugins, circuitsPlugin(), mcpPlugin(), webhooksPlugin({ network })],
    });
    const { fetch } = createHandler(inventory.host, { rateLimit: { enabled: false } });
    return {
      inventory,
      fetch,
      files: filesOf(Circuit, [Circuit]),
      restore: async () => {
        await backUpSqlite(file, backup);
        return await createInventory({ storage: sqlite(backup), plugins: [circuitsPlugin()] });
      },
      dispose: async () => await rm(folder, { recursive: true, force: true }),
    };
  },
  samples: async ({ datacenters, devices }) => {
    const fra1 = await datacenters.create({ name: "fra1" });
    const [a, b] = [await devices.create({ name: "a" }), await devices.create({ name: "b" })];
    return [
      { name: "C-1", provider: "Acme", bandwidth_mbps: 1000, datacenter_id: fra1.id, device_ids: [a.id, b.id] },
      { name: "C-2", provider: "Acme", status: "planned" },
      { name: "C-1", provider: "Other carrier", device_ids: [b.id] },
    ];
  },
  change: { status: "terminated", bandwidth_mbps: null, device_ids: [] },
});
// #endregion
