import type { Clock } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import type { MigrationTransaction, StorageMigration, StorageOpenOptions } from "../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "./migrate.ts";
import { type KnownMigration, RECORD_COLUMNS, recordOf } from "./migration-compatibility.ts";

/** One transaction of a database that is being opened, which keeps off other hosts that open it. */
export interface OpeningTransaction extends MigrationTransaction {
  /** Runs a statement in the dialect's own words, once: one that changes tables. */
  define(statement: string): Promise<void>;
}

/** Milliseconds from which a migration is told of at the level of information: those of a new database are many, and take none. */
const SLOW_MS = 100;

const settingOf = (name: string): string => `migration.${name}`;

/** Where the step of a migration is to go on; undefined when it has not begun. */
async function stepPosition(transaction: MigrationTransaction, { name }: StorageMigration): Promise<string | undefined> {
  return (await transaction.get<{ value: string }>("select value from setting where name = ?", [settingOf(name)]))?.value;
}

/** Runs migrations, and tells the log how long each took. One for each opening of a database. */
export class MigrationRun {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #signal: AbortSignal | undefined;
  readonly #begunAt = new Map<string, number>();

  constructor({ clock, logger, signal }: Pick<StorageOpenOptions, "clock" | "logger" | "signal">) {
    this.#clock = clock;
    this.#logger = logger;
    this.#signal = signal;
  }

  /**
   * Repeats transactions until one says that nothing is left.
   * @throws the reason of the signal between two of them: what was committed stays
   */
  async complete(transaction: () => Promise<boolean>): Promise<void> {
    do this.#signal?.throwIfAborted();
    while (!(await transaction()));
  }

  /**
   * Runs what is pending, in order, as far as it goes in one transaction: a migration with a step in code ends it after each slice, so
   * that a host which stops leaves to the next only what it had not done.
   * @param pending as it is now, in this transaction
   * @returns false when there is more to do, in a next transaction
   */
  async advance(transaction: OpeningTransaction, pending: readonly KnownMigration[]): Promise<boolean> {
    for (const migration of pending) {
      if (this.#signal?.aborted === true) return false;
      if (!this.#begunAt.has(migration.name)) this.#begunAt.set(migration.name, this.#clock.now());
      if (!(await this.#apply(transaction, migration))) return false;
      await transaction.run(
        `insert into ${MIGRATION_TABLE} (name, ${RECORD_COLUMNS.map(({ name }) => name).join(", ")}) values (?, ?, ?)`,
        [migration.name, ...recordOf(migration)],
      );
      const durationMs = this.#clock.now() - (this.#begunAt.get(migration.name) as number);
      const level = durationMs >= SLOW_MS ? "info" : "debug";
      this.#logger[level]("the database was migrated", { migration: migration.name, duration_ms: durationMs });
    }
    return true;
  }

  /** Those of pending migrations whose statements are still to run: a step that was interrupted can only be the first. */
  async unbegun(transaction: MigrationTransaction, pending: readonly StorageMigration[]): Promise<readonly StorageMigration[]> {
    const [first, ...others] = pending;
    return first?.step !== undefined && (await stepPosition(transaction, first)) !== undefined ? others : pending;
  }

  /** @returns false when its step has further slices */
  async #apply(transaction: OpeningTransaction, migration: StorageMigration): Promise<boolean> {
    const { name, statements, step, plan } = migration;
    const begun = step === undefined ? undefined : await stepPosition(transaction, migration);
    if (begun === undefined) {
      for (const statement of statements) await transaction.define(statement);
      for (const statement of (await plan?.(transaction)) ?? []) await transaction.define(statement);
      if (step === undefined) return true;
      await transaction.run("insert into setting (name, value) values (?, '')", [settingOf(name)]);
    }
    const next = (await step?.(transaction, begun ?? "")) ?? null;
    if (next === null) await transaction.run("delete from setting where name = ?", [settingOf(name)]);
    else await transaction.run("update setting set value = ? where name = ?", [next, settingOf(name)]);
    return next === null;
  }
}
