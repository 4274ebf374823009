import { createInventory, type InventoryTransaction } from "@cadastre/inventory-core";
import { pglite } from "@cadastre/inventory-core/pglite";
import { sql } from "@cadastre/inventory-core/sql";
import { expect, it } from "vitest";

/** Tables of an application. */
interface Shop {
  readonly shop_order: { readonly device_id: string };
}

type Tx = InventoryTransaction<Shop>;

it("a transaction on PGlite writes all or nothing, and says how it ended", async () => {
  await using inventory = await createInventory({ storage: pglite("memory://") });
  await inventory.transaction(async (tx: Tx) => void (await sql`create table shop_order (device_id text primary key)`.execute(tx.sql)));
  const order = async (tx: Tx, name: string, of?: string): Promise<string> => {
    const { id } = await tx.devices.create({ name });
    await tx.sql
      .insertInto("shop_order")
      .values({ device_id: of ?? id })
      .execute();
    return id;
  };
  const first = await inventory.transaction(async (tx: Tx) => await order(tx, "first"));

  await expect(inventory.transaction(async (tx: Tx) => await order(tx, "twin", first))).rejects.toMatchObject({ code: "23505" });
  const caught = inventory.transaction(async (tx: Tx) => void (await tx.devices.create({ name: "" }).catch(() => {})));
  await expect(caught).rejects.toMatchObject({ code: "TRANSACTION_FAILED" });
  const late = inventory.transaction(
    async (tx: Tx) => {
      await order(tx, "late");
      await new Promise<never>(() => {});
    },
    { timeout: 50 },
  );
  await expect(late).rejects.toMatchObject({ code: "TOO_MUCH_WORK", details: { seconds: 0.05, records: 1 } });
  await expect(inventory.transaction(async () => await inventory.devices.list())).rejects.toMatchObject({ code: "TRANSACTION_OPEN" });
  await expect(inventory.transaction(async (tx: Tx) => await tx.client.query("select 1"))).rejects.toMatchObject({
    code: "TRANSACTION_NO_CLIENT",
  });

  expect((await inventory.devices.list()).map(({ id }) => id)).toEqual([first]);
  const orders = await inventory.transaction(async (tx: Tx) => await tx.sql.selectFrom("shop_order").selectAll().execute());
  expect(orders).toEqual([{ device_id: first }]);
  expect(await inventory.verify()).toMatchObject({ differences: [] });
});
