import type { AddressKey } from "../address/address-key.ts";
import { cidrKeysOf, coveringSubnets, type CoveringSubnets, foldSubnets } from "../address/covering-subnets.ts";
import type { HomeSpace } from "../contract/cascades.ts";
import { COMMON_SPACE } from "./space-numbers.ts";
import type { Queries } from "../contract/storage/storage.ts";

/** A network as address rules need it. */
export interface NetworkRange {
  readonly id: string;
  readonly space: number;
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly cidr_key: string;
  /** 1 where its free blocks are kept (`free-blocks/`). */
  readonly blocks_kept: number;
}

/** A pool as address rules need it. */
export interface PoolRange {
  readonly id: string;
  readonly network_id: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
}

export async function networksById(queries: Queries, ids: readonly string[]): Promise<Map<string, NetworkRange>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<NetworkRange>(
    "select id, space, subnet, first_key, last_key, cidr_key, blocks_kept from network where id = any(?)",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function poolsById(queries: Queries, ids: readonly string[]): Promise<Map<string, PoolRange>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<PoolRange>("select id, network_id, start_ip, end_ip, start_key, end_key from pool where id = any(?)", [
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Up to so many addresses, asking for every subnet that may contain them costs less than asking which lengths there are. */
const FEW_ADDRESSES = 32;

/** Returns the prefix lengths of the networks of some spaces. Each length is one look-up, however many networks have it. */
export async function prefixLengths(queries: Queries, spaces: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await queries.all<{ length: number }>(
    `with recursive l (space, length) as (
       select cast(k.value as integer), -1 from list(?) k
       union all select l.space, (select min(n.prefix_length) from network n where n.space = l.space and n.prefix_length > l.length)
         from l where l.length is not null)
     select distinct length from l where length >= 0`,
    [spaces.map(String)],
  );
  return new Set(rows.map(({ length }) => length));
}

/** The networks that contain each address. */
export type Containing = ReadonlyMap<AddressKey, readonly NetworkRange[]>;

const COLUMNS = "n.id, n.space, n.subnet, n.first_key, n.last_key, n.cidr_key, n.blocks_kept";

/**
 * The oldest network of each of some subnets in each of some spaces, after those of the same subnet that keep free blocks. The others
 * are not read: thousands of networks may have one subnet.
 * @param columns of network `n`, `id` and `cidr_key` among them
 * @param except id of a network to leave out
 */
export async function oldestNetworks<Row extends { readonly id: string }>(
  queries: Queries,
  columns: string,
  spaces: readonly number[],
  cidrKeys: readonly string[],
  except = "",
): Promise<readonly Row[]> {
  const rows = await queries.all<Row>(
    `select ${columns} from list(?) s cross join list(?) k join network n on n.id = (select q.id from network q
       where q.space = cast(s.value as integer) and q.cidr_key = k.value and q.id <> ? order by q.id limit 1)
     union all select ${columns} from network n where n.space = any(?) and n.cidr_key = any(?) and n.blocks_kept = 1 and n.id <> ?
     order by id desc`,
    [spaces.map(String), cidrKeys, except, spaces, cidrKeys, except],
  );
  return rows.filter(({ id }, index) => id !== rows[index + 1]?.id);
}

/**
 * The networks of some spaces that contain each address: the longest prefix last, and of identical subnets the oldest. Others of the same
 * subnet are left out, but for those that keep free blocks.
 * @param except id of a network to leave out
 */
export async function containingNetworks(
  queries: Queries,
  spaces: readonly number[],
  keys: readonly AddressKey[],
  except?: string,
): Promise<Containing> {
  return await networksOf(queries, spaces, keys, async (cidrKeys) => await oldestNetworks(queries, COLUMNS, spaces, cidrKeys, except));
}

/** {@link containingNetworks}, with all networks of identical subnets. */
export async function allContainingNetworks(queries: Queries, spaces: readonly number[], keys: readonly AddressKey[]): Promise<Containing> {
  const sql = `select ${COLUMNS} from network n where n.space = any(?) and n.cidr_key = any(?) order by n.id desc`;
  return await networksOf(queries, spaces, keys, async (cidrKeys) => await queries.all(sql, [spaces, cidrKeys]));
}

async function networksOf(
  queries: Queries,
  spaces: readonly number[],
  keys: readonly AddressKey[],
  read: (cidrKeys: readonly string[]) => Promise<readonly NetworkRange[]>,
): Promise<Containing> {
  if (keys.length === 0) return new Map();
  const lengths = keys.length <= FEW_ADDRESSES ? undefined : await prefixLengths(queries, spaces);
  const covering = coveringSubnets(keys, lengths);
  const byCidrKey = Map.groupBy(await read(cidrKeysOf(covering)), (row) => row.cidr_key);
  return networksAround(covering, (cidrKey) => byCidrKey.get(cidrKey));
}

/** The subnets of some networks that are in a space, each once. */
export const subnetsIn = (space: number, networks: readonly NetworkRange[]): readonly string[] => [
  ...new Set(networks.flatMap((network) => (network.space === space ? [network.cidr_key] : []))),
];

const NONE: readonly NetworkRange[] = [];

/** The networks of all subnets around each address. Addresses with the same smallest subnet have one list. */
export function networksAround(
  covering: CoveringSubnets,
  networksAt: (cidrKey: string) => readonly NetworkRange[] | undefined,
): Containing {
  return foldSubnets(covering, NONE, (larger, cidrKey) => {
    const own = networksAt(cidrKey) ?? NONE;
    return own.length === 0 ? larger : [...larger, ...own];
  });
}

/** Of the networks that contain an address, the most specific of its device's space, else, where that falls back, of the common one. */
export function mostSpecific(containing: readonly NetworkRange[] | undefined, { space, fallsBack }: HomeSpace): NetworkRange | undefined {
  const own = containing?.findLast((network) => network.space === space);
  return own ?? (fallsBack ? containing?.findLast((network) => network.space === COMMON_SPACE) : undefined);
}

/** Length of a record id. */
const ID_LENGTH = 36;

/** Length of what the key of a subnet has after its first address: `/008`. */
const LENGTH_OF_LENGTH = 4;

/**
 * The pool of each network that contains an address, for some pairs of the two; `columns` are of pool `p`. Pools of one
 * network do not overlap: the last one that starts at or before an address is the only candidate.
 */
export async function poolsAt<Row>(
  queries: Queries,
  columns: string,
  places: readonly (readonly [networkId: string, key: AddressKey])[],
): Promise<Row[]> {
  if (places.length === 0) return [];
  return await queries.all<Row>(
    `select distinct ${columns} from list(?) k
     join pool p on p.id = (select q.id from pool q
       where q.network_id = substr(k.value, 1, ${ID_LENGTH}) and q.start_key <= substr(k.value, ${ID_LENGTH + 1})
         order by q.start_key desc limit 1)
     where p.end_key >= substr(k.value, ${ID_LENGTH + 1})`,
    [[...new Set(places.map(([networkId, key]) => `${networkId}${key}`))]],
  );
}

/**
 * The pools that contain an address, of all networks of a space that have a subnet, for some pairs of the two; `columns` are of pool `p`,
 * and of its network `n` the `cidr_key`. The statement skips networks without pools.
 */
export async function poolsOfSubnets<Row>(
  queries: Queries,
  columns: string,
  space: number,
  places: readonly (readonly [cidrKey: string, key: AddressKey])[],
): Promise<Row[]> {
  if (places.length === 0) return [];
  const end = `(length(k.value) + ${LENGTH_OF_LENGTH}) / 2`;
  const key = `substr(k.value, ${end} + 1)`;
  return await queries.all<Row>(
    `with n as materialized (select t.id, t.cidr_key from network t where t.space = ? and t.cidr_key = any(?)
       and exists (select 1 from pool q where q.network_id = t.id))
     select distinct ${columns} from list(?) k cross join n join pool p on p.id = (select q.id from pool q
         where q.network_id = n.id and q.start_key <= ${key} order by q.start_key desc limit 1)
     where n.cidr_key = substr(k.value, 1, ${end}) and p.end_key >= ${key}`,
    [space, [...new Set(places.map(([cidrKey]) => cidrKey))], [...new Set(places.map(([cidrKey, at]) => `${cidrKey}${at}`))]],
  );
}

/** The pools of some networks that contain some addresses. */
export async function poolsContaining(
  queries: Queries,
  places: readonly (readonly [networkId: string, key: AddressKey])[],
): Promise<PoolRange[]> {
  return await poolsAt<PoolRange>(queries, "p.id, p.network_id, p.start_ip, p.end_ip, p.start_key, p.end_key", places);
}

/** The pool of a network that contains an address, if one does. */
export function poolOf(pools: readonly PoolRange[], networkId: string, key: AddressKey): PoolRange | undefined {
  return pools.find((pool) => pool.network_id === networkId && pool.start_key <= key && key <= pool.end_key);
}
