import type { Conflict } from "../conflicts/conflict.ts";
import { conflictDocuments, type ConflictRow } from "../conflicts/conflict.entity.ts";
import { recheckHardwareConflictsAt } from "../conflicts/hardware-followers.ts";
import { hardwarePlaces } from "../conflicts/hardware-places.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { documentDifferences } from "./document-differences.ts";
import { readableFields } from "./conflict-fields.ts";

const NAME = "hardware-conflicts";

/** Open conflicts over hardware: each is in the space of its network, and names it as it is. What opened them only scans know. */
export const hardwareConflictCheck: Check = {
  name: NAME,
  async slice(queries, after) {
    const rows = await queries.all<ConflictRow>(
      "select * from conflict where type = 'discovery_mismatch' and status <> 'resolved' and id > ? order by id limit ?",
      [after?.[0] ?? "", SLICE_ROWS],
    );
    // A document that cannot be read is told of by the check of documents, and mended before this one.
    const readable = rows.filter(({ doc }) => readableFields(doc) !== undefined);
    const places = await hardwarePlaces(queries, readable);
    const differences: Difference[] = [];
    for (const row of readable) {
      const { id, space, status, doc } = row;
      const place = places.get(id);
      if (place === undefined) {
        differences.push({ check: NAME, table: "conflict", id, column: "status", stored: status, expected: "resolved" });
        continue;
      }
      if (place.space !== space)
        differences.push({ check: NAME, table: "conflict", id, column: "space", stored: String(space), expected: String(place.space) });
      const record = { ...(readableFields(doc) as unknown as Conflict), ...place.networks };
      const [stored, expected] = [conflictDocuments.comparable(doc, record), conflictDocuments.write(record)];
      if (expected === stored) continue;
      const [is, should] = documentDifferences(stored, expected);
      differences.push({ check: NAME, table: "conflict", id, column: "doc", stored: is, expected: should });
    }
    return {
      rows: rows.length,
      differences,
      next: rows.length < SLICE_ROWS ? null : [rows.at(-1)?.id ?? ""],
      mend: async (change) => {
        for (const [space, own] of Map.groupBy(readable, (row) => row.space))
          recheckHardwareConflictsAt(
            change,
            space,
            own.map(({ subject }) => subject),
          );
      },
    };
  },
};
