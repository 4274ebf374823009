import { PostgresDatabases } from "@cadastre/testing";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";

/** Uses connections of all kinds, for writes, for lists, and the one that hears announcements. */
const SCRIPT = `
import { createInventory, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { writeSync } from "node:fs";
const inventory = await createInventory({ storage: postgresql(process.argv[1]) });
const storage = inventory.host.get(STORAGE);
const revision = storage.revision("cadastre_test");
await inventory.devices.create({ name: "d" });
await inventory.devices.list();
while (revision.current() === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
// Idle sockets are closed after ten seconds: open ones say that the process did not wait for that.
process.on("exit", () => writeSync(1, storage.statistics().connections.idle > 0 ? "open sockets" : "none"));
`;

it.each([
  ["does not close its inventory on PostgreSQL ends, as it does on SQLite", SCRIPT, "open sockets"],
  ["closes its inventory on PostgreSQL waits for the end of the connections", `${SCRIPT}await inventory.close();`, "none"],
])("a program that %s", async (_, script, sockets) => {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, database.url], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  expect(await text(child.stdout)).toBe(sockets);
  expect(await ended).toEqual([0, null]);
});
