import { inSlices, TURN_BYTES, weighedSlices } from "../background/in-slices.ts";
import { isTurnOver, turnUnderLock } from "../background/loop-turn.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { deviceDocuments } from "./device-rows.ts";

/** Devices that are written between two turns of the event loop at most. */
export const DEVICES_TOGETHER = 64;

/** Devices whose lengths one statement reads. */
const WEIGHED_TOGETHER = 8 * DEVICES_TOGETHER;

/** Goes through devices a slice at a time, a long one alone, and lets others have a turn of the event loop between two. */
export async function* devicesInSlices(queries: Queries, ids: readonly string[]): AsyncGenerator<readonly string[], void> {
  if (ids.length <= 1) return yield* ids.length === 0 ? [] : [ids];
  const sql = `select id, ${deviceDocuments.lengthSql("t")} as bytes from device t where id = any(?)`;
  for await (const some of inSlices(ids, WEIGHED_TOGETHER)) {
    const rows = await queries.all<{ id: string; bytes: number }>(sql, [some]);
    const bytes = new Map(rows.map((row) => [row.id, row.bytes]));
    const bounds = { count: DEVICES_TOGETHER, weight: TURN_BYTES, weightOf: (id: string) => bytes.get(id) ?? 0 };
    for await (const slice of weighedSlices(some, bounds)) {
      if (isTurnOver()) await turnUnderLock();
      yield slice;
    }
  }
}
