import type { Outcome } from "./outcome.ts";
import type { z } from "zod";
import type { EventType, LoggedEvent } from "./event.ts";
import type { CallContext } from "../operations/operation.ts";
import type { Transaction } from "./storage.ts";

/** What an audit row says of a change, beside who, when and from where (which the write path knows). */
export interface AuditEntry {
  /** `create`, `update`, `delete`, `login` … */
  readonly action: string;
  /** The thing: `device`, `network`. */
  readonly resource: string;
  /** Id of the record; null where there is none. */
  readonly resourceId: string | null;
  /** The record before and after, as the API returns it; never a secret. */
  readonly before?: unknown;
  /** The record after; none when it is gone. */
  readonly after?: unknown;
  /** `failure` for a refused authentication; `success` unless set. */
  readonly status?: "success" | "failure";
  /** Why it failed. */
  readonly error?: string;
  /** It followed the change of another record: a dry run counts its rows, and does not show it. */
  readonly follows?: boolean;
  /** The call it was done for, in a change that serves several; the change's own unless set. */
  readonly call?: CallContext;
}

/** Runs the checks and consequences that applications and plugins add to kinds of record. */
export interface ExtensionRunner {
  /** Whether a kind has extensions. */
  has(kind: string): boolean;
  /** Checks a record before it is written. @throws VALIDATION_ERROR, what a check throws */
  check(change: Change, kind: string, record: object, before: object | undefined): Promise<void>;
  /** Runs after a record was written. @param record undefined for a deleted record @throws what an extension throws */
  after(change: Change, kind: string, before: object | undefined, record: object | undefined): Promise<void>;
}

/** One open change: the transaction, and what it leaves in the audit trail and the event log. */
export interface Change extends Transaction {
  /** The call that it is made for. */
  readonly call: CallContext;
  /** Time of the change, the same for all it writes: ISO 8601 UTC with milliseconds. */
  readonly now: string;
  /** Its id, which its audit rows and events carry. Calls that only share the transaction have ids of their own. */
  readonly id: string;
  /** The id of what is done for a call: that of the change, but for calls that only share the transaction. */
  idOf(call: CallContext): string;
  /** A new id for a record: what `IDS` is bound to makes it. */
  newId(): string;
  /** Percent of a pool at which `pool.utilization_high` fires. */
  readonly poolUtilizationThreshold: number;
  /** Extensions of kinds of record. */
  readonly extensions: ExtensionRunner;
  /** What parts of the program keep of it while it is open, by the {@link ChangeState} that each asks. */
  readonly states: Map<object, unknown>;
  /** Has `work` run when all else is written, before the commit: what depends on the change as a whole. In the order of asking. */
  beforeCommit(work: () => Promise<void>): void;
  /**
   * Writes the audit rows and events that it has so far, and lets go of them: a change of very many records calls it now and
   * then, so that they are not all held until the commit. Listeners hear of them after the commit all the same.
   */
  writeOut(): Promise<void>;
  /**
   * Says that it changes records of which it leaves neither an audit row nor an event: what a plan shows is read off those three.
   * @param table of the records
   */
  touch(table: string, ids: readonly string[]): void;
  /** Adds an audit row, written with the change. */
  audit(entry: AuditEntry): void;
  /**
   * Adds an event to the log (the outbox), written with the change; listeners hear it after the commit.
   * @param call that it was done for, in a change that serves several; the change's own unless given
   */
  emit<Data extends z.ZodType>(type: EventType<string, Data>, recordId: string, data: z.input<Data>, call?: CallContext): void;
}

/** A change whose parts are calls, one after another. */
export interface ComposedChange extends Change {
  /** Number of records changed so far. */
  readonly recordsChanged: number;
  /** A call whose changes are a part of this one. */
  part(call: CallContext): CallContext;
  /** As {@link part}, for a call whose If-Match counts, and whose caller may be another. */
  ownPart(call: CallContext): CallContext;
  /** Does what waits for the end of the change, and writes what the unit of work has. */
  settle(): Promise<void>;
  /** As {@link settle}, between parts: reads see all of the parts before, and the next part begins with no {@link Change.states}. */
  settleParts(): Promise<void>;
}

/** A change of several calls, of which it is known what they do to which records. */
export interface ObservedChange extends ComposedChange {
  /** Ids of the records that it has changed so far, by table, in the order in which they were touched first. */
  readonly touched: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids that it gave to records, in their order. */
  readonly drawn: readonly string[];
  /** Events that it has so far. */
  readonly events: readonly LoggedEvent[];
  /** Gives records these ids, in their order, before any new ones: it is to do what another did. */
  redraw(ids: readonly string[]): void;
}

/**
 * Size of a change, which decides its limits. `one`: a call on one record with all its consequences, limited by IMPORT_TIMEOUT. `many`: a
 * bulk call, plan, undo or resolution of a conflict, limited by WRITE_TIMEOUT. `import`: limited by IMPORT_TIMEOUT. `many` and `import`
 * never share a commit. `shared`: several calls in one transaction, which continues if one of their clients disconnects.
 */
export type Extent = "one" | "many" | "import" | "shared";

/** The one function through which every change goes. */
export interface WritePath {
  /**
   * Runs `work` in one transaction: audit and event rows are part of it, listeners are told after the commit. What it returns
   * is kept with it when the call has a request key (`CallContext.keyed`), and given when it is sent again.
   * `work` may run more than once (see {@link OpenStorage.write}) and awaits nothing but SQL.
   * @param extent `one` unless given
   * @throws UNAVAILABLE when storage is read-only, full or gone, BUSY when others kept it waiting for too long, TOO_MUCH_WORK when it kept
   * others waiting for too long
   */
  run<T>(call: CallContext, work: (change: Change) => Promise<T>, extent?: Extent): Promise<T>;
  /**
   * {@link run} for several calls that are done together, in one transaction: the first is the one of the change. `work` gets
   * those that are to be done, and tells what came of each; others were done before, under their request keys.
   * @returns what came of each of `items`, in their order
   */
  runEach<Item extends { readonly call: CallContext }, T>(
    items: readonly Item[],
    work: (change: Change, items: readonly Item[]) => Promise<readonly Outcome<T>[]>,
  ): Promise<readonly Outcome<T>[]>;
  /** {@link run} of a change whose parts are calls. */
  compose<T>(call: CallContext, work: (change: ComposedChange) => Promise<T>): Promise<T>;
  /** {@link compose}, which keeps what it does to which records. */
  observe<T>(call: CallContext, work: (change: ObservedChange) => Promise<T>): Promise<T>;
  /** {@link observe}, and then everything is rolled back: nobody sees anything of it but what `work` returned. */
  rehearse<T>(call: CallContext, work: (change: ObservedChange) => Promise<T>): Promise<T>;
}
