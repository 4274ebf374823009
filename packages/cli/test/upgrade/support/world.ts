import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { createHandler } from "@cadastre/http-h3";
import {
  type Clock,
  createInventory,
  definePlugin,
  type Inventory,
  KeyRing,
  type Plugin,
  type Scanner,
  type Storage,
} from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";

/** Of nothing but databases of tests. */
export const ENCRYPTION_KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";
export const ROOT = { username: "root", password: "correct horse battery" } as const;

/** A record, an error, or what else a call answers; of a list the records lie under their indexes. */
export interface ReplyBody {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReplyBody;
}

/** The engine with all plugins that have tables, on a socket of loopback. */
export interface World {
  readonly url: string;
  readonly inventory: Inventory;
  /** @param route `GET /api/users` */
  readonly call: (route: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Reply>;
  /** Signs in. @returns the headers of a browser that has */
  signIn(password?: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** A scanner that sees a host at each address, and packets of nobody. */
const scanner: Scanner = {
  id: "scripted",
  priority: 1,
  capabilities: { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 },
  unavailable: async () => null,
  async *scan({ targets }) {
    for (const ip of targets) {
      yield { kind: "observation", ip, evidence: "arp", macAddress: `02:00:00:00:00:0${ip.split(".")[3]}` };
      yield { kind: "host-done", ip, outcome: "answered" };
    }
  },
};

/**
 * @param deliver whether webhooks are sent
 * @param keys as ENCRYPTION_KEY has them
 * @param audit whether it has an audit log
 * @param plugins beside the standard ones
 */
export async function openWorld(
  storage: Storage,
  {
    clock,
    deliver,
    keys = ENCRYPTION_KEY,
    audit = true,
    plugins = [],
  }: {
    readonly clock?: Clock;
    readonly deliver: boolean;
    readonly keys?: string;
    readonly audit?: boolean;
    readonly plugins?: readonly Plugin[];
  },
): Promise<World> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const inventory = await createInventory({
    storage,
    ...(clock === undefined ? {} : { clock }),
    keyRing: KeyRing.parse(keys),
    audit,
    plugins: [
      authPlugin({ bcryptCost: 4, cookieSecure: false, initialAdmin: ROOT }),
      oauthPlugin({ enabled: true, issuerUrl: url }),
      webhooksPlugin({ deliver }),
      discoveryAgentPlugin(),
      discoverySnmpPlugin({ scan: false }),
      leaseSourcesPlugin({ read: false }),
      definePlugin({ id: "scripted-scanner", engine: "*", scanners: [scanner] }),
      ...plugins,
    ],
  }).catch((error: unknown) => {
    listener.close();
    throw error;
  });
  const handler = createHandler(inventory.host, { rateLimit: { enabled: false } });
  listener.on("request", handler.node);
  const call: World["call"] = async (route, body, headers = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
  };
  return {
    url,
    inventory,
    call,
    signIn: async (password = ROOT.password) => {
      const login = await call("POST /api/auth/login", { ...ROOT, password }, { "x-requested-with": "XMLHttpRequest" });
      if (login.status !== 200) throw new Error(`the sign-in is answered with ${login.status}: ${JSON.stringify(login.body)}`);
      return { cookie: (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "", "x-requested-with": "XMLHttpRequest" };
    },
    close: async () => {
      handler.stop();
      listener.close();
      listener.closeAllConnections();
      await inventory.close();
    },
  };
}
