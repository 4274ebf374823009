import assert from "node:assert/strict";
import type { SqlValue } from "@cadastre/inventory-core";
import type { Item } from "./item.entity.ts";
import { countItems, insertItems, type StorageCase } from "./storage-lab.ts";

const group = "statements";
const ALL = "select id, name, number, note from conformance_item order by id";

export const statementCases: readonly StorageCase[] = [
  {
    group,
    name: "give back what was bound: texts, empty and null, any Unicode, exact integers",
    run: async (lab) => {
      const open = await lab.open();
      const texts = ["", " ", "a'b\"c\\d", "%_?$1", "Ünïcödé 日本 🏢", "line\nbreak\ttab", "x".repeat(100_000)];
      const rows = texts.map((text, index): SqlValue[] => [
        `${index}`,
        text,
        index === 0 ? 9_007_199_254_740_991 : -index,
        index % 2 === 0 ? null : text,
      ]);
      await open.write(async (transaction) => await transaction.insert("conformance_item", ["id", "name", "number", "note"], rows));
      const stored = await open.read.all<Item>(ALL);
      assert.deepEqual(
        stored.map((row) => [row.id, row.name, Number(row.number), row.note]),
        rows,
      );
      assert.equal((await open.read.get<Item>("select * from conformance_item where name = ?", ["%_?$1"]))?.id, "3");
      assert.equal(await open.read.get("select * from conformance_item where id = ?", ["nobody"]), undefined);
    },
  },
  {
    group,
    name: "take lists as one parameter, as a condition and as a table",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 10);
      const some = ["id3", "id7", "nobody", "id'5"];
      assert.deepEqual(await open.read.all("select id from conformance_item where id = any(?) order by id", [some]), [
        { id: "id3" },
        { id: "id7" },
      ]);
      assert.deepEqual(await open.read.all("select id from conformance_item where id = any(?)", [[]]), []);
      assert.equal((await open.read.all("select id from conformance_item where number = any(?)", [[1, 2]])).length, 2);
      const joined = await open.read.all<{ value: string; number: number }>(
        "select k.value, i.number from list(?) k join conformance_item i on i.id = k.value order by k.value",
        [some],
      );
      assert.deepEqual(
        joined.map((row) => [row.value, Number(row.number)]),
        [
          ["id3", 3],
          ["id7", 7],
        ],
      );
    },
  },
  {
    group,
    name: "insert and update in bulk, nulls included",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 2500);
      await open.write(async (transaction) => {
        await transaction.insert("conformance_item", ["id", "name", "number"], []);
        await transaction.update(
          "conformance_item",
          "id",
          ["name", "note"],
          [
            ["id1", "one", "noted"],
            ["id2", "two", null],
            ["nobody", "x", "y"],
          ],
        );
        await transaction.update("conformance_item", "id", ["note"], []);
      });
      assert.equal(await countItems(open), 2500);
      assert.deepEqual(await open.read.all("select id, name, note from conformance_item where number <= 2 order by number"), [
        { id: "id0", name: "name000000", note: null },
        { id: "id1", name: "one", note: "noted" },
        { id: "id2", name: "two", note: null },
      ]);
    },
  },
  {
    group,
    name: "keep every text and number as it is, of few rows and of many",
    run: async (lab) => {
      const open = await lab.open();
      const texts = [
        "",
        " ",
        "null",
        "{}",
        '["a"]',
        `"quoted" 'twice'`,
        "back\\slash \\u0041 \\n",
        "line\nbreak\ttab",
        "ä 日 🏢",
        "$1 ? %s",
      ];
      const numbers = [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
      for (const count of [texts.length, 100]) {
        const rows = Array.from({ length: count }, (_, index) => [
          `text ${count} ${index}`,
          texts[index % texts.length] as string,
          numbers[index % numbers.length] as number,
        ]);
        await open.write(async (transaction) => await transaction.insert("conformance_item", ["id", "name", "number"], rows));
        const read = await open.read.all<{ id: string; name: string; number: number }>(
          "select id, name, number from conformance_item where id like ?",
          [`text ${count} %`],
        );
        const found = new Map(read.map(({ id, name, number }) => [id, [id, name, Number(number)]]));
        assert.deepEqual(
          rows.map(([id]) => found.get(id as string)),
          rows,
        );
      }
    },
  },
  {
    group,
    name: "say how many rows changed",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 5);
      const counts = await open.write(async (transaction) => [
        await transaction.run("update conformance_item set note = ? where number < ?", ["n", 3]),
        await transaction.run("delete from conformance_item where number = ?", [99]),
        await transaction.run("delete from conformance_item where number >= ?", [3]),
      ]);
      assert.deepEqual(counts, [3, 0, 2]);
      assert.equal((await open.read.all("select id from conformance_item where note = 'n'")).length, 3, "every update counts");
    },
  },
  {
    group,
    name: "order texts by code point",
    run: async (lab) => {
      const open = await lab.open();
      const names = ["_", "a", "B", "Z", "ä", "10", "9", "é", "aa", "A b", "日"];
      await open.write(
        async (transaction) =>
          await transaction.insert(
            "conformance_item",
            ["id", "name", "number"],
            names.map((name, index) => [`${index}`, name, index]),
          ),
      );
      const stored = await open.read.all<Item>("select name from conformance_item order by name");
      assert.deepEqual(
        stored.map(({ name }) => name),
        names.toSorted(),
      );
      const after = await open.read.all<Item>("select name from conformance_item where (name, id) > (?, ?) order by name", ["Z", ""]);
      assert.deepEqual(
        after.map(({ name }) => name),
        names.filter((name) => name >= "Z").toSorted(),
      );
    },
  },
];
