import { type OpenStorage, STORAGE } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AddressKey } from "../../src/address/address-key.ts";
import { type Run, runsOfKeys } from "../../src/address/runs.ts";
import { freeKeys, takeKeys } from "../../src/address-space/taken-runs.ts";
import { createInventory } from "../../src/index.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const SPACE = 4711;

const keyOf = (offset: number): AddressKey => `4${(0x0a_00_00_00 + offset).toString(16).padStart(8, "0")}` as AddressKey;

/** Addresses of one change: scattered over all, or close together. */
const offsets = fc
  .tuple(fc.nat(2000), fc.integer({ min: 1, max: 2500 }), fc.array(fc.nat(2500), { minLength: 1, maxLength: 400 }))
  .map(([from, width, all]) => [...new Set(all.map((one) => from + (one % width)))]);

const changes = fc.array(fc.tuple(fc.boolean(), offsets), { minLength: 1, maxLength: 8 });

async function storedRuns(storage: OpenStorage): Promise<Run[]> {
  const rows = await storage.read.all<Run & { nx: string }>("select lo, hi, nx from taken_run where space = ? order by lo", [SPACE]);
  return rows.map(({ lo, hi }) => ({ lo, hi }));
}

describe.each(DATABASES)("taken runs on %s", (_name, open) => {
  it("are those of the addresses that were taken and not freed, in whatever portions", async () => {
    await using place = await open();
    await using inventory = await createInventory({ storage: place.storage() });
    const storage = inventory.host.get(STORAGE);
    await fc.assert(
      fc.asyncProperty(changes, async (steps) => {
        const taken = new Set<AddressKey>();
        await storage.write(async (transaction) => await transaction.exec("delete from taken_run where space = ?", [SPACE]));
        for (const [isTaken, all] of steps) {
          const keys = all.map(keyOf);
          await storage.write(async (transaction) => await (isTaken ? takeKeys : freeKeys)(transaction, SPACE, keys));
          for (const key of keys)
            if (isTaken) taken.add(key);
            else taken.delete(key);
          expect(await storedRuns(storage)).toEqual(runsOfKeys(taken));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are changed by the hundred in a few statements", async () => {
    await using place = await open();
    await using inventory = await createInventory({ storage: place.storage() });
    const storage = inventory.host.get(STORAGE);
    const keys = Array.from({ length: 500 }, (_, at) => keyOf(at * 2));
    for (const change of [takeKeys, freeKeys]) {
      const statements = await storage.write(async (transaction) => {
        let count = 0;
        const counted = new Proxy(transaction, {
          get: (target, name) => {
            const value: unknown = Reflect.get(target, name, target);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              count += 1;
              return Reflect.apply(value, target, args) as unknown;
            };
          },
        });
        await change(counted, SPACE, keys);
        return count;
      });
      expect(statements).toBeLessThan(40);
    }
    expect(await storedRuns(storage)).toEqual([]);
  });
});
