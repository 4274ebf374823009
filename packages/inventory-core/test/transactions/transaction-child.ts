import { createInventory, type InventoryTransaction } from "../../src/index.ts";
import { postgresql } from "../../src/storage/postgresql/index.ts";
import { sqlite } from "../../src/storage/sqlite/index.ts";

// Runs random transactions one after another, and tells of each that was committed: `node transaction-child.ts <url> <name> <seed>`. It is
// killed, or ends after the transactions of its fourth argument.

/** Tables of the application. */
export interface Shop {
  /** `size` is the number of orders that the transaction writes; `counted` is 1 when it counts in both rows of `shop_counter`. */
  readonly shop_order: { readonly device_id: string; readonly run: string; readonly size: number; readonly counted: number };
  readonly shop_counter: { readonly id: number; readonly n: number };
}

const [url = "", name = "", seed = "0", runs = "Infinity"] = process.argv.slice(2);
const inventory = await createInventory({ storage: url.startsWith("postgresql:") ? postgresql(url) : sqlite(url) });

/** A generator of numbers from 0 to 1, the same for the same seed. */
let state = Number(seed);
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

for (let number = 0; number < Number(runs); number += 1) {
  const run = `${name}-${number}`;
  const size = 1 + Math.floor(random() * 3);
  const fate = random();
  const counters = random() < 0.5 ? [1, 2] : [2, 1];
  const counted = random() < 0.5 ? 1 : 0;
  try {
    await inventory.transaction(async (tx: InventoryTransaction<Shop>) => {
      for (let index = 0; index < size; index += 1) {
        const device = await tx.devices.create({ name: `${run}-${index}`, addresses: [{ ip: `10.${index}.0.${number % 250}` }] });
        await tx.sql.insertInto("shop_order").values({ device_id: device.id, run, size, counted }).execute();
        if (random() < 0.3) await tx.devices.update(device.id, { description: "changed" });
      }
      for (const id of counted === 1 ? counters : [])
        await tx.sql
          .updateTable("shop_counter")
          .set(({ eb }) => ({ n: eb("n", "+", 1) }))
          .where("id", "=", id)
          .execute();
      if (fate < 0.15) throw new Error("the application changed its mind");
      if (fate < 0.25) await tx.devices.create({ name: "" }).catch(() => {});
      if (fate < 0.3) void tx.relationships.create("missing", { type: "depends_on", child_id: "missing" }).catch(() => {});
    });
    process.send?.({ committed: run });
  } catch {
    process.send?.({ refused: run });
  }
}
await inventory.close();
process.disconnect?.();
