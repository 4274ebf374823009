import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { writing } from "./scene.ts";

// Creates a device under a request key, says `committed` between the commit and the answer, and stays there until it is
// killed: `node keyed-child.ts <database> <key> <name>`.

const [database = "", key = "", name = ""] = process.argv.slice(2);
let stays = false;

const inventory = await createInventory({
  storage: writing(database.startsWith("postgresql:") ? postgresql(database) : sqlite(database), (open) => async (work, options) => {
    const result = await open.write(work, options);
    if (!stays) return result;
    console.info("committed");
    return await new Promise<never>(() => setInterval(() => {}, 60_000));
  }),
});
stays = true;
await inventory.devices.create({ name }, { idempotencyKey: key });
