import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OpenStorage, Transaction } from "@cadastre/inventory-core";
import type { Item } from "./item.entity.ts";
import { ALL_ITEMS, BegunList, countItems, insertItems, letsTimersRun, type StorageCase } from "./storage-lab.ts";

const group = "what goes on beside a transaction";

/** Turns of the event loop in which whatever was begun has come as far as it can. */
const TURNS = 25;

class Refused extends Error {}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
};

const put = async (transaction: Transaction, id: string): Promise<void> =>
  await transaction.insert("conformance_item", ["id", "name", "number"], [[id, id, 0]]);

/** A transaction that writes, lets others go on for a while, and is taken back. @param begun hears when it has written */
const takenBack = async (open: OpenStorage, begun: () => void): Promise<void> =>
  await assert.rejects(
    open.write(async (transaction) => {
      await put(transaction, "taken back");
      begun();
      await turns();
      await put(transaction, "taken back too");
      throw new Refused("no");
    }),
    Refused,
  );

/** Begins `work`, outside of the transaction, once {@link takenBack} has written. */
async function besideOneTakenBack<T>(open: OpenStorage, work: () => Promise<T>): Promise<T> {
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const beside = hasBegun.then(work);
  await takenBack(open, begun);
  return await beside;
}

export const besideCases: readonly StorageCase[] = [
  {
    group,
    name: "reads and lists that begin meanwhile see nothing of one that is taken back",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 2);
      assert.equal(await besideOneTakenBack(open, async () => await countItems(open)), 2);
      const listed = await besideOneTakenBack(open, async () => (await Array.fromAsync(open.pages<Item>(ALL_ITEMS))).flat());
      assert.deepEqual(
        listed.map(({ id }) => id),
        ["id0", "id1"],
      );
    },
  },
  {
    group,
    name: "another transaction that begins meanwhile is none of it: it stays when the first is taken back",
    run: async (lab) => {
      const open = await lab.open();
      await besideOneTakenBack(open, async () => await open.write(async (transaction) => await put(transaction, "other")));
      assert.deepEqual(await open.read.all("select id from conformance_item"), [{ id: "other" }]);
    },
  },
  {
    group,
    name: "a list that is being read goes on when one is taken back",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 600);
      const list = await BegunList.of(open);
      await takenBack(open, () => {});
      assert.equal(await list.rest(), 600);
    },
  },
  {
    group,
    name: "a change of another host waits until the database is free, keeps nobody else waiting, and is not refused",
    needs: "severalProcesses",
    run: async (lab) => {
      const one = await lab.open();
      const two = await lab.open(lab.again());
      await insertItems(one, 1);
      const lock = { on: "record", table: "conformance_item", id: "id0" } as const;
      const change = async (open: OpenStorage, note: string, meanwhile: () => Promise<void>): Promise<void> =>
        await open.write(async (transaction) => {
          await transaction.lock(lock);
          await transaction.run("update conformance_item set note = coalesce(note, '') || ? where id = 'id0'", [note]);
          await meanwhile();
        });
      const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
      const other = hasBegun.then(async () => await change(two, "second", async () => {}));
      // It fails when it is waited for.
      other.catch(() => {});
      await change(one, "first ", async () => {
        begun();
        // The other asks for the lock again and again meanwhile, and reads as before.
        for (let read = 0; read < 10; read += 1) {
          await countItems(two);
          await turns();
        }
      });
      await other;
      assert.equal((await one.read.get<Item>("select note from conformance_item where id = 'id0'"))?.note, "first second");
    },
  },
  {
    group,
    name: "timers run while somebody reads without a pause",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 200);
      await letsTimersRun("single reads", async () => await countItems(open));
      await letsTimersRun("lists", async () => await Array.fromAsync(open.pages<Item>(ALL_ITEMS)));
    },
  },
];
