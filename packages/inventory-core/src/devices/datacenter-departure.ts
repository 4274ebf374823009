import { pauseCounters, recountNetwork } from "../address-space/counters.ts";
import { COMMON_SPACE } from "../address-space/locate.ts";
import { contestSubnets } from "../conflicts/conflict-ledger.ts";
import { followHardware } from "../conflicts/hardware-followers.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { DatacenterRow } from "../datacenters/datacenter.entity.ts";
import type { DatacenterDependents } from "../datacenters/datacenter-service.ts";
import type { Network } from "../networks/network.ts";
import { networkDocuments, type NetworkRow } from "../networks/network.entity.ts";
import { networkUpdated } from "../networks/network.events.ts";
import { claimAddresses, leaveSpace } from "./addresses/address-links.ts";
import { rewriteDevices } from "./device-rewrite.ts";

/** What a datacenter leaves behind: its networks and devices live on without one, in the common address space. */
export const datacenterDeparture: DatacenterDependents = {
  async detach(change: Change, datacenter: DatacenterRow): Promise<void> {
    const networks = await change.all<NetworkRow>(
      // Addresses that several of them contain go to the most specific, of identical subnets to the oldest.
      "select id, space, cidr_key, first_key, last_key, doc from network where datacenter_id = ? order by prefix_length desc, id",
      [datacenter.id],
    );
    const devices = await change.all<{ id: string }>("select id from device where datacenter_id = ? order by id", [datacenter.id]);
    const networkIds = networks.map(({ id }) => id);
    await followHardware(change, networkIds);
    pauseCounters(change, networkIds);
    await leaveSpace(change, datacenter, networkIds);

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
    rewriteDevices(
      change,
      devices.map(({ id }) => id),
      ["datacenter_id"],
    );

    for (const network of networks) await claimAddresses(change, { ...network, space: COMMON_SPACE });
    for (const id of networkIds) await recountNetwork(change, id);
    contestSubnets(
      change,
      networks.flatMap((network) => [network, { ...network, space: COMMON_SPACE }]),
    );
  },
};
