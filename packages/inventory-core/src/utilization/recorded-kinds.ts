import { toWireCount } from "../address/host-count.ts";
import { poolUtilization, reservedCount, takenCount, usableAddresses } from "../address-space/pool-fill.ts";
import type { InventoryError } from "../contract/errors/error.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { usedHosts, utilizationOf } from "../networks/network-utilization.ts";
import { poolErrors } from "../pools/pool.errors.ts";
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
  /** Columns of the history, with what they are now: expressions on a row `r` of the record. */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether these have a parameter: the time. */
  readonly hasTime: boolean;
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
  readonly reserved_count: number;
}

const network: RecordedKind<NetworkSize> = {
  table: "network",
  history: "network_utilization",
  key: "network_id",
  columns: { first_key: "r.first_key", prefix_length: "r.prefix_length", used_count: usedHosts("r") },
  hasTime: false,
  level: (row) => {
    const { total_ips: total, used_ips: used, utilization } = utilizationOf({ id: "", ...row });
    return { total, used, utilization };
  },
  missing: (id) => networkErrors.NETWORK_NOT_FOUND({ id }),
};

const SPACE_OF_POOL = "(select o.space from network o where o.id = r.network_id)";

const pool: RecordedKind<PoolSize> = {
  table: "pool",
  history: "pool_utilization",
  key: "pool_id",
  columns: {
    start_key: "r.start_key",
    end_key: "r.end_key",
    used_count: takenCount(SPACE_OF_POOL, "r"),
    reserved_count: reservedCount(SPACE_OF_POOL, "r"),
  },
  hasTime: true,
  level: ({ used_count: taken, ...size }) => ({
    total: toWireCount(usableAddresses(size)),
    used: taken,
    utilization: poolUtilization({ ...size, taken_count: taken }),
  }),
  missing: (id) => poolErrors.POOL_NOT_FOUND({ id }),
};

export const RECORDED_KINDS = { network, pool } as const;
