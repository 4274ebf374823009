import type * as core from "@cadastre/inventory-core";
import type { Device, Inventory, Queries } from "@cadastre/inventory-core";
import type * as postgresql from "@cadastre/inventory-core/postgresql";
import type * as sqlite from "@cadastre/inventory-core/sqlite";
import { FakeClock } from "@cadastre/testing";
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

// A program whose devices have a serial number opens a database that was made by one whose devices have none:
// `node newer-program.ts <its sources> sqlite|postgresql <database>`. Fails with what is not as it should be.

const [sources = "", dialect = "", database = ""] = process.argv.slice(2);

const load = async <M>(path: string): Promise<M> => (await import(pathToFileURL(join(sources, path)).href)) as M;
const { createInventory, etagOf, silentLogger, STORAGE } = await load<typeof core>("index.ts");

type WithSerial = Device & { readonly serial_number: string };
type Hosted = { readonly inventory: Inventory; readonly clock: FakeClock; readonly warnings: string[] };

async function open(): Promise<Hosted> {
  const storage =
    dialect === "sqlite"
      ? (await load<typeof sqlite>("storage/sqlite/index.ts")).sqlite(database)
      : (await load<typeof postgresql>("storage/postgresql/index.ts")).postgresql(database);
  const clock = new FakeClock();
  const warnings: string[] = [];
  const logger = {
    ...silentLogger,
    warn: (message: string, fields?: object) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
  };
  return { inventory: await createInventory({ storage, clock, logger }), clock, warnings };
}

const hosted = await open();
const { inventory } = hosted;
const storage = inventory.host.get(STORAGE);
const { read }: { read: Queries } = storage;
const devices = async (): Promise<WithSerial[]> => (await inventory.devices.list()) as WithSerial[];

async function count(what: string): Promise<number> {
  return Number((await read.get<{ count: number | string }>(`select count(*) as count from ${what}`))?.count);
}

const OUTDATED = `device where doc not like '%,"$version":4}'`;

/** Has the background work done at every host until nothing is outdated. */
async function rewritten(...hosts: readonly Hosted[]): Promise<void> {
  await Promise.all(hosts.map(async ({ clock }) => await clock.advance(60_000)));
  for (let looks = 0; (await count(OUTDATED)) > 0; looks += 1) {
    assert.ok(looks < 1000, `${await count(OUTDATED)} documents stay outdated: ${hosts.flatMap(({ warnings }) => warnings).join(", ")}`);
    await setTimeout(10);
  }
}

/** Writes the document of a device as a program that knows no serial number does: nothing else of the row. */
async function writeAsBefore(...ids: readonly string[]): Promise<void> {
  await storage.write(async (transaction) => {
    for (const { id, doc } of await transaction.all<{ id: string; doc: string }>("select id, doc from device where id = any(?)", [ids])) {
      const { serial_number: _, $version: __, ...before } = JSON.parse(doc) as Record<string, unknown>;
      await transaction.run("update device set doc = ? where id = ?", [JSON.stringify(before), id]);
    }
  });
}

// Nothing is rewritten yet.
const total = await count("device");
assert.ok(total > 200, "more than two slices");
assert.equal(await count(OUTDATED), total);
const before = await devices();
assert.deepEqual(new Set(before.map(({ serial_number: serial }) => serial)), new Set([""]));
const [one, other] = before as [WithSerial, WithSerial];
assert.deepEqual(await inventory.devices.get(one.id), one);
assert.deepEqual(Object.keys(one).indexOf("serial_number"), Object.keys(one).indexOf("location") + 1, "in the order of the schema");
assert.deepEqual((await inventory.devices.search({ q: one.name }))[0], one);
assert.deepEqual((await inventory.search.all({ q: one.name })).results[0], { type: "device", ...one });
assert.equal((await inventory.devices.list({ tags: ["tagged"] })).length, total / 2);
assert.deepEqual(
  (await inventory.devices.list({ tags: ["tagged"] }))[0],
  before.find(({ tags }) => tags.includes("tagged")),
);
assert.deepEqual((await inventory.verify()).differences, []);
assert.equal((await inventory.rebuild()).count, 0);
assert.equal(await count(OUTDATED), total, "a rebuild leaves them to the background work");

// The representation is another one: so is its tag.
const { serial_number: _serial, ...asItWas } = one;
const stale = etagOf(JSON.stringify(asItWas));
await assert.rejects(
  async () => await inventory.devices.update(one.id, { os: "arch" }, { ifMatch: [stale] }),
  (error: { code?: string }) => error.code === "PRECONDITION_FAILED",
);
const ifMatch = [etagOf(JSON.stringify(one))];
const changed = (await inventory.devices.update(one.id, { serial_number: "SN-1" } as object, { ifMatch })) as WithSerial;
assert.equal(changed.serial_number, "SN-1");
assert.deepEqual(await inventory.devices.get(one.id), changed);
assert.equal((await read.get<{ serial_number: string }>("select serial_number from device where id = ?", [one.id]))?.serial_number, "SN-1");
const event = await read.get<{ data: string }>("select data from event where record_id = ? order by seq desc limit 1", [one.id]);
const { serial_number: told, changes } = JSON.parse(event?.data ?? "{}") as { serial_number?: string; changes?: string[] };
assert.deepEqual([told, changes], ["SN-1", ["serial_number"]]);
const audit = await read.get<{ changes: string }>("select changes from audit where resource_id = ? order by seq desc limit 1", [one.id]);
const { before: auditedBefore, after: auditedAfter } = JSON.parse(audit?.changes ?? "{}") as Record<string, WithSerial>;
assert.deepEqual([auditedBefore, auditedAfter], [one, changed]);
const created = (await inventory.devices.create({ name: "new", serial_number: "SN-2" } as { name: string })) as WithSerial;
assert.deepEqual(await inventory.devices.get(created.id), created);
assert.equal(created.serial_number, "SN-2");

// A program of the version before, beside this one, changes a device: its column is still there.
await writeAsBefore(one.id);
assert.deepEqual(await inventory.devices.get(one.id), changed);
assert.deepEqual((await inventory.verify()).differences, []);

// What is wrong in an outdated document is told of all the same.
await storage.write(async (transaction) => {
  await transaction.run(`update device set doc = replace(doc, '"name":"', '"name":"not ') where id = ?`, [other.id]);
});
assert.deepEqual(
  (await inventory.verify()).differences.map(({ check, id, column }) => ({ check, id, column })),
  [{ check: "devices", id: other.id, column: "doc" }],
);
assert.equal((await inventory.rebuild()).count, 1);

// The background work: all rows, nothing but the text, and nobody is told.
const asRead = await devices();
const logs = async (): Promise<readonly number[]> => [await count("event"), await count("audit")];
const logged = await logs();
await rewritten(hosted);
assert.deepEqual(await devices(), asRead);
assert.deepEqual(await logs(), logged);
assert.deepEqual((await inventory.verify()).differences, []);
assert.equal((await inventory.rebuild()).count, 0);
assert.deepEqual(await inventory.devices.update(one.id, {}, { ifMatch: [etagOf(JSON.stringify(changed))] }), changed);

// An invalid document stays, and is reported; the others are rewritten. Two hosts do it at once, beside one that writes.
await writeAsBefore(...asRead.map(({ id }) => id));
const second = await open();
const writes = Promise.all(asRead.slice(0, 20).map(async ({ id }) => await inventory.devices.update(id, { os: "beside" })));
await rewritten(hosted, second);
await writes;
const after = await devices();
const plain = (device: WithSerial): object => ({ ...device, os: "", updated_at: "" });
assert.deepEqual(after.map(plain), asRead.map(plain));
assert.equal(after.filter(({ os }) => os === "beside").length, 20);
assert.deepEqual((await inventory.verify()).differences, []);
assert.deepEqual([...hosted.warnings, ...second.warnings], []);

await second.inventory.close();
await inventory.close();
