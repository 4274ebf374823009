import { type AddressKey, familyOf } from "../address/address-key.ts";
import { cidrOf } from "../address/cidr.ts";
import { reservedKeys } from "../address/host-count.ts";
import { countKeys, intersectRuns, type Run, runsOfKeys, subtractRuns } from "../address/runs.ts";
import type { Queries } from "../contract/storage.ts";

/** Most addresses of one scan (decisions.md §8). */
export const MOST_TARGETS = 65_536;

/** Longer IPv6 prefixes are swept; of shorter ones only known addresses are probed. */
const SWEPT_IPV6_PREFIX = 112;

/** What a scan is to probe, as it is kept with the scan. */
export interface StoredPlan {
  readonly subnet: string;
  readonly runs: readonly Run[];
  /** Addresses that are left out on purpose. */
  readonly excluded: number;
}

export interface ScannedNetwork {
  readonly space: number;
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly prefix_length: number;
}

/** A network that cannot be scanned, in a sentence. */
export class UnscannableNetwork {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * The addresses of a network that a scan probes: all that hosts may have, but of an IPv6 network shorter than /112 those
 * that are recorded or were seen before.
 *
 * @param exclude addresses that receive no packet
 * @param neighbours further addresses that are known to be there
 */
export async function planScan(queries: Queries, networkId: string, network: ScannedNetwork, exclude: readonly Run[], neighbours: readonly AddressKey[]): Promise<StoredPlan | UnscannableNetwork> {
  const whole: Run = { lo: network.first_key, hi: network.last_key };
  const prefixLength = Number(network.prefix_length);
  const swept = familyOf(whole.lo) === 4 || prefixLength >= SWEPT_IPV6_PREFIX;
  const candidates = swept
    ? subtractRuns([whole], runsOfKeys(reservedKeys(cidrOf(whole.lo, prefixLength))))
    : intersectRuns([whole], runsOfKeys([...(await knownKeys(queries, networkId, network)), ...neighbours]));
  const total = countKeys(candidates);
  if (total > BigInt(MOST_TARGETS)) {
    return new UnscannableNetwork(`has ${total} addresses, and one scan probes at most ${MOST_TARGETS}: scan its subnets as networks of their own`);
  }
  const runs = subtractRuns(candidates, exclude);
  return { subnet: network.subnet, runs, excluded: Number(total - countKeys(runs)) };
}

async function knownKeys(queries: Queries, networkId: string, { space, first_key: first, last_key: last }: ScannedNetwork): Promise<AddressKey[]> {
  const rows = await queries.all<{ ip_key: AddressKey }>(
    `select ip_key from address where space = ? and ip_key >= ? and ip_key <= ?
     union select ip_key from discovered_device where network_id = ? limit ${MOST_TARGETS + 1}`,
    [space, first, last, networkId],
  );
  return rows.map((row) => row.ip_key);
}
