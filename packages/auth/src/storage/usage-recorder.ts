import { type Clock, type Logger, type OpenStorage, serviceToken } from "@cadastre/inventory-core";

/** Uses of sessions. */
export const SESSION_USES = serviceToken<UsageRecorder>("auth-session-uses");

/** Longest time between a use and its row. */
const FLUSH_MS = 30_000;

/** A row with the time of its last use, as it is stored. */
interface StoredUse {
  readonly id: string;
  readonly used_at: string | null;
}

/** A table whose rows note when they were last used. */
export interface UsageTable {
  readonly table: string;
  /** The time of the use first. */
  readonly columns: readonly string[];
}

/**
 * Notes uses in memory and writes them together, so that noting one delays no request and a database that cannot be
 * written fails none. Of several uses of one row the latest is kept, also when hosts write theirs out of order.
 */
export class UsageRecorder {
  readonly #storage: OpenStorage;
  readonly #logger: Logger;
  readonly #target: UsageTable;
  #pending = new Map<string, readonly number[]>();
  #stopTimer: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(storage: OpenStorage, logger: Logger, target: UsageTable) {
    this.#storage = storage;
    this.#logger = logger;
    this.#target = target;
  }

  start(clock: Clock): void {
    this.#stopTimer = clock.every(FLUSH_MS, () => void this.flush());
  }

  /**
   * Ignored in a read-only inventory.
   * @param times one for each column, in milliseconds since the epoch: only those of the last use become text
   */
  record(id: string, times: readonly number[]): void {
    if (this.#storage.isReadOnly !== true) this.#pending.set(id, times);
  }

  /** Writes what is noted; never rejects. What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    this.#flushing = this.#flushing.then(async () => await this.#write());
    await this.#flushing;
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return;
    const { table, columns } = this.#target;
    const taken = this.#pending;
    this.#pending = new Map();
    const rows = new Map([...taken].map(([id, times]) => [id, times.map((ms) => new Date(ms).toISOString())]));
    try {
      await this.#storage.write(async (transaction) => {
        // Another host may have noted a later use of the same row already.
        await transaction.lock({ on: "name", name: `uses of ${table}` });
        const stored = await transaction.all<StoredUse>(`select id, ${columns[0]} as used_at from ${table} where id = any(?)`, [
          [...taken.keys()],
        ]);
        const later = stored.filter(({ id, used_at: usedAt }) => usedAt === null || usedAt < (rows.get(id)?.[0] ?? ""));
        await transaction.update(
          table,
          "id",
          columns,
          later.map(({ id }) => [id, ...(rows.get(id) ?? [])]),
        );
      });
    } catch (error) {
      this.#pending = new Map([...taken, ...this.#pending]);
      this.#logger.warn("last uses could not be written; they are tried again", { table, error: String(error) });
    }
  }

  async stop(): Promise<void> {
    this.#stopTimer?.();
    await this.flush();
  }
}
