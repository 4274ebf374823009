import { authPlugin } from "@cadastre/auth";
import { createClient, type Client } from "@cadastre/client";
import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, type Inventory, type InventoryOptions, type KeyRing, type Plugin, type Storage } from "@cadastre/inventory-core";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { webUiPlugin } from "../../src/index.ts";

export const PASSWORD = "correct horse battery";

/** A server with the page, in this process, over an empty inventory. Its administrator is `root`. */
export interface PageServer extends AsyncDisposable {
  readonly url: string;
  readonly inventory: Inventory;
  /** The cookie of a new session of somebody. */
  cookieOf(username: string): Promise<string>;
  /** The API as somebody who has signed in, with the operations of plugins. */
  as(username: string): Promise<Client>;
  /** Makes a user with a role. */
  user(username: string, role: string): Promise<void>;
  /** Ends all sessions. */
  endSessions(): Promise<void>;
}

/** How a server of a test differs from others. */
export interface PageOptions {
  /** A server on which the first administrator is still to be made. */
  readonly sessionless?: boolean;
  readonly keyRing?: KeyRing;
  /** Base path of the server, which is in its URL then. */
  readonly basePath?: string;
  readonly discovery?: InventoryOptions["discovery"];
  /** Storage of the inventory; an empty one unless given. */
  readonly storage?: Storage;
}

/** Starts a server with the page. */
export async function startPage(
  plugins: readonly Plugin[] = [],
  { sessionless = false, keyRing, basePath = "", discovery, storage = temporarySqlite() }: PageOptions = {},
): Promise<PageServer> {
  const http = httpPlugin({ port: 0, basePath, rateLimit: { enabled: false } });
  const initialAdmin = { username: "root", password: PASSWORD, email: "", full_name: "" };
  const auth = authPlugin({ cookieSecure: false, bcryptCost: 4, usernameFailures: 0, ...(sessionless ? {} : { initialAdmin }) });
  const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const inventory = await createInventory({
    storage,
    plugins: [auth, ...plugins, webUiPlugin(), http],
    logger,
    ...(keyRing === undefined ? {} : { keyRing }),
    ...(discovery === undefined ? {} : { discovery }),
  });
  const { url } = http.server;
  const cookieOf = async (username: string): Promise<string> => {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const as = async (username: string): Promise<Client> => {
    const options = { baseUrl: url, cookie: await cookieOf(username) };
    return createClient({ ...options, manifest: await createClient(options).manifest.get() });
  };
  return {
    url,
    inventory,
    cookieOf,
    as,
    user: async (username, role) => {
      const root = await as("root");
      const { id } = await root.users.create({ username, password: PASSWORD });
      await root.users.grantRole({ user_id: id, role });
    },
    endSessions: async () => {
      const root = await as("root");
      await root.users.resetPassword((await root.auth.me()).id, { new_password: PASSWORD });
    },
    [Symbol.asyncDispose]: async () => await inventory.close(),
  };
}

/** Waits until the page is built. From sources the first server of a state of them builds it. */
export async function whenBuilt(url: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    const text = await answer.text();
    if (answer.ok) return;
    if (text.includes("could not be built") || Date.now() > deadline) throw new Error(text);
  }
}
