import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createInventory, STORAGE } from "../../src/index.ts";
import { sqlite } from "../../src/storage/sqlite/index.ts";
import { diskFolder } from "../../../../testing/memory.ts";

test("the write lock of a file goes to whoever waits for it, also beside a process that always has more to write", async () => {
  const folder = await mkdtemp(join(diskFolder(), "cadastre-write-lock-"));
  const file = join(folder, "inventory.db");
  const greedy = fork(fileURLToPath(new URL("./greedy-child.ts", import.meta.url)), [file], { execArgv: [] });
  await once(greedy, "message");
  const written = async (): Promise<number> => {
    greedy.send("written");
    return ((await once(greedy, "message")) as [number])[0];
  };
  const inventory = await createInventory({ storage: sqlite(file) });
  const storage = inventory.host.get(STORAGE);
  const write = async (): Promise<number> =>
    await storage.write(async (transaction) => await transaction.run("insert into written values ('modest')"));
  await write();
  const before = await written();
  for (let nth = 0; nth < 50; nth += 1) await write();
  // In each turn it commits once for its four lanes, a few times where the machine has much else to do: not hundreds of times, as it does
  // for as long as it is not asked to leave.
  expect((await written()) - before).toBeLessThan(50 * 4 * 30);
  greedy.kill("SIGKILL");
  await once(greedy, "exit");
  await inventory.close();
  await rm(folder, { recursive: true });
});
