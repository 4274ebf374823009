import type { AddressKey } from "../../address/address-key.ts";
import type { Queries, SqlValue, Transaction } from "../../contract/storage/storage.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { DocumentType } from "../../storage/document-type.ts";
import { Allocation } from "./allocation.ts";
import { type AllocationRow, allocationTable } from "./allocation.entity.ts";
import { endKeys } from "../request-keys/allocation-keys.ts";

/** The record of a row. */
export function allocationOf(row: Omit<AllocationRow, "doc">): Allocation {
  return {
    id: row.id,
    pool_id: row.pool_id,
    ip: row.ip,
    status: row.status as Allocation["status"],
    key: row.request_key,
    note: row.note,
    device_id: row.device_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
  };
}

/** Documents of allocations. */
export const allocationDocuments = new DocumentType({
  table: "allocation",
  schema: Allocation,
  times: { end: "expires_at" },
  steps: [],
  fromRows: async (queries, ids) => {
    const rows = await queries.all<AllocationRow>("select * from allocation where id = any(?)", [ids]);
    return new Map(rows.map((row) => [row.id, allocationOf(row)]));
  },
});

/** Inserts allocations and gives their records. */
export async function insertAllocations(transaction: Transaction, rows: readonly Omit<AllocationRow, "doc">[]): Promise<Allocation[]> {
  const allocations = rows.map(allocationOf);
  await transaction.insert(
    "allocation",
    allocationTable.columns,
    rows.map((row, index) => {
      const full: AllocationRow = { ...row, doc: allocationDocuments.write(allocations[index] as Allocation) };
      return allocationTable.columns.map((column): SqlValue => full[column]);
    }),
  );
  return allocations;
}

/** A place in an address space. */
interface Place {
  readonly space: number;
  readonly key: AddressKey;
}

const placeId = ({ space, key }: Place): string => `${space}/${key}`;

async function allocationsAt(queries: Queries, places: readonly Place[]): Promise<AllocationRow[]> {
  const rows: AllocationRow[] = [];
  for (const space of new Set(places.map((place) => place.space))) {
    const keys = places.filter((place) => place.space === space).map(({ key }) => key);
    rows.push(
      ...(await queries.all<AllocationRow>("select * from allocation where space = ? and ip_key = any(?) and status = 'held'", [
        space,
        keys,
      ])),
    );
  }
  return rows;
}

/** Says of an allocation whether a device that takes its address confirms it. */
export type Confirms = (allocation: Pick<AllocationRow, "created_at">) => boolean;

const always: Confirms = () => true;

/** Devices took these addresses: allocations of them are confirmed by the first that did, and no longer expire. */
export async function confirmAllocations(
  change: Change,
  taken: readonly (Place & { readonly deviceId: string })[],
  confirms: Confirms = always,
): Promise<void> {
  if (taken.length === 0) return;
  const takers = new Map<string, string>();
  for (const place of taken) if (!takers.has(placeId(place))) takers.set(placeId(place), place.deviceId);
  for (const row of await allocationsAt(change, taken)) {
    if (!confirms(row)) continue;
    const deviceId = takers.get(placeId({ space: row.space, key: row.ip_key })) ?? null;
    const before = allocationOf(row);
    const after: Allocation = { ...before, status: "confirmed", device_id: deviceId, expires_at: null };
    const doc = allocationDocuments.write(after);
    await change.exec("update allocation set status = 'confirmed', device_id = ?, expires_at = null, doc = ? where id = ?", [
      deviceId,
      doc,
      row.id,
    ]);
    change.audit({ action: "update", resource: "allocation", resourceId: row.id, before, after, follows: true });
  }
}

/** Devices hold these addresses and no others: allocations that they confirmed go with the addresses that went. */
export async function dropConfirmed(change: Change, keptOf: ReadonlyMap<string, readonly Place[]>): Promise<void> {
  if (keptOf.size === 0) return;
  const rows = await change.all<AllocationRow>("select * from allocation where device_id = any(?) order by id", [[...keptOf.keys()]]);
  const places = new Map([...keptOf].map(([id, kept]) => [id, new Set(kept.map(placeId))]));
  const gone = rows.filter((row) => places.get(row.device_id ?? "")?.has(placeId({ space: row.space, key: row.ip_key })) !== true);
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await change.exec("delete from allocation where id = any(?)", [ids]);
  for (const row of gone)
    change.audit({ action: "delete", resource: "allocation", resourceId: row.id, before: allocationOf(row), follows: true });
  await endKeys(change, gone);
}
