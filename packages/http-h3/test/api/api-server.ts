import { setTimeout as delay } from "node:timers/promises";
import {
  type Authenticator,
  createInventory,
  definePlugin,
  type Inventory,
  type InventoryOptions,
  type Permission,
  provide,
  serviceToken,
  type Storage,
} from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { newDatabase } from "../../../../testing/databases.ts";
import { httpPlugin } from "../../src/index.ts";
import { checkedFetchOf } from "../support/schema-check.ts";
import type { StorageName } from "../../../../testing/storages.ts";

export type Role = "admin" | "operator" | "viewer" | "proposer" | "nobody";

/** What came back. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks into any shape
  readonly body: any;
}

export type Caller = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Reply>;

export interface ApiServer extends Readonly<Record<Role, Caller>> {
  readonly anonymous: Caller;
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly url: string;
  stop(): Promise<void>;
}

/** Bearer tokens that are the names of roles: authentication has its own tests. */
const AUTHENTICATOR = serviceToken<Authenticator>("test-authenticator");

/** Authentication by name of role. */
export function rolesPlugin(permissions: () => readonly Permission[]) {
  return definePlugin({
    id: "test-roles",
    engine: "*",
    services: [
      provide(AUTHENTICATOR, [], () => ({
        id: "test-roles",
        priority: 1,
        authenticate: async ({ headers }) => {
          const role = headers.get("authorization")?.replace(/^Bearer /, "");
          if (role === undefined) return null;
          const held = permissions().filter((permission) => permission.roles.some((name) => name === role));
          return {
            kind: "user",
            userId: role,
            username: role,
            permissions: role === "admin" ? "all" : new Set(held.map(({ name }) => name)),
            credential: KEY_CREDENTIAL,
            credentialId: role,
          } as const;
        },
      })),
    ],
    authenticators: [AUTHENTICATOR],
  });
}

async function storageOf(name: StorageName): Promise<{ storage: Storage; drop: () => Promise<void> }> {
  const database = await newDatabase(name);
  return { storage: database.storage(), drop: async () => await database[Symbol.asyncDispose]() };
}

/** A server on a real socket over an empty inventory; every answer is checked against the published document. */
export async function startApi(name: StorageName, { plugins = [], ...options }: Partial<InventoryOptions> = {}): Promise<ApiServer> {
  const { storage, drop } = await storageOf(name);
  const clock = new FakeClock();
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
  const inventory: Inventory = await createInventory({
    storage,
    clock,
    plugins: [rolesPlugin(() => inventory.host.permissions), ...plugins, http],
    ...options,
  });
  const fetchChecked = checkedFetchOf(inventory.host);
  const callerAs =
    (role: Role | null): Caller =>
    async (method, path, body, headers = {}) => {
      const response = await fetchChecked(`${http.server.url}${path}`, {
        method,
        headers: {
          ...(role === null ? {} : { authorization: `Bearer ${role}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" || body instanceof Uint8Array ? (body as string) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /^application\/(?:.*\+)?json$/.test(response.headers.get("content-type") ?? "");
      return { status: response.status, headers: response.headers, body: text === "" ? undefined : isJson ? JSON.parse(text) : text };
    };
  return {
    admin: callerAs("admin"),
    operator: callerAs("operator"),
    viewer: callerAs("viewer"),
    proposer: callerAs("proposer"),
    nobody: callerAs("nobody"),
    anonymous: callerAs(null),
    inventory,
    clock,
    url: http.server.url,
    stop: async () => {
      let closed = false;
      const closing = inventory.close().finally(() => (closed = true));
      // Work that is being finished may wait on the clock for its turn at the database.
      while (!closed) {
        await clock.advance(100);
        // A connection that sent nothing is waited for by real time.
        await Promise.race([closing, delay(5)]);
      }
      await closing;
      await drop();
    },
  };
}

/** Expects a VALIDATION_ERROR and gives the sentences by field. */
export function problemsOf(reply: Reply): Record<string, string> {
  if (reply.status !== 400 || reply.body?.code !== "VALIDATION_ERROR")
    throw new Error(`no validation error: ${reply.status} ${JSON.stringify(reply.body)}`);
  const details = reply.body.details as Record<string, { field: string; message: string }>;
  for (const [key, { field, message }] of Object.entries(details)) {
    if (key !== field || !String(reply.body.error).includes(`${field}: ${message}`))
      throw new Error(`error and details differ: ${JSON.stringify(reply.body)}`);
  }
  return Object.fromEntries(Object.values(details).map(({ field, message }) => [field, message]));
}

/** Stops a server. @throws when a verification finds that something derived is not what it should be */
export async function stopVerified({ inventory, stop }: Pick<ApiServer, "inventory" | "stop">): Promise<void> {
  const { differences } = await inventory.verify();
  await stop();
  if (differences.length > 0) throw new Error(`a verification finds ${JSON.stringify(differences)}`);
}

export const UNKNOWN_ID = "01900000-0000-7000-8000-000000000000";
