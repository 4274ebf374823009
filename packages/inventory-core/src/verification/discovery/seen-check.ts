import type { Queries } from "../../contract/storage/storage.ts";
import { discoveredDeviceDocuments, type DiscoveredDeviceRow } from "../../reconciliation/discovered-device.entity.ts";
import type { DiscoveredDevice } from "../../reconciliation/discovered-device.ts";
import { leftComparisons } from "../../reconciliation/left-comparisons.ts";
import { compareWithRecorded } from "../../reconciliation/recorded-devices.ts";
import { type Check, SLICE_ROWS } from "../check.ts";
import { type DerivedRow, rowCheck } from "../row-check.ts";
import { fieldsIn } from "../stored-json.ts";

type Row = DiscoveredDeviceRow & { readonly space: number };

/** How what was seen stands to what is recorded now. */
async function derived(queries: Queries, rows: readonly Row[]): Promise<readonly DerivedRow[]> {
  const texts = await discoveredDeviceDocuments.currentAll(
    queries,
    rows.map(({ doc }) => doc),
  );
  const seen = texts.map((text) => JSON.parse(text) as DiscoveredDevice);
  const expected = new Map<string, DiscoveredDevice>();
  const bySpace = Map.groupBy(seen.entries(), ([index]) => rows[index]?.space ?? 0);
  for (const [space, own] of bySpace) {
    const compared = await compareWithRecorded(
      queries,
      space,
      own.map(([, one]) => one),
    );
    for (const one of compared) expected.set(one.id, one);
  }
  return rows.map(({ id, mac_address, state, device_id, ignored_at, ignore_note, doc }) => {
    const record = expected.get(id) as DiscoveredDevice;
    const { mac_address: mac, state: stands, device_id: device, ignored_at: since, ignore_note: note } = record;
    return {
      id,
      stored: { mac_address, state, device_id, ignored_at, ignore_note, doc: discoveredDeviceDocuments.comparable(doc, record) },
      expected: {
        mac_address: mac,
        state: stands,
        device_id: device,
        ignored_at: since,
        ignore_note: note,
        doc: discoveredDeviceDocuments.write(record),
      },
    };
  });
}

/** Discovered devices: their columns, and how they stand to what is recorded. What was seen only their documents say. */
export const seenCheck: Check = rowCheck({
  name: "discovered-devices",
  table: "discovered_device",
  rows: async (queries, after, limit = SLICE_ROWS) => {
    const rows = await queries.all<Row>(
      `select d.*, n.space from discovered_device d join network n on n.id = d.network_id where d.id > ? order by d.id limit ?`,
      [after, limit],
    );
    // What is compared in the background is right when that is done.
    const isLeft = await leftComparisons(queries);
    const readable = rows.filter((row) => typeof fieldsIn(row.doc)?.["ip"] === "string" && !isLeft(row));
    const known = new Map((await derived(queries, readable)).map((row) => [row.id, row]));
    // Nothing can be derived from a document that cannot be read.
    return rows.map(({ id }) => known.get(id) ?? { id, stored: {}, expected: {} });
  },
});
