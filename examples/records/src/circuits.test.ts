import { createHandler } from "@cadastre/http-h3";
import { createInventory, KeyRing } from "@cadastre/inventory-core";
import { mcpPlugin } from "@cadastre/mcp";
import { describeRecord, freshStorage } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { describe, it } from "vitest";
import { Circuit, circuitsPlugin } from "./circuits.ts";
import { filesOf } from "./files.ts";

// #region walk
describeRecord({ describe, it }, Circuit, {
  createHost: async ({ plugins, network }) => {
    const inventory = await createInventory({
      storage: await freshStorage(),
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [...plugins, circuitsPlugin(), mcpPlugin(), webhooksPlugin({ network })],
    });
    const { fetch } = createHandler(inventory.host, { rateLimit: { enabled: false } });
    return { inventory, fetch, files: filesOf(Circuit, [Circuit]) };
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
