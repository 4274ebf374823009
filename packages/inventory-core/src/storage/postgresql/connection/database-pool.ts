import type { Pool, PoolClient } from "pg";
import { clearInterval, setInterval } from "../../../contract/real-timers.ts";
import { socketOf } from "../postgresql-transaction.ts";
import type { ConnectionSource } from "./connection-source.ts";
import type { CurrentServer } from "./current-server.ts";
import type { FoundServer } from "./connect-to-server.ts";

/** Connections that have been silent for so long, while somebody waits for an answer, may be to a server that is gone. */
const SILENCE_MS = 5_000;

interface ServerPool {
  readonly server: FoundServer;
  readonly pool: Pool;
  readonly clients: Set<PoolClient>;
}

/** A pool of connections to whichever server is the current one. Those to an earlier one are closed, also under those who wait for it. */
export class DatabasePool implements ConnectionSource {
  readonly #servers: CurrentServer;
  readonly #make: (server: FoundServer) => Pool;
  readonly most: number;
  readonly locals: string;
  readonly #ends: Promise<void>[] = [];
  readonly #watch: NodeJS.Timeout;
  #now: ServerPool | undefined;
  #heard = 0;
  #ended = false;

  /**
   * @param most connections
   * @param make a pool of that many to one server
   * @param locals settings of each transaction, where a pooler hands out connections, which keep none
   */
  constructor(
    servers: CurrentServer,
    most: number,
    make: (server: FoundServer, most: number) => Pool,
    locals = "",
    silenceMs: number = SILENCE_MS,
  ) {
    this.#servers = servers;
    this.locals = locals;
    this.most = most;
    this.#make = (server) => make(server, most);
    servers.onMoved(() => this.#leave());
    this.#watch = setInterval(() => this.#listen(), silenceMs).unref();
  }

  /** A connection to the current server; when that is gone meanwhile, one to the next. @throws NoServer; what the server said */
  async connect(): Promise<PoolClient> {
    this.#refuseEnded();
    const server = await this.#servers.use();
    try {
      return await this.#poolOf(server).connect();
    } catch (error) {
      this.#servers.lost(server);
      const next = await this.#servers.use();
      // The same one answers: it is full, or refuses us.
      if (next === server) throw error;
      return await this.#poolOf(next).connect();
    }
  }

  /** What a connection answered says that its server is not the one to write to: the next one looks first. */
  lost(): void {
    if (this.#now !== undefined) this.#servers.lost(this.#now.server);
  }

  /** Looks anew when the current server takes no writes: it may have been promoted without a connection being lost. */
  async forWriting(): Promise<PoolClient> {
    const server = await this.#servers.use();
    if (!server.isWritable) this.#servers.lost(server);
    return await this.connect();
  }

  get totalCount(): number {
    return this.#now?.pool.totalCount ?? 0;
  }

  get idleCount(): number {
    return this.#now?.pool.idleCount ?? 0;
  }

  get waitingCount(): number {
    return this.#now?.pool.waitingCount ?? 0;
  }

  get ended(): boolean {
    return this.#ended;
  }

  async end(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#watch);
    if (this.#now !== undefined) this.#ends.push(this.#now.pool.end());
    this.#now = undefined;
    await Promise.all(this.#ends);
  }

  #refuseEnded(): void {
    if (this.#ended) throw new Error("the pool of connections was closed");
  }

  #poolOf(found: FoundServer): Pool {
    this.#refuseEnded();
    // Another one may have been found while the caller waited: a pool for the one before would end that of the next.
    const server = this.#servers.last ?? found;
    if (this.#now?.server === server) return this.#now.pool;
    this.#leave();
    const pool = this.#make(server);
    const clients = new Set<PoolClient>();
    const lost = (): void => this.#servers.lost(server);
    pool.on("error", lost).on("remove", (client) => void clients.delete(client));
    pool.on("connect", (client) => {
      clients.add(client);
      client.on("error", lost);
    });
    this.#now = { server, pool, clients };
    return pool;
  }

  /** Whoever waits for the server that was left hears that it is gone, and nobody gets a connection to it any more. */
  #leave(): void {
    const left = this.#now;
    if (left === undefined) return;
    this.#now = undefined;
    const ended = left.pool.end().catch(() => {});
    this.#ends.push(ended);
    void ended.then(() => this.#ends.splice(this.#ends.indexOf(ended), 1));
    for (const client of left.clients) socketOf(client)?.destroy();
  }

  /**
   * A machine that vanished does not close its connections, and whoever waits would wait for as long as the kernel does.
   * When nothing has come from it for a while, the hosts are looked at: is another one the server now, the wait ends.
   */
  #listen(): void {
    const { pool, clients } = this.#now ?? {};
    if (pool === undefined || clients === undefined) return;
    let heard = 0;
    for (const client of clients) heard += socketOf(client)?.bytesRead ?? 0;
    const isSilent = heard === this.#heard && pool.totalCount > pool.idleCount;
    this.#heard = heard;
    if (isSilent) void this.#servers.look().catch(() => {});
  }
}
