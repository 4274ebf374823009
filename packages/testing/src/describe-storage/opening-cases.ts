import assert from "node:assert/strict";
import {
  createInventory,
  type IndexedTable,
  STORAGE,
  type Storage,
  type StorageMigration,
  type StoredModel,
} from "@cadastre/inventory-core";
import {
  BegunList,
  contractedModel,
  countItems,
  expandedModel,
  insertItems,
  itemModel,
  newerModel,
  type StorageCase,
} from "./storage-lab.ts";

const group = "opening and closing";

export const openingCases: readonly StorageCase[] = [
  {
    group,
    name: "answers while it is open and not after",
    run: async (lab) => {
      const open = await lab.open();
      await open.ping();
      await open.close();
      await assert.rejects(async () => await open.read.get("select 1 as one"));
    },
  },
  {
    group,
    name: "keeps its data and migrates once",
    needs: "durable",
    run: async (lab) => {
      const first = await lab.open();
      await insertItems(first, 3);
      await first.close();
      const second = await lab.open(lab.again());
      assert.equal(await countItems(second), 3);
    },
  },
  {
    group,
    name: "migrates forward, and refuses what a newer program has migrated",
    needs: "durable",
    run: async (lab) => {
      await (await lab.open()).close();
      const newer = await lab.open(lab.again(), newerModel);
      await newer.write(
        async (transaction) => await transaction.run("insert into conformance_item (id, name, number, more) values ('a', 'a', 1, 'm')"),
      );
      await newer.close();
      await assert.rejects(async () => await lab.open(lab.again()), { code: "DATABASE_TOO_NEW" });
    },
  },
  {
    group,
    name: "goes on with a database that a newer program has only added to, and not when what it uses was taken away",
    needs: "durable",
    run: async (lab) => {
      const older = await lab.open();
      await insertItems(older, 1);
      const open = async (model = itemModel) => await (await lab.open(lab.again(), model)).close();
      await open(expandedModel);
      const again = await lab.open(lab.again());
      for (const [index, storage] of (lab.subject.storage.capabilities.severalProcesses ? [older, again] : [again]).entries()) {
        await storage.write(
          async (transaction) =>
            await transaction.insert("conformance_item", ["id", "name", "number", "note"], [[`new${index}`, "n", index, "a note"]]),
        );
        assert.equal(
          (await storage.read.get<{ note: string }>("select * from conformance_item where id = ?", [`new${index}`]))?.note,
          "a note",
        );
      }
      const recorded = new Map((await again.migrations?.())?.map(({ name, requires }) => [name, requires]));
      if (recorded.size > 0) assert.equal(recorded.get("conformance/0002-remark"), "");
      await open(contractedModel);
      await open(expandedModel);
      await assert.rejects(async () => await open(), { code: "DATABASE_TOO_NEW", details: { migration: "conformance/0003-no-note" } });
    },
  },
  {
    group,
    name: "refuses a migration that contracts one that is not before it",
    run: async (lab) => {
      const wrong = [{ name: "conformance/0001-wrong", statements: [], compatibility: { contracts: "conformance/0002-remark" } }];
      await assert.rejects(
        async () => await lab.open(lab.subject.storage, { ...itemModel, migrations: { sqlite: wrong, postgresql: wrong } }),
        /contracts conformance\/0002-remark/,
      );
    },
  },
  {
    group,
    name: "refuses a database with pending migrations when it is not to apply them, and makes none",
    run: async (lab) => {
      const { storage } = lab.subject;
      const refused = async (again: Storage, model: StoredModel, ...names: readonly string[]): Promise<void> =>
        await assert.rejects(async () => await lab.open(again, model, { migrate: "refuse" }), {
          code: "DATABASE_NOT_MIGRATED",
          details: { pending: names.map((migration) => ({ migration, plugin: null })) },
        });
      assert.deepEqual(await storage.migrations(), []);
      await refused(storage, itemModel, "conformance/0001-item");
      assert.deepEqual(await storage.migrations(), []);
      const open = await lab.open();
      if (!storage.capabilities.durable) return;
      await insertItems(open, 2);
      await open.close();
      await refused(lab.again(), expandedModel, "conformance/0002-remark");
      const names = (await lab.again().migrations()).map(({ name }) => name);
      assert.deepEqual(names, ["conformance/0001-item"]);
      assert.equal(await countItems(await lab.open(lab.again(), itemModel, { migrate: "refuse" })), 2);
    },
  },
  {
    group,
    name: "opens read-only a database that needs no migration, and refuses every change",
    needs: "readOnly",
    run: async (lab) => {
      const options = { readOnly: true };
      await assert.rejects(async () => await lab.open(lab.subject.storage, itemModel, options), { code: "DATABASE_NOT_MIGRATED" });
      assert.deepEqual(await lab.subject.storage.migrations(), []);
      const open = await lab.open();
      await insertItems(open, 2);
      await assert.rejects(async () => await lab.open(lab.again(), expandedModel, options), { code: "DATABASE_NOT_MIGRATED" });
      const readOnly = await lab.open(lab.again(), itemModel, options);
      assert.equal(await countItems(readOnly), 2);
      assert.equal(await (await BegunList.of(readOnly)).rest(), 2);
      await readOnly.ping();
      await assert.rejects(async () => await insertItems(readOnly, 1), { code: "READ_ONLY" });
      await open.write(async (transaction) => await transaction.run("delete from conformance_item where id = ?", ["id0"]));
      assert.equal(await countItems(readOnly), 1);
    },
  },
  {
    group,
    name: "stops between two migrations or slices when its signal aborts, and continues there",
    needs: "durable",
    run: async (lab) => {
      const stop = new AbortController();
      const slices: string[] = [];
      const setting = {
        name: "conformance/0000-setting",
        statements: ["create table setting (name varchar(255) primary key, value text)"],
      };
      const sliced: StorageMigration = {
        name: "conformance/0002-sliced",
        statements: [],
        step: async (_, after) => {
          slices.push(after);
          stop.abort(new Error("enough"));
          return after === "" ? "half" : null;
        },
      };
      const migrations = [setting, ...itemModel.migrations[lab.subject.storage.dialect], sliced];
      const model = { entities: [], migrations: { sqlite: migrations, postgresql: migrations } };
      await assert.rejects(async () => await lab.open(lab.subject.storage, model, { signal: stop.signal }), /enough/);
      const applied = async (): Promise<readonly string[]> => (await lab.again().migrations()).map(({ name }) => name);
      assert.deepEqual(await applied(), ["conformance/0000-setting", "conformance/0001-item"]);
      await (await lab.open(lab.again(), model)).close();
      assert.deepEqual(slices, ["", "half"]);
      assert.equal((await applied()).length, 3);
    },
  },
  {
    group,
    name: "migrates once when several hosts start together",
    needs: "severalProcesses",
    run: async (lab) => {
      const opened = await Promise.all([lab.open(), lab.open(lab.again()), lab.open(lab.again()), lab.open(lab.again())]);
      await insertItems(opened[0], 2);
      for (const open of opened) assert.equal(await countItems(open), 2);
    },
  },
  {
    group: "the event log",
    name: "never lets a cursor pass an event that commits later",
    run: async (lab) => {
      await using inventory = await createInventory({ storage: lab.subject.storage });
      const writers = Promise.all(Array.from({ length: 24 }, async (_, index) => await inventory.devices.create({ name: `d${index}` })));
      let writing = true;
      void writers.finally(() => (writing = false)).catch(() => {});
      const seen: string[] = [];
      let after: string | undefined;
      for (let rest = true; rest;) {
        rest = writing;
        const page = await inventory.events.read({ limit: 5, ...(after === undefined ? {} : { after }) });
        seen.push(...page.events.map((event) => event.record_id));
        after = page.next;
        rest ||= page.events.length > 0;
      }
      const made = (await writers).map(({ id }) => id);
      assert.deepEqual(seen.toSorted(), made.toSorted());
    },
  },
  {
    group: "text search",
    name: "finds parts of texts, short and long, with wildcards and quotes as plain characters",
    run: async (lab) => {
      await using inventory = await createInventory({ storage: lab.subject.storage });
      for (const name of ["alpha one", "100%_real", `say "hi" \\o`, "日本語 text", "ab"]) await inventory.devices.create({ name });
      const { read, text } = inventory.host.get(STORAGE);
      const findIn = async (table: IndexedTable, needle: string): Promise<string[]> => {
        const { sql, params } = text.contains(table, needle);
        return (await read.all<{ name: string }>(`select d.name from ${table} d where ${sql} order by d.name`, params)).map(
          ({ name }) => name,
        );
      };
      const find = async (needle: string): Promise<string[]> => await findIn("device", needle);
      assert.deepEqual(await find("a"), ["100%_real", "ab", "alpha one", `say "hi" \\o`]);
      assert.deepEqual(await find("ab"), ["ab"]);
      assert.deepEqual(await find("pha"), ["alpha one"]);
      assert.deepEqual(await find("%"), ["100%_real"]);
      assert.deepEqual(await find("0%_r"), ["100%_real"]);
      assert.deepEqual(await find("_"), ["100%_real"]);
      assert.deepEqual(await find('"hi" \\'), [`say "hi" \\o`]);
      assert.deepEqual(await find("本"), ["日本語 text"]);
      assert.deepEqual(await find("日本語"), ["日本語 text"]);
      assert.deepEqual(await find("al%ha"), []);
      for (const [name, subnet] of [
        ["alpha", "10.0.0.0/24"],
        ["50%_off", "10.0.1.0/24"],
      ] as const)
        await inventory.networks.create({ name, subnet });
      assert.deepEqual(await findIn("network", "lph"), ["alpha"]);
      assert.deepEqual(await findIn("network", "0%_o"), ["50%_off"]);
      assert.deepEqual(await findIn("network", "10.0.1"), ["50%_off"]);
      assert.deepEqual(await findIn("network", "al%ha"), []);
    },
  },
];
