import { createInventory, definePlugin, type Plugin, STORAGE, type StorageMigration } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** A plugin whose migrations begin with another word than its id, as those of discovery-snmp do. */
function badges(...more: readonly Omit<StorageMigration, "name">[]): Plugin {
  const all = [{ statements: ["create table badge (id varchar(36) primary key, device_id varchar(36))"] }, ...more];
  const migrations = all.map((migration, index) => ({ ...migration, name: `badge/000${index + 1}` }));
  return definePlugin({
    id: "door-badges",
    engine: "*",
    source: { module: "@acme/badges", name: "badgesPlugin" },
    model: { entities: [], migrations: { sqlite: migrations, postgresql: migrations } },
  });
}

const NOTE = { statements: ["alter table badge add column note text"] };
const CHANGES_DEVICES = {
  statements: ["alter table device add column badge text"],
  changesOthers: true,
  compatibility: "additive",
} as const;

describe.each(DATABASES)("a database that a plugin has migrated, on %s", (_, openPlace) => {
  it("opens in a program without the plugin, whatever older versions of the plugin would do", async () => {
    await using place = await openPlace();
    await (await createInventory({ storage: place.storage(), plugins: [badges(NOTE)] })).close();
    await using inventory = await createInventory({ storage: place.storage() });
    await inventory.devices.create({ name: "db01" });
    await expect(createInventory({ storage: place.storage(), plugins: [badges()] })).rejects.toMatchObject({
      code: "DATABASE_TOO_NEW",
      details: { migration: "badge/0002" },
    });
  });

  it("is refused in a program without the plugin when a migration changed tables of others, with what to write", async () => {
    await using place = await openPlace();
    await using before = await createInventory({ storage: place.storage() });
    const checks = async (): Promise<void> => await before.host.healthChecks.find(({ id }) => id === "migrations")?.check();
    await (await createInventory({ storage: place.storage(), plugins: [badges(NOTE)] })).close();
    await checks();
    await (await createInventory({ storage: place.storage(), plugins: [badges(NOTE, CHANGES_DEVICES)] })).close();
    const source = { module: "@acme/badges", name: "badgesPlugin" };
    const refused = {
      code: "DATABASE_NEEDS_PLUGIN",
      details: { plugin: "door-badges", migration: "badge/0003", source },
      message: expect.stringContaining('import { badgesPlugin } from "@acme/badges" and add badgesPlugin() to plugins'),
    };
    await expect(createInventory({ storage: place.storage() })).rejects.toMatchObject(refused);
    await expect(checks()).rejects.toMatchObject(refused);
    await (await createInventory({ storage: place.storage(), plugins: [badges(NOTE)] })).close();
  });

  it("opens without the plugin when it was made before plugins were recorded", async () => {
    await using place = await openPlace();
    const first = await createInventory({ storage: place.storage() });
    await first.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("alter table cadastre_migration drop column plugin");
      await transaction.run("insert into cadastre_migration (name) values ('badge/0001')");
    });
    await first.close();
    await using inventory = await createInventory({ storage: place.storage() });
    expect(await inventory.devices.list()).toEqual([]);
  });
});
