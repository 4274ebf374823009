import type { InventoryError } from "../contract/errors/error.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { utilizationOf } from "../networks/network-utilization.ts";
import { poolErrors } from "../pools/pool.errors.ts";
import { fullnessOf } from "../pools/pool-fullness.ts";
import type { UtilizationPoint } from "./utilization-history.ts";

/** How full a record was, without when. */
type Level = Omit<UtilizationPoint, "at">;

/** A kind of record of which is recorded how full it was: its tables, and how their rows are read. */
export interface RecordedKind<Row = never> {
  /** Table of the records. */
  readonly table: string;
  /** Table of how full they were. */
  readonly history: string;
  /** Column of the history with the id of the record. */
  readonly key: string;
  /** Columns that say how large a record is; the history has them as they were. */
  readonly size: readonly [string, string];
  /** Addresses that are taken, of a row of the record with the alias r. */
  readonly used: string;
  level(row: Row): Level;
  missing(id: string): InventoryError;
}

interface NetworkSize {
  readonly first_key: string;
  readonly prefix_length: number;
  readonly used_count: number;
}

interface PoolSize {
  readonly start_key: string;
  readonly end_key: string;
  readonly used_count: number;
}

const network: RecordedKind<NetworkSize> = {
  table: "network",
  history: "network_utilization",
  key: "network_id",
  size: ["first_key", "prefix_length"],
  used: "r.used_count",
  level: (row) => {
    const { total_ips: total, used_ips: used, utilization } = utilizationOf({ id: "", ...row });
    return { total, used, utilization };
  },
  missing: (id) => networkErrors.NETWORK_NOT_FOUND({ id }),
};

const pool: RecordedKind<PoolSize> = {
  table: "pool",
  history: "pool_utilization",
  key: "pool_id",
  size: ["start_key", "end_key"],
  used: "r.used_count + r.held_count",
  level: ({ start_key: start, end_key: end, used_count: taken }) => {
    const { total, utilization } = fullnessOf(start, end, taken);
    return { total, used: taken, utilization };
  },
  missing: (id) => poolErrors.POOL_NOT_FOUND({ id }),
};

export const RECORDED_KINDS = { network, pool } as const;
