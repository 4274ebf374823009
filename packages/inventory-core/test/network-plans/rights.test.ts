import { createInventory, type Inventory, type InventoryServices } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.for(DATABASES)("plans of networks take reading, and applying them what each step takes, on %s", async ([, openPlace]) => {
  await using place = await openPlace();
  await using inventory: Inventory = await createInventory({ storage: place.storage() });
  const as = (...permissions: readonly string[]): InventoryServices =>
    inventory.as({
      kind: "user",
      userId: "ada",
      username: "ada",
      permissions: new Set(permissions),
      credential: KEY_CREDENTIAL,
      credentialId: "ada",
    });
  const lan = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/24" });
  const pool = await inventory.pools.create(lan.id, { name: "secret", start_ip: "10.0.0.120", end_ip: "10.0.0.130" });
  await inventory.devices.create({ name: "d", addresses: [{ ip: "10.0.0.7" }] });
  // Nothing is told of pools to who may not read them, and no plan shows records that its maker may not read.
  const blind = as("plan:create", "network:read");
  await expect(blind.networks.split(lan.id, { length: 25 })).rejects.toMatchObject({ details: { permission: "pool:read" } });
  await expect(blind.networks.resize(lan.id, { subnet: "10.0.0.0/25" })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "10.0.0.0/25 leaves pools outside; move or delete them first",
  });
  const short = as("plan:create", "network:read", "pool:read");
  await expect(short.networks.split(lan.id, { length: 25 })).rejects.toMatchObject({ message: expect.stringContaining("secret") });
  await inventory.pools.update(pool.id, { end_ip: "10.0.0.127" });
  await expect(short.networks.split(lan.id, { length: 25 })).rejects.toMatchObject({ details: { permission: "device:read" } });
  await expect(short.networks.renumber(lan.id, { subnet: "10.1.0.0/24" })).rejects.toMatchObject({ code: "FORBIDDEN" });

  const reads = ["network:read", "pool:read", "allocation:read", "device:read"];
  const { id } = await as("plan:create", ...reads).networks.split(lan.id, { length: 25 });
  const needs = ["plan:apply", "network:create", "network:update", "pool:update"];
  for (const missing of needs)
    await expect(as(...reads, ...needs.filter((one) => one !== missing)).plans.apply(id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: missing },
    });
  expect(await as(...reads, ...needs).plans.apply(id)).toMatchObject({ status: "applied" });
  // What is a step of such a plan is none that anybody may make.
  const steps = [{ operation: "networks.split/contents", body: { id: lan.id, part_ids: [] } }];
  await expect(inventory.plans.create({ title: "x", steps })).rejects.toMatchObject({ details: { "steps[0].operation": {} } });
});
