import { z } from "zod";
import { Conflict } from "../conflicts/conflict.ts";
import { Id, queryNumber } from "../contract/operations/fields.ts";
import { refersTo } from "../contract/operations/reference.ts";
import { DeviceStatusCounts } from "../devices/device.ts";
import { Scan } from "../discovery/scans/scan.ts";
import { AddressCount, NetworkUtilization } from "../networks/network.ts";
import type {
  Dashboard as DashboardRecord,
  FullNetwork as FullNetworkRecord,
  FullPool as FullPoolRecord,
} from "../contract/generated/api.ts";

const MAX_ENTRIES = 50;
export const DEFAULT_ENTRIES = 8;

export const DashboardQuery = z.object({
  limit: queryNumber(1, MAX_ENTRIES, `Most entries of each list, 1–${MAX_ENTRIES}; ${DEFAULT_ENTRIES} unless given`),
});

const count = z.int().min(0);
const percent = z.number().min(0).max(100);

/** How many records there are of each kind; null where the caller may not list them. */
const RecordCounts = z
  .object({ datacenters: count.nullable(), networks: count.nullable(), pools: count.nullable(), devices: count.nullable() })
  .meta({ id: "RecordCounts" });

/** A network, and how full it is. */
export const FullNetwork = NetworkUtilization.extend({
  name: z.string(),
  subnet: z.string(),
  datacenter_id: z.string().nullable().meta(refersTo("datacenter")),
}).meta({ id: "FullNetwork" });

/** A pool, and how full it is: of what devices use and what is held. */
export const FullPool = z
  .object({
    pool_id: Id.meta(refersTo("pool")),
    name: z.string(),
    network_id: Id.meta(refersTo("network")),
    start_ip: z.string(),
    end_ip: z.string(),
    total_ips: AddressCount,
    used_ips: AddressCount,
    held_ips: AddressCount,
    utilization: percent.meta({ description: "Percent used or held, two decimals" }),
  })
  .meta({ id: "FullPool" });

const countOfPart = count.meta({ description: "Number of records; 10000 means 10000 or more" });

/** What one looks at first. */
export const Dashboard = z
  .object({
    counts: RecordCounts,
    device_statuses: DeviceStatusCounts.nullable(),
    fullest_networks: z.array(FullNetwork).nullable().meta({ description: "Fullest first; empty ones are left out" }),
    fullest_pools: z.array(FullPool).nullable().meta({ description: "Fullest first; empty ones are left out" }),
    running_scans: z
      .object({ count: countOfPart, newest: z.array(Scan) })
      .nullable()
      .meta({ description: "Running and pending scans" }),
    conflicts: z
      .object({ count: countOfPart, newest: z.array(Conflict) })
      .nullable()
      .meta({ description: "Active conflicts" }),
    sections: z
      .record(z.string(), z.object({ count: countOfPart, newest: z.array(z.record(z.string(), z.unknown())) }).nullable())
      .meta({ description: "What plugins add, by name: failed_deliveries of webhooks" }),
  })
  .meta({
    id: "Dashboard",
    description:
      "Counts, fullest networks and pools, running scans, active conflicts and what plugins add; what the caller may not list is null",
  });

export type Dashboard = DashboardRecord;
export type FullNetwork = FullNetworkRecord;
export type FullPool = FullPoolRecord;
