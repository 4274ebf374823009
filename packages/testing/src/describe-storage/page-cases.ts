import assert from "node:assert/strict";
import type { OpenStorage } from "@cadastre/inventory-core";
import type { Item } from "./item.entity.ts";
import { ALL_ITEMS, insertItems, type StorageCase } from "./storage-lab.ts";

const group = "lists";

async function numbers(open: OpenStorage, sql = ALL_ITEMS): Promise<number[]> {
  const found: number[] = [];
  for await (const page of open.pages<Item>(sql)) {
    assert.ok(page.length > 0, "no page is empty");
    found.push(...page.map(({ number }) => Number(number)));
  }
  return found;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const pageCases: readonly StorageCase[] = [
  {
    group,
    name: "give every row, in order, whatever the number",
    run: async (lab) => {
      const open = await lab.open();
      assert.deepEqual(await numbers(open), []);
      await insertItems(open, 1234);
      assert.deepEqual(await numbers(open), upTo(1234));
      assert.deepEqual(
        await numbers(open, "select id, number from conformance_item where number < 100 order by number desc"),
        upTo(100).toReversed(),
      );
    },
  },
  {
    group,
    name: "come from one snapshot, whatever writers do meanwhile",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 600);
      const seen: number[] = [];
      for await (const page of open.pages<Item>(ALL_ITEMS)) {
        if (seen.length === 0) {
          await open.write(async (transaction) => {
            await transaction.run("delete from conformance_item where number >= 300");
            await transaction.run("update conformance_item set name = 'zzz' where number < 10");
            await transaction.insert("conformance_item", ["id", "name", "number"], [["new", "name000400x", -1]]);
          });
        }
        seen.push(...page.map(({ number }) => Number(number)));
      }
      assert.deepEqual(seen, upTo(600));
      assert.equal((await numbers(open)).length, 301);
    },
  },
  {
    group,
    name: "end with an error when they are aborted",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 600);
      const controller = new AbortController();
      await assert.rejects(async () => {
        for await (const page of open.pages<Item>(ALL_ITEMS, [], controller.signal)) {
          assert.ok(page.length < 600);
          controller.abort(new Error("stop"));
        }
      });
    },
  },
  {
    group,
    name: "may be left early, and run side by side",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 400);
      for (let round = 0; round < 60; round += 1) {
        for await (const page of open.pages<Item>(ALL_ITEMS)) {
          assert.equal(Number(page[0]?.number), 0);
          break;
        }
      }
      const lists = await Promise.all(Array.from({ length: 40 }, async () => await numbers(open)));
      for (const list of lists) assert.deepEqual(list, upTo(400));
      await open.write(async (transaction) => await transaction.run("delete from conformance_item"));
      assert.deepEqual(await numbers(open), []);
    },
  },
  {
    group,
    name: "that nobody goes on reading keep nobody waiting, and lose nothing",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 3000);
      const begun = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const pages = open.pages<Item>(ALL_ITEMS)[Symbol.asyncIterator]();
          const first = await pages.next();
          return { pages, first: first.done === true ? [] : first.value };
        }),
      );
      assert.deepEqual(await numbers(open), upTo(3000));
      assert.deepEqual(await numbers(open, "select number from conformance_item where number < 3"), [0, 1, 2]);
      await open.write(async (transaction) => await transaction.run("delete from conformance_item"));
      assert.deepEqual(await open.read.all("select id from conformance_item"), []);
      for (const [index, { pages, first }] of begun.entries()) {
        const found = first.map(({ number }) => Number(number));
        if (index % 2 === 0) await pages.return?.();
        else {
          for (let next = await pages.next(); next.done !== true; next = await pages.next())
            found.push(...next.value.map(({ number }) => Number(number)));
          assert.deepEqual(found, upTo(3000));
        }
      }
    },
  },
  {
    group,
    name: "that fail half way leave nothing behind",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 600);
      const failing =
        "select id, name, case when number = 500 then abs(-9223372036854775807 - 1 + number - 500) else number end as number from " +
        "conformance_item";
      // As often as there are connections, at least.
      for (let round = 0; round < 20; round += 1) await assert.rejects(numbers(open, failing));
      assert.deepEqual(await Promise.all([numbers(open), numbers(open)]), [upTo(600), upTo(600)]);
      await open.write(async (transaction) => await transaction.run("delete from conformance_item"));
      assert.deepEqual(await numbers(open), []);
    },
  },
  {
    group,
    name: "fail when their query fails",
    run: async (lab) => {
      const open = await lab.open();
      await assert.rejects(numbers(open, "select * from nothing_like_it"));
      await insertItems(open, 3);
      assert.deepEqual(await numbers(open), [0, 1, 2]);
    },
  },
];
