import { createInventory, type Inventory, type Logger, silentLogger, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Opens a database and waits until its search texts are in the format of this version. */
async function openUpgraded(place: TestDatabase): Promise<Inventory> {
  return await new Promise((resolve, reject) => {
    const logger: Logger = {
      ...silentLogger,
      info: (message) => (message.includes("search texts") ? void opening.then(resolve) : undefined),
      warn: (message) => reject(new Error(message)),
    };
    const opening = createInventory({ storage: place.storage(), logger });
    opening.catch(reject);
  });
}

describe.each(DATABASES)("a database that an earlier version wrote on %s", (_, openPlace) => {
  it("is searched by what is new, once it was opened", async () => {
    await using place = await openPlace();
    {
      await using earlier = await createInventory({ storage: place.storage() });
      await earlier.devices.createMany(
        Array.from({ length: 450 }, (__, index) => ({ name: `E\u0301dge-${index}`, location: "Row Seven", os: "Debian" })),
      );
      await earlier.networks.create({ name: "Caf\u0065\u0301", subnet: "10.0.0.0/24", description: "Vienna office" });
      await earlier.datacenters.create({ name: "Graz", location: "Styria" });
      await earlier.host.get(STORAGE).write(async (transaction) => {
        await transaction.run("update device set search_text = lower(name), name_key = lower(name)");
        await transaction.run("update network set search_text = '', name_key = lower(name)");
        await transaction.run("update datacenter set search_text = ''");
        await transaction.run("delete from setting where name = 'search.text'");
      });
    }
    await using inventory = await openUpgraded(place);
    const typesOf = async (q: string): Promise<string[]> => [
      ...new Set((await inventory.search.all({ q })).results.map(({ type }) => type)),
    ];
    expect(await inventory.devices.search({ q: "row seven" })).toHaveLength(450);
    expect(await inventory.devices.search({ q: "de" })).toHaveLength(450);
    expect(await inventory.devices.search({ q: "édge" })).toHaveLength(450);
    expect(await typesOf("café")).toEqual(["network"]);
    expect(await typesOf("of")).toEqual(["network"]);
    expect(await typesOf("styr")).toEqual(["datacenter"]);
    expect((await inventory.verify()).differences).toEqual([]);
  });

  it("is left alone when it is in the format already", async () => {
    await using place = await openPlace();
    await (await createInventory({ storage: place.storage() })).close();
    const told: string[] = [];
    const logger: Logger = { ...silentLogger, info: (message) => void told.push(message) };
    await using inventory = await createInventory({ storage: place.storage(), logger });
    expect(await inventory.devices.search({ q: "x" })).toEqual([]);
    expect(told.filter((message) => message.includes("search texts"))).toEqual([]);
  });
});
