import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { rowInserts, rowUpdates, SqliteStatements } from "../../../src/storage/sqlite/sqlite-sql.ts";

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

describe("lists as parameters on SQLite", () => {
  it("are compared with as one value where they have only one, whatever is beside them", () => {
    const database = new Database(":memory:");
    const prepared: string[] = [];
    const prepare = database.prepare.bind(database);
    database.prepare = ((sql: string) => (prepared.push(sql), prepare(sql))) as typeof database.prepare;
    const statements = new SqliteStatements(database);
    database.exec("create table t (id text, n integer); insert into t values ('a', 1), ('b', 2), ('c', 3)");
    const sql = "select id from t where n > ? and id = any(?) and n = any(?) and id in (select value from list(?) k) order by id";
    const found = (ids: readonly string[], numbers: readonly number[]): string =>
      statements
        .all<{ id: string }>(sql, [0, ids, numbers, ["a"].concat(ids)])
        .map(({ id }) => id)
        .join("");
    for (let round = 0; round < 2; round += 1) {
      expect(found(["a", "b"], [1, 2])).toBe("ab");
      expect(found(["b"], [1, 2])).toBe("b");
      expect(found(["a", "c"], [3])).toBe("c");
      expect(found(["c"], [3])).toBe("c");
      expect(found([], [3])).toBe("");
    }
    const list = "in (select value from json_each(?))";
    const comparisons = prepared.map((text) => / and id (.*?) and n (.*?) and/.exec(text)?.slice(1));
    expect(comparisons).toEqual([
      [list, list],
      ["= ?", list],
      [list, "= ?"],
      ["= ?", "= ?"],
    ]);
    database.close();
  });
});
