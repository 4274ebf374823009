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

/** How much of a dashboard is shown. */
export const DashboardQuery = z.object({
  limit: queryNumber(1, MAX_ENTRIES, `Most entries of each list, 1–${MAX_ENTRIES}; ${DEFAULT_ENTRIES} unless given`),
});

const count = z.int().min(0);
const percent = z.number().min(0).max(100);

/** How many records there are of each kind; null where the caller may not list them. */
const RecordCounts = z
  .object({
    datacenters: count.nullable().meta({ description: "Number of datacenters; null when the caller may not list them" }),
    networks: count.nullable().meta({ description: "Number of networks; null when the caller may not list them" }),
    pools: count.nullable().meta({ description: "Number of pools; null when the caller may not list them" }),
    devices: count.nullable().meta({ description: "Number of devices; null when the caller may not list them" }),
  })
  .meta({ id: "RecordCounts", description: "Number of records of each kind; null where the caller may not list them" });

/** A network, and how full it is. */
export const FullNetwork = NetworkUtilization.extend({
  name: z.string().meta({ description: "Name of the network" }),
  subnet: z.string().meta({ description: "Subnet in CIDR notation" }),
  datacenter_id: z
    .string()
    .nullable()
    .meta({ description: "Id of the datacenter, null for none", ...refersTo("datacenter") }),
}).meta({ id: "FullNetwork", description: "A network, and how full it is" });

/** A pool, and how full it is: of what devices use and what is held. */
export const FullPool = z
  .object({
    pool_id: Id.meta(refersTo("pool")),
    name: z.string().meta({ description: "Name of the pool" }),
    network_id: Id.meta(refersTo("network")),
    start_ip: z.string().meta({ description: "First address of the range" }),
    end_ip: z.string().meta({ description: "Last address of the range" }),
    total_ips: AddressCount.meta({ description: "Addresses of the range that are not reserved; a decimal string above 2^53 − 1" }),
    used_ips: AddressCount.meta({ description: "Addresses that devices hold; a decimal string above 2^53 − 1" }),
    held_ips: AddressCount.meta({
      description: "Addresses that are allocated and that no device holds yet; a decimal string above 2^53 − 1",
    }),
    utilization: percent.meta({ description: "Percent used or held, two decimals" }),
  })
  .meta({ id: "FullPool", description: "A pool, and how full it is: addresses that devices use and those that are held" });

const countOfPart = count.meta({ description: "Number of records; 10000 means 10000 or more" });

/** What a plugin adds. */
const DashboardSection = z
  .object({
    count: countOfPart,
    newest: z.array(z.record(z.string(), z.unknown())).meta({ description: "The newest of them, newest first" }),
  })
  .meta({ id: "DashboardSection", description: "Records of a plugin: how many, and the newest" });

/** What one looks at first. */
export const Dashboard = z
  .object({
    counts: RecordCounts,
    device_statuses: DeviceStatusCounts.nullable().meta({
      description: "Number of devices of each status; null when the caller may not list devices",
    }),
    fullest_networks: z.array(FullNetwork).nullable().meta({ description: "Fullest first; empty ones are left out" }),
    fullest_pools: z.array(FullPool).nullable().meta({ description: "Fullest first; empty ones are left out" }),
    running_scans: z
      .object({ count: countOfPart, newest: z.array(Scan).meta({ description: "The newest of them, newest first" }) })
      .meta({ id: "DashboardScans", description: "Running and pending scans: how many, and the newest" })
      .nullable()
      .meta({ description: "Running and pending scans" }),
    conflicts: z
      .object({ count: countOfPart, newest: z.array(Conflict).meta({ description: "The newest of them, newest first" }) })
      .meta({ id: "DashboardConflicts", description: "Active conflicts: how many, and the newest" })
      .nullable()
      .meta({ description: "Active conflicts" }),
    sections: z
      .record(z.string(), DashboardSection.nullable())
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
