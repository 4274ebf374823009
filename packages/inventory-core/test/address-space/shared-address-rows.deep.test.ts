import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/inventory-core/testing";
import { Client } from "pg";
import { describe, expect, inject, it, vi } from "vitest";
import { addHolders, growthOf, HOLDERS, IP, MAX_EXPONENT } from "./address-holders.ts";

/** Rows and index entries that scans returned. A connection has told of all of its own when it has ended. */
const ROWS = `select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes) as rows`;
const OTHERS =
  "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";

type Work = Record<"delete" | "rename" | "take", number>;

async function workFor(holders: number): Promise<Work> {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const rows = async (): Promise<number> => {
    await vi.waitFor(async () => expect((await client.query(OTHERS)).rowCount).toBe(0));
    return Number((await client.query<{ rows: string }>(ROWS)).rows[0]?.rows);
  };
  /** Rows that an inventory reads beside what it reads to open. */
  const rowsOf = async (write: (inventory: Inventory) => Promise<unknown>): Promise<number> => {
    const counts: number[] = [];
    for (const work of [async () => {}, write]) {
      const before = await rows();
      const inventory = await createInventory({ storage: postgresql(database.url) });
      await work(inventory);
      await inventory.close();
      counts.push((await rows()) - before);
    }
    const [opening, all] = counts as [number, number];
    return all - opening;
  };
  try {
    const inventory = await createInventory({ storage: postgresql(database.url) });
    const [first, second] = await addHolders(inventory, holders);
    await inventory.close();
    await rows();
    await client.query("vacuum analyze");
    return {
      rename: await rowsOf(async ({ devices }) => await devices.update(first.id, { name: "renamed" })),
      delete: await rowsOf(async ({ devices }) => await devices.delete(second.id)),
      take: await rowsOf(async ({ devices }) => await devices.create({ name: "late", addresses: [{ ip: IP }] })),
    };
  } finally {
    await client.end();
  }
}

describe("an address that many devices hold, on postgresql", () => {
  it("costs each write of one holder rows that are linear in the number of holders", async () => {
    const works: Work[] = [];
    for (const holders of HOLDERS) works.push(await workFor(holders));
    const [few, ...more] = works as [Work, ...Work[]];
    for (const write of ["rename", "delete", "take"] as const)
      for (const [index, work] of more.entries()) {
        expect(work[write]).toBeGreaterThan(0);
        expect(growthOf(few[write], work[write], index + 1), `${write}: ${JSON.stringify(works)}`).toBeLessThan(MAX_EXPONENT);
      }
  });
});
