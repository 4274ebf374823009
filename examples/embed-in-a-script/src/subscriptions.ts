import assert from "node:assert/strict";
import { createInventory, isInventoryError } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

await using inventory = await createInventory({ storage: sqlite(":memory:") });
const zone = new Map<string, string>();
const putRecord = async (id: string, name: string, ip: string): Promise<unknown> => await Promise.resolve(zone.set(id, `${name} A ${ip}`));
const dropRecord = async (id: string): Promise<unknown> => await Promise.resolve(zone.delete(id));

// #region subscribe
const dns = await inventory.events.subscribe(
  "dns",
  async ({ event, data }) => {
    // At least once: writing the same record again changes nothing.
    if (event === "device.deleted") await dropRecord(data.id);
    else await putRecord(data.id, data.name, data.ip_address);
  },
  { from: "start", events: ["device.created", "device.updated", "device.deleted"] },
);
// #endregion

const web = await inventory.devices.create({ name: "web-01", addresses: [{ ip: "10.20.0.10" }] });
await inventory.devices.create({ name: "web-02", addresses: [{ ip: "10.20.0.11" }] });
await inventory.devices.delete(web.id);

const rows: { readonly id: string; readonly text: string }[] = [];
let copied: readonly string[] = [];
/** Waits until a condition holds, which the program itself would not do. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

// #region batch
await inventory.events.subscribe(
  "search-index",
  async (events, { signal }) => {
    signal.throwIfAborted();
    // The id of an event is the same when it comes again.
    for (const { id, event, data } of events) if (!rows.some((row) => row.id === id)) rows.push({ id, text: `${event} ${data.name}` });
  },
  { from: "start", events: ["device.created", "device.deleted"], batch: 500 },
);
// #endregion
await until(() => rows.length === 3 && zone.size === 1);
assert.deepEqual([...zone.values()], ["web-02 A 10.20.0.11"]);
assert.deepEqual(
  rows.map(({ text }) => text),
  ["device.created web-01", "device.created web-02", "device.deleted web-01"],
);

// #region errors
/** @param anew copies all records first, and goes on after them */
async function follow(anew: boolean): Promise<void> {
  const from = await inventory.events.end();
  if (anew) await copyAll();
  await inventory.events.subscribe("mirror", ({ data }) => mirror(data.name), {
    from,
    reset: anew,
    events: ["device.created"],
    onError: async (error, events, attempt) => {
      // Events are missing: the subscription has stopped.
      if (isInventoryError(error) && error.code === "CURSOR_EXPIRED") await follow(true);
      else console.warn(`attempt ${attempt} for ${events[0]?.id} failed`, error);
      // An event that fails again and again would hold back those after it.
      return attempt > 1 ? "skip" : undefined;
    },
  });
}
// #endregion
async function copyAll(): Promise<void> {
  copied = (await inventory.devices.list()).map(({ name }) => name);
}
function mirror(name: string): void {
  if (name === "bad") throw new Error("it cannot be mirrored");
  copied = [...copied, name];
}
await follow(true);
assert.deepEqual(copied, ["web-02"]);
await inventory.devices.create({ name: "bad" });
await inventory.devices.create({ name: "web-03" });
await until(() => copied.length === 2);
assert.deepEqual(copied, ["web-02", "web-03"]);

// #region list
for (const { name, cursor, isActive, failures, error } of await inventory.events.subscriptions())
  console.log(name, cursor, isActive, failures, error);

await dns.stop();
await inventory.events.unsubscribe("dns");
// #endregion
assert.deepEqual(
  (await inventory.events.subscriptions()).map(({ name }) => name),
  ["mirror", "search-index"],
);
