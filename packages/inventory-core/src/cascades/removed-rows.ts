import type { Cascades } from "../contract/cascades.ts";
import type { FollowerTable } from "../contract/storage/storage.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { keepRows } from "../reconciliation/kept-rows.ts";

/** Keeps the quarantines of pools that are about to be deleted, before the release of their allocations begins further ones. */
export async function keepQuarantines(change: Change, poolIds: readonly string[]): Promise<void> {
  if (poolIds.length > 0) await keepRows(change, "passed_address", ["space", "ip_key", "reason"], "pool_id = any(?)", [poolIds]);
}

export const FOLLOWERS = serviceToken<Followers>("followers");

/** The tables of a host whose rows the database deletes with a record. */
export class Followers {
  #tables: readonly FollowerTable[] = [];

  /** Takes the tables that a host declares; called once, when it starts. */
  start(tables: readonly FollowerTable[]): void {
    this.#tables = tables;
  }

  find(table: string): FollowerTable | undefined {
    return this.#tables.find(({ name }) => name === table);
  }

  /** Keeps the rows that are about to be deleted with some records. @param of kind of the records */
  async keep(change: Change, of: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { name, key, references } of this.#tables) {
      const columns = Object.entries(references).flatMap(([column, target]) => (target === of ? [column] : []));
      if (columns.length === 0) continue;
      const condition = columns.map((column) => `${column} = any(?)`).join(" or ");
      await keepRows(
        change,
        name,
        key,
        `(${condition})`,
        columns.map(() => ids),
      );
    }
  }
}

/** Cascades that keep the rows of follower tables before the database deletes them. */
export function withFollowers(cascades: Cascades, followers: Followers): Cascades {
  return {
    ...cascades,
    networkDeleted: async (change, network, remove) => {
      const pools = await change.all<{ id: string }>("select id from pool where network_id = ? order by id", [network.id]);
      await followers.keep(
        change,
        "pool",
        pools.map(({ id }) => id),
      );
      await followers.keep(change, "network", [network.id]);
      await cascades.networkDeleted(change, network, remove);
    },
    poolDeleted: async (change, poolId, remove) => {
      await followers.keep(change, "pool", [poolId]);
      await cascades.poolDeleted(change, poolId, remove);
    },
    recordDeleted: async (change, kind, id) => {
      await followers.keep(change, kind, [id]);
      await cascades.recordDeleted(change, kind, id);
    },
  };
}
