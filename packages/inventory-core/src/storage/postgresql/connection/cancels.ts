import type { PoolClient } from "pg";
import type { Pooling } from "../start/pooler.ts";
import type { ServerConnections } from "./connection-source.ts";

/** Ends statements whose caller has left, by a connection beside the pool, all of whose connections may be at work. */
export class Cancels {
  readonly #servers: ServerConnections;
  readonly #pooling: Pooling;

  constructor(servers: ServerConnections, pooling: Pooling) {
    this.#servers = servers;
    this.#pooling = pooling;
  }

  /** Ends what a connection is at, if anything. Where that cannot be, it ends by its time. */
  async statementOf(connection: PoolClient): Promise<void> {
    const { processID: process } = connection as unknown as { readonly processID?: number | null };
    // Behind a pooler that shares connections it is another's number.
    if (typeof process !== "number" || this.#pooling === "transaction") return;
    const { timeoutMs } = this.#servers;
    const client = await this.#servers.newClient({ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }).catch(() => undefined);
    if (client === undefined) return;
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select pg_cancel_backend($1)", [process]);
    } catch {
      // The server is away, or lets nobody in: its statement ends with it, or by its time.
    } finally {
      await client.end().catch(() => {});
    }
  }
}
