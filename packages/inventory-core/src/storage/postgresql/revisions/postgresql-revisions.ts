import type { ClientBase } from "pg";
import type { Logger } from "../../../contract/logger.ts";
import { announcedName, type Revision } from "../../../contract/storage/revision.ts";
import type { ServerConnections } from "../connection/connection-source.ts";
import { AnnouncementListener } from "./announcement-listener.ts";

/**
 * Counts announcements by name: those of this process when their transaction ends, which its own connection hears of, and
 * those of others when a connection of its own hears of them.
 */
export class PostgresqlRevisions {
  readonly #counts = new Map<string, number>();
  /** By connection: what its open transaction announced. */
  readonly #open = new WeakMap<ClientBase, Set<string>>();
  readonly #listener: AnnouncementListener;
  /** The schema of our tables: announcements of other ones are none of ours. */
  home: string | undefined;

  constructor(servers: ServerConnections, logger: Logger) {
    this.#listener = new AnnouncementListener(servers, logger, {
      begun: () => {
        for (const name of this.#counts.keys()) this.#raise(name);
      },
      announced: (name, by) => {
        if (by === "" || by === this.home) this.#raise(name);
      },
    });
  }

  /** The connection that hears of others is made when the revision is first asked for. */
  of(name: string): Revision {
    return {
      current: () => {
        if (!this.#counts.has(name)) {
          this.#counts.set(name, 0);
          this.#listener.listen(name);
        }
        return this.#listener.isHearing ? this.#counts.get(name) : undefined;
      },
    };
  }

  /** Hears what transactions on a connection announce. @returns ends that, for a connection that is not ours for good */
  hear(client: ClientBase): () => void {
    const heard = ({ severity, message }: { readonly severity: string | undefined; readonly message: string | undefined }): void => {
      const name = severity === "INFO" ? announcedName(message) : undefined;
      if (name === undefined) return;
      const names = this.#open.get(client) ?? new Set();
      this.#open.set(client, names.add(name));
    };
    client.on("notice", heard);
    return () => void client.off("notice", heard);
  }

  /** A transaction on the connection ended, and nobody was told yet. */
  ended(client: ClientBase): void {
    for (const name of this.#open.get(client) ?? []) this.#raise(name);
    this.#open.delete(client);
  }

  async close(): Promise<void> {
    await this.#listener.close();
  }

  #raise(name: string): void {
    const count = this.#counts.get(name);
    if (count !== undefined) this.#counts.set(name, count + 1);
  }
}
