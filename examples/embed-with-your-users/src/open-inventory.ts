// #region inventory
import { createHandler } from "@cadastre/http-h3";
import { type ApplicationAuthentication, applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { mcpPlugin } from "@cadastre/mcp";
import { webUiPlugin } from "@cadastre/web-ui";

/** An inventory for the users of the application, and its HTTP interface under /ipam. */
export async function openInventory(authenticate: ApplicationAuthentication) {
  const inventory = await createInventory({
    storage: sqlite(":memory:"),
    plugins: [applicationUsers(authenticate), mcpPlugin(), webUiPlugin()],
  });
  return { inventory, handler: createHandler(inventory.host, { basePath: "/ipam" }) };
}
// #endregion
