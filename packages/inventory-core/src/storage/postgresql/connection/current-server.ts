import { Client, type ClientConfig } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import { connectToServer, type FoundServer } from "./connect-to-server.ts";
import type { ServerConnections } from "./connection-source.ts";
import type { ConnectionTarget } from "./connection-target.ts";

/**
 * The server of a target that connections go to. It is looked for when it is not known, or a connection to it was lost;
 * whoever asks meanwhile waits for the same search.
 */
export class CurrentServer implements ServerConnections {
  readonly target: ConnectionTarget;
  readonly #logger: Logger;
  readonly #onMove: (client: Client) => Promise<void>;
  readonly #listeners = new Set<() => void>();
  #last: FoundServer | undefined;
  #isSure = false;
  #searching: Promise<FoundServer> | undefined;
  #said = "";

  /**
   * @param onMove what is done on another server than before, or one that was restarted or promoted, before anybody gets a connection to it
   */
  constructor(target: ConnectionTarget, logger: Logger, onMove: (client: Client) => Promise<void>) {
    this.target = target;
    this.#logger = logger;
    this.#onMove = onMove;
  }

  /** The same object as long as it is the same process in the same role. @throws NoServer; what the server said */
  async use(): Promise<FoundServer> {
    return this.#isSure && this.#last !== undefined ? this.#last : await this.look();
  }

  /** The one that was found last, whether it is still there or not. */
  get last(): FoundServer | undefined {
    return this.#last;
  }

  /** A connection to it broke, or took no writes: the next one that is asked for looks first. */
  lost(server: FoundServer): void {
    if (server === this.#last) this.#isSure = false;
  }

  /** Looks for it now. */
  async look(): Promise<FoundServer> {
    return await (this.#searching ??= this.#search().finally(() => (this.#searching = undefined)));
  }

  get timeoutMs(): number {
    return this.target.connectTimeoutMs;
  }

  async newClient(config: ClientConfig): Promise<Client> {
    const { host } = await this.use();
    return new Client({ connectionString: host.url, connectionTimeoutMillis: this.target.connectTimeoutMs, ...config });
  }

  /** Hears when connections are to go elsewhere. */
  onMoved(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async #search(): Promise<FoundServer> {
    const before = this.#last;
    try {
      const { client, server } = await connectToServer(this.target);
      try {
        if (before !== undefined && !isSame(before, server) && !server.isStandby) await this.#onMove(client);
      } finally {
        await client.end().catch(() => {});
      }
      this.#said = "";
      this.#isSure = true;
      if (before !== undefined && isSame(before, server)) return before;
      this.#last = server;
      if (before !== undefined) {
        this.#logger.info("connections go to another database server, or one that was restarted", {
          from: before.host.name,
          to: server.host.name,
          started: server.startedAt,
        });
        for (const listener of this.#listeners) listener();
      }
      return server;
    } catch (error) {
      this.#isSure = false;
      const text = error instanceof Error ? error.message : String(error);
      // Each call looks while there is none: what is new is said, once.
      if (before !== undefined && text !== this.#said) this.#logger.warn("no database server was found", { error: text });
      this.#said = text;
      throw error;
    }
  }
}

function isSame(one: FoundServer, other: FoundServer): boolean {
  return one.host === other.host && one.startedAt === other.startedAt && one.isStandby === other.isStandby;
}
