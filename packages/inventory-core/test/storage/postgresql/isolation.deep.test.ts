import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { setDefaultIsolation } from "./default-isolation.ts";

// Two hosts on one database, whose administrator has another default isolation. A rule is asked under a lock that the
// transaction waits for: a snapshot that is older than the lock does not see what the other host has committed.

const ROUNDS = 20;

async function codes(work: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled
    .map((one) => (one.status === "fulfilled" ? "ok" : ((one.reason as { code?: string }).code ?? String(one.reason))))
    .toSorted();
}

describe.each(["read committed", "repeatable read", "serializable"])("two hosts, the default being %s", (isolation) => {
  let stack: AsyncDisposableStack;
  let hosts: readonly [Inventory, Inventory];

  beforeEach(async () => {
    stack = new AsyncDisposableStack();
    const database = stack.use(await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase());
    await setDefaultIsolation(database, isolation);
    const open = async (): Promise<Inventory> => stack.use(await createInventory({ storage: postgresql(database.url) }));
    hosts = [await open(), await open()];
  });
  afterEach(async () => await stack.disposeAsync());

  it("lets one of two overlapping pools in", async () => {
    const [a, b] = hosts;
    const network = await a.networks.create({ name: "n", subnet: "10.0.0.0/16" });
    for (let round = 0; round < ROUNDS; round += 1) {
      const pool = { name: "p", start_ip: `10.0.${round}.10`, end_ip: `10.0.${round}.20` };
      expect(await codes([a.pools.create(network.id, pool), b.pools.create(network.id, { ...pool, end_ip: `10.0.${round}.30` })])).toEqual([
        "ALREADY_EXISTS",
        "ok",
      ]);
    }
  });

  it("lets one of two relationships in that close a cycle, or give a second container", async () => {
    const [a, b] = hosts;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [x, y, z] = await Promise.all(["x", "y", "z"].map(async (name) => await a.devices.create({ name })));
      const [xId, yId, zId] = [x?.id ?? "", y?.id ?? "", z?.id ?? ""];
      const cycle = [
        a.relationships.create(xId, { child_id: yId, type: "contains" }),
        b.relationships.create(yId, { child_id: xId, type: "contains" }),
      ];
      expect(await codes(cycle)).toEqual(["VALIDATION_ERROR", "ok"]);
      const free = (await a.relationships.list(xId)).some(({ child_id: child }) => child === xId) ? yId : xId;
      const second = [
        a.relationships.create(zId, { child_id: free, type: "contains" }),
        b.relationships.create(free === xId ? yId : xId, { child_id: zId, type: "contains" }),
      ];
      expect((await codes(second)).filter((code) => code !== "ok" && code !== "VALIDATION_ERROR")).toEqual([]);
    }
    expect((await a.verify()).differences).toEqual([]);
  });

  it("links an address to the network that is created meanwhile", async () => {
    const [a, b] = hosts;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [network, device] = await Promise.all([
        a.networks.create({ name: "n", subnet: `10.1.${round}.0/24` }),
        b.devices.create({ name: "d", addresses: [{ ip: `10.1.${round}.5` }] }),
      ]);
      expect((await a.devices.get(device.id)).addresses[0]?.network_id).toBe(network.id);
    }
    expect((await a.verify()).differences).toEqual([]);
  });

  it("hands an address out once, and opens one conflict over it", async () => {
    const [a, b] = hosts;
    const network = await a.networks.create({ name: "n", subnet: "10.2.0.0/16" });
    const pool = await b.pools.create(network.id, { name: "p", start_ip: "10.2.0.1", end_ip: "10.2.3.254" });
    const given = await Promise.all(
      Array.from({ length: ROUNDS * 2 }, async (_, index) => await (hosts[index % 2] as Inventory).pools.allocate(pool.id, {})),
    );
    const ips = given.flatMap(({ allocations }) => allocations.map(({ ip }) => ip));
    expect(new Set(ips).size).toBe(ROUNDS * 2);
    expect(
      await codes(
        hosts.flatMap((host) =>
          [1, 2, 3].map(async (n) => await host.devices.create({ name: `d${n}`, addresses: [{ ip: "10.2.200.1" }] })),
        ),
      ),
    ).toEqual(Array.from({ length: 6 }, () => "ok"));
    expect((await a.conflicts.list()).map(({ device_ids: ids }) => ids.length)).toEqual([6]);
    expect((await a.verify()).differences).toEqual([]);
  });

  it("reads lists and single records, one statement and many pages", async () => {
    const [a, b] = hosts;
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => await a.devices.create({ name: `list-${index}`, description: "x".repeat(2000) })),
    );
    expect((await b.devices.list()).length).toBe(30);
    const network = await a.networks.create({ name: "n", subnet: "10.3.0.0/24" });
    expect((await b.networks.get(network.id)).name).toBe("n");
  });
});
