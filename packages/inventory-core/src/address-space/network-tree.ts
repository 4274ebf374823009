import { coveringCidrKeys } from "../address/cidr.ts";
import type { NetworkPlace } from "../contract/cascades.ts";
import type { Queries, SqlValue } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";

/**
 * The tree of the networks of a space: `network.parent_id` is the smallest one that contains a network and is larger, of identical subnets
 * the oldest, and `network.child_count` counts those that name it. The caller holds the topology lock exclusively.
 */

/** Networks that get another parent in one statement. */
const SLICE = 250;

/** After every id and every address key. */
const LAST = "~";

/** What a network has around it. */
interface Surroundings {
  /** The smallest larger network that contains it. */
  readonly parent: string | null;
  /** The oldest other network of the same subnet. */
  readonly twin: string | null;
}

async function around(queries: Queries, { id, space, ...place }: NetworkPlace): Promise<Surroundings> {
  const keys = coveringCidrKeys(place.first_key).slice(0, place.prefix_length + 1);
  const oldest = await oldestAt(queries, space, keys, id);
  const parent = keys.findLast((key) => key !== place.cidr_key && oldest.has(key));
  return { parent: oldest.get(parent ?? "") ?? null, twin: oldest.get(place.cidr_key) ?? null };
}

/**
 * The oldest network of each of some subnets, by their keys: a look-up for each, though thousands of networks may have it.
 * @param except id of a network to leave out
 */
export async function oldestAt(
  queries: Queries,
  space: number,
  cidrKeys: readonly string[],
  except = "",
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries.all<{ id: string | null; cidr_key: string }>(
    `select k.value as cidr_key, (select q.id from network q where q.space = ? and q.cidr_key = k.value and q.id <> ? order by q.id limit 1)
       as id from list(?) k`,
    [space, except, cidrKeys],
  );
  return new Map(rows.flatMap(({ id, cidr_key: key }) => (id === null ? [] : [[key, id] as const])));
}

/** A network is there, with its subnet and its space: what lies in it becomes its own. @returns its parent */
export async function enterTree(change: Change, network: NetworkPlace): Promise<string | null> {
  const { id, space } = network;
  const { parent, twin } = await around(change, network);
  const counts = new ChildCounts().add(parent, 1);
  if (parent !== null) await change.exec("update network set parent_id = ? where id = ?", [parent, id]);
  // Of identical subnets, the oldest has what lies in them.
  if (twin === null || id < twin) {
    const of = twin ?? parent;
    const moved = await moveChildren(change, { of, space, inside: network }, id);
    counts.add(of, -moved).add(id, moved);
  }
  await counts.write(change);
  return parent;
}

/** A network goes, or comes to another subnet or space: what lies in it has another parent, and itself none until it is there. */
export async function leaveTree(change: Change, network: NetworkPlace): Promise<void> {
  const { id, space } = network;
  const row = await change.get<{ parent_id: string | null; child_count: number }>(
    "select parent_id, child_count from network where id = ?",
    [id],
  );
  if (row === undefined) return;
  const counts = new ChildCounts().add(row.parent_id, -1);
  if (row.child_count > 0) {
    const { twin } = await around(change, network);
    const heir = twin ?? row.parent_id;
    const moved = await moveChildren(change, { of: id, space }, heir);
    counts.add(id, -moved).add(heir, moved);
  }
  if (row.parent_id !== null) await change.exec("update network set parent_id = null where id = ?", [id]);
  await counts.write(change);
}

/** So many networks came whose rows name a parent already. */
export async function addChildren(change: Change, parentId: string, count: number): Promise<void> {
  await new ChildCounts().add(parentId, count).write(change);
}

/** Parents of networks, by their ids. */
export async function parentsOf(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await queries.all<{ id: string; parent_id: string | null }>("select id, parent_id from network where id = any(?)", [ids]);
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}

/** Children of a network, or the roots of a space: those inside a subnet, or all of them. */
interface Children {
  readonly of: string | null;
  readonly space: number;
  readonly inside?: Pick<NetworkPlace, "first_key" | "last_key" | "prefix_length">;
}

/** Gives children another parent, slice by slice. @returns how many there were */
async function moveChildren(change: Change, { of, space, inside }: Children, to: string | null): Promise<number> {
  const [condition, owner]: [string, SqlValue] = of === null ? ["parent_id is null and space = ?", space] : ["parent_id = ?", of];
  const last = inside?.last_key ?? LAST;
  // Of what begins where a network does, what is larger or as large as that comes first.
  let after: readonly [string, number, string] = inside === undefined ? ["", 0, ""] : [inside.first_key, inside.prefix_length, LAST];
  for (let count = 0; ;) {
    const moved = await change.all<{ id: string; first_key: string; prefix_length: number }>(
      `update network set parent_id = ? where id in (
         select id from network where ${condition} and (first_key, prefix_length, id) > (?, ?, ?) and first_key <= ?
         order by first_key, prefix_length, id limit ${SLICE})
       returning id, first_key, prefix_length`,
      [to, owner, ...after, last],
    );
    count += moved.length;
    // They leave neither an audit row nor an event, as nothing of their own changed.
    change.touch(
      "network",
      moved.map(({ id }) => id),
    );
    if (moved.length < SLICE) return count;
    for (const { id, first_key: first, prefix_length: length } of moved) {
      const [key, bits, last] = after;
      if (first > key || (first === key && (length > bits || (length === bits && id > last)))) after = [first, length, id];
    }
  }
}

/** What changes in the counts of children. */
export class ChildCounts {
  readonly #byId = new Map<string, number>();

  add(id: string | null, count: number): this {
    if (id !== null) this.#byId.set(id, (this.#byId.get(id) ?? 0) + count);
    return this;
  }

  /** A statement for each difference that there is. */
  async write(change: Change): Promise<void> {
    for (const [count, ids] of Map.groupBy(this.#byId.keys(), (id) => this.#byId.get(id) as number))
      if (count !== 0) await change.exec("update network set child_count = child_count + ? where id = any(?)", [count, ids]);
  }
}
