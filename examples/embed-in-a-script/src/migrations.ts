import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "cadastre-"));
process.chdir(folder);

// #region migrations
import { createInventory, migrate, migrationStatus } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const storage = sqlite("inventory.db");
const plugins: [] = [];

// A step of the deployment: it stops between two migrations when the signal aborts.
const { pending } = await migrationStatus(storage, { plugins });
const { applied } = await migrate(storage, { plugins, signal: AbortSignal.timeout(600_000) });

// The application, whose role needs no right to create tables.
await using inventory = await createInventory({ storage, plugins, migrate: false });
// #endregion
assert.deepEqual(
  applied,
  pending.map(({ migration }) => migration),
);
assert.deepEqual(await inventory.devices.list(), []);
await inventory.close();

{
  // #region read-only
  await using reports = await createInventory({ storage, plugins, readOnly: true });
  for await (const { name } of reports.devices.list()) console.log(name);
  // #endregion
  await assert.rejects(async () => await reports.devices.create({ name: "web-1" }), { code: "READ_ONLY" });
}
process.chdir(tmpdir());
rmSync(folder, { recursive: true });
