import { pauseCounters, recountNetwork } from "../address-space/counters.ts";
import { followPlaces, pauseBlocks } from "../address-space/free-blocks/followed-places.ts";
import { moveNetworks } from "../address-space/moved-networks.ts";
import { parentsOf } from "../address-space/network-tree.ts";
import { reservedChange } from "../address-space/pool-levels.ts";
import { movePassed } from "../address-space/passed-over/moved-passed.ts";
import { seenPlaces } from "../address-space/passed-over/seen-addresses.ts";
import { COMMON_HOME } from "../address-space/space-numbers.ts";
import { recheckSubnetConflicts } from "../conflicts/conflict-ledger.ts";
import { followHardware } from "../conflicts/hardware-followers.ts";
import type { HomeSpace } from "../contract/cascades.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { Network } from "../networks/network.ts";
import { networkDocuments, type NetworkRow } from "../networks/network.entity.ts";
import { networkUpdated } from "../networks/network.events.ts";
import { type DatacenterPlace, followSpace, moveUnlinked, relinkAddresses } from "./moved-addresses.ts";
import { rewriteDevices } from "./rewritten-devices.ts";

type HeldNetwork = Pick<NetworkRow, "id" | "space" | "space_id" | "parent_id" | "cidr_key" | "first_key" | "last_key" | "doc">;

type Write = () => Promise<void>;

/**
 * A datacenter is in another space: so are its networks and devices, but networks that name a space of their own.
 * @param to the space that it is in from now on
 */
export async function datacenterMoved(change: Change, datacenter: DatacenterPlace, to: HomeSpace, write: Write): Promise<void> {
  const networks = (await networksOf(change, datacenter)).filter((network) => network.space_id === null);
  await followHardware(
    change,
    networks.map(({ id }) => id),
  );
  await changeSpace(change, datacenter, to, networks, write);
}

/** A datacenter goes: its networks and devices live on without one, in the common address space unless they name another. */
export async function datacenterDeleted(change: Change, datacenter: DatacenterPlace, remove: Write): Promise<void> {
  const networks = await networksOf(change, datacenter);
  // Conflicts over hardware follow their networks.
  await followHardware(
    change,
    networks.map(({ id }) => id),
  );
  const devices = await change.all<{ id: string }>("select id from device where datacenter_id = ? order by id", [datacenter.id]);
  const followers = networks.filter((network) => network.space_id === null);
  await changeSpace(change, datacenter, COMMON_HOME, followers, async () => {
    for (const table of ["network", "device"])
      await change.run(`update ${table} set datacenter_id = null where datacenter_id = ?`, [datacenter.id]);
    await writeNetworks(change, networks);
    rewriteDevices(
      change,
      devices.map(({ id }) => id),
      ["datacenter_id"],
    );
  });
  await remove();
}

async function networksOf(change: Change, { id }: DatacenterPlace): Promise<readonly HeldNetwork[]> {
  return await change.all<HeldNetwork>(
    // Addresses that several of them contain go to the most specific, of identical subnets to the oldest.
    `select id, space, space_id, parent_id, cidr_key, first_key, last_key, doc from network where datacenter_id = ?
     order by prefix_length desc, id`,
    [id],
  );
}

/**
 * Networks of a datacenter, with their addresses and allocations, and the unlinked addresses of its devices come to another space.
 * @param write has the records say so
 */
async function changeSpace(
  change: Change,
  datacenter: DatacenterPlace,
  to: HomeSpace,
  networks: readonly HeldNetwork[],
  write: Write,
): Promise<void> {
  const { space } = to;
  const ids = networks.map(({ id }) => id);
  const moved = networks.map((network) => ({ ...network, space }));
  await reservedChange(change, [...networks, ...moved]);
  const seen = await seenPlaces(change, { networkIds: ids });
  await pauseCounters(change, ids);
  await pauseBlocks(change, ids);
  await moveNetworks(change, ids, { from: datacenter.space, to: space });
  for (const network of moved) await followSpace(change, network);
  await movePassed(change, ids, seen, space);
  await moveUnlinked(change, datacenter, to);
  await write();
  // There, they contain other addresses, are otherwise full, and may be the same as others.
  await relinkAddresses(change, { left: networks, entered: moved });
  for (const id of ids) await recountNetwork(change, id);
  const places = [...networks, ...moved];
  await followPlaces(change, places);
  recheckSubnetConflicts(change, places);
}

async function writeNetworks(change: Change, networks: readonly HeldNetwork[]): Promise<void> {
  const texts = await networkDocuments.currentAll(
    change,
    networks.map(({ doc }) => doc),
  );
  const parents = await parentsOf(
    change,
    networks.map(({ id }) => id),
  );
  const records = texts.map((text, index): Network => {
    const parent = parents.get((networks[index] as HeldNetwork).id) ?? null;
    return { ...(JSON.parse(text) as Network), parent_id: parent, datacenter_id: null, updated_at: change.now };
  });
  await change.update(
    "network",
    "id",
    ["updated_at", "doc"],
    records.map((network) => [network.id, network.updated_at, networkDocuments.write(network)]),
  );
  for (const [index, network] of records.entries()) {
    const parent = networks[index]?.parent_id ?? null;
    const isElsewhere = network.parent_id !== parent;
    change.emit(networkUpdated, network.id, { ...network, changes: ["datacenter_id", ...(isElsewhere ? ["parent_id"] : [])] });
    const before: Network = { ...(JSON.parse(texts[index] as string) as Network), parent_id: parent };
    change.audit({ action: "update", resource: "network", resourceId: network.id, before, after: network, follows: true });
    if (change.extensions.has("network")) await change.extensions.after(change, "network", before, network);
  }
}
