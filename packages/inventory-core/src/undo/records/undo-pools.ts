import { keyOfText } from "../../address/ip-address.ts";
import { recountPools } from "../../address-space/counters.ts";
import { poolsChange } from "../../address-space/pool-levels.ts";
import { storedSpace } from "../../address-space/space-view.ts";
import { type LyingPool, movePools, type PoolPlace } from "../../cascades/changed-pools.ts";
import { unlinkPool } from "../../cascades/pool-cascade.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { Draft, Problems } from "../../contract/errors/validation.ts";
import { PoolCreate, type PoolUpdate } from "../../pools/pool.ts";
import { outsideBreach, overlapBreach, type RangedPool } from "../../pools/pool-rules.ts";
import type { PoolService } from "../../pools/pool-service.ts";
import { returnKeys } from "../../pools/request-keys/allocation-keys.ts";
import { givenOf } from "../given-of.ts";
import { sameValue } from "../../contract/storage/changed-fields.ts";
import { comingPlaces, type NetworksBack } from "./undo-networks.ts";
import { type ChangedImage, describe, type Image, type Undoing } from "../undoing.ts";

/** Fields that say where a pool lies: they go back together. */
const PLACE = ["network_id", "start_ip", "end_ip"] as const;

const PLACE_FIELDS: ReadonlySet<string> = new Set(PLACE);

const rangeOf = (image: Image): readonly unknown[] => PLACE.map((field) => image[field]);

/** Pools that were made. */
export async function removePools(undoing: Undoing, pools: PoolService): Promise<void> {
  for (const id of await undoing.created("pool"))
    await undoing.attempt(describe("pool", undoing.now("pool", id) as Image), async () => await pools.delete(id, undoing.call));
  await undoing.nextPart();
}

/**
 * Pools go back to where they were, before the networks do that have them then. Nothing is asked on the way: {@link checkPools} does when
 * all is done.
 * @returns ids of those that moved
 */
export async function movePoolsBack(undoing: Undoing, networks: NetworksBack): Promise<readonly string[]> {
  const { change } = undoing;
  const moving: ChangedImage[] = [];
  for await (const changed of undoing.changed("pool")) if (movesBack(undoing, changed)) moving.push(changed);
  const ids = [...new Set(moving.map(({ was }) => String(was["network_id"])))];
  const coming = await comingPlaces(undoing, ids, networks);
  const places = new Map<string, PoolPlace>();
  for (const { id, was, now } of moving) {
    const network = coming.get(String(was["network_id"]));
    const [start, end] = [keyOfText(String(was["start_ip"])), keyOfText(String(was["end_ip"]))];
    if (network === undefined) undoing.warn(`${describe("pool", now)} stays where it is: the network that it was in is deleted`);
    else if (start < network.first_key || end > network.last_key)
      throw coreErrors.CONFLICT({ reason: `${describe("pool", now)} would lie outside its network, which has another subnet by now` });
    else places.set(id, { network, start, end });
  }
  if (places.size === 0) return [];
  const rows = await change.all<LyingPool>("select id, network_id, start_key, end_key, doc from pool where id = any(?) order by id", [
    [...places.keys()],
  ]);
  await movePools(change, rows, ({ id }) => places.get(id) as PoolPlace);
  for (const [id, { start, end }] of places) await unlinkPool(change, id, { id, start_key: start, end_key: end });
  await undoing.nextPart();
  return [...places.keys()];
}

function movesBack(undoing: Undoing, { was, is, now }: ChangedImage): boolean {
  if (sameValue(rangeOf(was), rangeOf(is)) || sameValue(rangeOf(now), rangeOf(was))) return false;
  if (sameValue(rangeOf(now), rangeOf(is))) return true;
  undoing.warn(`the range of ${describe("pool", now)} was changed since, and stays`);
  return false;
}

/** Pools that were deleted, and the other fields of those that were changed. */
export async function undoPools(undoing: Undoing, pools: PoolService): Promise<void> {
  const { change, own, past } = undoing;
  const returned = new Set<string>();
  for await (const was of undoing.deleted("pool")) {
    const what = describe("pool", was);
    const networkId = String(was["network_id"]);
    if ((await change.get("select 1 as one from network where id = ?", [networkId])) === undefined) {
      undoing.warn(`${what} does not come back: its network is deleted`);
      continue;
    }
    const { fields: _, ...given } = givenOf(PoolCreate, was);
    const fields = await own.all("pool", was["fields"], what, (sentence) => undoing.warn(sentence));
    const returning = { created_at: was["created_at"] as string, fields };
    await undoing.attempt(
      what,
      async () => await pools.createWithin(change, networkId, new Draft<PoolCreate>(given, new Problems()), was.id, returning),
    );
    returned.add(was.id);
  }
  await returnKeys(
    change,
    past.keys.filter(({ pool_id: id }) => returned.has(id)),
  );
  for await (const changed of undoing.changed("pool")) {
    const back = undoing.fieldsBack("pool", changed, PLACE_FIELDS);
    await undoing.ownBack("pool", changed, back);
    if (Object.keys(back).length === 0) continue;
    await undoing.attempt(
      describe("pool", changed.now),
      async () => await pools.updateWithin(change, changed.id, new Draft<PoolUpdate>(back, new Problems())),
    );
  }
  await undoing.nextPart();
}

/** Counts pools that moved, and asks what rules of pools say of where they lie. @throws CONFLICT */
export async function checkPools(undoing: Undoing, moved: readonly string[]): Promise<void> {
  const { change, call } = undoing;
  const view = storedSpace(change);
  const rows = await change.all<RangedPool>("select id, network_id, start_ip, end_ip, start_key, end_key from pool where id = any(?)", [
    moved,
  ]);
  for (const pool of rows) {
    const what = describe("pool", undoing.now("pool", pool.id) as Image);
    const overlap = await overlapBreach(view, pool, call.principal);
    if (overlap !== undefined) throw coreErrors.CONFLICT({ reason: `${what}: ${overlap}` });
    const outside = await outsideBreach(view, pool);
    if (outside !== undefined) {
      const ips = outside.allocations.map(({ ip }) => ip).join(", ");
      throw coreErrors.CONFLICT({ reason: `${what} would leave allocations outside, release them first: ${ips}` });
    }
    await poolsChange(change, [pool.id]);
    await recountPools(change, "id", pool.id);
  }
}
