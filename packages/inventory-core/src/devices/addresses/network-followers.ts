import type { NetworkDependents } from "../../networks/network-service.ts";
import { adjustPools, checkPoolsFit, removePools } from "../../pools/network-pools.ts";
import { claimAddresses, followNetwork, unlinkAddresses } from "./address-links.ts";

/** Pools and addresses follow their network. */
export const networkFollowers: NetworkDependents = {
  created: claimAddresses,
  checkSubnet: checkPoolsFit,
  async moved(change, network) {
    await followNetwork(change, network);
    await adjustPools(change, network);
    await claimAddresses(change, network);
  },
  async removed(change, networkId) {
    await unlinkAddresses(change, networkId);
    await removePools(change, networkId);
  },
};
