import { enterTree, leaveTree } from "../address-space/network-tree.ts";
import { pauseCounters, recountNetwork } from "../address-space/counters.ts";
import { followPlaces, forgetBlocks, pauseBlocks } from "../address-space/free-blocks/followed-places.ts";
import { recheckConflictsInside, recheckSubnetConflicts } from "../conflicts/conflict-ledger.ts";
import { followHardware } from "../conflicts/hardware-followers.ts";
import type { Cascades } from "../contract/cascades.ts";
import { forgetOutside, removeDiscovery } from "./left-discovery.ts";
import { occupyAddresses, followNetwork, unlinkAddresses } from "./moved-addresses.ts";
import { adjustPools, removePools } from "./moved-pools.ts";

/** A network comes: the networks and the unlinked addresses that it contains become its own. */
export const networkCreated: Cascades["networkCreated"] = async (change, network, write) => {
  await write();
  const parent = await enterTree(change, network);
  await occupyAddresses(change, network);
  await recountNetwork(change, network.id);
  await followPlaces(change, [network]);
  recheckSubnetConflicts(change, [network]);
  return parent;
};

/**
 * A network has another name, subnet or datacenter. Where it moves, its addresses and allocations go along; addresses outside are let
 * go, and those that it contains now are linked.
 */
export const networkChanged: Cascades["networkChanged"] = async (change, { was, now, isMoved }, write) => {
  // Conflicts over hardware follow it, and name it as it is called now.
  await followHardware(change, [now.id]);
  if (isMoved) {
    await pauseBlocks(change, [now.id]);
    await leaveTree(change, was);
  }
  await write();
  const parent = isMoved ? await enterTree(change, now) : undefined;
  if (isMoved) {
    pauseCounters(change, [now.id]);
    await followNetwork(change, now);
    await adjustPools(change, now);
    await occupyAddresses(change, now);
    await forgetOutside(change, now);
    await recountNetwork(change, now.id);
    await followPlaces(change, [was, now]);
  }
  // What it was the same as, what it is the same as, and what is contested inside.
  recheckSubnetConflicts(change, [was, now]);
  await recheckConflictsInside(change, now);
  return parent;
};

/** A network goes: its pools and their allocations with it, and what was discovered in it; addresses stay, unlinked. */
export const networkDeleted: Cascades["networkDeleted"] = async (change, network, remove) => {
  await followHardware(change, [network.id]);
  await pauseBlocks(change, [network.id]);
  await unlinkAddresses(change, network.id);
  await removePools(change, network.id);
  await removeDiscovery(change, network.id);
  await leaveTree(change, network);
  await remove();
  await forgetBlocks(change, network.id);
  await followPlaces(change, [network]);
  recheckSubnetConflicts(change, [network]);
};
