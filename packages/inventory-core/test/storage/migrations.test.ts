import { createInventory, definePlugin, migrate, migrationStatus, type MigrationStep, type Plugin } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { STORAGES, type StorageName } from "../../../../testing/storages.ts";

const source = { module: "@acme/racks", name: "racksPlugin" };
const TABLE = { name: "rack/0001-racks", statements: ["create table rack (id varchar(36) primary key)"] };

/** A plugin with a table, and with a migration in slices where a step is given. */
function racks(step?: MigrationStep): Plugin {
  const migrations = [TABLE, ...(step === undefined ? [] : [{ name: "rack/0002-counted", statements: [], step }])];
  return definePlugin({
    id: "server-racks",
    engine: "*",
    source,
    model: { entities: [], migrations: { sqlite: migrations, postgresql: migrations } },
  });
}

/** A database without tables: on SQLite there is no file yet. */
async function openEmpty(name: StorageName) {
  if (name === "postgresql") {
    const { url, ...database } = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    return { storage: () => postgresql(url), files: async () => [], [Symbol.asyncDispose]: database[Symbol.asyncDispose] };
  }
  const folder = await mkdtemp(join(tmpdir(), "cadastre-migrations-"));
  return {
    storage: () => sqlite(join(folder, "inventory.db")),
    files: async () => (await readdir(folder)).toSorted(),
    [Symbol.asyncDispose]: async () => await rm(folder, { recursive: true }),
  };
}

const RACKS_PENDING = [{ migration: "rack/0001-racks", plugin: "server-racks", source }];

describe.each(STORAGES)("migrations as functions, on %s", (name) => {
  it("are compared without a database being made or changed, and applied", async () => {
    await using place = await openEmpty(name);
    const missing = await migrationStatus(place.storage(), { plugins: [racks()] });
    expect(missing).toMatchObject({ applied: [], unknown: [], incompatible: [], refusal: undefined });
    expect(missing.pending[0]).toEqual({ migration: "core/0001-inventory", plugin: null });
    expect(missing.pending.slice(-1)).toEqual(RACKS_PENDING);
    expect(await place.files()).toEqual([]);
    expect((await migrate(place.storage(), { plugins: [racks()] })).applied).toEqual(missing.pending.map(({ migration }) => migration));
    expect(await migrate(place.storage(), { plugins: [racks()] })).toEqual({ applied: [] });
    const made = await place.files();
    const { applied, pending, unknown } = await migrationStatus(place.storage());
    expect({ applied: applied.at(0), pending, unknown }).toEqual({
      applied: "core/0001-inventory",
      pending: [],
      unknown: ["rack/0001-racks"],
    });
    expect(await place.files()).toEqual(made);
  });

  it("end between two slices when the signal aborts, and go on there", async () => {
    await using place = await openEmpty(name);
    const stop = new AbortController();
    const slices: string[] = [];
    const plugins = [
      racks(async (_, after) => {
        slices.push(after);
        stop.abort(new Error("the deployment was stopped"));
        return after === "" ? "half" : null;
      }),
    ];
    await expect(migrate(place.storage(), { plugins, signal: stop.signal })).rejects.toThrow("the deployment was stopped");
    expect((await migrationStatus(place.storage(), { plugins })).pending.map(({ migration }) => migration)).toEqual(["rack/0002-counted"]);
    expect(await migrate(place.storage(), { plugins })).toEqual({ applied: ["rack/0002-counted"] });
    expect(slices).toEqual(["", "half"]);
  });
});

describe.each(STORAGES)("opening without migrations, on %s", (name) => {
  it("refuses a missing database and plugins that were never applied, with a list and what to run", async () => {
    await using place = await openEmpty(name);
    await expect(createInventory({ storage: place.storage(), migrate: false })).rejects.toMatchObject({
      code: "DATABASE_NOT_MIGRATED",
      message: expect.stringMatching(/lacks \d+ migrations of the core \(core\/0001-inventory to core\/[^)]+\): run cadastre migrate up/),
    });
    expect((await migrationStatus(place.storage())).applied).toEqual([]);
    await (await createInventory({ storage: place.storage() })).close();
    await expect(createInventory({ storage: place.storage(), plugins: [racks()], migrate: false })).rejects.toMatchObject({
      code: "DATABASE_NOT_MIGRATED",
      details: { pending: RACKS_PENDING },
      message: expect.stringContaining("1 migration of the plugin server-racks of @acme/racks (rack/0001-racks): run cadastre migrate up"),
    });
    await using inventory = await createInventory({ storage: place.storage(), migrate: false });
    await inventory.devices.create({ name: "db01" });
    expect(await migrationStatus(place.storage(), { plugins: [racks()] })).toMatchObject({ pending: RACKS_PENDING });
  });
});
