import {
  mostSpecificNetworks,
  type NetworkRange,
  networksById,
  poolOf,
  type PoolRange,
  poolsById,
  poolsContaining,
} from "../address-space/locate.ts";
import { newId } from "../contract/new-id.ts";
import type { Queries } from "../contract/storage.ts";
import type { Problems } from "../contract/validation.ts";
import type { AddressInput } from "./device.ts";
import { keyOfText, type PlacedAddress } from "./device-rows.ts";

/** What placing addresses depends on. */
export interface Placement {
  /** Address space of the device's datacenter. */
  readonly space: number;
  /** Ids of addresses the device has already: an input that names one keeps it. */
  readonly ownIds: ReadonlySet<string>;
}

/**
 * Finds the network, pool and space of each address, and tells what does not fit: a reference to nothing, an address
 * outside its subnet or pool, the same address twice (decisions.md §4). Problems are named `addresses[0].ip`. An input that
 * is wrong by itself is `undefined` and left out.
 */
export async function placeAddresses(
  queries: Queries,
  inputs: readonly (AddressInput | undefined)[],
  { space, ownIds }: Placement,
  problems: Problems,
): Promise<PlacedAddress[]> {
  const keys = inputs.map((input) => (input === undefined ? undefined : keyOfText(input.ip)));
  const givenPools = await poolsById(queries, inputs.flatMap((input) => input?.pool_id ?? []));
  // A pool says which network is meant when none is named.
  const networkIds = inputs.map((input) => input?.network_id ?? givenPools.get(input?.pool_id ?? "")?.network_id ?? null);
  const givenNetworks = await networksById(queries, networkIds.flatMap((id) => id ?? []));
  const found = await mostSpecificNetworks(queries, space, keys.filter((key, index) => key !== undefined && networkIds[index] === null) as string[]);
  const networks = inputs.map((_, index): NetworkRange | undefined => {
    const id = networkIds[index];
    return id === null || id === undefined ? found.get(keys[index] as string) : givenNetworks.get(id);
  });
  const foundPools = await poolsContaining(
    queries,
    networks.flatMap((network) => network?.id ?? []),
    keys.filter((_, index) => networks[index] !== undefined && inputs[index]?.pool_id === null) as string[],
  );

  const usedIds = new Set<string>();
  const seen = new Map<string, number>();
  return inputs.flatMap((input, index): PlacedAddress[] => {
    if (input === undefined) return [];
    const key = keys[index] as string;
    const network = networks[index];
    const pool = input.pool_id === null ? network && poolOf(foundPools, network.id, key) : givenPools.get(input.pool_id);
    checkPlace(`addresses[${index}]`, input, key, network, pool, problems);
    const place = `${key}/${input.port ?? ""}/${network?.id ?? ""}`;
    const first = seen.get(place);
    if (first !== undefined) problems.add(`addresses[${index}].ip`, `is the same address, port and network as addresses[${first}]`);
    seen.set(place, index);
    const keeps = input.id !== undefined && ownIds.has(input.id) && !usedIds.has(input.id);
    const id = keeps ? (input.id as string) : newId();
    usedIds.add(id);
    const placed: PlacedAddress = {
      id,
      ip: input.ip,
      port: input.port,
      type: input.type === "" ? (key.startsWith("4") ? "ipv4" : "ipv6") : input.type,
      label: input.label,
      network_id: network?.id ?? null,
      switch_port: input.switch_port,
      pool_id: pool?.id ?? null,
      key,
      space: network === undefined ? space : Number(network.space),
    };
    return [placed];
  });
}

function checkPlace(
  field: string,
  input: AddressInput,
  key: string,
  network: NetworkRange | undefined,
  pool: PoolRange | undefined,
  problems: Problems,
): void {
  if (input.network_id !== null && network === undefined) problems.add(`${field}.network_id`, "names no network");
  if (input.pool_id !== null && pool === undefined) problems.add(`${field}.pool_id`, "names no pool");
  if (network !== undefined && (key < network.first_key || key > network.last_key)) problems.add(`${field}.ip`, `lies outside the subnet ${network.subnet}`);
  if (pool !== undefined && input.pool_id !== null) {
    if (network !== undefined && pool.network_id !== network.id) problems.add(`${field}.pool_id`, "is a pool of another network");
    else if (key < pool.start_key || key > pool.end_key) problems.add(`${field}.ip`, `lies outside the pool ${pool.start_ip}–${pool.end_ip}`);
  }
}
