import { type Authenticator, createInventory, definePlugin, provide, serviceToken, SYSTEM } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/inventory-core/testing";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { discoveryAgentPlugin } from "../../../../packages/discovery-agent/src/index.ts";
import { httpPlugin } from "../../../../packages/http-h3/src/index.ts";

// A server with agents: `node host-child.ts <DATABASE_URL>`.

const EVERYONE = serviceToken<Authenticator>("bench-everyone");

/** Whoever has no token of an agent may do everything: what signing in costs is measured elsewhere. */
const everyone = definePlugin({
  id: "bench-everyone",
  engine: "*",
  services: [
    provide(EVERYONE, [], () => ({
      id: "bench-everyone",
      priority: 1,
      authenticate: async () => ({ ...SYSTEM, kind: "user", userId: "bench", credential: KEY_CREDENTIAL, credentialId: "bench" }) as const,
    })),
  ],
  authenticators: [EVERYONE],
});

const [url = ""] = process.argv.slice(2);
const storage = url.startsWith("sqlite://") ? sqlite(url.replace("sqlite://", "")) : postgresql(url);
const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
await createInventory({ storage, plugins: [everyone, discoveryAgentPlugin(), http] });
console.info(`host-child listens at ${http.server.url}`);
