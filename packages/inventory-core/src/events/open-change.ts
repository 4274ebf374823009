import type { z } from "zod";
import { appendAudit, type WrittenEntry } from "../audit/audit-rows.ts";
import type { AuditBatch, AuditWriter } from "../audit/proof/audit-writer.ts";
import type { EventType, LoggedEvent } from "../contract/storage/event.ts";
import type { Ids } from "../contract/new-id.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { Lock, NativeResult, SqlValue, Transaction } from "../contract/storage/storage.ts";
import type { AuditEntry, ExtensionRunner, ObservedChange } from "../contract/storage/write-path.ts";
import { CountingTransaction } from "./counting-transaction.ts";
import { appendEvents } from "./event-rows.ts";
import type { WritePathOptions } from "./write-path-options.ts";

/** Action of audit rows of holds whose time was up. */
const EXPIRED = "expire";

/** Events that a change holds until its commit at most: more are read again when listeners are told of them. */
const MAX_HELD_EVENTS = 10_000;

/** Removes the headers of a call: they apply to the call, not to the steps of its change. */
export function withoutHeaders({ ifMatch: _, idempotencyKey: __, keyed: ___, ...call }: CallContext): CallContext {
  return call;
}

/** A change in its transaction, until its rows, audit rows and events are written. */
export class OpenChange implements ObservedChange {
  /** The call of the part that is being done; the change's own outside of {@link ownPart}. */
  call: CallContext;
  readonly #opened: CallContext;
  readonly now: string;
  readonly id: string;
  readonly poolUtilizationThreshold: number;
  readonly extensions: ExtensionRunner;
  readonly entries: WrittenEntry[] = [];
  readonly events: LoggedEvent[] = [];
  readonly states = new Map<object, unknown>();
  readonly touched = new Map<string, Set<string>>();
  readonly drawn: string[] = [];
  /** Ids of the events that were written before the commit, in their order. */
  readonly writtenOut: string[] = [];
  /** The audit rows that were written. */
  readonly audited: AuditBatch[] = [];
  readonly #finishers: (() => Promise<void>)[] = [];
  /** Number of records changed so far. */
  recordsChanged = 0;
  #transaction: Transaction;
  readonly #ids: Ids;
  #given: readonly string[] = [];
  /** Changes of calls that were gathered into this transaction, by their calls. */
  readonly #gathered = new Map<CallContext, string>();
  #isObserved = false;
  #isRehearsal = false;
  /** How many of the events are written. */
  #appended = 0;
  readonly #writer: AuditWriter | undefined;

  constructor(
    transaction: Transaction,
    call: CallContext,
    now: string,
    { audit, auditWriter, poolUtilizationThreshold, ids, extensions }: WritePathOptions,
  ) {
    this.#writer = audit ? auditWriter : undefined;
    this.#ids = ids;
    this.id = ids.next();
    this.#transaction = transaction;
    this.call = call;
    this.#opened = call;
    this.now = now;
    this.poolUtilizationThreshold = poolUtilizationThreshold;
    this.extensions = extensions;
  }

  /** Opened by who asks for it: most changes write their rows by statements. */
  get em(): Transaction["em"] {
    return this.#transaction.em;
  }

  newId(): string {
    if (!this.#isObserved) return this.#ids.next();
    const id = this.#given[this.drawn.length] ?? this.#ids.next();
    this.drawn.push(id);
    return id;
  }

  /**
   * Keeps what is asked of an observed change from now on.
   * @param isRehearsal writes no audit rows and no events, because all is rolled back
   */
  observed(isRehearsal = false): this {
    this.#isObserved = true;
    this.#isRehearsal = isRehearsal;
    return this;
  }

  /** Starts to count changed rows by table. */
  count(): CountingTransaction {
    const counting = new CountingTransaction(this.#transaction);
    this.#transaction = counting;
    return counting;
  }

  redraw(ids: readonly string[]): void {
    this.#given = ids;
  }

  part(call: CallContext): CallContext {
    return { ...withoutHeaders(call), within: { run: async (work) => await work(this as never) } };
  }

  ownPart(call: CallContext): CallContext {
    const run = async <T>(work: (change: never) => Promise<T>): Promise<T> => {
      const outer = this.call;
      this.call = call;
      try {
        return await work(this as never);
      } finally {
        this.call = outer;
      }
    };
    return { ...call, within: { run } };
  }

  async settle(): Promise<void> {
    await this.finish();
    await this.em.flush();
  }

  async settleParts(): Promise<void> {
    await this.settle();
    this.states.clear();
  }

  /** Does what waits for the end of the change. */
  async finish(): Promise<void> {
    // What is done may ask for more.
    for (let next = this.#finishers.shift(); next !== undefined; next = this.#finishers.shift()) await next();
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

  native(sql: string, params: readonly unknown[]): Promise<NativeResult> {
    return this.#transaction.native(sql, params);
  }

  get client(): object | undefined {
    return this.#transaction.client;
  }

  lock(...locks: readonly Lock[]): Promise<void> {
    return this.#transaction.lock(...locks);
  }

  beforeCommit(work: () => Promise<void>): void {
    this.#finishers.push(work);
  }

  async writeOut(): Promise<void> {
    // A dry run tells of everything at its end, and writes nothing for good.
    if (this.call.dryRun === true) return;
    if (!this.#isRehearsal) await this.append();
    this.entries.length = 0;
    // Those of an observed change are looked at afterwards.
    if (this.#isObserved || this.events.length <= MAX_HELD_EVENTS) return;
    for (const { id } of this.events) this.writtenOut.push(id);
    this.events.length = 0;
    this.#appended = 0;
  }

  /** Writes the audit rows and events that are not written. */
  async append(): Promise<void> {
    if (this.#writer !== undefined)
      this.audited.push(...(await appendAudit(this.#transaction, this.call, this.now, this.entries, this.#writer, this.#ids)));
    await appendEvents(this.#transaction, this.events.slice(this.#appended));
    this.#appended = this.events.length;
  }

  touch(table: string, ids: readonly string[]): void {
    if (!this.#isObserved || ids.length === 0) return;
    const touched = this.touched.get(table) ?? new Set();
    for (const id of ids) touched.add(id);
    this.touched.set(table, touched);
  }

  audit(entry: AuditEntry): void {
    this.recordsChanged += 1;
    const own = this.call === this.#opened ? entry : { ...entry, call: entry.call ?? this.call };
    this.entries.push({ ...own, changeId: this.idOf(entry.call) });
    // A hold whose time is up goes with or without the change.
    if (entry.resourceId !== null && entry.action !== EXPIRED) this.touch(entry.resource, [entry.resourceId]);
  }

  emit<Data extends z.ZodType>(type: EventType<string, Data>, recordId: string, data: z.input<Data>, call?: CallContext): void {
    this.events.push({
      id: this.#ids.next(),
      event: type.name,
      timestamp: this.now,
      record_id: recordId,
      change_id: this.idOf(call),
      data,
    });
    this.touch(type.name.slice(0, type.name.indexOf(".")), [recordId]);
  }

  /** Calls of several callers may be gathered into one transaction, and each is a change by itself: only that is what one can take back. */
  idOf(call: CallContext = this.call): string {
    if (call === this.call || call.within !== undefined) return this.id;
    const known = this.#gathered.get(call) ?? this.#ids.next();
    this.#gathered.set(call, known);
    return known;
  }
}
