import type { z } from "zod";
import { appendAudit } from "../audit/audit-rows.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { EventType, LoggedEvent } from "../contract/event.ts";
import { newId } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operation.ts";
import type { Lock, OpenStorage, SqlValue, Transaction } from "../contract/storage.ts";
import type { AuditEntry, Change, WritePath } from "../contract/write-path.ts";
import type { EventBus } from "./event-bus.ts";
import { appendEvents } from "./event-rows.ts";

export interface WritePathOptions {
  /** False leaves the audit trail out (AUDIT_ENABLED). */
  readonly audit: boolean;
  /** See {@link Change.poolUtilizationThreshold}. */
  readonly poolUtilizationThreshold: number;
}

/** {@link WritePath} over a storage: rule, rows, audit and outbox in one transaction, then the listeners. */
export class StorageWritePath implements WritePath {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #bus: EventBus;
  readonly #options: WritePathOptions;

  constructor(storage: OpenStorage, clock: Clock, bus: EventBus, options: WritePathOptions) {
    this.#storage = storage;
    this.#clock = clock;
    this.#bus = bus;
    this.#options = options;
  }

  async run<T>(call: CallContext, work: (change: Change) => Promise<T>): Promise<T> {
    const { result, events } = await this.#storage.write(async (transaction) => {
      const change = new OpenChange(transaction, call, timestampOf(this.#clock), this.#options);
      const result = await work(change);
      for (const finish of change.finishers) await finish();
      if (this.#options.audit) await appendAudit(transaction, call, change.now, change.entries);
      await appendEvents(transaction, change.events);
      return { result, events: change.events };
    });
    this.#bus.publish(events);
    return result;
  }
}

class OpenChange implements Change {
  readonly em: Transaction["em"];
  readonly call: CallContext;
  readonly now: string;
  readonly poolUtilizationThreshold: number;
  readonly entries: AuditEntry[] = [];
  readonly events: LoggedEvent[] = [];
  readonly finishers: (() => Promise<void>)[] = [];
  readonly #transaction: Transaction;

  constructor(transaction: Transaction, call: CallContext, now: string, { poolUtilizationThreshold }: WritePathOptions) {
    this.em = transaction.em;
    this.#transaction = transaction;
    this.call = call;
    this.now = now;
    this.poolUtilizationThreshold = poolUtilizationThreshold;
  }

  all<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row[]> {
    return this.#transaction.all<Row>(sql, params);
  }

  get<Row>(sql: string, params?: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#transaction.get<Row>(sql, params);
  }

  run(sql: string, params?: readonly SqlValue[]): Promise<number> {
    return this.#transaction.run(sql, params);
  }

  exec(sql: string, params?: readonly SqlValue[]): Promise<void> {
    return this.#transaction.exec(sql, params);
  }

  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#transaction.insert(table, columns, rows);
  }

  update(table: string, key: string, columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<void> {
    return this.#transaction.update(table, key, columns, rows);
  }

  lock(...locks: readonly Lock[]): Promise<void> {
    return this.#transaction.lock(...locks);
  }

  beforeCommit(work: () => Promise<void>): void {
    this.finishers.push(work);
  }

  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }

  emit<Data extends z.ZodType>(type: EventType<string, Data>, recordId: string, data: z.input<Data>): void {
    this.events.push({ id: newId(), event: type.name, timestamp: this.now, record_id: recordId, data });
  }
}
