import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { describe, expect, it, vi } from "vitest";
import type { Address } from "../../src/devices/device.ts";
import { ImportRegister } from "../../src/import/import-register.ts";
import type { ImportRow } from "../../src/import/import-row.ts";
import { PlannedRelationships } from "../../src/import/planned-relationships.ts";
import { mergeAddresses } from "../../src/import/plan/merge-addresses.ts";
import { batchesOf } from "../../src/import/plan/planner.ts";
import { actionsOf, importRows, planOf, rowsOf } from "./import-scene.ts";

const MANY = 1000;

const sizesOf = async (rows: readonly ImportRow[]): Promise<readonly number[]> =>
  (await Array.fromAsync(batchesOf(rows, (row) => row))).map(({ length }) => length);

describe("rows that are planned together", () => {
  it("are a hundred, or as many as have a thousand entries of lists", async () => {
    const narrow = Array.from({ length: 150 }, () => ({ type: "device", set: { name: "narrow" } }));
    expect(await sizesOf(rowsOf(...narrow))).toEqual([100, 50]);
    const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `10.0.${index >> 8}.${index & 255}` }));
    const wide = [400, 600, 1, 4096, 4096].map((count) => ({ type: "device", set: { name: "wide", addresses: entries(count) } }));
    expect(await sizesOf(rowsOf(...wide))).toEqual([2, 1, 1, 1]);
  });
});

describe("the addresses of a row", () => {
  it("are compared with stored ones by look-ups", () => {
    let reads = 0;
    const stored = Array.from({ length: MANY }, (_, index) => {
      const address = { id: `a${index}`, port: null, type: "ipv4", label: "", network_id: null, switch_port: "", pool_id: null, mac: "" };
      return Object.defineProperty(address, "ip", { enumerable: true, get: () => ((reads += 1), `10.0.${index >> 8}.${index & 255}`) });
    }) as unknown as readonly Address[];
    const sent = Array.from({ length: MANY }, (_, index) => ({ ip: `10.1.${index >> 8}.${index & 255}` }));
    expect(mergeAddresses(stored, sent, "replace")).toHaveLength(MANY);
    expect(reads).toBeLessThan(10 * MANY);
  });
});

describe("networks that an import creates around each other", () => {
  it("are looked up once for all addresses in the same of them", async () => {
    await using inventory = await createInventory({ storage: sqlite(":memory:") });
    const addresses = Array.from({ length: MANY }, (_, index) => ({ ip: `fd00::${(index + 1).toString(16)}` }));
    const device = { type: "device", set: { name: "wide", addresses } };
    const networks = Array.from({ length: 100 }, (_, index) => ({
      type: "network",
      set: { name: `n${index}`, subnet: `fd00::/${index + 16}` },
    }));
    for (const rows of [[...networks, device], [device]]) {
      const lookUps = vi.spyOn(ImportRegister.prototype, "networksAt");
      const plan = await planOf(inventory, rowsOf(...rows));
      const count = lookUps.mock.calls.length;
      lookUps.mockRestore();
      expect(actionsOf(plan)).toEqual(rows.map(() => "create"));
      expect(count).toBeLessThan(MANY);
    }
    await importRows(inventory, rowsOf(device));
    const lookUps = vi.spyOn(ImportRegister.prototype, "networksAt");
    const plan = await planOf(inventory, rowsOf(...networks, device));
    const count = lookUps.mock.calls.length;
    lookUps.mockRestore();
    expect(actionsOf(plan).at(-1)).toBe("unchanged");
    expect(count).toBeLessThan(MANY);
  });
});

describe("planned relationships", () => {
  it("of one parent are added without a copy of the others", () => {
    const planned = new PlannedRelationships();
    const edge = { parent_id: "hub", type: "depends_on" };
    planned.connect({ ...edge, child_id: "first" });
    const children = planned.childrenOf("depends_on", "hub");
    planned.connect({ ...edge, child_id: "second" });
    expect(planned.childrenOf("depends_on", "hub")).toBe(children);
    expect(children).toEqual(["first", "second"]);
  });

  it("are read of each device once", () => {
    const planned = new PlannedRelationships();
    expect(planned.reach("depends_on", ["a", "b", "a"])).toEqual(["a", "b"]);
    expect(planned.reach("depends_on", ["b", "c"])).toEqual(["c"]);
    expect(planned.reach("contains", ["a"])).toEqual(["a"]);
  });
});
