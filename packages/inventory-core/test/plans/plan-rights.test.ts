import { createInventory, type Inventory, type InventoryServices, type Plan } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const READS = ["space", "datacenter", "network", "pool", "allocation", "device", "relationship", "conflict"].flatMap((thing) => [
  `${thing}:list`,
  `${thing}:read`,
]);

describe.each(DATABASES)("who may do what with plans on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeAll(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage(), planReview: "other" });
  });
  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const as = (name: string, ...permissions: readonly string[]): InventoryServices =>
    inventory.as({
      kind: "user",
      userId: name,
      username: name,
      permissions: new Set(permissions),
      credential: KEY_CREDENTIAL,
      credentialId: name,
    });
  const proposer = (): InventoryServices => as("ada", ...READS, "plan:list", "plan:read", "plan:create");
  const create = async (name: string): Promise<Plan> =>
    await proposer().plans.create({ title: "x", steps: [{ operation: "devices.create", body: { name } }] });

  it("is planned by whoever may read what it touches, though they may change nothing", async () => {
    const plan = await create("planned");
    expect(plan).toMatchObject({ status: "open", created_by: { user_id: "ada", username: "ada" } });
    await expect(proposer().devices.create({ name: "planned" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(proposer().plans.apply(plan.id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await proposer().plans.get(plan.id)).toEqual(plan);
  });

  it("is not planned by who may not read what the steps are about, or what follows them", async () => {
    const blind = as("bob", "plan:create", "network:read");
    const device = await inventory.devices.create({ name: "unseen", addresses: [{ ip: "10.9.0.5" }] });
    const step = { operation: "devices.update", params: { id: device.id }, body: { name: "x" } };
    await expect(blind.plans.create({ title: "x", steps: [step] })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "device:read" },
    });
    // The same of a device that there is not: nothing is told of it.
    await expect(blind.plans.create({ title: "x", steps: [{ ...step, params: { id: "none" } }] })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const network = { operation: "networks.create", body: { name: "n", subnet: "10.9.0.0/24" } };
    await expect(blind.plans.create({ title: "x", steps: [network] })).rejects.toMatchObject({ details: { permission: "device:read" } });
    expect(await blind.plans.create({ title: "x", steps: [{ ...network, body: { name: "n", subnet: "10.8.0.0/24" } }] })).toMatchObject({
      status: "open",
    });
  });

  it("shows itself to those only who may read what it touches", async () => {
    const { id } = await create("shown");
    const blind = as("bob", "plan:read", "plan:create", "plan:reject", "plan:apply", "device:create");
    for (const method of ["get", "refresh", "reject", "apply"] as const)
      await expect(blind.plans[method](id)).rejects.toMatchObject({ code: "FORBIDDEN", details: { permission: "device:read" } });
  });

  it("is applied by who has the permission of every step, and did not make it", async () => {
    const { id, digest } = await create("applied");
    await expect(as("bob", ...READS, "plan:apply").plans.apply(id)).rejects.toMatchObject({ details: { permission: "device:create" } });
    const ada = as("ada", ...READS, "plan:apply", "device:create");
    await expect(ada.plans.apply(id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("other than its author"),
    });
    expect(await as("eve", ...READS, "plan:apply", "device:create").plans.apply(id, { digest })).toMatchObject({
      status: "applied",
      applied_by: { user_id: "eve" },
    });
    // The program itself may.
    const ours = await create("by the program");
    expect(await inventory.plans.apply(ours.id, { digest: ours.digest })).toMatchObject({
      applied_by: { user_id: null, username: "system" },
    });
  });

  it("is what it was when the one who made it has lost their rights meanwhile: others apply it, and they do nothing with it", async () => {
    const { id, digest } = await create("outlived");
    const left = as("ada", "network:read");
    for (const method of ["get", "refresh", "reject", "apply"] as const)
      await expect(left.plans[method](id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await as("eve", ...READS, "plan:apply", "device:create").plans.apply(id, { digest })).toMatchObject({
      status: "applied",
      created_by: { user_id: "ada" },
      applied_by: { user_id: "eve" },
    });
  });

  it("is not applied by who may not do it any more, and stays open", async () => {
    const { id } = await create("not yet");
    await expect(as("eve", ...READS, "plan:apply").plans.apply(id)).rejects.toMatchObject({ details: { permission: "device:create" } });
    expect(await inventory.plans.get(id)).toMatchObject({ status: "open", stale: false });
  });

  it("asks for permissions that a step turns out to need when it is applied", async () => {
    const network = await inventory.networks.create({ name: "own", subnet: "10.7.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.7.0.10", end_ip: "10.7.0.19" });
    await inventory.pools.allocate(pool.id, { ip: "10.7.0.19" });
    const { id, digest } = await proposer().plans.create({
      title: "x",
      steps: [{ operation: "pools.update", params: { id: pool.id }, body: { end_ip: "10.7.0.12", release_outside: true } }],
    });
    const eve = as("eve", ...READS, "plan:apply", "pool:update");
    await expect(eve.plans.apply(id, { digest })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "allocation:delete" },
    });
    expect(await inventory.plans.get(id)).toMatchObject({ status: "open", stale: false });
  });

  it("is not read by who may not read its declared records, also of a kind whose permissions have another name", async () => {
    const steps = [{ operation: "vlanGroups.create", body: { name: "office" } }];
    const { id } = await as("ada", "plan:create", "vlan-group:read").plans.create({ title: "x", steps });
    await expect(as("eve", ...READS, "plan:read").plans.get(id)).rejects.toMatchObject({ details: { permission: "vlan-group:read" } });
    expect(await as("eve", "plan:read", "vlan-group:read").plans.get(id)).toMatchObject({ status: "open" });
  });

  it("knows no other review", async () => {
    await expect(createInventory({ storage: place.storage(), planReview: "odd" as "any" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
