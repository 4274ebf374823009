import { pauseCounters, recountNetwork } from "../address-space/counters.ts";
import { COMMON_SPACE } from "../address-space/locate.ts";
import { recheckSubnetConflicts } from "../conflicts/conflict-ledger.ts";
import { followHardware } from "../conflicts/hardware-followers.ts";
import type { Cascades } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Network } from "../networks/network.ts";
import { networkDocuments, type NetworkRow } from "../networks/network.entity.ts";
import { networkUpdated } from "../networks/network.events.ts";
import { occupyAddresses, leaveSpace } from "./moved-addresses.ts";
import { rewriteDevices } from "./rewritten-devices.ts";

/** A datacenter goes: its networks and devices live on without one, in the common address space. */
export const datacenterDeleted: Cascades["datacenterDeleted"] = async (change, datacenter, remove) => {
  const networks = await change.all<NetworkRow>(
    // Addresses that several of them contain go to the most specific, of identical subnets to the oldest.
    "select id, space, cidr_key, first_key, last_key, doc from network where datacenter_id = ? order by prefix_length desc, id",
    [datacenter.id],
  );
  const devices = await change.all<{ id: string }>("select id from device where datacenter_id = ? order by id", [datacenter.id]);
  const networkIds = networks.map(({ id }) => id);
  // Conflicts over hardware follow their networks.
  await followHardware(change, networkIds);
  // Networks, addresses and allocations come to the common space.
  pauseCounters(change, networkIds);
  await leaveSpace(change, datacenter, networkIds);
  // The records say so.
  await writeNetworks(change, networks);
  rewriteDevices(
    change,
    devices.map(({ id }) => id),
    ["datacenter_id"],
  );
  // There, they contain other addresses, are otherwise full, and may be the same as others.
  for (const network of networks) await occupyAddresses(change, { ...network, space: COMMON_SPACE });
  for (const id of networkIds) await recountNetwork(change, id);
  recheckSubnetConflicts(
    change,
    networks.flatMap((network) => [network, { ...network, space: COMMON_SPACE }]),
  );
  await remove();
};

async function writeNetworks(change: Change, networks: readonly NetworkRow[]): Promise<void> {
  const texts = await networkDocuments.currentAll(
    change,
    networks.map(({ doc }) => doc),
  );
  const records = texts.map((text): Network => ({ ...(JSON.parse(text) as Network), datacenter_id: null, updated_at: change.now }));
  await change.update(
    "network",
    "id",
    ["updated_at", "doc"],
    records.map((network) => [network.id, network.updated_at, networkDocuments.write(network)]),
  );
  for (const network of records) change.emit(networkUpdated, network.id, { ...network, changes: ["datacenter_id"] });
}
