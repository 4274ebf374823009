import type { Transaction } from "../contract/storage/storage.ts";
import type { Network } from "./network.ts";

/** Writes the tags of new networks where lists look for them. */
export async function insertTags(transaction: Transaction, networks: readonly Pick<Network, "id" | "tags">[]): Promise<void> {
  await transaction.insert(
    "network_tag",
    ["network_id", "tag"],
    networks.flatMap(({ id, tags }) => tags.map((tag) => [id, tag])),
  );
}

/** Replaces the tags of a network. Those of one that goes, go with its row. */
export async function replaceTags(transaction: Transaction, network: Pick<Network, "id" | "tags">): Promise<void> {
  await transaction.exec("delete from network_tag where network_id = ?", [network.id]);
  await insertTags(transaction, [network]);
}
