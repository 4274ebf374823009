import type { Relationship } from "../relationships/relationship.ts";
import { relationshipDocuments, type RelationshipRow } from "../relationships/relationship.entity.ts";
import { type Check, type Difference, SLICE_ROWS } from "./check.ts";
import { documentDifferences } from "./document-differences.ts";

/** Documents of relationships, which never change: no lock is needed to write one anew. */
export const relationshipCheck: Check = {
  name: "relationships",
  async slice(queries, after) {
    const rows = await queries.all<RelationshipRow>(
      `select parent_id, child_id, type, created_at, doc from relationship where (parent_id, child_id, type) > (?, ?, ?)
       order by parent_id, child_id, type limit ?`,
      [...(after ?? ["", "", ""]), SLICE_ROWS],
    );
    const compared = rows.map((row) => {
      const record = row as Relationship;
      return { row, stored: relationshipDocuments.comparable(row.doc, record), expected: relationshipDocuments.write(record) };
    });
    const wrong = compared.filter(({ stored, expected }) => stored !== expected);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: wrong.map(({ row, stored, expected }): Difference => {
        const [is, should] = documentDifferences(stored, expected);
        return {
          check: "relationships",
          table: "relationship",
          id: `${row.parent_id}/${row.child_id}/${row.type}`,
          column: "doc",
          stored: is,
          expected: should,
        };
      }),
      next: rows.length < SLICE_ROWS || last === undefined ? null : [last.parent_id, last.child_id, last.type],
      mend: async (change) => {
        // The key has three columns, which a bulk update does not take; these do not wait for each other.
        for (const { row, expected } of wrong) {
          await change.exec("update relationship set doc = ? where parent_id = ? and child_id = ? and type = ?", [
            expected,
            row.parent_id,
            row.child_id,
            row.type,
          ]);
        }
      },
    };
  },
};
