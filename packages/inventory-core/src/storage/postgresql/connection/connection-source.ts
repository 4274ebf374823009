import type { Client, ClientConfig, PoolClient } from "pg";
import type { WriteWait } from "../../writers/write-wait.ts";

/** Where connections come from: a pool of ours to the servers of a URL, or one that the application has open. */
export interface ConnectionSource {
  /** Connections that it gives at most, at once. */
  readonly most: number;
  /** Those that are open, and of them those that nobody uses. */
  readonly totalCount: number;
  readonly idleCount: number;
  /** How many wait for one. */
  readonly waitingCount: number;
  readonly ended: boolean;
  /**
   * What a transaction says behind its `begin`, where connections have no settings of ours: `; set local …`. They end with the
   * transaction, whatever becomes of it. Empty where connections were set up for us when they were made.
   */
  readonly locals: string;
  connect(): Promise<PoolClient>;
  /** A connection for a transaction that writes: a server that takes no writes is looked at anew. @throws BUSY */
  forWriting(wait: WriteWait): Promise<PoolClient>;
  /** What a connection answered says that its server is not the one to write to. */
  lost(): void;
  end(): Promise<void>;
}

/** The server that connections go to, for a connection beside the pool. */
export interface ServerConnections {
  /** A client of that server, which is not connected yet. */
  newClient(config: ClientConfig): Promise<Client>;
  /** Milliseconds that the server is given to answer. */
  readonly timeoutMs: number;
  /** Hears when connections are to go elsewhere. */
  onMoved(listener: () => void): void;
}
