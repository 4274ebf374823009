import { createInventory, STORAGE } from "../../src/index.ts";
import { sqlite } from "../../src/storage/sqlite/index.ts";

// Writes without a pause, from four lanes, and tells how often: `node greedy-child.ts <file>`. It is killed.

const { host } = await createInventory({ storage: sqlite(process.argv[2] as string) });
const storage = host.get(STORAGE);
await storage.write(async (transaction) => void (await transaction.run("create table if not exists written (by text)")));
let commits = 0;
process.on("message", () => process.send?.(commits));
for (let lane = 0; lane < 4; lane += 1) {
  void (async () => {
    for (;;) {
      await storage.write(async (transaction) => await transaction.run("insert into written values ('greedy')"));
      commits += 1;
    }
  })();
}
process.send?.("ready");
