import { existsSync } from "node:fs";
import { constants, copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createInventory, type Inventory, type Storage } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { takeLock } from "../../build/lock.ts";

/** Sites of the large inventory: 34 networks, 50 pools and 1,800 devices each, and 35 networks of the first one. */
export const SITES = ["ams2", "fra1", "gru2", "lon4", "nyc3", "sin1"] as const;
export const DEVICES_OF_A_SITE = 1800;

/** Relationships of lon4: 41 devices have 36 among themselves; all 324 have 492 that lead to other sites. */
export const LON4 = { related: 324, within: 36, leadingOut: 492 } as const;

const NETWORKS_OF_A_SITE = 33;
const OPEN_CONFLICTS = 12;
const WAIT_MS = 50;

const place = (): string => process.env["TEST_TEMPLATES"] ?? tmpdir();

/** A copy of an inventory with 10,800 devices. It is made once a run of tests. */
export async function largeStorage(): Promise<Storage> {
  const template = join(place(), "large-inventory.db");
  while (!existsSync(template)) {
    await using lock = await takeLock(`${template}.lock`);
    if (lock === undefined) await wait(WAIT_MS);
    else if (!existsSync(template)) await make(template);
  }
  const folder = await mkdtemp(join(tmpdir(), "cadastre-large-"));
  const file = join(folder, "inventory.db");
  await copyFile(template, file, constants.COPYFILE_FICLONE);
  const storage = sqlite(file);
  return {
    ...storage,
    open: async (options) => {
      const opened = await storage.open(options);
      const close = opened.close.bind(opened);
      opened.close = async () => {
        await close();
        await rm(folder, { recursive: true, force: true });
      };
      return opened;
    },
  };
}

async function make(template: string): Promise<void> {
  const own = `${template}-new`;
  const inventory = await createInventory({ storage: sqlite(own), logger: { debug() {}, info() {}, warn() {}, error: console.error } });
  await fill(inventory);
  await inventory.close();
  await rename(own, template);
}

/** The name of a device of a site. */
export const deviceName = (site: string, index: number): string => `srv-${site}-${String(index).padStart(5, "0")}`;

async function fill({ datacenters, networks, pools, devices, relationships }: Inventory): Promise<void> {
  const ids = new Map<string, string>();
  for (const [at, site] of SITES.entries()) {
    const { id } = await datacenters.create({ name: site, location: `Hall ${at + 1}` });
    const second = 16 * (at + 1);
    await networks.create({ name: `${site} site`, subnet: `10.${second}.0.0/16`, datacenter_id: id });
    for (let index = 0; index < NETWORKS_OF_A_SITE + (at === 0 ? 1 : 0); index += 1) {
      const subnet = `10.${second}.${index}`;
      const network = await networks.create({
        name: `net-${site}-${index}`,
        subnet: `${subnet}.0/24`,
        vlan_id: 100 + index,
        datacenter_id: id,
      });
      if (index < 25)
        for (const [start, end] of [
          [200, 219],
          [220, 239],
        ])
          await pools.create(network.id, { name: `pool ${start}`, start_ip: `${subnet}.${start}`, end_ip: `${subnet}.${end}` });
    }
    const rows = Array.from({ length: DEVICES_OF_A_SITE }, (_, index) => ({
      name: deviceName(site, index),
      status: index % 19 === 4 ? ("maintenance" as const) : ("active" as const),
      make_model: "Dell R650",
      os: "Debian 13",
      tags: [site, index % 2 === 0 ? "web" : "database"],
      datacenter_id: id,
      addresses: [{ ip: `10.${second}.${index % NETWORKS_OF_A_SITE}.${10 + Math.floor(index / NETWORKS_OF_A_SITE)}` }],
    }));
    for (let from = 0; from < rows.length; from += 900) await devices.createMany(rows.slice(from, from + 900));
    for (const device of await devices.list({ datacenter_id: id })) ids.set(device.name, device.id);
    if (at === 0)
      for (let index = 0; index < OPEN_CONFLICTS; index += 1)
        await devices.update(ids.get(deviceName(site, 1000 + index)) ?? "", { addresses: [{ ip: rows[index]?.addresses[0]?.ip ?? "" }] });
  }
  const relate = async (parent: string, child: string, type: "connected_to" | "contains" = "connected_to"): Promise<unknown> =>
    await relationships.create(ids.get(parent) ?? "", { child_id: ids.get(child) ?? "", type });
  for (let index = 0; index < LON4.within; index += 1) await relate(deviceName("lon4", index % 5), deviceName("lon4", 5 + index));
  for (let index = 0; index < LON4.leadingOut; index += 1)
    await relate(deviceName("lon4", index % LON4.related), deviceName(index < LON4.related ? "fra1" : "ams2", index % LON4.related));
}
