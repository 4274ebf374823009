import {
  ANONYMOUS,
  type AnyOperation,
  type CallContext,
  type Clock,
  isInventoryError,
  type Principal,
  type Spool,
} from "@cadastre/inventory-core";
import { hasTurn, nextTurn, WorkMeter } from "@cadastre/inventory-core/protocol";
import { Bodies, type BodySender } from "../bodies/bodies.ts";
import type { ReceivedBody } from "../bodies/received-body.ts";
import type { Admission } from "./admission.ts";
import { callContextOf } from "../request/call-context.ts";
import type { Exchange } from "../request/exchange.ts";
import type { HandlerSettings } from "../options.ts";
import { ListSlots } from "../streamed/list-slots.ts";
import { callerOf, callerPathOf, isKnown } from "./caller.ts";
import { EventStreams } from "./event-streams.ts";
import type { WorkAccounts } from "./work-accounts.ts";
import { WorkBudget } from "./work-budget.ts";

/** Label of refused bodies in metrics. */
export const BODIES_LIMIT = "bodies";

const REFUSALS: ReadonlySet<string> = new Set(["BUSY", "REQUEST_TIMEOUT"]);

/** What a server knows of its callers: how a request is let in, and what it may use once it is. */
export class Callers {
  readonly admission: Admission;
  readonly #accounts: WorkAccounts;
  readonly #budget: WorkBudget;
  readonly #streams: EventStreams;
  readonly #lists: ListSlots;
  readonly #bodies: Bodies;
  readonly #bodyLimitBytes: number;

  constructor(
    admission: Admission,
    accounts: WorkAccounts,
    { work, rateLimit, lists, bodyLimitBytes }: HandlerSettings,
    spool: Spool,
    clock: Clock,
  ) {
    this.admission = admission;
    this.#accounts = accounts;
    // Whoever switches the limits off wants nobody refused for what they use.
    this.#budget = new WorkBudget(rateLimit.enabled ? work : { ...work, budgetMs: 0 }, accounts, clock);
    this.#streams = new EventStreams(work.streams);
    this.#lists = new ListSlots(lists);
    this.#bodies = new Bodies(spool, clock);
    this.#bodyLimitBytes = bodyLimitBytes;
  }

  /** What an operation or raw handler is told of a request. @param signal when nobody waits for the answer any more */
  contextOf(exchange: Exchange, principal: Principal, operation?: AnyOperation, signal: AbortSignal = exchange.signal): CallContext {
    return callContextOf(exchange, principal, operation, signal, {
      budget: this.#budget.of(callerPathOf(exchange, principal), isKnown(principal), signal, () => (exchange.refusedBy = "work")),
      countRequests: (more) => this.admission.countMore(exchange, principal, more),
      openStream: () => this.openStream(exchange, principal),
    });
  }

  /** Runs a raw handler, limits the body that it reads and counts its time for its caller. @throws BUSY, REQUEST_TIMEOUT */
  async runRaw<T>(exchange: Exchange, principal: Principal, work: () => Promise<T>): Promise<T> {
    return await this.measured(exchange, principal, async () => {
      const sender = senderOf(exchange, principal);
      return await counted(exchange, async () => await this.#bodies.during(exchange, sender, this.#bodyLimitBytes, work));
    });
  }

  /** Receives the body of a request. Bodies that arrive together are parsed one per turn. @throws what {@link Bodies.receive} throws */
  async receiveBody(exchange: Exchange, principal: Principal, limitBytes: number): Promise<ReceivedBody> {
    const body = await counted(exchange, async () => await this.#bodies.receive(exchange, senderOf(exchange, principal), limitBytes));
    if (!hasTurn()) await nextTurn();
    return body;
  }

  /** Runs work for a client address in its turn at the event loop, so that a flood from one address does not delay others. */
  async inTurn<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
    return await this.measured(exchange, ANONYMOUS, async () => {
      if (!hasTurn()) await nextTurn();
      return await work();
    });
  }

  /** Runs work of a caller and counts its time, which decides the caller's turns at the event loop. */
  async measured<T>(exchange: Exchange, principal: Principal, work: () => Promise<T>): Promise<T> {
    const meter = new WorkMeter(this.#accounts.of(callerOf(exchange, principal), isKnown(principal)));
    try {
      return await meter.measure(work);
    } finally {
      meter.touch();
    }
  }

  /** Takes a place for an event stream. @returns gives it back. @throws TOO_MANY_STREAMS */
  openStream(exchange: Exchange, principal: Principal): () => void {
    try {
      return this.#streams.open(callerOf(exchange, principal));
    } catch (error) {
      exchange.refusedBy = "streams";
      throw error;
    }
  }

  /** Takes a slot for a streamed answer. @returns gives it back. @throws RATE_LIMIT_EXCEEDED, UNAVAILABLE when there are too many in all */
  enterList(exchange: Exchange, principal: Principal): () => void {
    return this.#lists.take(exchange, callerOf(exchange, principal));
  }
}

/** All callers without credentials share one quota of memory, because one attacker may have many addresses. */
function senderOf(exchange: Exchange, principal: Principal): BodySender {
  const caller = callerOf(exchange, principal);
  return { caller, group: isKnown(principal) ? caller : "strangers" };
}

/** Notes for the metrics that a body was refused. */
async function counted<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isInventoryError(error) && REFUSALS.has(error.code)) exchange.refusedBy ??= BODIES_LIMIT;
    throw error;
  }
}
