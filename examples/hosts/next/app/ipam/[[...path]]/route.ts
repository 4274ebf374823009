// #region route
import { createHandler } from "@cadastre/http-h3";
import { nextRoute } from "@cadastre/http-h3/next";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

export const dynamic = "force-dynamic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = nextRoute(async () => {
  const inventory = await createInventory({
    storage: sqlite("inventory.db"),
    plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
  });
  return createHandler(inventory.host, { basePath: "/ipam" });
});
// #endregion
