import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { type WebhooksOptions, webhooksPlugin } from "@cadastre/webhooks";
import { createInventory, definePlugin, type Inventory, KeyRing, type Plugin, STORAGE, type Storage } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { type HttpOptions, httpPlugin } from "../../src/index.ts";
import { checkedFetchOf } from "../support/schema-check.ts";
import { newDatabase } from "../../../../testing/databases.ts";
import type { StorageName } from "../../../../testing/storages.ts";

export const PASSWORD = "correct horse battery";

export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";

export const AJAX = { "x-requested-with": "XMLHttpRequest" };

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  readonly body: any;
}

export type Headings = Readonly<Record<string, string>>;

/** The server with authentication, on a socket: every answer is held against the published document. */
export interface Api {
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly url: string;
  /** Id of the first administrator, and what proves it: a key. */
  readonly root: { readonly id: string; readonly bearer: Headings };
  /** @param route `GET /api/users` */
  call(route: string, body?: unknown, headers?: Headings): Promise<Reply>;
  /** As {@link call}, by the first administrator. */
  admin(route: string, body?: unknown, headers?: Headings): Promise<Reply>;
  /** Signs in. @returns the cookie, as a browser sends it back, with the header that changes need */
  signIn(username: string, password?: string): Promise<Headings>;
  /** A new user with roles and an API key. */
  user(username: string, ...roles: readonly string[]): Promise<{ readonly id: string; readonly bearer: Headings }>;
  /** A custom role of one's own with these permissions. @returns its id */
  role(name: string, permissions: readonly string[]): Promise<string>;
  /** Rows as they are stored. */
  rows<Row>(sql: string): Promise<Row[]>;
  write(sql: string, ...params: (string | number | null)[]): Promise<void>;
  stop(): Promise<void>;
}

async function storageOf(name: StorageName): Promise<{ storage: Storage; drop: () => Promise<void> }> {
  const database = await newDatabase(name);
  return { storage: database.storage(), drop: async () => await database[Symbol.asyncDispose]() };
}

/** A plugin with pages, of which one is for those who list devices. */
const PAGES = definePlugin({
  id: "test-pages",
  engine: "*",
  features: ["racks", "webhooks"],
  navItems: [
    { label: "Racks", path: "/racks", access: "device:list" },
    { label: "Rack accounts", path: "/racks/accounts", access: "apikey:create" },
    { label: "Help", path: "/help" },
  ],
});

/** What else a server has. */
export interface Beside {
  readonly webhooks?: WebhooksOptions;
  readonly plugins?: readonly Plugin[];
  /** Storage that the caller drops, instead of a new database. */
  readonly storage?: Storage;
  /** Keys that another server on the storage has too. */
  readonly keyRing?: KeyRing;
}

/** @param bcryptCost another cost than the least */
export async function startApi(
  name: StorageName,
  bcryptCost = 4,
  options: HttpOptions = {},
  { webhooks = {}, plugins = [], ...given }: Beside = {},
): Promise<Api> {
  const { storage, drop } = given.storage === undefined ? await storageOf(name) : { storage: given.storage, drop: async () => {} };
  const clock = new FakeClock();
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false }, ...options });
  const auth = authPlugin({ bcryptCost, initialAdmin: { username: "root", password: PASSWORD } });
  // Nobody goes through OAuth here (test/oauth does): it is on for its operations and for tokens that are written as rows.
  const oauth = oauthPlugin({ enabled: true, issuerUrl: "https://inventory.example.com" });
  const inventory = await createInventory({
    storage,
    clock,
    keyRing: given.keyRing ?? KeyRing.parse(KeyRing.generate()),
    plugins: [auth, oauth, webhooksPlugin(webhooks), discoveryAgentPlugin(), PAGES, ...plugins, http],
  });
  const fetchChecked = checkedFetchOf(inventory.host);

  const call: Api["call"] = async (route, body, headers = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await fetchChecked(`${http.server.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    // Whoever is let in to a stream has seen enough.
    if (response.headers.get("content-type") === "text/event-stream") {
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: undefined };
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
  const must = async (status: number, ...args: Parameters<Api["call"]>): Promise<Reply> => {
    const reply = await call(...args);
    if (reply.status !== status) throw new Error(`${args[0]}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const signIn: Api["signIn"] = async (username, password = PASSWORD) => {
    const { headers } = await must(200, "POST /api/auth/login", { username, password });
    return { cookie: (headers.get("set-cookie") ?? "").split(";")[0] as string, ...AJAX };
  };
  const session = await signIn("root");
  const keyOf = async (userId: string, by: Headings): Promise<Headings> => ({
    authorization: `Bearer ${(await must(201, "POST /api/keys", { name: "test", user_id: userId }, by)).body.key}`,
  });
  const rootId = (await must(200, "GET /api/auth/me", undefined, session)).body.id as string;
  const bearer = await keyOf(rootId, session);
  return {
    inventory,
    clock,
    url: http.server.url,
    root: { id: rootId, bearer },
    call,
    admin: async (route, body, headers = {}) => await call(route, body, { ...bearer, ...headers }),
    signIn,
    user: async (username, ...roles) => {
      const { body } = await must(201, "POST /api/users", { username, password: PASSWORD }, bearer);
      for (const role of roles) await must(201, "POST /api/users/grant-role", { user_id: body.id, role }, bearer);
      return { id: body.id, bearer: await keyOf(body.id, bearer) };
    },
    role: async (roleName, permissions) => (await must(201, "POST /api/roles", { name: roleName, permissions }, bearer)).body.id,
    rows: async (sql) => await inventory.host.get(STORAGE).read.all(sql),
    write: async (sql, ...params) =>
      void (await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, params))),
    stop: async () => {
      await inventory.close();
      await drop();
    },
  };
}

/** The fields that a VALIDATION_ERROR names, or what else was answered. */
export function problemsOf({ status, body }: Reply): string {
  return status === 400 && body.code === "VALIDATION_ERROR"
    ? Object.keys(body.details).toSorted().join(", ")
    : `${status} ${JSON.stringify(body)}`;
}

/** `400 LAST_ADMIN` */
export const answerOf = ({ status, body }: Reply): string => [status, ...(body?.code === undefined ? [] : [body.code])].join(" ");
