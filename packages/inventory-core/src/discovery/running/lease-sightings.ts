import { keyOfText } from "../../address/ip-address.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { LeaseNetworks, LeaseWitness, WitnessedLease } from "../../contract/scanning/lease-witness.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { lockSeen } from "../../reconciliation/seen-lock.ts";
import { readSeen } from "../../reconciliation/seen-rows.ts";
import { HostEvidence, type Sighting } from "./evidence.ts";
import { leaseNetworks } from "./lease-networks.ts";
import { keepSeen, recordSightings, type SeenNetwork } from "./sightings.ts";

const CALL: CallContext = { principal: SYSTEM, source: "leases" };

/** Writes leases as sightings: what nobody heard answer weighs less than what did, and takes nothing away. */
export class LeaseSightings implements LeaseWitness {
  readonly call = CALL;
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  async networks(ids: readonly string[]): Promise<LeaseNetworks> {
    return await leaseNetworks(this.#storage.read, ids);
  }

  async record(change: Change, networks: LeaseNetworks, leases: readonly WitnessedLease[]): Promise<void> {
    const byNetwork = Map.groupBy(leases, ({ ip }) => networks.of(ip));
    byNetwork.delete(undefined);
    const wanted = [...byNetwork.keys()].filter((id) => id !== undefined).toSorted();
    // Networks may have gone since they were asked for: those are left out.
    for (const [id, space] of await lockSeen(change, wanted)) await recordIn(change, { id, space }, byNetwork.get(id) ?? []);
  }
}

async function recordIn(change: Change, network: SeenNetwork, leases: readonly WitnessedLease[]): Promise<void> {
  const rows = await readSeen(change, "network_id = ? and ip_key = any(?)", [network.id, leases.map(({ ip }) => keyOfText(ip))]);
  const known = new Map(rows.map((device) => [device.ip, device]));
  const isNews = (lease: WitnessedLease): boolean => lease.isFresh || !known.has(lease.ip);
  // An address that is given to somebody else has another hardware address from then on: that is no contradiction to be resolved.
  await recordSightings(
    change,
    network,
    leases.filter(isNews).map((lease) => sightingOf(lease, known.get(lease.ip))),
  );
  const kept = leases.flatMap((lease) => (isNews(lease) ? [] : [known.get(lease.ip) as DiscoveredDevice]));
  await keepSeen(change, network, kept);
}

function sightingOf({ ip, macAddress, hostname, formerHostname, vendor }: WitnessedLease, before: DiscoveredDevice | undefined): Sighting {
  const evidence = new HostEvidence(ip);
  evidence.add({ kind: "observation", ip, evidence: "lease" });
  const sighting = evidence.sighting(new Map()) as Sighting;
  const sameHost = before !== undefined && (macAddress === undefined || before.mac_address === macAddress);
  const hostnameOf = (): { readonly hostname?: string } => {
    // The name came from this lease, so it follows the lease.
    if (sameHost && formerHostname !== undefined && before.hostname === formerHostname) return { hostname: hostname ?? "" };
    // A name that a scan found for the same host is more reliable than the name that the client sent.
    return hostname === undefined || (sameHost && before.hostname !== "") ? {} : { hostname };
  };
  return {
    ...sighting,
    ...(macAddress === undefined ? {} : { macAddress }),
    ...hostnameOf(),
    ...(vendor === undefined ? {} : { vendor }),
    confidence: sameHost && before.status === "up" ? Math.max(before.confidence, sighting.confidence) : sighting.confidence,
  };
}
