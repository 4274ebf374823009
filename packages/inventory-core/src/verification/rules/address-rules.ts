import { parseCidr } from "../../address/cidr.ts";
import { parseAddress } from "../../address/ip-address.ts";
import { containingNetworks, mostSpecific } from "../../address-space/locate.ts";
import { COMMON_SPACE } from "../../address-space/space-numbers.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { Check } from "../check.ts";
import { type Breach, ruleCheck } from "./rule-check.ts";

interface Placed {
  readonly id: string;
  readonly device_id: string;
  readonly ip: string;
  readonly network_id: string | null;
  readonly subnet: string | null;
  readonly pool_id: string | null;
  readonly pool_network: string | null;
  readonly start_ip: string | null;
  readonly end_ip: string | null;
  /** Space of the device's datacenter. */
  readonly home: number;
  /** Whether that names no space (1): then networks of the common space count, too. */
  readonly falls_back: number;
  readonly device_created: string;
  readonly device_updated: string;
}

/**
 * A change has the time of its beginning, and takes effect when it gets its locks: two whose times are closer than this may have taken
 * effect the other way round. In milliseconds.
 */
const OVERLAP_MS = 60_000;

/** Whether a change surely took effect after another one. */
const isSurelyLater = (time: string, than: string): boolean => Date.parse(time) - Date.parse(than) > OVERLAP_MS;

function linkBreaches(row: Placed, key: string): Breach[] {
  const { ip, network_id: network, subnet, pool_id: pool, pool_network: poolNetwork, start_ip: startIp, end_ip: endIp } = row;
  const found: Breach[] = [];
  const cidr = subnet === null ? undefined : parseCidr(subnet);
  if (cidr?.ok === true && (key < cidr.cidr.first || key > cidr.cidr.last))
    found.push({ column: "network_id", stored: network, expected: `a network that contains ${ip}, which ${subnet} does not` });
  if (pool === null) return found;
  if (poolNetwork !== network)
    found.push({ column: "pool_id", stored: pool, expected: `a pool of the network ${network ?? "of the address"}` });
  const [start, end] = [parseAddress(startIp ?? "")?.key, parseAddress(endIp ?? "")?.key];
  if (start !== undefined && end !== undefined && (key < start || key > end))
    found.push({ column: "pool_id", stored: pool, expected: `a pool that contains ${ip}, which ${startIp}-${endIp} does not` });
  return found;
}

/**
 * Unlinked addresses that are inside a network and should be linked to it. Addresses stay unlinked when their network
 * goes, which changes the device, and when another grows over them. So of a device that was not changed since, a network that
 * came later, and stayed as it was, must have taken the address; and of one that was never changed, a network that was there before and
 * stayed as it was, where the log knows that its own change took none away ({@link madeWithoutNetworks}). Times that are close say
 * nothing ({@link OVERLAP_MS}).
 */
async function unlinkedBreaches(queries: Queries, rows: readonly (Placed & { readonly key: string })[]): Promise<Map<string, Breach>> {
  const found = new Map<string, Breach>();
  if (rows.length === 0) return found;
  const spaces = [...new Set([COMMON_SPACE, ...rows.map(({ home }) => home)])];
  const containing = await containingNetworks(queries, spaces, [...new Set(rows.map(({ key }) => key))]);
  const ids = [...new Set([...containing.values()].flat().map(({ id }) => id))];
  const times = await queries.all<{ id: string; created_at: string; updated_at: string }>(
    "select id, created_at, updated_at from network where id = any(?)",
    [ids],
  );
  const timesOf = new Map(times.map((row) => [row.id, row]));
  const neverTaken = new Map<Placed, Breach>();
  for (const row of rows) {
    const network = mostSpecific(containing.get(row.key), { space: row.home, fallsBack: row.falls_back === 1 });
    const was = network === undefined ? undefined : timesOf.get(network.id);
    if (network === undefined || was === undefined) continue;
    const cameLater = isSurelyLater(was.created_at, row.device_updated) && was.updated_at === was.created_at;
    const wasThere = row.device_created === row.device_updated && isSurelyLater(row.device_created, was.updated_at);
    const breach: Breach = { column: "network_id", stored: null, expected: `the network ${network.id}, which contains ${row.ip}` };
    if (cameLater) found.set(row.id, breach);
    else if (wasThere) neverTaken.set(row, breach);
  }
  const taken = await madeWithoutNetworks(
    queries,
    [...neverTaken.keys()].map(({ device_id: id }) => id),
  );
  for (const [row, breach] of neverTaken) if (taken.has(row.device_id)) found.set(row.id, breach);
  return found;
}

/**
 * Devices whose first change touched no network, by the audit log. A plan may make a device and delete the network that it is in: the time
 * of its last change is then that of its first. Nothing is known where there is no log, or none that goes back so far.
 */
async function madeWithoutNetworks(queries: Queries, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set();
  const rows = await queries.all<{ id: string }>(
    `select distinct d.resource_id as id from audit d where d.resource = 'device' and d.action = 'create' and d.resource_id = any(?)
       and not exists (select 1 from audit n where n.change_id = d.change_id and n.resource = 'network')`,
    [[...new Set(deviceIds)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** An address lies inside its network and its pool, and is linked where a network contains it. */
export const addressRules: Check = ruleCheck({
  name: "address-rules",
  table: "address",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<Placed>(
      `select a.id, a.device_id, a.ip, a.network_id, n.subnet, a.pool_id, p.network_id as pool_network, p.start_ip, p.end_ip,
         coalesce(c.home, ${COMMON_SPACE}) as home,
         case when c.space_id is null then 1 else 0 end as falls_back, d.created_at as device_created, d.updated_at as device_updated
       from address a join device d on d.id = a.device_id left join datacenter c on c.id = d.datacenter_id
       left join network n on n.id = a.network_id left join pool p on p.id = a.pool_id where a.id > ? order by a.id limit ?`,
      [after, limit],
    );
    const keyed = rows.map((row) => ({ ...row, key: parseAddress(row.ip)?.key }));
    const unlinked = await unlinkedBreaches(
      queries,
      keyed.flatMap((row) => (row.network_id === null && row.key !== undefined ? [{ ...row, key: row.key }] : [])),
    );
    return keyed.map((row) => {
      const { key } = row;
      const own = unlinked.get(row.id);
      return { id: row.id, breaches: [...(key === undefined ? [] : linkBreaches(row, key)), ...(own === undefined ? [] : [own])] };
    });
  },
});
