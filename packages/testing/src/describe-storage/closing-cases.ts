import assert from "node:assert/strict";
import type { OpenStorage } from "@cadastre/inventory-core";
import type { Item } from "./item.entity.ts";
import { ALL_ITEMS, BegunList, countItems, insertItems, type StorageCase } from "./storage-lab.ts";

const group = "closing";
const CLOSED = { code: "UNAVAILABLE" };

/** Everything that a storage may be asked. */
const QUESTIONS: Readonly<Record<string, (open: OpenStorage) => Promise<unknown>>> = {
  get: async (open) => await open.read.get("select 1 as one"),
  all: async (open) => await open.read.all("select 1 as one"),
  write: async (open) => await open.write(async (transaction) => await transaction.run("delete from conformance_item")),
  pages: async (open) => await Array.fromAsync(open.pages(ALL_ITEMS)),
  eventHorizon: async (open) => await open.eventHorizon(),
  ping: async (open) => await open.ping(),
};

export const closingCases: readonly StorageCase[] = [
  {
    group,
    name: "refuses whatever comes after it, and may be asked for twice",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 100);
      // Begun before, and read after.
      const list = open.pages<Item>(ALL_ITEMS);
      const closing = open.close();
      for (const [name, ask] of Object.entries(QUESTIONS)) await assert.rejects(ask(open), CLOSED, `${name} while it closes`);
      await Promise.all([closing, open.close()]);
      for (const [name, ask] of Object.entries(QUESTIONS)) await assert.rejects(ask(open), CLOSED, `${name} after it`);
      await assert.rejects(Array.fromAsync(list), CLOSED);
    },
  },
  {
    group,
    name: "waits for transactions and lists that are running",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 600);
      const list = await BegunList.of(open);
      let began = (): void => {};
      const begun = new Promise<void>((resolve) => (began = resolve));
      const written = open.write(async (transaction) => {
        for (let round = 0; round < 50; round += 1) {
          await transaction.run("update conformance_item set number = number + 1 where id = 'id0'");
          began();
        }
        return (await transaction.get<{ number: number | string }>("select number from conformance_item where id = 'id0'"))?.number;
      });
      await begun;
      let closed = false;
      const closing = open.close().then(() => (closed = true));
      assert.equal(Number(await written), 50);
      assert.equal(await list.rest(() => assert.equal(closed, false, "it is not closed under a list")), 600);
      await closing;
    },
  },
  {
    group,
    name: "loses nothing that was acknowledged meanwhile",
    needs: "durable",
    run: async (lab) => {
      const open = await lab.open();
      let acknowledged = 0;
      const writers = Array.from({ length: 40 }, async (_, index) => {
        await open.write(
          async (transaction) => await transaction.insert("conformance_item", ["id", "name", "number"], [[`id${index}`, "n", index]]),
        );
        acknowledged += 1;
      });
      const closing = open.close();
      const late = open.write(async (transaction) => await transaction.run("delete from conformance_item"));
      await assert.rejects(late, CLOSED);
      await Promise.all([...writers, closing]);
      const again = await lab.open(lab.again());
      assert.deepEqual([acknowledged, await countItems(again)], [40, 40]);
    },
  },
];
