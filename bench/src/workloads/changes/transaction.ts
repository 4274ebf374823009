import { type InventoryTransaction, STORAGE } from "@cadastre/inventory-core";
import type { Context } from "../../context.ts";
import { interleave } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { deviceFields } from "../../rows/device-fields.ts";
import { devicePlace } from "../../rows/place.ts";

/** A table of an application. */
interface Shop {
  readonly shop_order: { readonly number: number; readonly device_id: string };
}

/** A device and a row of the application in one transaction, against the two writes alone. */
export async function transaction(context: Context): Promise<Row[]> {
  const { scale } = context;
  return await context.withEmpty(async ({ inventory }) => {
    const { base } = await devicePlace(inventory, 10);
    const storage = inventory.host.get(STORAGE);
    await storage.write(async (change) => await change.exec("create table shop_order (number bigint, device_id text)"));
    let number = 0;
    const together = async (): Promise<unknown> =>
      await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
        const device = await tx.devices.create(deviceFields(base, (number += 1)));
        await tx.sql.insertInto("shop_order").values({ number, device_id: device.id }).execute();
      });
    const alone = async (): Promise<void> => {
      const device = await inventory.devices.create(deviceFields(base, (number += 1)));
      const row = [number, device.id];
      await storage.write(async (change) => await change.run("insert into shop_order (number, device_id) values (?, ?)", row));
    };
    const pair = await interleave(together, alone, { rounds: scale.rounds, times: scale.writes });
    return [timeRow("a device and an own row in one transaction", "the two writes alone", pair, 1.1)];
  });
}
