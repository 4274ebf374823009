import { type Logger, type MigrationStep, silentLogger, type StoredModel } from "@cadastre/inventory-core";
import { coreModel } from "@cadastre/inventory-core/upkeep";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const ROWS = 25;
const SLICE = 10;

/** Shows that statements of a migration run once: a second time the table would be there. */
const table = {
  name: "counted/0001-table",
  statements: [
    "create table counted (id integer not null primary key, times integer not null default 0)",
    ...Array.from({ length: ROWS }, (_, index) => `insert into counted (id) values (${index + 1})`),
  ],
};

/** A model whose second migration has a step in code, and whose third follows it. */
function modelOf(step: MigrationStep): StoredModel {
  const later = { name: "counted/0003-later", statements: ["create index counted_times on counted (times)"] };
  const migrations = [table, { name: "counted/0002-counts", statements: ["create table told (id integer)"], step }, later];
  return { entities: [], migrations: { sqlite: migrations, postgresql: migrations } };
}

/** Counts every row, some at a time. */
function counting(begins: (after: string) => void): MigrationStep {
  return async (transaction, after) => {
    begins(after);
    const last = Number(after) + SLICE;
    await transaction.run("update counted set times = times + 1 where id > ? and id <= ?", [Number(after), last]);
    return last < ROWS ? String(last) : null;
  };
}

async function open(place: TestDatabase, step: MigrationStep, logger: Logger = silentLogger) {
  return await place.storage().open({ models: [coreModel, modelOf(step)], clock: new FakeClock(), logger });
}

describe.each(DATABASES)("a migration with a step in code, on %s", (_, openPlace) => {
  it("goes on, after a host that stopped in the middle, where it was", async () => {
    await using place = await openPlace();
    const slices: string[] = [];
    const fails = counting((after) => {
      slices.push(after);
      if (after === "20") throw new Error("the host stops here");
    });
    await expect(open(place, fails)).rejects.toThrow("the host stops here");
    expect(new Set(slices)).toEqual(new Set(["", "10", "20"]));
    const again: string[] = [];
    const told: string[] = [];
    const tell = (message: string, fields: object = {}): void => void told.push(`${message} ${JSON.stringify(fields)}`);
    const storage = await open(
      place,
      counting((after) => void again.push(after)),
      { ...silentLogger, debug: tell },
    );
    try {
      expect(again).toEqual(["20"]);
      expect(await storage.read.all("select times, count(*) as count from counted group by times")).toMatchObject([{ times: 1 }]);
      expect((await storage.migrations?.())?.slice(-3).map(({ name }) => name)).toEqual([
        "counted/0001-table",
        "counted/0002-counts",
        "counted/0003-later",
      ]);
      expect(await storage.read.all("select name from setting where name like 'migration.%'")).toEqual([]);
      expect(told).toEqual([
        'the database was migrated {"migration":"counted/0002-counts","duration_ms":0}',
        'the database was migrated {"migration":"counted/0003-later","duration_ms":0}',
      ]);
    } finally {
      await storage.close();
    }
  });

  it("is done once by two hosts that start together", async () => {
    await using place = await openPlace();
    const slices: string[] = [];
    const step = counting((after) => void slices.push(after));
    const storages = await Promise.all([open(place, step), open(place, step)]);
    try {
      expect(slices.toSorted()).toEqual(["", "10", "20"]);
      expect(await storages[0].read.all("select times, count(*) as count from counted group by times")).toMatchObject([{ times: 1 }]);
    } finally {
      await Promise.all(storages.map(async (storage) => await storage.close()));
    }
  });
});
