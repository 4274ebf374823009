import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { authPlugin } from "../src/index.ts";

/** decisions.md §11, as far as the things exist: all other permissions are an administrator's. */
const CRUD = ["list", "read", "create", "update", "delete"];
const VIEWER = ["device", "network", "datacenter", "pool", "relationship", "discovery", "conflict", "allocation", "webhook"].flatMap((thing) => [`${thing}:list`, `${thing}:read`]);
const OPERATOR = [
  ...VIEWER,
  ...["device", "network", "pool", "relationship", "discovery", "allocation"].flatMap((thing) => CRUD.map((action) => `${thing}:${action}`)),
  "conflict:update",
  "conflict:detect",
  "event:read",
  "import:apply",
];

it("built-in roles hold what the decisions say", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [authPlugin({ bcryptCost: 4 })] });
  const declared = inventory.host.permissions;
  expect(declared.length).toBeGreaterThan(0);
  for (const { name, roles } of declared) {
    expect({ name, roles: roles.toSorted() }).toEqual({ name, roles: [...(OPERATOR.includes(name) ? ["operator"] : []), ...(VIEWER.includes(name) ? ["viewer"] : [])] });
  }
});
