import { authPlugin } from "@cadastre/auth";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

/** A server for this run. An import makes more than 100 requests a minute, so its operator switches the limit off. */
export async function startServer(login: {
  readonly username: string;
  readonly password: string;
}): Promise<{ url: string; close: () => Promise<void> }> {
  const auth = authPlugin({ cookieSecure: false, initialAdmin: { ...login, email: "", full_name: "" } });
  const http = httpPlugin({ hostname: "127.0.0.1", port: 0, rateLimit: { enabled: false } });
  const inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [auth, http] });
  return { url: http.server.url, close: async () => await inventory.close() };
}
