import { coveringSubnets } from "../../../address/covering-subnets.ts";
import {
  allContainingNetworks,
  type Containing,
  networksAround,
  type NetworkRange,
  type PoolRange,
} from "../../../address-space/locate.ts";
import { type KeyRange, type NamedPool, type Places, type SpaceView, storedSpace } from "../../../address-space/space-view.ts";
import type { Queries } from "../../../contract/storage/storage.ts";
import type { ImportRegister } from "../../import-register.ts";

/** A network as later rows see it. */
export interface PlannedNetwork extends NetworkRange {
  readonly prefix_length: number;
}

/** Columns of a {@link PlannedNetwork}. */
export const networkPlaces = "id, space, subnet, first_key, last_key, cidr_key, prefix_length";

/** What a plan asks; the pools of a network that is planned are at hand ({@link firstPool}). */
export type PlannedSpace = Omit<SpaceView, "poolWithin">;

/**
 * The database with the networks and pools that earlier rows of an import make or change: theirs go before what it has. It asks the
 * database what {@link storedSpace} asks, and no more.
 */
export function plannedSpace(queries: Queries, register: ImportRegister): PlannedSpace {
  const stored = storedSpace(queries);
  const ownPools = (networkId: string): NamedPool[] =>
    [...(register.poolsOf.get(networkId) ?? [])].map((id) => register.pools.get(id) as NamedPool);
  const unchanged = <Pool extends PoolRange>(pools: readonly Pool[]): Pool[] =>
    pools.filter(({ id }) => register.pools.get(id) === undefined);
  return {
    networks: async (ids) => withPlanned(await stored.networks(ids), register.networks),
    pools: async (ids) => withPlanned(await stored.pools(ids), register.pools),
    containing: async (spaces, keys) => {
      const found = await stored.containing(spaces, keys);
      // The next oldest of identical subnets takes the place of one that a row changes.
      const isChanged = [...new Set(found.values())].some((networks) => networks.some(({ id }) => register.networks.has(id)));
      return withNetworks(isChanged ? await allContainingNetworks(queries, spaces, keys) : found, register, new Set(spaces));
    },
    poolsContaining: async (places) => [
      ...unchanged(await stored.poolsContaining(places)),
      ...new Set(places.flatMap(([networkId, key]) => ownPools(networkId).filter(({ start_key: a, end_key: b }) => a <= key && key <= b))),
    ],
    poolsOutside: async (networkId, { first, last }, limit) => {
      const own = ownPools(networkId);
      // Those that a row changes are among those of the database, too.
      const found = unchanged(await stored.poolsOutside(networkId, { first, last }, limit + own.length));
      return byStart([...found, ...own.filter(({ start_key: a, end_key: b }) => a < first || b > last)]).slice(0, limit);
    },
    allocationsOutside: async (poolId, range) => await stored.allocationsOutside(poolId, range),
  };
}

/** Looked up in both, as a copy of all that is planned would cost more than the look. */
const withPlanned = <Place>(known: Places<Place>, planned: Places<Place>): Places<Place> => ({
  get: (id) => planned.get(id) ?? known.get(id),
});

const byStart = <Pool extends PoolRange>(pools: readonly Pool[]): Pool[] =>
  pools.toSorted((one, other) => (one.start_key < other.start_key ? -1 : 1));

/** Of some pools, the first but `except` that has an address of a range. */
export function firstPool<Pool extends PoolRange>(pools: readonly Pool[], { first, last }: KeyRange, except: string): Pool | undefined {
  return byStart(pools.filter(({ id, start_key: a, end_key: b }) => id !== except && a <= last && b >= first))[0];
}

/** Adds the planned networks to the stored networks that no row changes. Addresses in the same networks keep one list. */
function withNetworks(stored: Containing, register: ImportRegister, spaces: ReadonlySet<number>): Containing {
  if (register.networks.size === 0) return stored;
  const planned = networksAround(coveringSubnets([...stored.keys()], register.prefixLengths), (cidrKey) =>
    register.networksAt(cidrKey).filter(({ space }) => spaces.has(Number(space))),
  );
  const merged = new Map<readonly NetworkRange[], Map<readonly NetworkRange[], readonly NetworkRange[]>>();
  return new Map(
    [...stored].map(([key, found]) => {
      const ofFound = merged.get(found) ?? new Map<readonly NetworkRange[], readonly NetworkRange[]>();
      merged.set(found, ofFound);
      const own = planned.get(key) as readonly NetworkRange[];
      const all = ofFound.get(own) ?? mergeNetworks(found, own, register);
      ofFound.set(own, all);
      return [key, all];
    }),
  );
}

function mergeNetworks(
  found: readonly NetworkRange[],
  planned: readonly NetworkRange[],
  register: ImportRegister,
): readonly NetworkRange[] {
  const stays = found.filter(({ id }) => register.networks.get(id) === undefined);
  if (planned.length === 0) return stays;
  const lengthOf = ({ cidr_key: subnet }: NetworkRange): number => Number(subnet.slice(subnet.indexOf("/") + 1));
  // As the database gives them: the longest prefix last, and of identical subnets the oldest.
  return [...stays, ...planned].toSorted((one, other) => lengthOf(one) - lengthOf(other) || (one.id < other.id ? 1 : -1));
}
