import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { httpPlugin } from "../../../packages/http-h3/src/index.ts";
import { webhooksPlugin } from "../../../packages/webhooks/src/index.ts";
import { toLoopback } from "./receivers.ts";
import { everyone } from "../http/everyone.ts";

// A server with webhooks, whose receivers are on loopback: `node host-child.ts <DATABASE_URL>`.

const [url = ""] = process.argv.slice(2);
const storage = url.startsWith("sqlite://") ? sqlite(url.replace("sqlite://", "")) : postgresql(url);
const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
await createInventory({ storage, plugins: [everyone, webhooksPlugin({ network: toLoopback }), http] });
console.info(`host-child listens at ${http.server.url}`);
