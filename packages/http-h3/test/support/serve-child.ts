// A server in its own process, for tests that look at whether it survives. Prints its URL.
import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { httpPlugin } from "../../src/index.ts";
import { probePlugin } from "./probe-plugin.ts";

const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
await createInventory({ storage: sqlite(":memory:"), plugins: [probePlugin, http] });
process.stdout.write(`${http.server.url}\n`);
