import { keyOfText } from "../../address/ip-address.ts";
import { type Containing, mostSpecific, type NetworkRange, poolOf, type PoolRange } from "../../address-space/locate.ts";
import { COMMON_SPACE } from "../../address-space/space-numbers.ts";
import type { HomeSpace } from "../../contract/cascades.ts";
import type { Places, SpaceView } from "../../address-space/space-view.ts";
import type { Problems } from "../../contract/errors/validation.ts";
import type { GivenAddress } from "../device.ts";
import type { PlacedAddress } from "../device-rows.ts";

/** The addresses of one device that are to be placed, and what placing them depends on. */
export interface Placement {
  /** An input that is wrong by itself is `undefined` and left out. */
  readonly inputs: readonly (GivenAddress | undefined)[];
  /** Address space of the device's datacenter. */
  readonly home: HomeSpace;
  /** Ids of addresses that the device has, or may have: an input that names one keeps it. */
  readonly ownIds: ReadonlySet<string>;
  /** Gets what does not fit, under names like `addresses[0].ip`. */
  readonly problems: Problems;
}

/** What placing addresses asks. */
export type PlacementView = Pick<SpaceView, "networks" | "pools" | "containing" | "poolsContaining">;

/** What the view knows of the addresses of all devices that are placed together. */
interface Surroundings {
  readonly pools: Places<PoolRange>;
  readonly networks: Places<NetworkRange>;
  readonly containing: Containing;
}

/** The addresses of each placement, and all networks that contain them, of every space they are in. */
export interface Placed {
  readonly addresses: readonly PlacedAddress[][];
  readonly containing: Containing;
}

/** An input with its key and the network it goes to. */
interface Located {
  readonly index: number;
  readonly input: GivenAddress;
  readonly key: string;
  readonly network: NetworkRange | undefined;
}

/**
 * Finds the network, pool and space of each address, and tells what does not fit: a reference to nothing, an address
 * outside its subnet or pool, the same address twice (docs/spec/addresses.md#linking). As many statements for many devices as for one.
 */
export async function placeAddresses(view: PlacementView, placements: readonly Placement[], newId: () => string): Promise<Placed> {
  const inputs = placements.flatMap((placement) => placement.inputs.flatMap((input) => input ?? []));
  const pools = await view.pools(inputs.flatMap((input) => input.pool_id ?? []));
  const networkIds = [...new Set(inputs.flatMap((input) => networkIdOf(input, pools) ?? []))];
  const networks = await view.networks(networkIds);
  const named = networkIds.flatMap((id) => networks.get(id) ?? []);
  const spaces = new Set([COMMON_SPACE, ...placements.map(({ home }) => home.space), ...named.map(({ space }) => space)]);
  const containing = await view.containing([...spaces], [...new Set(inputs.map((input) => keyOfText(input.ip)))]);
  const surroundings: Surroundings = { pools, networks, containing };
  const located = placements.map((placement) => locate(placement, surroundings));
  const found = await view.poolsContaining(
    located
      .flat()
      .flatMap(({ input, key, network }) => (network === undefined || input.pool_id !== null ? [] : [[network.id, key] as const])),
  );
  const foundIn = Map.groupBy(found, (pool) => pool.network_id);
  return {
    addresses: placements.map((placement, index) => place(placement, located[index] as Located[], pools, foundIn, newId)),
    containing,
  };
}

/** The network that an input names. A pool says which network is meant when none is named. */
function networkIdOf(input: GivenAddress, pools: Places<PoolRange>): string | null {
  return input.network_id ?? pools.get(input.pool_id ?? "")?.network_id ?? null;
}

function locate({ inputs, home }: Placement, { pools, networks, containing }: Surroundings): Located[] {
  return inputs.flatMap((input, index): Located[] => {
    if (input === undefined) return [];
    const key = keyOfText(input.ip);
    const id = networkIdOf(input, pools);
    return [{ index, input, key, network: id === null ? mostSpecific(containing.get(key), home) : networks.get(id) }];
  });
}

function place(
  { home, ownIds, problems }: Placement,
  located: readonly Located[],
  givenPools: Places<PoolRange>,
  foundPools: ReadonlyMap<string, readonly PoolRange[]>,
  newId: () => string,
): PlacedAddress[] {
  const usedIds = new Set<string>();
  const seen = new Map<string, number>();
  return located.map(({ index, input, key, network }): PlacedAddress => {
    const pool =
      input.pool_id === null ? network && poolOf(foundPools.get(network.id) ?? [], network.id, key) : givenPools.get(input.pool_id);
    checkPlace(`addresses[${index}]`, input, key, network, pool, problems);
    const where = `${key}/${input.port ?? ""}/${network?.id ?? ""}`;
    const first = seen.get(where);
    if (first !== undefined) problems.add(`addresses[${index}].ip`, `is the same address, port and network as addresses[${first}]`);
    seen.set(where, index);
    const keeps = input.id !== undefined && ownIds.has(input.id) && !usedIds.has(input.id);
    const id = keeps ? (input.id as string) : newId();
    usedIds.add(id);
    return {
      id,
      ip: input.ip,
      port: input.port,
      type: input.type === "" ? (key.startsWith("4") ? "ipv4" : "ipv6") : input.type,
      label: input.label,
      network_id: network?.id ?? null,
      switch_port: input.switch_port,
      pool_id: pool?.id ?? null,
      mac: input.mac,
      key,
      space: network === undefined ? home.space : network.space,
    };
  });
}

function checkPlace(
  field: string,
  input: GivenAddress,
  key: string,
  network: NetworkRange | undefined,
  pool: PoolRange | undefined,
  problems: Problems,
): void {
  if (input.network_id !== null && network === undefined) problems.add(`${field}.network_id`, "names no network");
  if (input.pool_id !== null && pool === undefined) problems.add(`${field}.pool_id`, "names no pool");
  if (network !== undefined && (key < network.first_key || key > network.last_key))
    problems.add(`${field}.ip`, `lies outside the subnet ${network.subnet}`);
  if (pool !== undefined && input.pool_id !== null) {
    if (network !== undefined && pool.network_id !== network.id) problems.add(`${field}.pool_id`, "is a pool of another network");
    else if (key < pool.start_key || key > pool.end_key)
      problems.add(`${field}.ip`, `lies outside the pool ${pool.start_ip}–${pool.end_ip}`);
  }
}
