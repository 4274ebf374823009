import { type Clock, timestampOf } from "../contract/clock.ts";
import { POOL_COUNTS, type PoolCounts, usableAddresses } from "../address-space/pool-fill.ts";
import type { Metric, MetricSample, MetricSource } from "../contract/metrics.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { USED_HOSTS, utilizationOf } from "../networks/network-utilization.ts";

export const ADDRESS_METRICS = serviceToken<MetricSource>("address-metrics");

/** Series that pools and networks have together at most (docs/spec/http.md#series-of-addresses). */
export const MAX_ADDRESS_SERIES = 5_000;

/** How many a pool or network has: its size, and what of it is taken. */
const SERIES_EACH = 2;

// In the order of their ids, which is that in which they were made: what is told does not change from scrape to scrape.

/** Looks into the primary keys, for as many rows as are told. */
export const POOLS = `select p.id, p.name, n.id as network_id, n.name as network, ${POOL_COUNTS}
  from pool p join network n on n.id = p.network_id order by p.id limit ?`;

export const NETWORKS = `select n.id, n.name, n.subnet, n.first_key, n.prefix_length, ${USED_HOSTS} as used_count, d.name as datacenter
  from network n left join datacenter d on d.id = n.datacenter_id order by n.id limit ?`;

interface NamedPool extends PoolCounts {
  readonly id: string;
  readonly name: string;
  readonly network_id: string;
  readonly network: string;
}

interface NetworkCounts {
  readonly id: string;
  readonly name: string;
  readonly subnet: string;
  readonly first_key: string;
  readonly prefix_length: number;
  readonly used_count: number;
  readonly datacenter: string | null;
}

/**
 * How full pools and networks are, by their counters: two statements, whatever is in the database. Where there are more than
 * the series are for, pools and networks have half of them each, and what one does not need is the other's; those that were
 * made last are left out then, and a metric says so.
 * @param maxSeries of both together; 0 for none
 */
export function addressMetrics(storage: OpenStorage, clock: Clock, maxSeries: number): MetricSource {
  const most = Math.floor(maxSeries / SERIES_EACH);
  return {
    id: "addresses",
    collect: async () => {
      if (most === 0) return [];
      // One more than may be told, to know whether that is all.
      const [pools, networks] = await Promise.all([
        storage.read.all<NamedPool>(POOLS, [timestampOf(clock), most + 1]),
        storage.read.all<NetworkCounts>(NETWORKS, [most + 1]),
      ]);
      const half = Math.floor(most / 2);
      const toldPools = pools.slice(0, Math.max(half, most - networks.length));
      const toldNetworks = networks.slice(0, most - toldPools.length);
      return [
        ...gauges(
          "pool",
          "Addresses of a pool that are not reserved",
          "Addresses of a pool that are held, allocated or in quarantine, without reserved ones",
          toldPools.map(poolLevel),
        ),
        ...gauges(
          "network",
          "Addresses of a network that hosts may have",
          "Addresses of a network that devices hold",
          toldNetworks.map(networkLevel),
        ),
        {
          name: "cadastre_address_series_complete",
          help: "1 when every pool, or network, has its series; 0 when those made last are left out (METRICS_ADDRESS_SERIES)",
          kind: "gauge",
          labelNames: ["record"],
          samples: [
            { labels: { record: "pool" }, value: Number(toldPools.length === pools.length) },
            { labels: { record: "network" }, value: Number(toldNetworks.length === networks.length) },
          ],
        },
      ];
    },
  };
}

interface Level {
  readonly labels: Readonly<Record<string, string>>;
  readonly size: number;
  readonly taken: number;
}

const LABELS = { pool: ["id", "name", "network_id", "network"], network: ["id", "name", "subnet", "datacenter"] } as const;

function gauges(record: keyof typeof LABELS, sizeHelp: string, takenHelp: string, levels: readonly Level[]): readonly Metric[] {
  const samples = (value: (level: Level) => number): readonly MetricSample[] =>
    levels.map((level) => ({ labels: level.labels, value: value(level) }));
  const common = { kind: "gauge", labelNames: LABELS[record] } as const;
  return [
    { ...common, name: `cadastre_${record}_size_addresses`, help: sizeHelp, samples: samples(({ size }) => size) },
    { ...common, name: `cadastre_${record}_taken_addresses`, help: takenHelp, samples: samples(({ taken }) => taken) },
  ];
}

function poolLevel(pool: NamedPool): Level {
  const { id, name, network_id, network, taken_count: taken } = pool;
  return { labels: { id, name, network_id, network }, size: Number(usableAddresses(pool)), taken };
}

function networkLevel(row: NetworkCounts): Level {
  const { id, name, subnet, datacenter } = row;
  const { total_ips: size, used_ips: taken } = utilizationOf(row);
  return { labels: { id, name, subnet, datacenter: datacenter ?? "" }, size: Number(size), taken: Number(taken) };
}
