import { createInventory, type OpenStorage, STORAGE, SYSTEM } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { HistoryService } from "../../src/history/history-service.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const UPDATES = 8;
const KB = 1024;

it.each(DATABASES)("reads long audit rows one at a time, on %s", async (_, openPlace) => {
  await using place = await openPlace();
  await using inventory = await createInventory({ storage: place.storage() });
  const { devices, networks } = inventory;
  const network = await networks.create({ name: "lan", subnet: "10.0.0.0/16" });
  const addresses = Array.from({ length: 2000 }, (_unused, index) => ({ ip: `10.0.${Math.floor(index / 250)}.${1 + (index % 250)}` }));
  const device = await devices.create({ name: "heavy", addresses });
  for (let index = 0; index < UPDATES; index += 1) await devices.update(device.id, { description: `update ${index}` });
  const storage = inventory.host.get(STORAGE);
  let longest = 0;
  const bytesOf = (rows: readonly { readonly changes?: string | null }[]): number =>
    rows.reduce((sum, { changes }) => sum + (changes?.length ?? 0), 0);
  const read: OpenStorage["read"] = {
    get: async (sql, params) => await storage.read.get(sql, params),
    all: async <Found>(sql: string, params?: Parameters<OpenStorage["read"]["all"]>[1]) => {
      const rows = await storage.read.all<Found>(sql, params);
      longest = Math.max(longest, bytesOf(rows as readonly { readonly changes?: string }[]));
      return rows;
    },
  };
  const history = new HistoryService({ ...storage, read } as OpenStorage);
  const own = await history.of("device", device.id);
  const texts: string[] = [];
  for await (const page of own.pages) texts.push(...page);
  expect(texts.map((text) => (JSON.parse(text) as { readonly action: string }).action)).toEqual([
    ...Array.from({ length: UPDATES }, () => "update"),
    "create",
  ]);
  expect(longest).toBeGreaterThan(400 * KB);
  expect(longest).toBeLessThan(1100 * KB);
  const inside = await history.inside("network", network.id, { principal: SYSTEM, source: "test" });
  const entries: string[] = [];
  for await (const page of inside.pages) entries.push(...page);
  expect(entries).toHaveLength(2 + UPDATES);
  expect(longest).toBeLessThan(1100 * KB);
});
