import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { FakeClock, PostgresDatabases } from "@cadastre/testing";
import { Client } from "pg";
import { expect, inject, it } from "vitest";

const DEVICES = 1_000;

it("vacuums the tables of the inventory after rehearsals, and no others", async () => {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: postgresql(database.url), clock });
  await inventory.devices.createMany(Array.from({ length: DEVICES }, (_, n) => ({ name: `d${n}`, tags: ["t"] })));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`create table other as select n from generate_series(1, ${DEVICES}) n`);
    await client.query("delete from other");
    const vacuumed = async (table: string): Promise<number> => {
      const { rows } = await client.query<{ count: string }>("select vacuum_count as count from pg_stat_user_tables where relname = $1", [
        table,
      ]);
      return Number(rows[0]?.count);
    };
    const rehearse = async (): Promise<number> => {
      await clock.advance(10_000);
      await inventory.plans.create({
        title: "moves",
        steps: [{ operation: "devices.bulkUpdate", body: { filter: { tags: ["t"] }, set: { location: "rack 4" } } }],
      });
      return await vacuumed("device");
    };
    await expect.poll(rehearse).toBeGreaterThan(0);
    expect(await vacuumed("other")).toBe(0);
  } finally {
    await client.end();
  }
});
