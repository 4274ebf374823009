// The engine of Cadastre in a thread of a browser: PostgreSQL in WebAssembly, and the HTTP interface without a socket.
import "./globals.ts";
import { randomUUID } from "node:crypto";
import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory } from "@cadastre/inventory-core";
import { pglite } from "@cadastre/inventory-core/pglite";
import type { Asked, Told } from "../messages.ts";
import { openDatabase } from "./database.ts";
import { answerThrough } from "./answer.ts";

const tell = (told: Told): void => postMessage(told);

// Pages of one user tell each other what they hear of their server; each tab here has a server of its own.
const id = randomUUID();

/** Whoever has the page open may do everything: the inventory is theirs, and gone with the tab. */
const visitor = applicationUsers(() => ({ id, username: "visitor", role: "admin", credential: "token" }));

async function start(): Promise<void> {
  const inventory = await createInventory({ storage: pglite(await openDatabase()), plugins: [visitor] });
  const { fetch } = createHandler(inventory.host, { rateLimit: { enabled: false }, apiReference: false });
  addEventListener("message", ({ data, ports: [port] }: MessageEvent<Asked>) => void answerThrough(port as MessagePort, data, fetch));
  tell({ kind: "ready" });
}

start().catch((error: unknown) =>
  tell({ kind: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
);
