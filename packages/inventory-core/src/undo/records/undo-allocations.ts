import { keyOfText } from "../../address/ip-address.ts";
import { reconcile, TouchedKeys } from "../../address-space/space-ledger.ts";
import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { Allocation } from "../../pools/allocations/allocation.ts";
import type { AllocationRow } from "../../pools/allocations/allocation.entity.ts";
import { removeAllocations } from "../../pools/allocations/allocation-release.ts";
import { restoredRecords } from "../../plans/effects/effects.ts";
import { allocationDocuments, allocationOf, insertAllocations } from "../../pools/allocations/allocation-rows.ts";
import { reviveKeys } from "../../pools/request-keys/allocation-keys.ts";
import { describe, type Image, type Undoing } from "../undoing.ts";

/** Allocations that are written together. */
const SLICE = 500;

/** Allocations that were made are released. */
export async function releaseMade(undoing: Undoing): Promise<void> {
  const { change } = undoing;
  const ids = await undoing.created("allocation");
  for (let at = 0; at < ids.length; at += SLICE) {
    const rows = await change.all<AllocationRow>("select * from allocation where id = any(?) order by id", [ids.slice(at, at + SLICE)]);
    await removeAllocations(change, rows, "delete");
  }
}

/**
 * Allocations that ended come back, and those that were changed go back: last, as what became of devices and pools on the way may have
 * changed them again.
 */
export async function undoAllocations(undoing: Undoing): Promise<void> {
  const targets: Allocation[] = [];
  for await (const was of undoing.deleted("allocation")) targets.push(was as unknown as Allocation);
  for await (const changed of undoing.changed("allocation")) {
    const back = undoing.fieldsBack("allocation", changed);
    if (Object.keys(back).length > 0) targets.push({ ...changed.now, ...back } as unknown as Allocation);
  }
  for (let at = 0; at < targets.length; at += SLICE) {
    if (isTurnOver()) await turnUnderLock();
    await writeAll(undoing, targets.slice(at, at + SLICE));
  }
}

interface Place {
  readonly id: string;
  readonly space: number;
  readonly start_key: string;
  readonly end_key: string;
}

interface Target {
  readonly allocation: Allocation;
  readonly key: string;
  readonly space: number;
}

async function writeAll(undoing: Undoing, allocations: readonly Allocation[]): Promise<void> {
  const { change } = undoing;
  const targets = await lyingInPools(undoing, await confirmedByHolders(undoing, allocations));
  const rows = await change.all<AllocationRow>("select * from allocation where id = any(?)", [targets.map(({ allocation: { id } }) => id)]);
  const there = new Map(rows.map((row) => [row.id, row]));
  const restored = restoredRecords.of(change);
  for (const { allocation } of targets) restored.add(allocation.id);
  const touched = new TouchedKeys();
  for (const { space, key } of targets) touched.add(space, key);
  for (const { space, ip_key: key } of rows) touched.add(space, key);
  const returning = targets.filter(({ allocation }) => !there.has(allocation.id)).map(newRow);
  await reconcile(change, touched, async () => {
    await insertAllocations(change, returning);
    for (const target of targets) if (there.has(target.allocation.id)) await updateRow(undoing, target);
  });
  await reviveKeys(change, returning);
  for (const { allocation } of targets) {
    const before = there.get(allocation.id);
    change.audit({
      action: before === undefined ? "create" : "update",
      resource: "allocation",
      resourceId: allocation.id,
      ...(before !== undefined && { before: allocationOf(before) }),
      after: allocation,
    });
  }
}

/** Where allocations lie by now. Those whose pool is gone, has another range, or whose time is up do not come back. */
async function lyingInPools(undoing: Undoing, allocations: readonly Allocation[]): Promise<readonly Target[]> {
  const { change } = undoing;
  const rows = await change.all<Place>(
    "select p.id, n.space, p.start_key, p.end_key from pool p join network n on n.id = p.network_id where p.id = any(?)",
    [[...new Set(allocations.map(({ pool_id: id }) => id))]],
  );
  const pools = new Map(rows.map((row) => [row.id, row]));
  return allocations.flatMap((allocation): Target[] => {
    const what = describe("allocation", allocation as unknown as Image);
    const key = keyOfText(allocation.ip);
    const pool = pools.get(allocation.pool_id);
    const isOver = allocation.expires_at !== null && allocation.expires_at <= change.now;
    const problem =
      pool === undefined
        ? "its pool is deleted"
        : key < pool.start_key || key > pool.end_key
          ? "it lies outside its pool by now"
          : isOver
            ? "its time is up"
            : undefined;
    if (problem !== undefined) undoing.warn(`${what} does not come back: ${problem}`);
    return pool === undefined || problem !== undefined ? [] : [{ allocation, key, space: pool.space }];
  });
}

/** Allocations as they were, but for those whose device does not hold the address: nobody has confirmed them. */
async function confirmedByHolders(undoing: Undoing, allocations: readonly Allocation[]): Promise<readonly Allocation[]> {
  const ids = allocations.flatMap(({ device_id: id }) => id ?? []);
  if (ids.length === 0) return allocations;
  const rows = await undoing.change.all<{ device_id: string; ip_key: string }>(
    "select device_id, ip_key from address where device_id = any(?)",
    [[...new Set(ids)]],
  );
  const holders = new Set(rows.map(({ device_id: id, ip_key: key }) => `${id} ${key}`));
  return allocations.map((allocation) => {
    if (allocation.device_id === null || holders.has(`${allocation.device_id} ${keyOfText(allocation.ip)}`)) return allocation;
    return { ...allocation, status: "held", device_id: null };
  });
}

/** What was asked for is in the record of its key. */
function newRow({ allocation, key, space }: Target): Omit<AllocationRow, "doc"> {
  const { key: requestKey, ...rest } = allocation;
  return { ...rest, request_key: requestKey, request: "", space, ip_key: key };
}

async function updateRow({ change }: Undoing, { allocation, key, space }: Target): Promise<void> {
  await change.run(
    "update allocation set ip = ?, ip_key = ?, space = ?, status = ?, device_id = ?, expires_at = ?, note = ?, doc = ? where id = ?",
    [
      allocation.ip,
      key,
      space,
      allocation.status,
      allocation.device_id,
      allocation.expires_at,
      allocation.note,
      allocationDocuments.write(allocation),
      allocation.id,
    ],
  );
}
