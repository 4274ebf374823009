import type { Client, ClientConfig, Pool, PoolClient } from "pg";
import type { Clock } from "../../../contract/clock.ts";
import { coreErrors } from "../../../contract/errors/core-errors.ts";
import { storageErrors } from "../../storage-errors.ts";
import { WriteWait } from "../../writers/write-wait.ts";
import { LOOK, type ServerState } from "./connect-to-server.ts";
import type { ConnectionSource, ServerConnections } from "./connection-source.ts";

/** How long a connection beside the pool may take, where the pool does not say. */
const TIMEOUT_MS = 5_000;

/** How long reads wait for a connection that the application holds, in milliseconds, as writes do unless set. */
const MAX_WAIT_MS = 15_000;

/** Fewer, and a transaction that reads past itself would wait for its own connection. */
const MIN_CONNECTIONS = 2;

/**
 * What is used of a pool of `pg` that an application has open. Its own type is not asked for: an application's `pg` may be another copy.
 */
export interface PostgresqlPool {
  readonly options: { readonly max?: number | undefined };
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  connect(): Promise<{ release(error?: Error | boolean): void }>;
}

/** What a pool of connections needs of whoever uses it. */
export interface GivenPoolParts {
  readonly clock: Clock;
  /** What is done on a connection to another server than before, or one that was promoted, ahead of all else there. */
  readonly onMove: (client: PoolClient) => Promise<void>;
  /** Hears what the server tells a connection while it is borrowed; the answer ends that. */
  readonly hear: (client: PoolClient) => () => void;
}

type Borrowed = PoolClient & { pipeline: boolean; readonly binary?: boolean };

/**
 * Connections of a pool that the application has open. Each is borrowed for one transaction, and given back as it came: settings are
 * those of the transaction, and listeners go. The pool is never ended.
 */
export class GivenPool implements ConnectionSource, ServerConnections {
  locals = "";
  ended = false;
  readonly #pool: Pool;
  readonly #parts: GivenPoolParts;
  readonly #listeners = new Set<() => void>();
  /** Connections whose server is known. */
  #seen = new WeakSet<PoolClient>();
  #server: ServerState | undefined;
  #moving: Promise<void> | undefined;

  /** @throws STORAGE_INVALID for what is no pool, or one that is too small */
  constructor(given: PostgresqlPool, parts: GivenPoolParts) {
    this.#pool = mustBePool(given);
    this.#parts = parts;
  }

  get most(): number {
    return this.#pool.options.max;
  }

  get totalCount(): number {
    return this.#pool.totalCount;
  }

  get idleCount(): number {
    return this.#pool.idleCount;
  }

  get waitingCount(): number {
    return this.#pool.waitingCount;
  }

  get timeoutMs(): number {
    return this.#pool.options.connectionTimeoutMillis ?? TIMEOUT_MS;
  }

  /** @throws BUSY when the application holds all connections for longer than the wait */
  async connect(wait: WriteWait = new WriteWait(this.#parts.clock, { waitMs: MAX_WAIT_MS })): Promise<PoolClient> {
    if (this.ended) throw new Error("the storage was closed");
    if (this.#pool.ending) throw coreErrors.UNAVAILABLE({ reason: "the application has ended the pool of connections that it gave" });
    const connecting = this.#pool.connect();
    const client = this.#borrow((await (this.#isFull ? this.#within(connecting, wait) : connecting)) as Borrowed);
    try {
      if (!this.#seen.has(client)) await this.#look(client);
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
    return client;
  }

  async forWriting(wait: WriteWait): Promise<PoolClient> {
    return await this.connect(wait);
  }

  /** Whether the connection that was asked for last is in use. */
  get #isFull(): boolean {
    return this.#pool.waitingCount > this.#pool.idleCount;
  }

  /** The application may hold all connections while it waits for a call of ours. */
  async #within(connecting: Promise<PoolClient>, wait: WriteWait): Promise<PoolClient> {
    return await wait.until(
      connecting,
      (client) => client.release(),
      (waitedMs) => {
        const reason =
          `all ${this.most} connections of the given pool were in use for ${Math.round(waitedMs / 1000)} s, and nothing was written: ` +
          `release connections before calling the inventory, or raise the option max of the pool`;
        return coreErrors.BUSY({ reason }, { retryAfterSeconds: 1 });
      },
    );
  }

  lost(): void {
    this.#seen = new WeakSet();
  }

  async end(): Promise<void> {
    this.ended = true;
  }

  onMoved(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** As the pool makes its own, and not one of them: it does not count for `max`. */
  async newClient(config: ClientConfig): Promise<Client> {
    const { Client: Made, options } = this.#pool as unknown as { Client: new (options: ClientConfig) => Client; options: ClientConfig };
    // A pool hides its password from whoever copies its options.
    return new Made({ ...options, ...(options.password === undefined ? {} : { password: options.password }), ...config });
  }

  #borrow(client: Borrowed): PoolClient {
    if (client.binary === true) {
      client.release();
      throw storageErrors.STORAGE_INVALID({ reason: "the pool asks for values in binary form: make it without the option binary" });
    }
    const { pipeline } = client;
    const release = client.release.bind(client);
    // It would end the process if nobody listened; the statement that waits for an answer fails by itself.
    const ignore = (): void => {};
    client.on("error", ignore);
    const stop = this.#parts.hear(client);
    // Statements of a transaction go out behind each other while the connection is ours.
    client.pipeline = true;
    client.release = (error?: Error | boolean): void => {
      client.pipeline = pipeline;
      client.off("error", ignore);
      stop();
      release(error);
    };
    return client;
  }

  /** A connection stays with one server, so each is looked at once. */
  async #look(client: PoolClient): Promise<void> {
    const server = (await client.query<ServerState>(LOOK)).rows[0] as ServerState;
    const last = this.#server;
    const isSame = last?.startedAt === server.startedAt && last.isStandby === server.isStandby;
    if (last !== undefined && !isSame && !server.isStandby) {
      this.#moving ??= this.#parts.onMove(client).finally(() => (this.#moving = undefined));
      await this.#moving;
    }
    this.#server = server;
    this.#seen.add(client);
    if (last !== undefined && !isSame) for (const listener of this.#listeners) listener();
  }
}

function mustBePool(given: PostgresqlPool): Pool {
  const pool = given as Partial<Pool> | null | undefined;
  if (typeof pool?.connect !== "function" || typeof pool.options !== "object" || typeof pool.totalCount !== "number") {
    throw storageErrors.STORAGE_INVALID({
      reason: "pool is no pool of pg: give new Pool({ connectionString }) of the package pg, as in postgresql({ pool })",
    });
  }
  if (pool.options.max < MIN_CONNECTIONS) {
    throw storageErrors.STORAGE_INVALID({
      reason: `the pool has ${pool.options.max} connection, and at least ${MIN_CONNECTIONS} are needed: raise its option max`,
    });
  }
  return pool as Pool;
}
