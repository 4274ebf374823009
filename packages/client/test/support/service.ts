import { connect } from "node:net";
import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { type HttpOptions, httpPlugin } from "@cadastre/http-h3";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import {
  createInventory,
  definePlugin,
  type Inventory,
  KeyRing,
  type Logger,
  type Plugin,
  type Scanner,
  type Storage,
} from "@cadastre/inventory-core";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { webhooksPlugin } from "@cadastre/webhooks";
import { type Client, type ClientOptions, createClient } from "../../src/index.ts";
import { newDatabase } from "../../../../testing/databases.ts";
import type { StorageName } from "../../../../testing/storages.ts";

export const PASSWORD = "correct horse battery";

/** A server of the tests on a real socket, with every plugin that has operations, and its administrator's client. */
export interface Service {
  readonly inventory: Inventory;
  readonly url: string;
  /** API key of the administrator. */
  readonly token: string;
  readonly client: Client;
  /** Another client of the administrator. */
  with(options: Partial<ClientOptions>): Client;
  stop(): Promise<void>;
}

/** Every address answers at once. */
const scanner: Scanner = {
  id: "answering",
  priority: 1,
  capabilities: { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 },
  unavailable: async () => await Promise.resolve(null),
  scan: async function* answering({ targets }) {
    for (const [index, ip] of [...targets].entries()) {
      // Each is a machine of its own.
      const macAddress = `02:00:00:00:00:${index.toString(16).padStart(2, "0")}`;
      yield { kind: "observation", ip, evidence: "arp", macAddress };
      yield { kind: "host-done", ip, outcome: "answered" };
    }
  },
};

/** Whatever the destination policy lets through ends at a port of loopback where nobody listens. */
const nowhere = { resolve: async () => await Promise.resolve(["10.77.0.1"]), dial: () => connect(9, "127.0.0.1") };

async function storageOf(name: StorageName): Promise<{ storage: Storage; drop: () => Promise<void> }> {
  const database = await newDatabase(name);
  return { storage: database.storage(), drop: async () => await database[Symbol.asyncDispose]() };
}

/** @param rateLimit none unless given @param more plugins in addition to those of the product */
export async function startService(
  name: StorageName = "sqlite",
  rateLimit: HttpOptions["rateLimit"] = { enabled: false },
  more: readonly Plugin[] = [],
  logger?: Logger,
): Promise<Service> {
  const { storage, drop } = await storageOf(name);
  const http = httpPlugin({ port: 0, rateLimit });
  const plugins = [
    authPlugin({ bcryptCost: 4, initialAdmin: { username: "root", password: PASSWORD } }),
    oauthPlugin({ enabled: true, issuerUrl: "https://inventory.example.com" }),
    discoveryAgentPlugin(),
    definePlugin({ id: "answering-scanner", engine: "*", scanners: [scanner] }),
    discoverySnmpPlugin({ scan: false }),
    leaseSourcesPlugin({ read: false, allow: "127.0.0.1" }),
    webhooksPlugin({ network: nowhere }),
    ...more,
    http,
  ];
  const inventory = await createInventory({
    storage,
    keyRing: KeyRing.parse(KeyRing.generate()),
    plugins,
    ...(logger === undefined ? {} : { logger }),
  });
  const { url } = http.server;
  const { cookie } = await signIn(url);
  const { key: token } = await createClient({ baseUrl: url, cookie }).keys.create({ name: "tests" });
  const withOptions: Service["with"] = (options) => createClient({ baseUrl: url, token, ...options });
  return {
    inventory,
    url,
    token,
    client: withOptions({}),
    with: withOptions,
    stop: async () => {
      await inventory.close();
      await drop();
    },
  };
}

/** Signs in as a browser does. @returns its Cookie header */
export async function signIn(url: string): Promise<{ cookie: string }> {
  let cookie = "";
  const fetch: typeof globalThis.fetch = async (...args) => {
    const response = await globalThis.fetch(...args);
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  };
  await createClient({ baseUrl: url, fetch }).auth.login({ username: "root", password: PASSWORD });
  return { cookie };
}
