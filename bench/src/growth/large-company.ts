import { type Device, type Inventory, type InventoryOptions, IDS, provide } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import type { RawDatabase, Value } from "../raw/raw-database.ts";
import { keyAt, runRow } from "../rows/address-text.ts";
import { deviceRows } from "../rows/device-rows.ts";
import { countDevices } from "../rows/place.ts";
import { SeededRandom } from "../soak/crash/seeded-random.ts";
import { AUDIT_FURTHER, CompanyLog, EVENT_FURTHER, type LoggedChange } from "./company-log.ts";
import { CompanyDevices, type Places } from "./company-devices.ts";
import {
  addressIn,
  BASE,
  type CompanySize,
  FIRST_OFFSET,
  LAST_OFFSET,
  MAX_DEVICES,
  networksFor,
  offsetsOf,
  PER_DEVICE,
  PER_NETWORK,
  siteOf,
  sitesFor,
  subnetOf,
} from "./company-plan.ts";
import { SeededIds } from "./seeded-ids.ts";

/** Devices whose rows are in memory at the same time, and are committed together. */
const CHUNK = 2500;

/** Networks that are created in one call. */
const TOGETHER = 1000;

/** Datacenters among which the devices lie. */
const DATACENTERS = 20;

/** Between two changes of a device. */
const DAY_MS = 86_400_000;

/** What names of networks are, or begin with: the /8, a /16, a /24. */
export const NAMES = { root: "company", site: "site-", lan: "lan-" } as const;

/** A company that is the same for the same numbers. */
export interface CompanyOptions extends CompanySize {
  readonly seed: number;
  /** When the devices were created: the day of the first rows. Retention takes what is older than its days. */
  readonly at: string;
}

/** What an inventory has to be opened with, so that what the services make is the same each time. */
export function seededOptions({ seed, at }: Pick<CompanyOptions, "seed" | "at">): Pick<InventoryOptions, "bind" | "clock"> & {
  readonly ids: SeededIds;
} {
  const ids = new SeededIds(seed, Date.parse(at));
  return { ids, bind: [provide(IDS, [], () => ids)], clock: new FakeClock(at) };
}

/** A company in a database. */
export interface LargeCompany extends Places {
  /** The /8 around everything. */
  readonly root: string;
  /** Ids of the /16. */
  readonly sites: readonly string[];
}

/**
 * Makes a company of so many devices in an empty database: three addresses of each, fifty devices in a /24 with a pool, 256 of those in a
 * /16, all in a /8; of each device a row of the audit log and an event for its creation and for each change. Datacenters, networks and
 * pools are made by the services, the rest by the bulk means of the database, as the services would have written it.
 *
 * @param inventory opened with {@link seededOptions}
 * @param report is told how far it is
 */
export async function makeCompany(
  inventory: Inventory,
  raw: RawDatabase,
  options: CompanyOptions & { readonly ids: SeededIds },
  report: (line: string) => void = () => {},
): Promise<LargeCompany> {
  const { devices, changes, seed, at, ids } = options;
  if (devices > MAX_DEVICES) throw new RangeError(`${devices} devices do not fit into the networks of a /8: ${MAX_DEVICES} at most`);
  const company = await makePlaces(inventory, raw, devices, report);
  const { last } = (await raw.get("select max(seq) as last from audit")) as { last: number | string };
  await raw.run("update audit set seal_number = seq");
  const log = new CompanyLog(ids, Number(last));
  const makes = new CompanyDevices(ids, new SeededRandom(seed), company);
  const random = new SeededRandom(seed + 1);
  for (let first = 0; first < devices; first += CHUNK) {
    const made = Array.from({ length: Math.min(CHUNK, devices - first) }, (_, nth) => makes.next(first + nth, at));
    await raw.transaction(async () => await insertDevices(raw, made, first, log, ids, changes, random));
    report(`${Math.min(devices, first + CHUNK)} devices`);
  }
  await raw.transaction(async () => await count(raw, company, devices));
  return company;
}

async function makePlaces(inventory: Inventory, raw: RawDatabase, devices: number, report: (line: string) => void): Promise<LargeCompany> {
  const datacenters: string[] = [];
  for (let number = 0; number < DATACENTERS; number += 1)
    datacenters.push((await inventory.datacenters.create({ name: `dc-${number}`, location: `City ${number}` })).id);
  const root = (await inventory.networks.create({ name: NAMES.root, subnet: "10.0.0.0/8" })).id;
  const sites: string[] = [];
  for (let site = 0; site < sitesFor(devices); site += 1)
    sites.push((await inventory.networks.create({ name: `${NAMES.site}${site}`, subnet: `10.${site}.0.0/16` })).id);
  const networks: string[] = [];
  const pools: string[] = [];
  const numbers = Array.from({ length: networksFor(devices) }, (_, number) => number);
  for (let from = 0; from < numbers.length; from += TOGETHER) {
    const some = numbers.slice(from, from + TOGETHER);
    const made = await inventory.networks.createMany(
      some.map((number) => ({
        name: `${NAMES.lan}${String(number).padStart(6, "0")}`,
        subnet: subnetOf(number),
        description: `Floor ${number % 9}`,
      })),
    );
    if (made.failed > 0) throw new Error(`${made.failed} networks were not created`);
    const found = await raw.all<{ id: string }>("select id from network where name like ? order by name limit ? offset ?", [
      `${NAMES.lan}%`,
      some.length,
      from,
    ]);
    networks.push(...found.map(({ id }) => id));
    for (const number of some) {
      const range = { start_ip: addressIn(number, FIRST_OFFSET), end_ip: addressIn(number, LAST_OFFSET) };
      pools.push((await inventory.pools.create(networks[number] as string, { name: "hosts", ...range })).id);
    }
    report(`${pools.length} networks`);
  }
  return { root, sites, datacenters, networks, pools };
}

async function insertDevices(
  raw: RawDatabase,
  made: readonly Device[],
  first: number,
  log: CompanyLog,
  ids: SeededIds,
  changes: number,
  random: SeededRandom,
): Promise<void> {
  const logged: LoggedChange[] = [];
  const tenures: Value[][] = [];
  let devices = made;
  for (const [nth, device] of made.entries()) {
    const changeId = ids.next();
    logged.push(log.created(device, changeId));
    for (const [position, offset] of offsetsOf(first + nth).entries()) {
      const mac = device.addresses[position]?.mac ?? "";
      tenures.push([0, keyAt(BASE, offset), device.created_at, device.id, device.name, mac, null, changeId, null, "system"]);
    }
  }
  for (let change = 1; change <= changes; change += 1) {
    devices = devices.map((before) => {
      const at = new Date(Date.parse(before.updated_at) + DAY_MS).toISOString();
      const after = { ...before, location: `Rack ${random.between(0, 399)} after ${change}`, updated_at: at };
      logged.push(log.moved(before, after));
      return after;
    });
  }
  const rows = deviceRows(
    BASE,
    devices.map((device, nth) => ({ device, offsets: offsetsOf(first + nth) })),
  );
  for (const [table, some] of rows) await raw.insert(table, some);
  await raw.insert(
    "taken_run",
    devices.map((_, nth) => {
      const offsets = offsetsOf(first + nth);
      return runRow(BASE, offsets[0] as number, offsets.at(-1) as number);
    }),
  );
  await raw.insert("address_tenure", tenures);
  await raw.insert(
    "audit",
    logged.map(({ audit }) => audit),
    AUDIT_FURTHER,
  );
  await raw.insert(
    "event",
    logged.map(({ event }) => event),
    EVENT_FURTHER,
  );
}

/** Counters of networks, pools and statuses of devices, as the services keep them. */
async function count(raw: RawDatabase, { root, sites, networks, pools }: LargeCompany, devices: number): Promise<void> {
  const ofSites = sites.map(() => 0);
  for (const [number, id] of networks.entries()) {
    const used = Math.min(PER_NETWORK, devices - number * PER_NETWORK) * PER_DEVICE;
    ofSites[siteOf(number)] = (ofSites[siteOf(number)] ?? 0) + used;
    await raw.run("update network set used_count = cast(? as integer) where id = ?", [used, id]);
    await raw.run("update pool set used_count = cast(? as integer) where id = ?", [used, pools[number] as string]);
  }
  for (const [site, used] of ofSites.entries())
    await raw.run("update network set used_count = cast(? as integer) where id = ?", [used, sites[site] as string]);
  await raw.run("update network set used_count = cast(? as integer) where id = ?", [devices * PER_DEVICE, root]);
  await countDevices(raw);
}
