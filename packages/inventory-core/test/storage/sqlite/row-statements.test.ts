import { describe, expect, it } from "vitest";
import { rowInserts, rowUpdates } from "../../../src/storage/sqlite/sqlite-sql.ts";

describe("writing many rows on SQLite", () => {
  const rows = Array.from({ length: 210 }, (_, index) => [`id${index}`, `value${index}`]);

  it("takes few statements of few texts, so that they stay prepared and text indexes are written once for many rows", () => {
    for (const statements of [[...rowInserts("t", ["id", "a"], rows)], [...rowUpdates("t", "id", ["a"], rows)]]) {
      expect(statements.map(({ params }) => params.length / 2)).toEqual([64, 64, 64, 8, 8, 1, 1]);
      expect(new Set(statements.map(({ sql }) => sql)).size).toBe(3);
      expect(statements.flatMap(({ params }) => params)).toEqual(rows.flat());
    }
    expect([...rowInserts("t", ["id"], [])]).toEqual([]);
  });

  it("is one statement for one row", () => {
    expect([...rowUpdates("t", "id", ["a", "b"], [["x", "1", null]])]).toEqual([
      { sql: "update t set a = v.column2, b = v.column3 from (values (?, ?, ?)) as v where t.id = v.column1", params: ["x", "1", null] },
    ]);
  });
});
