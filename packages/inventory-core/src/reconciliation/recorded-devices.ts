import type { AddressKey } from "../address/address-key.ts";
import { keyOfText } from "../address/ip-address.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { isSameHost, plainName, type Recorded, standingOf } from "./compare-seen.ts";
import type { DiscoveredDevice } from "./discovered-device.ts";
import { isSharedMac } from "./shared-macs.ts";

/** An address of a device, as what was seen is compared with it. */
interface RecordedRow {
  readonly device_id: string;
  readonly ip: string;
  readonly ip_key: AddressKey;
  readonly mac: string;
  readonly switch_port: string;
  readonly label: string;
  readonly hostname: string;
}

const COLUMNS = "a.device_id, a.ip, a.ip_key, a.mac, a.switch_port, a.label, d.hostname";

/** What is recorded at some addresses of a space. */
export type RecordedAt = ReadonlyMap<AddressKey, readonly RecordedRow[]>;

/**
 * What is recorded at addresses of a space, for {@link compareWithRecorded}: asked beside other questions, it costs no wait of its own.
 * The caller holds the lock of the space.
 */
export async function recordedAt(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<RecordedAt> {
  return Map.groupBy(await holdersOf(queries, space, keys), (row) => row.ip_key);
}

/**
 * What was seen in a space, with how it stands to what is recorded there: three statements at most for any number. The caller writes,
 * and holds the lock of the space.
 * @param at what is recorded at the addresses of all of them, where that was asked already
 */
export async function compareWithRecorded<Seen extends DiscoveredDevice>(
  queries: Queries,
  space: number,
  all: readonly Seen[],
  at?: RecordedAt,
): Promise<readonly Seen[]> {
  if (all.length === 0) return [];
  const keys = all.map(({ ip }) => keyOfText(ip));
  const atAddress = at ?? (await recordedAt(queries, space, [...new Set(keys)]));
  const held = all.map((seen, index) => bestOf(atAddress.get(keys[index] as AddressKey) ?? [], seen));
  const rows = await orWithMac(queries, space, all, held);
  const names = await otherNames(queries, all, rows);
  return all.map((seen, index) => {
    const row = rows[index];
    return { ...seen, ...standingOf(seen, row === undefined ? undefined : recordedOf(row, names.get(row.device_id))) };
  });
}

function recordedOf({ device_id, ip, mac, switch_port, hostname, label }: RecordedRow, domains: Iterable<string> = []): Recorded {
  return { device_id, ip, mac, switch_port, hostname, otherNames: new Set([...domains, plainName(label)]) };
}

/** Of each, the row of the device that holds its address, or else of the one that holds its MAC address. */
async function orWithMac(
  queries: Queries,
  space: number,
  all: readonly DiscoveredDevice[],
  held: readonly (RecordedRow | undefined)[],
): Promise<readonly (RecordedRow | undefined)[]> {
  const ownMacs = all.map(({ mac_address: mac }) => (mac === "" || isSharedMac(mac) ? undefined : mac));
  const macs = new Set(ownMacs.filter((mac, index) => mac !== undefined && held[index] === undefined)) as ReadonlySet<string>;
  if (macs.size === 0) return held;
  const withMac = new Map((await holdersOfMacs(queries, space, [...macs])).map((row) => [row.mac, row]));
  return held.map((row, index) => row ?? withMac.get(ownMacs[index] ?? ""));
}

/** Of several devices at one address, the one with the MAC address that was seen; else the one that was recorded first. */
const bestOf = (rows: readonly RecordedRow[], { mac_address: mac }: DiscoveredDevice): RecordedRow | undefined =>
  (mac === "" ? undefined : rows.find((row) => row.mac === mac)) ?? rows[0];

async function holdersOf(queries: Queries, space: number, keys: readonly AddressKey[]): Promise<readonly RecordedRow[]> {
  return await queries.all<RecordedRow>(
    `select ${COLUMNS} from address a join device d on d.id = a.device_id where a.space = ? and a.ip_key = any(?)
     order by a.device_id, a.id`,
    [space, keys],
  );
}

/**
 * Of each MAC address, the device of the space that was recorded first with it; the last row is the lowest of its addresses that have it.
 * Thousands of devices may have it: the index has the first. A space is compared with a plus sign, which keeps SQLite from the index of
 * the space: it would look through all addresses there.
 */
async function holdersOfMacs(queries: Queries, space: number, macs: readonly string[]): Promise<readonly RecordedRow[]> {
  return await queries.all<RecordedRow>(
    `select ${COLUMNS} from (
       select k.value as mac, (select o.device_id from address o where o.mac = k.value and o.mac <> '' and + o.space = ?
         order by o.device_id limit 1) as device_id from list(?) k) f
     cross join address a join device d on d.id = a.device_id
     where a.mac = f.mac and a.mac <> '' and a.device_id = f.device_id and + a.space = ? order by a.ip_key desc, a.id desc`,
    [space, macs, space],
  );
}

/** Domains of devices by which they were seen, where that is not their host name. */
async function otherNames(
  queries: Queries,
  all: readonly DiscoveredDevice[],
  rows: readonly (RecordedRow | undefined)[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { hostname: seen }] of all.entries()) {
    const row = rows[index];
    if (row === undefined || row.hostname === "" || seen === "" || isSameHost(row.hostname, seen)) continue;
    ids.add(row.device_id);
    names.add(plainName(seen));
  }
  if (ids.size === 0) return new Map();
  const found = await queries.all<{ device_id: string; domain: string }>(
    "select device_id, lower(domain) as domain from device_domain where device_id = any(?) and lower(domain) = any(?)",
    [[...ids], [...names].flatMap((name) => [name, `${name}.`])],
  );
  const byDevice = Map.groupBy(found, (row) => row.device_id);
  return new Map([...byDevice].map(([id, own]) => [id, own.map(({ domain }) => plainName(domain))]));
}
