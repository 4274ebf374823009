import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

const inventory = await createInventory({
  storage: sqlite("inventory.db"),
  plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
});
export const handler = createHandler(inventory.host, { basePath: "/ipam" });

/** Ends the streams of events, and then the inventory. */
export async function stop(): Promise<void> {
  handler.stop();
  await inventory.close();
}
