import { Relationship } from "../relationships/relationship.ts";
import type { RelationshipRow } from "../relationships/relationship.entity.ts";
import { documentOf } from "../storage/documents.ts";
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
    const compared = rows.map((row) => ({ row, expected: documentOf(Relationship, row as Relationship) }));
    const wrong = compared.filter(({ row, expected }) => row.doc !== expected);
    const last = rows.at(-1);
    return {
      rows: rows.length,
      differences: wrong.map(({ row, expected }): Difference => {
        const [is, should] = documentDifferences(row.doc, expected);
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
