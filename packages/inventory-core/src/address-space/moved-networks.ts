import { coveringCidrKeys } from "../address/cidr.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { prefixLengths } from "./locate.ts";
import { followNetworksSeen } from "../reconciliation/follow-records.ts";
import { ChildCounts, oldestAt } from "./network-tree.ts";

/** Networks of one statement: of each, the subnets around it are asked for. */
const SLICE = 200;

/** A network as the tree needs it. */
interface Placed {
  readonly id: string;
  readonly parent_id: string | null;
  readonly first_key: string;
  readonly prefix_length: number;
}

const PLACED = "c.id, c.parent_id, c.first_key, c.prefix_length";

/**
 * Brings networks of one space to another, and keeps the trees of both: those that they leave behind have other parents, and they take
 * in what lies in them. The caller holds the topology lock exclusively.
 */
export async function moveNetworks(
  change: Change,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  if (ids.length === 0) return;
  const counts = new ChildCounts();
  await eachSlice(ids, async (slice) => await leave(change, slice, counts));
  await change.run("update network set space = ? where id = any(?)", [to, ids]);
  followNetworksSeen(change, ids);
  const before = await parentsIn(change, from, ids.length);
  await eachSlice(ids, async (slice) => await settleAll(change, ORPHANS, slice, before, counts));
  const parents = await parentsIn(change, to, ids.length);
  await eachSlice(ids, async (slice) => {
    const rows = await change.all<Placed>(`select ${PLACED} from network c where c.id = any(?)`, [slice]);
    await settle(change, rows, parents, counts);
  });
  await eachSlice(ids, async (slice) => {
    for (const { from, where } of TAKEN_IN) {
      // A join of the whole slice compares each of its networks with all others on PostgreSQL: these are look-ups.
      const takers = await change.all<{ id: string }>(
        `select n.id from network n where n.id = any(?) and (select c.id from ${from} where ${where} order by c.first_key limit 1)
           is not null order by n.id`,
        [slice],
      );
      const found = `from network n cross join ${from} where ${where} and n.id = any(?)`;
      for (const { id } of takers) await settleAll(change, found, [id], parents, counts);
    }
  });
  await counts.write(change);
}

/** Children of networks that left. */
const ORPHANS = "from network c where c.parent_id = any(?)";

/** What lies in a network `n` begins with it or after it: a look-up each, which passes over all that have its subnet. */
const INSIDE = [
  "c.first_key = n.first_key and c.prefix_length > n.prefix_length",
  "c.first_key > n.first_key and c.first_key <= n.last_key",
] as const;

/**
 * What lies in some networks and has the parent of these, or the next younger network of the same subnet: the oldest one that did not move
 * has what lies in it, and all between have moved.
 */
const TAKEN_IN: readonly { readonly from: string; readonly where: string }[] = [
  ...INSIDE.map((inside) => ({ from: "network c", where: `c.parent_id = n.parent_id and ${inside}` })),
  ...INSIDE.map((inside) => ({
    from: "network c",
    where: `c.parent_id is null and n.parent_id is null and c.space = n.space and ${inside}`,
  })),
  {
    from: "network o join network c on c.parent_id = o.id",
    where: "o.id = (select y.id from network y where y.space = n.space and y.cidr_key = n.cidr_key and y.id > n.id order by y.id limit 1)",
  },
];

async function eachSlice<T>(all: readonly T[], work: (slice: readonly T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += SLICE) await work(all.slice(at, at + SLICE));
}

/** Takes networks out of their tree; what lies in them still names them. */
async function leave(change: Change, ids: readonly string[], counts: ChildCounts): Promise<void> {
  const parents = await change.all<{ parent_id: string; count: number }>(
    "select parent_id, count(*) as count from network where id = any(?) and parent_id is not null group by parent_id",
    [ids],
  );
  for (const { parent_id: parent, count } of parents) counts.add(parent, -count);
  await change.exec("update network set parent_id = null where id = any(?) and parent_id is not null", [ids]);
  change.touch("network", ids);
}

/** Gives parents to all networks of a statement, which finds none of them any more when they have the right one. */
async function settleAll(change: Change, found: string, ids: readonly string[], parentsOf: FindParents, counts: ChildCounts) {
  for (;;) {
    const rows = await change.all<Placed>(`select distinct ${PLACED} ${found} limit ${SLICE}`, [ids]);
    await settle(change, rows, parentsOf, counts);
    if (rows.length < SLICE) return;
  }
}

async function settle(change: Change, networks: readonly Placed[], parentsOf: FindParents, counts: ChildCounts): Promise<void> {
  const parents = await parentsOf(networks);
  const moved = networks.filter(({ id, parent_id: parent }) => parents.get(id) !== parent);
  if (moved.length === 0) return;
  await change.update(
    "network",
    "id",
    ["parent_id"],
    moved.map(({ id }) => [id, parents.get(id) ?? null]),
  );
  for (const { id, parent_id: before } of moved) counts.add(before, -1).add(parents.get(id) ?? null, 1);
  change.touch(
    "network",
    moved.map(({ id }) => id),
  );
}

/** The parents that networks of a space should have, by the ids of the networks. */
type FindParents = (networks: readonly Omit<Placed, "parent_id">[]) => Promise<ReadonlyMap<string, string | null>>;

/** @param count how many are going to be asked for: of many, it is worth knowing which prefix lengths there are */
export async function parentsIn(queries: Queries, space: number, count: number): Promise<FindParents> {
  const lengths = count < SLICE ? undefined : await prefixLengths(queries, [space]);
  return async (networks) => {
    const around = new Map(networks.map((network) => [network.id, keysAround(network, lengths)]));
    const byKey = await oldestAt(queries, space, [...new Set([...around.values()].flat())]);
    return new Map(
      [...around].map(([id, keys]) => {
        const key = keys.findLast((one) => byKey.has(one));
        return [id, key === undefined ? null : (byKey.get(key) as string)];
      }),
    );
  };
}

/** Keys of larger networks that contain one, the largest first. */
function keysAround({ first_key: first, prefix_length: own }: Omit<Placed, "parent_id">, lengths: ReadonlySet<number> | undefined) {
  const keys = coveringCidrKeys(first, lengths);
  return lengths === undefined ? keys.slice(0, own) : keys.filter((key) => Number(key.slice(first.length + 1)) < own);
}
