import { createInventory, type Logger, silentLogger, type StorageMigration, type StoredModel, systemClock } from "@cadastre/inventory-core";
import { libsql } from "@cadastre/inventory-core/libsql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { workOn } from "../sessions/engine-work.ts";

/** A logger that collects the names of migrations that run. */
function migrationLog(): { readonly logger: Logger; readonly names: string[] } {
  const names: string[] = [];
  const debug: Logger["debug"] = (_, { migration } = {}) => void (typeof migration === "string" ? names.push(migration) : undefined);
  return { names, logger: { ...silentLogger, debug, info: debug } };
}

const modelOf = (migration: StorageMigration): StoredModel => ({
  entities: [],
  migrations: { sqlite: [migration], postgresql: [] },
});

describe.each([
  ["sqlite", sqlite],
  ["libsql", libsql],
])("%s in memory", (_, inMemory) => {
  it("does everything that the engine needs, on one handle", async () => {
    await workOn(inMemory(":memory:"));
  });

  describe("with a folder for temporary files of its own", () => {
    let folder: string;
    beforeEach(() => void vi.stubEnv("TMPDIR", (folder = mkdtempSync(join(tmpdir(), "cadastre-memory-")))));
    afterEach(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    });

    it("has no file while it is open, so that none is left however the process ends", async () => {
      const before = readdirSync(".");
      await using inventory = await createInventory({ storage: inMemory(":memory:") });
      await inventory.datacenters.create({ name: "here" });
      expect(readdirSync(folder)).toEqual([]);
      expect(readdirSync(".")).toEqual(before);
    });
  });

  it("is another database each time it is opened", async () => {
    await using first = await createInventory({ storage: inMemory(":memory:") });
    await first.datacenters.create({ name: "here" });
    await using second = await createInventory({ storage: inMemory(":memory:") });
    expect(await second.datacenters.list()).toEqual([]);
    expect(await first.datacenters.list()).toHaveLength(1);
  });

  it("gives a list of many pages as it was when it was asked for, while its reader writes", async () => {
    await using inventory = await createInventory({ storage: inMemory(":memory:") });
    await inventory.devices.createMany(Array.from({ length: 500 }, (_, index) => ({ name: `d${index}` })));
    const listed: string[] = [];
    for await (const { id, name } of inventory.devices.list()) {
      if (listed.length % 100 === 0) {
        await inventory.devices.create({ name: `x${listed.length}` });
        await inventory.devices.delete(id);
      }
      listed.push(name);
    }
    expect(listed.filter((name) => name.startsWith("d"))).toHaveLength(500);
    expect(listed).toHaveLength(500);
    expect(await inventory.devices.list()).toHaveLength(500);
  });
});

describe("the second database in memory", () => {
  const migration = (statement: string): StorageMigration => ({ name: "template/0001-initial", statements: [statement] });

  it("is copied from the first with the same migrations, and runs none", async () => {
    const models = [modelOf(migration("create table copied (id integer primary key)"))];
    const [first, second] = [migrationLog(), migrationLog()];
    for (const { logger } of [first, second]) {
      const open = await sqlite(":memory:").open({ models, clock: systemClock, logger });
      expect((await open.migrations?.())?.map(({ name }) => name)).toEqual(["template/0001-initial"]);
      expect(await open.read.all("select * from copied")).toEqual([]);
      await open.write(async (transaction) => await transaction.run("insert into copied values (1)"));
      await open.close();
    }
    expect([first.names, second.names]).toEqual([["template/0001-initial"], []]);
  });

  it("is not copied from one whose migrations have the same names and do something else", async () => {
    for (const table of ["one", "other"]) {
      const models = [modelOf(migration(`create table ${table} (id integer primary key)`))];
      const open = await sqlite(":memory:").open({ models, clock: systemClock, logger: silentLogger });
      expect(await open.read.all(`select * from ${table}`)).toEqual([]);
      await open.close();
    }
  });

  it("is not copied from one whose step in code is another", async () => {
    for (const number of [1, 2]) {
      const step: StorageMigration["step"] = async (transaction) => {
        await transaction.exec("insert into stepped values (?)", [number]);
        return null;
      };
      const models = [
        modelOf(migration("create table setting (name text primary key, value text)")),
        modelOf({ name: "template/0002-stepped", statements: ["create table stepped (number integer)"], step }),
      ];
      const open = await sqlite(":memory:").open({ models, clock: systemClock, logger: silentLogger });
      expect(await open.read.all("select number from stepped")).toEqual([{ number }]);
      await open.close();
    }
  });
});
