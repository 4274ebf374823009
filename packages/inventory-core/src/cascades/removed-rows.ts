import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Cascades } from "../contract/cascades.ts";
import type { FollowerTable, SqlValue } from "../contract/storage/storage.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { Change } from "../contract/storage/write-path.ts";

/** Rows of a table that were deleted because a record was. */
export interface RemovedRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, SqlValue>>[];
}

/** The resource of audit rows that keep {@link RemovedRows}, so that an undo can restore them. */
export const REMOVED_ROWS = "removed_rows";

/** Rows of one audit row. */
const SLICE = 500;

/**
 * Keeps rows that are about to be deleted in the audit log.
 * @param order columns that identify a row
 */
export async function keepRows(
  change: Change,
  table: string,
  order: readonly string[],
  condition: string,
  params: readonly SqlValue[],
): Promise<void> {
  const by = order.join(", ");
  for (let last: readonly SqlValue[] | undefined; ;) {
    const after = last === undefined ? "" : ` and (${by}) > (${order.map(() => "?").join(", ")})`;
    const rows = await change.all<Record<string, SqlValue>>(
      `select * from ${table} where ${condition}${after} order by ${by} limit ${SLICE}`,
      [...params, ...(last ?? [])],
    );
    if (rows.length > 0) {
      const before: RemovedRows = { table, rows };
      change.audit({ action: "delete", resource: REMOVED_ROWS, resourceId: null, before, follows: true });
    }
    if (rows.length < SLICE) return;
    last = order.map((column) => rows.at(-1)?.[column] as SqlValue);
    if (isTurnOver()) await turnUnderLock();
  }
}

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

  /** Keeps the rows that are about to be deleted with some records. */
  async keep(change: Change, of: "network" | "pool" | "datacenter", ids: readonly string[]): Promise<void> {
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
    datacenterDeleted: async (change, datacenter, remove) => {
      await followers.keep(change, "datacenter", [datacenter.id]);
      await cascades.datacenterDeleted(change, datacenter, remove);
    },
  };
}
