import { type Inventory, type Plan, STORAGE } from "@cadastre/inventory-core";
import type { FakeClock } from "@cadastre/testing";
import { expect } from "vitest";
import { type Anything, type World, worldOf } from "../plans/plan-world.ts";

/** Fields that say when something was written last, or that go on without anybody. */
const WHEN = new Set(["updated_at"]);

const withoutTime = (record: Anything): Anything => Object.fromEntries(Object.entries(record).filter(([name]) => !WHEN.has(name)));

/** What a conflict says, whichever it is: one that opens again is another record. */
function saidOf(record: Anything): unknown {
  const { type, ip_address: ip, device_ids: devices, network_ids: networks, allocation_ids: allocations } = record;
  return { type, ip, devices, networks, allocations };
}

/** Everything that taking changes back restores, record for record, and what is in conflict. */
export async function restoredOf(inventory: Inventory): Promise<Readonly<Record<string, unknown>>> {
  const world: World = await worldOf(inventory);
  const all: Record<string, unknown> = {};
  for (const [key, record] of world) {
    if (!key.startsWith("conflict/")) all[key] = withoutTime(record);
    else if (record["status"] !== "resolved") all[`conflict ${JSON.stringify(saidOf(record))}`] = true;
  }
  for (const field of await inventory.fields.list()) all[`field/${field.id}`] = withoutTime(field as unknown as Anything);
  return all;
}

/** Does something and returns the id of its change. */
export async function changeIn(inventory: Inventory, clock: FakeClock, work: () => Promise<unknown>): Promise<string> {
  await clock.advance(1000);
  const known = new Set((await inventory.audit.list()).map(({ change_id: id }) => id));
  await work();
  const ids = new Set((await inventory.audit.list()).flatMap(({ change_id: id }) => (known.has(id) ? [] : [id])));
  expect(ids.size).toBe(1);
  return [...ids][0] as string;
}

/** Takes a change back. @returns the plan that was applied */
export async function undoneIn(inventory: Inventory, clock: FakeClock, change: string): Promise<Plan> {
  await clock.advance(1000);
  const plan = await inventory.changes.undo(change);
  return await inventory.plans.apply(plan.id);
}

/** Tables that record what happened, and those that are derived and rebuilt. */
const RECORDS_OF_THE_PAST = new RegExp(
  [
    "^(audit|event|plan|setting|migration|address_tenure|conflict|kept_|request_|mikro|sqlite)",
    "^(taken_run|free_block|passed_run)|_(text|fts|search|count)",
  ].join("|"),
);

/** Columns that change whenever a row is written. */
const WRITTEN = new Set(["updated_at", "doc", "space", "seq", "rowid", "request", "blocks_kept"]);

/** All rows of an inventory by table, without times of writing: what a new table follows is compared without a list. */
export async function storedStateOf(inventory: Inventory): Promise<Readonly<Record<string, readonly string[]>>> {
  const { read, dialect } = inventory.host.get(STORAGE);
  const tables = await read.all<{ name: string }>(
    dialect === "sqlite"
      ? "select name from sqlite_master where type = 'table' order by name"
      : "select tablename as name from pg_tables where schemaname = current_schema() order by tablename",
  );
  const state: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    if (RECORDS_OF_THE_PAST.test(name)) continue;
    const rows = await read.all<Record<string, unknown>>(`select * from ${name}`);
    state[name] = rows
      .map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => !WRITTEN.has(column)))))
      .toSorted();
  }
  return state;
}
