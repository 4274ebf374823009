import { createInventory, type Conflict, type Inventory, type InventoryServices } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DUPLICATE = "10.0.0.5 is held by ";
const OVERLAP = "10.9.0.0/24 is the subnet of ";

describe.each(DATABASES)("names in conflicts on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  beforeEach(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
    await inventory.networks.create({ name: "secret-network", subnet: "10.0.0.0/24" });
    for (const name of ["secret-one", "secret-two"]) await inventory.devices.create({ name, addresses: [{ ip: "10.0.0.5" }] });
    for (const name of ["secret-left", "secret-right"]) await inventory.networks.create({ name, subnet: "10.9.0.0/24" });
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const reader = (...permissions: readonly string[]): InventoryServices =>
    inventory.as({
      kind: "user",
      userId: "ann",
      username: "ann",
      permissions: new Set(["conflict:list", "conflict:read", "conflict:update", "conflict:detect", "event:read", ...permissions]),
      credential: KEY_CREDENTIAL,
      credentialId: "ann",
    });

  /** The conflict over the address, and that over the subnet, by every operation that shows conflicts. */
  const shownTo = async (services: InventoryServices): Promise<readonly (readonly Conflict[])[]> => {
    const listed = await services.conflicts.list();
    const all = [
      listed,
      await Promise.all(listed.map(async ({ id }) => await services.conflicts.get(id))),
      (await services.dashboard.get()).conflicts?.newest ?? [],
      (await services.conflicts.detect({})).conflicts,
      (await services.events.read()).events.flatMap(({ event, data }) =>
        event === "conflict.detected" ? [data as unknown as Conflict] : [],
      ),
    ];
    return all.map((some) => some.toSorted((one, other) => (one.type < other.type ? -1 : 1)));
  };

  it.each([
    [
      "no name to who reads neither devices nor networks",
      [],
      { description: `${DUPLICATE}2 devices`, device_names: ["", ""], network_names: [""] },
      { description: `${OVERLAP}2 networks`, network_names: ["", ""] },
    ],
    [
      "names of devices to who reads devices",
      ["device:read"],
      { description: `${DUPLICATE}secret-one and secret-two`, device_names: ["secret-one", "secret-two"], network_names: [""] },
      { description: `${OVERLAP}2 networks`, network_names: ["", ""] },
    ],
    [
      "names of networks to who reads networks",
      ["network:read"],
      { description: `${DUPLICATE}2 devices`, device_names: ["", ""], network_names: ["secret-network"] },
      { description: `${OVERLAP}secret-left and secret-right`, network_names: ["secret-left", "secret-right"] },
    ],
  ] as const)("every operation shows %s", async (_title, permissions, duplicate, overlap) => {
    for (const conflicts of await shownTo(reader(...permissions))) expect(conflicts).toMatchObject([duplicate, overlap]);
  });

  it("the answers to changes and their errors show no name that the caller may not read", async () => {
    const [duplicate, overlap] = (await shownTo(reader()))[0] as readonly [Conflict, Conflict];
    await expect(reader().conflicts.resolve(duplicate.id, {})).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`${DUPLICATE}2 devices`),
    });
    expect(await reader().conflicts.ignore(overlap.id, {})).toMatchObject({ status: "ignored", description: `${OVERLAP}2 networks` });
    const resolved = await reader("device:update").conflicts.resolve(duplicate.id, { keep_device_id: duplicate.device_ids[0] as string });
    expect(resolved).toMatchObject({ status: "resolved", device_names: ["", ""] });
  });

  it("a plan that changes a conflict needs the permission to read the devices that the conflict names", async () => {
    const planner = reader("plan:create", "plan:read", "network:read");
    const [network] = await inventory.networks.list({ name: "secret-network" });
    const steps = [{ operation: "networks.update", params: { id: network?.id ?? "" }, body: { name: "renamed" } }];
    const refused = { code: "FORBIDDEN", details: { permission: "device:read" } };
    await expect(planner.plans.create({ title: "x", steps })).rejects.toMatchObject(refused);
  });

  it("the state of an address shows names of devices and pools only to who may read these", async () => {
    const [network] = await inventory.networks.list({ name: "secret-network" });
    await inventory.pools.create(network?.id ?? "", { name: "secret-pool", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
    const shown = async (...permissions: readonly string[]): Promise<unknown> => await reader(...permissions).addresses.get("10.0.0.5");
    const names = ["secret-one", "secret-two"];
    expect(await shown("network:read")).toMatchObject({ conflicts: [{ device_names: ["", ""] }], pool: null });
    expect(await shown("network:read", "device:read", "pool:read")).toMatchObject({
      conflicts: [{ device_names: names }],
      pool: { name: "secret-pool" },
    });
  });
});
