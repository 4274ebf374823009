import type { PoolClient } from "pg";
import type { Pooling } from "../start/pooler.ts";
import type { ServerConnections } from "./connection-source.ts";

/** Cancels running statements with a separate connection, because the pool may be exhausted. */
export class Cancels {
  readonly #servers: ServerConnections;
  readonly #pooling: Pooling;

  constructor(servers: ServerConnections, pooling: Pooling) {
    this.#servers = servers;
    this.#pooling = pooling;
  }

  /** Cancels the running statement of a connection. If that fails, `statement_timeout` ends the statement. */
  async statementOf(connection: PoolClient): Promise<void> {
    const { processID: process } = connection as unknown as { readonly processID?: number | null };
    // Behind a transaction pooler it is not the process id of the server.
    if (typeof process !== "number" || this.#pooling === "transaction") return;
    const { timeoutMs } = this.#servers;
    const client = await this.#servers.newClient({ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }).catch(() => undefined);
    if (client === undefined) return;
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("select pg_cancel_backend($1)", [process]);
    } catch {
      // The server is unreachable or full: statement_timeout ends the statement.
    } finally {
      await client.end().catch(() => {});
    }
  }
}
