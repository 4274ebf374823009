import type { Queries } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { AllocationKeys, type EarlierAnswer, type GivenNow } from "../../storage/allocation-keys/allocation-keys.ts";
import type { Network } from "../network.ts";
import { networkDocuments } from "../network.entity.ts";
import { type KeyedNetworkRow, keyedNetworkTable } from "./network-key.entity.ts";

/** What the record of a key has of a network. */
export type GivenNetwork = Pick<Network, "id" | "subnet">;

/** Request keys of networks. */
export const networkKeys = new AllocationKeys<GivenNetwork>({
  table: "network_request_key",
  owner: "network_id",
  given: "networks",
  isLeft: `exists (select 1 from keyed_network n where n.network_id = network_request_key.network_id
    and n.request_key = network_request_key.request_key)`,
});

/** What some keys of a network were given before, by key: networks as they are now. */
export async function earlierNetworks(
  queries: Queries,
  networkId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, EarlierAnswer<Network, GivenNetwork>>> {
  return await networkKeys.earlier(queries, networkId, keys, async (ids) => {
    const rows = await queries.all<{ doc: string }>(`select ${networkDocuments.docSql("n")} as doc from network n where n.id = any(?)`, [
      ids,
    ]);
    const texts = await networkDocuments.currentAll(
      queries,
      rows.map(({ doc }) => doc),
    );
    const networks = texts.map((text) => JSON.parse(text) as Network);
    return new Map(networks.map((network) => [network.id, network]));
  });
}

/** Remembers what keys of a network were given. */
export async function rememberNetworks(
  change: Change,
  networkId: string,
  answers: ReadonlyMap<string, GivenNow<GivenNetwork>>,
): Promise<void> {
  if (answers.size === 0) return;
  await networkKeys.remember(change, networkId, answers);
  await change.insert(
    keyedNetworkTable.name,
    keyedNetworkTable.columns,
    [...answers].flatMap(([key, { given }]) => given.map(({ id }) => [id, networkId, key])),
  );
}

/** Keys under which some networks were given. */
export async function keysOfNetworks(change: Change, ids: readonly string[]): Promise<readonly Omit<KeyedNetworkRow, "id">[]> {
  return await change.all("select distinct network_id, request_key from keyed_network where id = any(?)", [ids]);
}

/**
 * Networks went, and the database has taken from its records of keys what was theirs. Keys under which they were given are over when
 * nothing else is left of them.
 */
export async function endNetworkKeys(change: Change, given: readonly Omit<KeyedNetworkRow, "id">[]): Promise<void> {
  for (const [networkId, rows] of Map.groupBy(given, (row) => row.network_id))
    await networkKeys.end(
      change,
      networkId,
      rows.map((row) => row.request_key),
    );
}

/** Forgets a key of a network. What it was given stays. @returns false when there is no such key */
export async function forgetNetworkKey(change: Change, networkId: string, key: string): Promise<boolean> {
  await change.exec("delete from keyed_network where network_id = ? and request_key = ?", [networkId, key]);
  return await networkKeys.forget(change, networkId, key);
}
