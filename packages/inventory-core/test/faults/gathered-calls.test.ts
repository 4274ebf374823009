import { createInventory, type Inventory, type Principal, STORAGE } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const user = (name: string): Principal => ({
  kind: "user",
  userId: name,
  username: name,
  permissions: "all",
  credential: KEY_CREDENTIAL,
  credentialId: name,
});

async function auditOf(inventory: Inventory, resource: string): Promise<{ username: string; resource_id: string }[]> {
  return await inventory.host
    .get(STORAGE)
    .read.all("select username, resource_id from audit where resource = ? and action = 'create' order by seq", [resource]);
}

describe.each(DATABASES)("calls that come at the same time, on %s", (_, openPlace) => {
  it("create devices together, each for its own caller; one that is wrong hurts no other", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: 30 },
        async (_unused, index) =>
          await inventory.as(user(`u${index}`)).devices.create({
            name: `d${index}`,
            ...(index % 10 === 3 ? { datacenter_id: "nowhere" } : {}),
            // The last two want the same address.
            addresses: [{ ip: `10.0.0.${Math.min(index, 28) + 1}` }],
          }),
      ),
    );
    const created = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
    expect(
      outcomes.flatMap((outcome, index) => (outcome.status === "rejected" ? [[index, (outcome.reason as { code: string }).code]] : [])),
    ).toEqual([3, 13, 23].map((index) => [index, "VALIDATION_ERROR"]));
    const audit = await auditOf(inventory, "device");
    expect(audit.map(({ username, resource_id: id }) => `${username} ${id}`).toSorted()).toEqual(
      created.map(({ name, id }) => `${name.replace("d", "u")} ${id}`).toSorted(),
    );
    expect((await inventory.devices.list()).map(({ id }) => id).toSorted()).toEqual(created.map(({ id }) => id).toSorted());
    expect((await inventory.conflicts.list()).map(({ ip_address: ip }) => ip)).toEqual(["10.0.0.29"]);
    const { events } = await inventory.events.read({ limit: 500 });
    expect(
      events
        .filter(({ event }) => event === "device.created")
        .map(({ record_id: id }) => id)
        .toSorted(),
    ).toEqual(created.map(({ id }) => id).toSorted());
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("allocate together in their order: one key gives one answer, and who comes too late is refused", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.10" });
    const asked = [
      {},
      { key: "k", count: 2 },
      { key: "k", count: 2 },
      { key: "k", count: 3 },
      { count: 9 },
      {},
      { count: 3 },
      { count: 4 },
      { count: 3 },
    ];
    const outcomes = await Promise.allSettled(
      asked.map(async (body, index) => await inventory.as(user(`u${index}`)).pools.allocate(pool.id, body)),
    );
    const said = outcomes.map((outcome) =>
      outcome.status === "rejected"
        ? (outcome.reason as { code: string }).code
        : outcome.value.allocations.map(({ ip }) => Number(ip.split(".")[3])),
    );
    expect(said).toEqual([[1], [2, 3], [2, 3], "CONFLICT", "IP_NOT_AVAILABLE", [4], [5, 6, 7], "IP_NOT_AVAILABLE", [8, 9, 10]]);
    expect((await auditOf(inventory, "allocation")).map(({ username }) => username)).toEqual([
      "u0",
      "u1",
      "u1",
      "u5",
      "u6",
      "u6",
      "u6",
      "u8",
      "u8",
      "u8",
    ]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("allocate addresses that they name, together with those that take the lowest: each goes to one", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.8" });
    await inventory.devices.create({ name: "holder", addresses: [{ ip: "10.0.0.5" }] });
    const named = (last: number, more: object = {}) => ({ ip: `10.0.0.${last}`, ...more });
    // The first goes alone; the others wait for it, and go together.
    const asked = [
      {},
      named(3),
      named(3),
      { count: 2 },
      named(2),
      named(5),
      named(9),
      named(7, { key: "k" }),
      named(7, { key: "k" }),
      named(8, { key: "k" }),
      { count: 3 },
      { count: 2 },
      {},
    ];
    const outcomes = await Promise.allSettled(asked.map(async (body) => await inventory.pools.allocate(pool.id, body)));
    const said = outcomes.map((outcome) =>
      outcome.status === "rejected"
        ? (outcome.reason as { code: string }).code
        : outcome.value.allocations.map(({ ip }) => Number(ip.split(".")[3])),
    );
    const [taken, outside] = ["IP_NOT_AVAILABLE", "VALIDATION_ERROR"];
    expect(said).toEqual([[1], [3], taken, [2, 4], taken, taken, outside, [7], [7], "CONFLICT", taken, [6, 8], taken]);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
