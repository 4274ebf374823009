import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { discoveryAgentPlugin } from "../../../../packages/discovery-agent/src/index.ts";
import { httpPlugin } from "../../../../packages/http-h3/src/index.ts";
import { everyone } from "../../http/everyone.ts";

// A server with agents: `node host-child.ts <DATABASE_URL>`.

const [url = ""] = process.argv.slice(2);
const storage = url.startsWith("sqlite://") ? sqlite(url.replace("sqlite://", "")) : postgresql(url);
const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
await createInventory({ storage, plugins: [everyone, discoveryAgentPlugin(), http] });
console.info(`host-child listens at ${http.server.url}`);
