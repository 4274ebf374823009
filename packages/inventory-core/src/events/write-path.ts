import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { appendAudit } from "../audit/audit-rows.ts";
import type { AuditBatch, AuditWriter } from "../audit/proof/audit-writer.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { EventType, LoggedEvent } from "../contract/storage/event.ts";
import type { Ids } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import { DryRunRollback } from "../contract/operations/dry-run.ts";
import type { Lock, OpenStorage, SqlValue, Transaction } from "../contract/storage/storage.ts";
import type { AuditEntry, Change, Outcome, WritePath } from "../contract/storage/write-path.ts";
import type { EventBus } from "./feed/event-bus.ts";
import { appendEvents, eventsById } from "./event-rows.ts";
import { CountingTransaction } from "./counting-transaction.ts";
import { runIdempotent, keyedParts } from "./request-keys/do-once.ts";

export interface WritePathOptions {
  /** False leaves the audit trail out (AUDIT_ENABLED). */
  readonly audit: boolean;
  readonly auditWriter: AuditWriter;
  /** See {@link Change.poolUtilizationThreshold}. */
  readonly poolUtilizationThreshold: number;
  readonly ids: Ids;
}

/** Events that are read again and published between two turns of the event loop. */
const PUBLISHED_TOGETHER = 200;

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
    if (call.dryRun === true) return await this.#dryRun(call, work);
    if (call.keyed === undefined) return await this.#commit(call, work);
    const [outcome] = await this.runEach([{ call }], async (change) => [{ result: await work(change) }]);
    if (outcome !== undefined && "result" in outcome) return outcome.result;
    throw outcome?.error;
  }

  async runEach<Item extends { readonly call: CallContext }, T>(
    items: readonly Item[],
    work: (change: Change, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]> {
    const { call } = items[0] as Item;
    if (items.every((item) => item.call.keyed === undefined)) return await this.#commit(call, async (change) => await work(change, items));
    const parts = keyedParts(items.map((item) => item.call.keyed));
    const { outcomes, done } = await this.#commit(call, async (change) => await runIdempotent(change, items, parts, work));
    for (const request of done) request.isFresh = true;
    return outcomes;
  }

  async #commit<T>(call: CallContext, work: (change: Change) => Promise<T>): Promise<T> {
    const { result, events, writtenOut, audited } = await this.#storage.write(async (transaction) => {
      const { result, change } = await this.#write(transaction, call, work);
      return { result, events: change.events, writtenOut: change.writtenOut, audited: change.audited };
    });
    this.#options.auditWriter.committed(audited, this.#clock.now());
    await this.#publishWritten(writtenOut);
    this.#bus.publish(events);
    return result;
  }

  /** Tells the listeners of events that the change did not hold until its commit. */
  async #publishWritten(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += PUBLISHED_TOGETHER) {
      this.#bus.publish(await eventsById(this.#storage.read, ids.slice(at, at + PUBLISHED_TOGETHER)));
      await setImmediate();
    }
  }

  async #write<T>(
    transaction: Transaction,
    call: CallContext,
    work: (change: Change) => Promise<T>,
  ): Promise<{ result: T; change: OpenChange }> {
    const change = new OpenChange(transaction, call, timestampOf(this.#clock), this.#options);
    const result = await work(change);
    for (const finish of change.finishers) await finish();
    await change.append();
    return { result, change };
  }

  /**
   * Does everything but commit. It always throws, out of the transaction, so that this is rolled back, and on through the
   * operation, so that nothing which would follow the commit is done either.
   */
  async #dryRun(call: CallContext, work: (change: Change) => Promise<unknown>): Promise<never> {
    return await this.#storage.write(async (transaction) => {
      const counting = new CountingTransaction(transaction);
      const { change } = await this.#write(counting, call, work);
      await transaction.em.flush();
      // Statements that nobody waited for have failed by now, if they do.
      await transaction.get("select 1 as one");
      throw new DryRunRollback({ entries: change.entries, events: change.events, rows: counting.counts });
    });
  }
}

class OpenChange implements Change {
  readonly em: Transaction["em"];
  readonly call: CallContext;
  readonly now: string;
  readonly poolUtilizationThreshold: number;
  readonly entries: AuditEntry[] = [];
  readonly events: LoggedEvent[] = [];
  readonly states = new Map<object, unknown>();
  readonly finishers: (() => Promise<void>)[] = [];
  /** Ids of the events that were written before the commit, in their order. */
  readonly writtenOut: string[] = [];
  /** The audit rows that were written. */
  readonly audited: AuditBatch[] = [];
  readonly #transaction: Transaction;
  readonly #ids: Ids;
  readonly #writer: AuditWriter | undefined;

  constructor(
    transaction: Transaction,
    call: CallContext,
    now: string,
    { audit, auditWriter, poolUtilizationThreshold, ids }: WritePathOptions,
  ) {
    this.#writer = audit ? auditWriter : undefined;
    this.em = transaction.em;
    this.#ids = ids;
    this.#transaction = transaction;
    this.call = call;
    this.now = now;
    this.poolUtilizationThreshold = poolUtilizationThreshold;
  }

  newId(): string {
    return this.#ids.next();
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

  async writeOut(): Promise<void> {
    // A dry run tells of everything at its end, and writes nothing for good.
    if (this.call.dryRun === true) return;
    await this.append();
    for (const { id } of this.events) this.writtenOut.push(id);
    this.entries.length = 0;
    this.events.length = 0;
  }

  /** Writes the audit rows and events that are not written. */
  async append(): Promise<void> {
    if (this.#writer !== undefined) {
      const batch = await appendAudit(this.#transaction, this.call, this.now, this.entries, this.#writer, this.#ids);
      if (batch !== undefined) this.audited.push(batch);
    }
    await appendEvents(this.#transaction, this.events);
  }

  audit(entry: AuditEntry): void {
    this.entries.push(entry);
  }

  emit<Data extends z.ZodType>(type: EventType<string, Data>, recordId: string, data: z.input<Data>): void {
    this.events.push({ id: this.newId(), event: type.name, timestamp: this.now, record_id: recordId, data });
  }
}
