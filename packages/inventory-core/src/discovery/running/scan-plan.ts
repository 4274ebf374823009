import { type AddressKey, familyOf } from "../../address/address-key.ts";
import { cidrOf } from "../../address/cidr.ts";
import { networkAndBroadcast } from "../../address/host-count.ts";
import { countKeys, intersectRuns, type Run, runsOfKeys, subtractRuns } from "../../address/runs.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { ScanFence } from "../../outbound/address-fence.ts";

/** Most addresses of one scan (docs/spec/discovery.md#size-of-a-scan). */
export const MAX_TARGETS = 65_536;

/** Longer IPv6 prefixes are swept; of shorter ones only known addresses are probed. */
const SWEPT_IPV6_PREFIX = 112;

/** What a scan is to probe, as it is kept with the scan. */
export interface StoredPlan {
  readonly subnet: string;
  readonly runs: readonly Run[];
  /** Addresses that are left out on purpose. */
  readonly excluded: number;
  /** TCP ports that were asked for; empty leaves them to the scanner. */
  readonly ports: readonly number[];
}

export interface SweptNetwork {
  readonly subnet: string;
  readonly first_key: AddressKey;
  readonly last_key: AddressKey;
  readonly prefix_length: number;
}

export interface ScannedNetwork extends SweptNetwork {
  readonly space: number;
}

/** A network that cannot be scanned, in a sentence. */
export class UnscannableNetwork {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Whether a scan probes every address of a network, not only known ones. */
export const isSwept = ({ first_key: first, prefix_length: length }: Pick<ScannedNetwork, "first_key" | "prefix_length">): boolean =>
  familyOf(first) === 4 || length >= SWEPT_IPV6_PREFIX;

const hostsOf = ({ first_key: lo, last_key: hi, prefix_length: length }: SweptNetwork): readonly Run[] =>
  subtractRuns([{ lo, hi }], runsOfKeys(networkAndBroadcast(cidrOf(lo, length))));

function refusalOf(total: bigint): UnscannableNetwork | undefined {
  if (total <= BigInt(MAX_TARGETS)) return undefined;
  return new UnscannableNetwork(
    `has ${total} addresses, and one scan probes at most ${MAX_TARGETS}: scan its subnets as networks of their own`,
  );
}

/** The addresses of which one would have to be known or swept for a scan of a network to reach anything. */
const reachOf = (network: SweptNetwork): readonly Run[] =>
  isSwept(network) ? hostsOf(network) : [{ lo: network.first_key, hi: network.last_key }];

/** @throws FORBIDDEN when this host may not scan any address of a network */
export const checkReach = (network: SweptNetwork, fence: ScanFence): void => fence.check(network.subnet, reachOf(network));

/** Why a network can never be scanned, if it cannot; of one that is not swept it depends on what is known. */
export const tooLargeToSweep = (network: SweptNetwork, fence: ScanFence): UnscannableNetwork | undefined =>
  isSwept(network) ? refusalOf(countKeys(subtractRuns(hostsOf(network), fence.runs))) : undefined;

/**
 * The addresses of a network that a scan probes: all that hosts may have, but of an IPv6 network shorter than /112 those
 * that are recorded or were seen before.
 *
 * @param asked what receives no packet, further addresses that are known to be there, the ports to look at, and what this host scans
 * for nobody: that is not counted
 * @throws FORBIDDEN when this host may not scan any of its addresses
 */
export async function planScan(
  queries: Queries,
  networkId: string,
  network: ScannedNetwork,
  asked: {
    readonly exclude: readonly Run[];
    readonly neighbours: readonly AddressKey[];
    readonly ports: readonly number[];
    readonly fence: ScanFence;
  },
): Promise<StoredPlan | UnscannableNetwork> {
  const reach = reachOf(network);
  asked.fence.check(network.subnet, reach);
  const known = isSwept(network)
    ? reach
    : intersectRuns(reach, runsOfKeys([...(await knownKeys(queries, networkId, network)), ...asked.neighbours]));
  const candidates = subtractRuns(known, asked.fence.runs);
  const total = countKeys(candidates);
  const refusal = refusalOf(total);
  if (refusal !== undefined) return refusal;
  const runs = subtractRuns(candidates, asked.exclude);
  return { subnet: network.subnet, runs, excluded: Number(total - countKeys(runs)), ports: asked.ports };
}

async function knownKeys(
  queries: Queries,
  networkId: string,
  { space, first_key: first, last_key: last }: ScannedNetwork,
): Promise<AddressKey[]> {
  const rows = await queries.all<{ ip_key: AddressKey }>(
    `select ip_key from address where space = ? and ip_key >= ? and ip_key <= ?
     union select ip_key from discovered_device where network_id = ? limit ${MAX_TARGETS + 1}`,
    [space, first, last, networkId],
  );
  return rows.map((row) => row.ip_key);
}
