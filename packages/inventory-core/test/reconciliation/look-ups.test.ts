import { type Change, createInventory, type OpenStorage, type Queries, STORAGE } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { countAbsences } from "../../src/discovery/missing/count-absences.ts";
import { keyOfText } from "../../src/address/ip-address.ts";
import type { DiscoveredDevice } from "../../src/reconciliation/discovered-device.ts";
import { compareWithRecorded } from "../../src/reconciliation/recorded-devices.ts";
import { planOf } from "../../../../testing/plans.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";

/** What SQLite does for each statement that is sent. */
function explaining(storage: OpenStorage, steps: string[]): Queries {
  const all: Queries["all"] = async (sql, params) => {
    steps.push(...(await planOf(storage, sql, params)).split("\n"));
    return await storage.read.all(sql, params);
  };
  return { all, get: async (sql, params) => (await all<never>(sql, params))[0] };
}

it("looks addresses and MAC addresses up, and goes through no space and no table", async () => {
  await using place = await sqliteDatabase();
  await using inventory = await createInventory({ storage: place.storage() });
  const steps: string[] = [];
  const seen = { ip: "10.0.0.1", mac_address: "00:16:3e:00:00:01", hostname: "one" } as DiscoveredDevice;
  await compareWithRecorded(explaining(inventory.host.get(STORAGE), steps), 0, [seen]);
  const ofAddresses = steps.filter((step) => step.includes("INDEX address_") || / (?:address|a|o)$/.test(step));
  expect(ofAddresses.map((step) => /INDEX (.*)$/.exec(step)?.[1])).toEqual([
    "address_key (space=? AND ip_key=?)",
    "address_mac (mac=?)",
    "address_mac (mac=? AND device_id=?)",
  ]);
  expect(steps.filter((step) => step.startsWith("SCAN") && !/json_each|list|SCAN [fm]$|^SCAN k VIRTUAL/.test(step))).toEqual([]);
});

it("looks up what a scan missed by addresses, and devices by their ids", async () => {
  await using place = await sqliteDatabase();
  await using inventory = await createInventory({ storage: place.storage() });
  const steps: string[] = [];
  const [first, last] = [keyOfText("10.0.0.0"), keyOfText("10.0.255.255")];
  const scan = { networkId: "n", space: 0, first, last, since: "2026-01-01T00:00:00.000Z", wasProbed: () => true };
  await countAbsences(explaining(inventory.host.get(STORAGE), steps) as Change, scan, 3);
  const searched = steps.filter((step) => step.startsWith("SEARCH") && !step.includes("AUTOMATIC"));
  expect(searched.filter((step) => /^SEARCH [ad] /.test(step))).toEqual([
    "SEARCH a USING INDEX address_key (space=? AND ip_key>? AND ip_key<?)",
    "SEARCH d USING INDEX sqlite_autoindex_device_1 (id=?)",
  ]);
  expect(searched.filter((step) => step.startsWith("SEARCH s "))).toEqual([
    "SEARCH s USING INDEX discovered_device_key (ip_key>? AND ip_key<?)",
  ]);
  expect(steps.filter((step) => step.startsWith("SCAN") && step !== "SCAN m")).toEqual([]);
});
