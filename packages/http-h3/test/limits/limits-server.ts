import { ADMINISTRATION, authPlugin } from "@cadastre/auth";
import {
  type AnyOperation,
  type CallContext,
  createInventory,
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  empty,
  type Inventory,
  JsonList,
  list,
  provide,
  type Queries,
  serviceToken,
  STORAGE,
  type Storage,
  streamed,
  Watch,
  type WatchedState,
} from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases } from "@cadastre/testing";
import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { inject } from "vitest";
import { z } from "zod";
import { type HttpOptions, httpPlugin } from "../../src/index.ts";
import type { StorageName } from "../../../../testing/storages.ts";

const WORK = serviceToken<Work>("test-work");
const Ms = z.coerce.number().int();

/** Operations that take as long as a test wants. */
export class Work {
  /** Calls that are being computed. */
  readonly running = new Set<CallContext>();
  /** How many calls began. */
  begun = 0;
  readonly #read: Queries;
  #goOn: (() => void)[] = [];

  constructor(read: Queries) {
    this.#read = read;
  }

  /** Waits until it is told to go on, or nobody waits for the answer. */
  async wait(call: CallContext): Promise<void> {
    this.begun += 1;
    this.running.add(call);
    await new Promise<void>((resolve) => {
      this.#goOn.push(resolve);
      // A client can leave between the last check of the server and here.
      if (call.signal?.aborted === true) resolve();
      call.signal?.addEventListener("abort", () => resolve(), { once: true });
    });
    this.running.delete(call);
  }

  /** Lets all calls that wait go on. */
  goOn(): void {
    for (const resolve of this.#goOn.splice(0)) resolve();
  }

  burn(ms: number): void {
    for (const until = performance.now() + ms; performance.now() < until;);
  }

  /** A query that takes the database its time. */
  async query(dialect: string): Promise<void> {
    if (dialect === "postgresql") await this.#read.get("select count(*) as n from generate_series(1, 600000) s where md5(s::text) = 'x'");
    else
      await this.#read.get(
        "with recursive s (n) as (select 1 union all select n + 1 from s where n < 600000) select count(*) as n from s where hex(n) = 'x'",
      );
  }

  async *pages(ms: number): AsyncGenerator<readonly string[]> {
    for (let page = 0; page < 4; page += 1) {
      this.burn(ms);
      yield [JSON.stringify({ page })];
    }
  }

  async *states(ms: number): AsyncGenerator<WatchedState> {
    for await (const [text = ""] of this.pages(ms)) yield { id: text, text, last: false };
  }
}

const operations = defineOperations("work", {
  wait: defineOperation({
    summary: "Wait",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/wait", status: 204 },
    output: empty,
    run: async (work, _, call) => await work.wait(call),
  }),
  quick: defineOperation({
    summary: "Nothing",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/quick", status: 204 },
    output: empty,
    run: async () => {},
  }),
  query: defineOperation({
    summary: "Query",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/query", status: 204 },
    query: z.object({ dialect: z.string() }),
    output: empty,
    run: async (work, { query }) => await work.query(query.dialect),
  }),
  burn: defineOperation({
    summary: "Burn",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/burn", status: 204 },
    query: z.object({ ms: Ms }),
    output: empty,
    run: async (work, { query }) => work.burn(query.ms),
  }),
  pages: defineOperation({
    summary: "Pages",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/pages", status: 200 },
    query: z.object({ ms: Ms }),
    output: list(z.object({ page: z.int() })),
    run: async (work, { query }) => new JsonList<{ page: number }>(work.pages(query.ms)),
  }),
  stream: defineOperation({
    summary: "Stream",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/stream", status: 200 },
    output: streamed(z.object({ n: z.int() })),
    run: async (_, __, call) => new Watch<{ n: number }>(endless(call.signal)),
  }),
  states: defineOperation({
    summary: "Stream that ends",
    service: WORK,
    access: "work:read",
    http: { method: "GET", path: "/api/work/states", status: 200 },
    query: z.object({ ms: Ms }),
    output: streamed(z.object({ page: z.int() })),
    run: async (work, { query }) => new Watch<{ page: number }>(work.states(query.ms)),
  }),
});

async function* endless(signal: AbortSignal | undefined): AsyncGenerator<{ id: string; text: string; last: boolean }> {
  yield { id: "1", text: '{"n":1}', last: false };
  await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));
}

const workPlugin = definePlugin({
  id: "test-work",
  engine: "*",
  services: [provide(WORK, [STORAGE], (storage) => new Work(storage.read))],
  permissions: definePermissions({ work: { resource: "work", actions: ["read"], viewer: ["read"] } }),
  operations: Object.values(operations) as unknown as readonly AnyOperation[],
});

/** Look-ups of API keys: how many there were, and how many at once. */
export class Lookups {
  count = 0;
  most = 0;
  /** How they fail; undefined while they do not. */
  failure: Error | undefined;
  #now = 0;

  /** The same storage, whose look-ups of keys are noted. */
  of(storage: Storage): Storage {
    return {
      ...storage,
      open: async (options) => {
        const open = await storage.open(options);
        const get: Queries["get"] = async <Row>(sql: string, params?: Parameters<Queries["get"]>[1]) => {
          if (!sql.includes("from auth_api_key c")) return await open.read.get<Row>(sql, params);
          this.count += 1;
          this.#now += 1;
          this.most = Math.max(this.most, this.#now);
          try {
            if (this.failure !== undefined) throw this.failure;
            return await open.read.get<Row>(sql, params);
          } finally {
            this.#now -= 1;
          }
        };
        return new Proxy(open, {
          get: (target, name) => {
            if (name === "read") return { all: target.read.all.bind(target.read), get };
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
          },
        });
      },
    };
  }

  reset(): void {
    [this.count, this.most] = [0, 0];
  }
}

/** A server with authentication on a socket; `from` says which address a request seems to come from. */
export interface LimitsServer {
  readonly url: string;
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly work: Work;
  readonly lookups: Lookups;
  /** Asks as a key. */
  get(path: string, key: string | null, from?: string, signal?: AbortSignal): Promise<Response>;
  /** Statuses of requests that are sent at once, counted. */
  burst(count: number, send: (n: number) => Promise<Response>): Promise<Record<number, number>>;
  /** A new viewer. @returns the text of a key of theirs, and another for each further name */
  user(name: string, keys?: number): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A key that was never given out, whose form and checksum are right: only a look-up tells. */
export function unknownKey(): string {
  const text = `cad_${Array.from({ length: 43 }, () => BASE62.charAt(randomInt(62))).join("")}`;
  let checksum = "";
  for (let rest = crc32(text); checksum.length < 6; rest = Math.floor(rest / 62)) checksum = BASE62.charAt(rest % 62) + checksum;
  return text + checksum;
}

export async function startLimits(name: StorageName, http: HttpOptions = {}, bcryptCost = 4): Promise<LimitsServer> {
  const database = name === "sqlite" ? undefined : await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const lookups = new Lookups();
  const clock = new FakeClock("2026-01-02T03:04:00.000Z");
  const server = httpPlugin({ port: 0, trustedProxies: ["127.0.0.1"], rateLimit: { requests: 100_000 }, ...http });
  const inventory = await createInventory({
    storage: lookups.of(database === undefined ? sqlite(":memory:") : postgresql(database.url)),
    clock,
    plugins: [authPlugin({ bcryptCost }), workPlugin, server],
  });
  const { url } = server.server;
  const get: LimitsServer["get"] = async (path, key, from = "192.0.2.1", signal) =>
    await fetch(url + path, {
      headers: { "x-forwarded-for": from, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      ...(signal === undefined ? {} : { signal }),
    });
  return {
    url,
    inventory,
    clock,
    work: inventory.host.get(WORK),
    lookups,
    get,
    burst: async (count, send) => {
      const answers = await Promise.all(Array.from({ length: count }, async (_, n) => await send(n)));
      const counted: Record<number, number> = {};
      for (const answer of answers) {
        await answer.body?.cancel();
        counted[answer.status] = (counted[answer.status] ?? 0) + 1;
      }
      return counted;
    },
    user: async (username, keys = 1) => {
      const administration = inventory.host.get(ADMINISTRATION);
      await administration.createUser({ username, password: "correct horse battery" }, ["viewer"]);
      const made: string[] = [];
      for (let n = 0; n < keys; n += 1) made.push((await administration.createKey(username, { name: `${username}-${n}` })).key);
      return made;
    },
    stop: async () => {
      inventory.host.get(WORK).goOn();
      await inventory.close();
      await database?.[Symbol.asyncDispose]();
    },
  };
}
