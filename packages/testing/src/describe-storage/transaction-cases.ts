import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { OpenStorage, Transaction, WriteOptions } from "@cadastre/inventory-core";
import { TimeIsUp } from "@cadastre/inventory-core/storage-kit";
import { type Item, ItemEntity } from "./item.entity.ts";
import { countItems, insertItems, letsTimersRun, type StorageCase } from "./storage-lab.ts";

const group = "transactions";

const put = async (transaction: Transaction, id: string, number = 0): Promise<void> =>
  await transaction.insert("conformance_item", ["id", "name", "number"], [[id, id, number]]);

/** {@link put} in a transaction of its own. */
const putAlone = async (open: OpenStorage, id: string): Promise<void> =>
  await open.write(async (transaction) => await put(transaction, id));

/** Reads a number and writes it back one higher, holding the locks of its record and of others. */
async function increment(open: OpenStorage, others = 0): Promise<void> {
  await open.write(async (transaction) => {
    const ids = Array.from({ length: others + 1 }, (_, index) => `id${index}`);
    await transaction.lock(...ids.map((id) => ({ on: "record", table: "conformance_item", id }) as const));
    const row = await transaction.get<Item>("select number from conformance_item where id = ?", ["id0"]);
    await transaction.run("update conformance_item set number = ? where id = ?", [Number(row?.number) + 1, "id0"]);
  });
}

const numberOf = async (open: OpenStorage): Promise<number> =>
  Number((await open.read.get<Item>("select number from conformance_item where id = 'id0'"))?.number);

class Refused extends Error {}

export const transactionCases: readonly StorageCase[] = [
  {
    group,
    name: "stand alone when many wait at once: those that throw leave nothing, the others are all there",
    run: async (lab) => {
      const open = await lab.open();
      const outcomes = await Promise.allSettled(
        Array.from(
          { length: 40 },
          async (_, index) =>
            await open.write(async (transaction) => {
              await put(transaction, `work${index}`, index);
              if (index % 3 === 0) throw new Refused("no");
              if (index % 3 === 1)
                await transaction.run("insert into conformance_item (id, name, number) values (?, ?, ?)", [
                  `work${index}`,
                  "the key again",
                  0,
                ]);
              return index;
            }),
        ),
      );
      const written = (await open.read.all<Item>("select number from conformance_item order by number")).map(({ number }) =>
        Number(number),
      );
      assert.deepEqual(
        written,
        Array.from({ length: 40 }, (_, index) => index).filter((index) => index % 3 === 2),
      );
      assert.deepEqual(
        outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : [])),
        written,
        "each is told what became of its own work",
      );
      assert.equal(outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason instanceof Refused).length, 14);
    },
  },
  {
    group,
    name: "answer a refused write after the commit of the writes that it has seen",
    run: async (lab) => {
      const open = await lab.open();
      const putSlowly = async (id: string): Promise<void> =>
        await open.write(async (transaction) => {
          await put(transaction, id);
          for (let turn = 0; turn < 5; turn += 1) await setImmediate();
        });
      const refused = async (): Promise<readonly [seen: number, committed: number]> => {
        let seen = 0;
        await assert.rejects(
          open.write(async (transaction) => {
            seen = (await transaction.all("select id from conformance_item")).length;
            throw new Refused("no");
          }),
          Refused,
        );
        return [seen, await countItems(open)];
      };
      const [, [seen, committed]] = await Promise.all([putSlowly("before"), refused(), putSlowly("after")]);
      assert.ok(committed >= seen, `a transaction that was refused saw ${seen} records, and a reader after it only ${committed}`);
    },
  },
  {
    group,
    name: "take thousands of locks at once",
    run: async (lab) => {
      const open = await lab.open();
      await putAlone(open, "id0");
      await Promise.all([increment(open, 2500), increment(open, 2500), increment(open)]);
      assert.equal(await numberOf(open), 3);
    },
  },
  {
    group,
    name: "keep to what is said of them: they end when their caller leaves, when their time is up, and when they waited for too long",
    run: async (lab) => {
      const open = await lab.open();
      const leaving = new AbortController();
      const put2 = (options: WriteOptions, between?: () => void): Promise<void> =>
        open.write(async (transaction) => {
          await transaction.lock({ on: "topology", mode: "exclusive" });
          await put(transaction, "first");
          between?.();
          await put(transaction, "second");
        }, options);
      const left = new Error("left");
      await assert.rejects(
        put2({ signal: leaving.signal }, () => leaving.abort(left)),
        (error) => error === left,
      );
      await assert.rejects(put2({ timeoutMs: -1 }), TimeIsUp);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: end, resolve: goOn } = Promise.withResolvers<void>();
      const held = open.write(async (transaction) => {
        await transaction.lock({ on: "topology", mode: "exclusive" });
        await transaction.get("select 1 as one");
        begin();
        await end;
      });
      await begun;
      await assert.rejects(put2({ waitMs: -1 }), { code: "BUSY" });
      goOn();
      await held;
      assert.equal(await countItems(open), 0);
    },
  },
  {
    group,
    name: "fail as a whole for a statement whose outcome nobody waited for, and say why",
    run: async (lab) => {
      const open = await lab.open();
      await putAlone(open, "there");
      await assert.rejects(
        open.write(async (transaction) => {
          await put(transaction, "new");
          await transaction.exec("insert into conformance_item (id, name, number) values (?, ?, ?)", ["there", "the key again", 0]);
          await transaction.get("select 1 as one");
        }),
        /unique|constraint/i,
      );
      await assert.rejects(
        open.write(async (transaction) => await put(transaction, "there")),
        /unique|constraint/i,
        "also when it is the last one",
      );
      assert.equal(await countItems(open), 1);
      await putAlone(open, "after");
      assert.equal(await countItems(open), 2, "and what comes after is not hurt");
    },
  },
  {
    group,
    name: "let timers run while somebody writes without a pause",
    run: async (lab) => {
      const open = await lab.open();
      let index = 0;
      await letsTimersRun("changes", async () => await putAlone(open, `loop${(index += 1)}`));
    },
  },
  {
    group,
    name: "are seen by readers once they are committed, and not before",
    run: async (lab) => {
      const open = await lab.open();
      const result = await open.write(async (transaction) => {
        await put(transaction, "a");
        assert.equal((await transaction.all("select id from conformance_item")).length, 1, "a transaction sees its own writes");
        if (lab.subject.storage.capabilities.oneSession !== true)
          assert.equal(await countItems(open), 0, "a reader sees committed data only");
        return "answer";
      });
      assert.equal(result, "answer");
      assert.equal(await countItems(open), 1);
    },
  },
  {
    group,
    name: "leave nothing behind when the work throws, by statements or by the unit of work",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 2);
      const refused = open.write(async (transaction) => {
        await put(transaction, "a");
        await transaction.run("delete from conformance_item where id = ?", ["id0"]);
        await transaction.update("conformance_item", "id", ["name"], [["id1", "changed"]]);
        transaction.em.create(ItemEntity, { id: "orm", name: "orm", number: 1, note: null });
        await transaction.em.flush();
        throw new Refused("no");
      });
      await assert.rejects(refused, Refused);
      assert.deepEqual(await open.read.all("select id, name from conformance_item order by id"), [
        { id: "id0", name: "name000000" },
        { id: "id1", name: "name000001" },
      ]);
      await open.write(async (transaction) => await put(transaction, "after"));
      assert.equal(await countItems(open), 3);
    },
  },
  {
    group,
    name: "fail as a whole when a statement fails, and block nobody",
    run: async (lab) => {
      const open = await lab.open();
      for (let round = 0; round < 15; round += 1) {
        await assert.rejects(
          open.write(async (transaction) => {
            await put(transaction, "once");
            await put(transaction, "once");
          }),
        );
      }
      assert.equal(await countItems(open), 0);
      await open.write(async (transaction) => await put(transaction, "once"));
      assert.equal(await countItems(open), 1);
    },
  },
  {
    group,
    name: "lose no update of writers at once that hold the lock",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 1);
      await Promise.all(Array.from({ length: 30 }, async () => await increment(open)));
      assert.equal(await numberOf(open), 30);
    },
  },
  {
    group,
    name: "lose no update of several hosts on one database",
    needs: "severalProcesses",
    run: async (lab) => {
      const one = await lab.open();
      const two = await lab.open(lab.again());
      await insertItems(one, 1);
      await Promise.all([one, two].flatMap((open) => Array.from({ length: 10 }, async () => await increment(open))));
      assert.deepEqual([await numberOf(one), await numberOf(two)], [20, 20]);
    },
  },
  {
    group,
    name: "share the unit of work with statements",
    run: async (lab) => {
      const open = await lab.open();
      await insertItems(open, 2);
      await open.write(async ({ em }) => {
        const row = await em.findOneOrFail(ItemEntity, { id: "id0" });
        em.assign(row, { name: "assigned", note: "n" });
        em.create(ItemEntity, { id: "made", name: "made", number: 7, note: null });
        em.remove(await em.findOneOrFail(ItemEntity, { id: "id1" }));
        // Flushed by the commit.
      });
      await open.write(async (transaction) => {
        transaction.em.create(ItemEntity, { id: "flushed", name: "flushed", number: 8, note: null });
        await transaction.em.flush();
        assert.equal(
          (await transaction.all("select id from conformance_item where id = 'flushed'")).length,
          1,
          "statements see what was flushed",
        );
        await put(transaction, "by statement", 9);
        assert.equal((await transaction.em.findOneOrFail(ItemEntity, { id: "by statement" })).name, "by statement");
      });
      const rows = await open.read.all<Item>("select id, name from conformance_item order by id");
      assert.deepEqual(
        rows.map(({ id, name }) => [id, name]),
        [
          ["by statement", "by statement"],
          ["flushed", "flushed"],
          ["id0", "assigned"],
          ["made", "made"],
        ],
      );
    },
  },
];
