import type { AddressKey } from "../address/address-key.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import { rowsByKey } from "../storage/list-reading/rows-by-key.ts";
import { keyOfText } from "../address/ip-address.ts";
import type { Queries, SqlValue, Transaction } from "../contract/storage/storage.ts";
import type { DiscoveredDevice } from "./discovered-device.ts";
import {
  DISCOVERED_DEVICE_FIELDS,
  discoveredDeviceDocuments,
  type DiscoveredDeviceRow,
  discoveredDeviceTable,
} from "./discovered-device.entity.ts";

/** The only writers of rows of discovered devices: what else is kept of them follows here. */

type Writer = Pick<Transaction, "insert" | "update" | "run">;

/** Discovered devices of a condition on `discovered_device`, in the order of their addresses. */
export async function readSeen(queries: Queries, condition: string, params: readonly SqlValue[]): Promise<DiscoveredDevice[]> {
  const rows = await queries.all<{ doc: string }>(`select doc from discovered_device where ${condition}`, params);
  const texts = await discoveredDeviceDocuments.currentAll(
    queries,
    rows.map(({ doc }) => doc),
  );
  return texts.map((text) => JSON.parse(text) as DiscoveredDevice);
}

/** Rows of discovered devices that one statement reads. */
export const SEEN_PER_STEP = 500;

/**
 * Discovered devices, in the order of their ids as given, in slices of a bounded size: what hosts and agents say of a host may be long.
 * Gives others a turn before each slice.
 */
export async function* seenInSlices(queries: Queries, ids: readonly string[]): AsyncGenerator<readonly DiscoveredDevice[], void> {
  const rows = { key: "id", from: "discovered_device t", text: { name: "doc", sql: "t.doc" }, most: SEEN_PER_STEP };
  for await (const slice of rowsByKey<{ doc: string }>(queries, rows, ids)) {
    if (isTurnOver()) await turnUnderLock();
    const texts = await discoveredDeviceDocuments.currentAll(
      queries,
      slice.map(({ doc }) => doc),
    );
    yield texts.map((text) => JSON.parse(text) as DiscoveredDevice);
  }
}

function rowOf(seen: DiscoveredDevice): DiscoveredDeviceRow {
  return { ...seen, ip_key: keyOfText(seen.ip) as AddressKey, doc: discoveredDeviceDocuments.write(seen) };
}

/** Inserts what was seen for the first time. */
export async function insertSeen(writer: Writer, all: readonly DiscoveredDevice[]): Promise<void> {
  if (all.length === 0) return;
  const { columns } = discoveredDeviceTable;
  await writer.insert(
    "discovered_device",
    columns,
    all.map((seen) => {
      const row = rowOf(seen);
      return columns.map((column) => row[column]);
    }),
  );
}

/** What is known of one address, before and after. */
export interface SeenChange {
  readonly before: DiscoveredDevice;
  readonly after: DiscoveredDevice;
}

/** Writes what became of discovered devices: of each those columns that changed, since a column that is set costs its indexes. */
export async function rewriteSeen(writer: Writer, all: readonly SeenChange[]): Promise<void> {
  const changed = all.map(({ before, after }) => ({
    after,
    columns: DISCOVERED_DEVICE_FIELDS.filter((column) => column !== "id" && before[column] !== after[column]),
  }));
  for (const [names, own] of Map.groupBy(changed, ({ columns }) => columns.join())) {
    const columns = [...(own[0]?.columns ?? []), "doc"] as const;
    await writer.update(
      "discovered_device",
      "id",
      columns,
      own.map(({ after }) => {
        const row = names === "" ? { doc: discoveredDeviceDocuments.write(after) } : rowOf(after);
        return [after.id, ...columns.map((column) => (row as DiscoveredDeviceRow)[column])];
      }),
    );
  }
}

/** Discovered devices that one statement deletes. */
export const DELETED_PER_STEP = 500;

/** Deletes discovered devices of a condition, in the order of their networks and addresses. @returns how many there were */
export async function deleteSeen(writer: Writer, condition: string, params: readonly SqlValue[]): Promise<number> {
  const some = `select id from discovered_device where ${condition} order by network_id, ip_key limit ${DELETED_PER_STEP}`;
  for (let count = 0; ;) {
    const deleted = await writer.run(`delete from discovered_device where id in (${some})`, params);
    count += deleted;
    if (deleted < DELETED_PER_STEP) return count;
    if (isTurnOver()) await turnUnderLock();
  }
}
