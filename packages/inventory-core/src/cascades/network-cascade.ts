import { addChildren, enterTree, leaveTree } from "../address-space/network-tree.ts";
import { pauseCounters, recountNetwork } from "../address-space/counters.ts";
import { reservedChange } from "../address-space/pool-levels.ts";
import { movePassed } from "../address-space/passed-over/moved-passed.ts";
import { seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import { followPlaces, forgetBlocks, pauseBlocks, takePlaces } from "../address-space/free-blocks/followed-places.ts";
import { recheckConflictsInside, recheckSubnetConflicts } from "../conflicts/conflict-ledger.ts";
import { followHardware } from "../conflicts/hardware-followers.ts";
import type { Cascades } from "../contract/cascades.ts";
import { followNetworksSeen } from "../reconciliation/follow-records.ts";
import { endNetworkKeys, keysOfNetworks } from "../networks/allocation/network-keys.ts";
import { forgetOutside, removeDiscovery } from "./left-discovery.ts";
import { followSpace, hasAddressesElsewhere, relinkAddresses } from "./moved-addresses.ts";
import { adjustPools, removePools } from "./moved-pools.ts";

/** A network is created: it is the parent of the networks inside it, and addresses without a smaller network are linked to it. */
export const networkCreated: Cascades["networkCreated"] = async (change, network, write) => {
  await reservedChange(change, [network]);
  await write();
  const parent = await enterTree(change, network);
  await relinkAddresses(change, { entered: [network] });
  await recountNetwork(change, network.id);
  await followPlaces(change, [network]);
  recheckSubnetConflicts(change, [network]);
  return parent;
};

/**
 * Networks come in free parts of another one, where no network is that could be in them, and no address of their space. They are children
 * of its holder already, and it keeps its free blocks.
 */
export const networksAllocated: Cascades["networksAllocated"] = async (change, parent, networks, write) => {
  await reservedChange(change, networks);
  await write();
  await addChildren(change, parent.holder_id, networks.length);
  if (parent.same_count === 1) await takePlaces(change, parent.id, networks);
  else await followPlaces(change, networks);
  // Addresses of other spaces are no obstacle to allocation, and may be linked to these networks.
  if (!(await hasAddressesElsewhere(change, parent.space, networks))) return;
  await relinkAddresses(change, { entered: networks });
  for (const network of networks) await recountNetwork(change, network.id);
};

/**
 * A network has another name, subnet or datacenter. Where it moves, its addresses and allocations move with it, and the addresses of its
 * old and new range are linked anew.
 */
export const networkChanged: Cascades["networkChanged"] = async (change, { was, now, isMoved }, write) => {
  // Conflicts over hardware follow it, and name it as it is called now.
  await followHardware(change, [now.id]);
  const seen = isMoved ? await seenPlaces(change, { networkIds: [now.id] }) : [];
  if (isMoved) {
    await reservedChange(change, [was, now]);
    await pauseCounters(change, [now.id]);
    await pauseBlocks(change, [now.id]);
    await leaveTree(change, was);
  }
  await write();
  const parent = isMoved ? await enterTree(change, now) : undefined;
  if (isMoved) {
    await followSpace(change, now);
    await adjustPools(change, now);
    await relinkAddresses(change, { left: [was], entered: [now], changed: now.id });
    await forgetOutside(change, now);
    await movePassed(change, [now.id], seen, now.space);
    followNetworksSeen(change, [now.id]);
    await recountNetwork(change, now.id);
    await followPlaces(change, [was, now]);
  }
  // What it was the same as, what it is the same as, and what is contested inside.
  recheckSubnetConflicts(change, [was, now]);
  await recheckConflictsInside(change, now);
  return parent;
};

/** Deletes what belongs to a network: pools, allocations and discovered devices. Links its addresses to the next larger network. */
export const networkDeleted: Cascades["networkDeleted"] = async (change, network, remove) => {
  await followHardware(change, [network.id]);
  await reservedChange(change, [network]);
  await pauseBlocks(change, [network.id]);
  await relinkAddresses(change, { left: [network], changed: network.id, isDeleted: true });
  await removePools(change, network.id);
  await removeDiscovery(change, network.id);
  await leaveTree(change, network);
  const keys = await keysOfNetworks(change, [network.id]);
  await remove();
  await forgetBlocks(change, network.id);
  await endNetworkKeys(change, keys);
  await followPlaces(change, [network]);
  recheckSubnetConflicts(change, [network]);
};
