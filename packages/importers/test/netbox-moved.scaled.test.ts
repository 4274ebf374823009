import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { type ImportItem, readImport } from "../src/index.ts";
import { defineFields, differences, takenOf } from "./support/netbox-comparison.ts";
import { NO_PLACE, withoutPlace } from "./support/netbox-places.ts";
import { PLAN } from "./support/netbox-plan-data.ts";
import { type NetboxLists, netboxOf } from "./support/netbox-service.ts";
import { vlanDifferences } from "./support/vlan-comparison.ts";
import { VLAN_KINDS } from "./support/vlan-kinds.ts";
import { Service } from "./support/service.ts";
import { handedOut } from "./support/taken.ts";
import { DATABASES } from "../../../testing/storages.ts";

/** A folder with every list of a NetBox, each a file such as `ipam.prefixes.json`, to compare with it by hand. */
const RECORDING = process.env["TEST_NETBOX_RECORDING"];

const GUIDE = new URL("../../../docs/guides/moving-from-netbox.md", import.meta.url);

function recorded(folder: string): NetboxLists {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "status.json");
  return Object.fromEntries(
    files.map((name) => [
      name.replace(/\.json$/, "").replace(".", "/"),
      JSON.parse(readFileSync(join(folder, name), "utf8")) as readonly object[],
    ]),
  );
}

const NETBOXES: readonly (readonly [string, NetboxLists])[] = [
  ["a NetBox with an address plan", PLAN],
  ...(RECORDING === undefined ? [] : [["the recording", recorded(RECORDING)] as const]),
];

const open = (url: string): AsyncIterable<ImportItem> =>
  readImport({
    format: "netbox",
    source: { kind: "service", url: `${url}/netbox` },
    options: { token: "0123456789abcdef0123456789abcdef01234567", "page-size": "7" },
    kinds: VLAN_KINDS,
  });

/** Moves everything, and expects that nothing of it is refused. */
async function moved(inventory: Inventory, url: string, lists: NetboxLists): Promise<void> {
  await defineFields(inventory, lists);
  const plan = await inventory.import.plan(open(url));
  expect(plan.filter((line) => line.kind === "step" && line.problems !== undefined)).toEqual([]);
  await inventory.import.apply(plan, { mode: "whole" });
}

describe.each(NETBOXES)("%s", (_name, lists) => {
  it("has nothing without a place but what the guide names", async () => {
    expect(withoutPlace(lists).filter((found) => NO_PLACE[found] === undefined)).toEqual([]);
    const guide = await readFile(GUIDE, "utf8");
    expect(Object.values(NO_PLACE).filter((name) => !guide.includes(name))).toEqual([]);
  });
});

describe.each(DATABASES)("everything moved to %s", (_, database) => {
  describe.each(NETBOXES)("from %s", (_name, lists) => {
    it("is there as it was, record by record, stays so, and leaves nothing free that was taken", async () => {
      await using place = await database();
      await using service = await Service.start(netboxOf(lists));
      await using inventory = await createInventory({ storage: place.storage() });
      await moved(inventory, service.url, lists);
      expect(await differences(inventory, lists)).toEqual([]);
      expect(await vlanDifferences(inventory, lists)).toEqual([]);
      const again = await inventory.import.plan(open(service.url));
      expect(again.at(-1)).toMatchObject({ counts: { create: 0, update: 0, conflict: 0, error: 0 } });
      const taken = takenOf(lists);
      expect(taken.length).toBeGreaterThan(10);
      expect(await handedOut(inventory, taken)).toEqual([]);
    });
  });
});
