import { hash } from "node:crypto";
import { type Clock, isInventoryError, type Principal } from "@cadastre/inventory-core";
import { FairQueue, hasTurn, nextTurn, WorkMeter, realTimers } from "@cadastre/inventory-core/protocol";
import type { Authenticators } from "../request/authenticate.ts";
import type { Exchange } from "../request/exchange.ts";
import type { FixedWindows } from "./fixed-windows.ts";
import { addressKeyOf, callerKeyOf, networkPathOf, requestKeyOf } from "./caller.ts";
import type { WorkAccounts } from "./work-accounts.ts";
import { exceededState, type LimitState } from "./limit-state.ts";

/** Look-ups at once of credentials that nobody has proved yet, of all addresses and of one. */
const LOOKUPS = 4;
const LOOKUPS_PER_ADDRESS = 2;

/** How long a failed look-up holds its place for an address over its limit: a flood gets 400 look-ups a second, not thousands. */
const FAILED_LOOKUP_PAUSE_MS = 5;

/** How long credentials are taken for proved after they were, and how many are remembered. */
const PROVED_MS = 600_000;
const MAX_REMEMBERED = 20_000;

/** Whoever was refused, and why: the request counts for the address, or for the caller who is known by what it shows. */
export class LimitReached extends Error {
  readonly state: LimitState;

  constructor(state: LimitState) {
    super("the limit is reached");
    this.state = state;
  }
}

/** Who was proved: as whom they take turns, and under which name their requests are counted. */
interface Proved {
  readonly caller: string;
  readonly counted: string;
  readonly until: number;
}

type Outcome = { readonly error: unknown } | undefined;

/**
 * Finds out who is calling, so that neither side can be abused. Credentials that were proved from this address are looked
 * up at once, and are never counted or refused for their address. What was not proved waits for one of few places, in
 * turn between networks, and counts for the address when it proves wrong; an address over its limit is refused then, and
 * the same wrong credentials from it without another look.
 */
export class CredentialChecks {
  readonly #authenticators: Authenticators;
  readonly #general: FixedWindows;
  readonly #accounts: WorkAccounts;
  readonly #clock: Clock;
  // Nobody is refused for waiting: there are no more who wait than connections, and each gets a turn.
  readonly #queue = new FairQueue(
    { places: LOOKUPS, placesPerCaller: LOOKUPS_PER_ADDRESS, waiting: Infinity },
    () => new Error("there is no bound"),
  );
  /** By what a request showed: who it was. */
  readonly #proved = new Map<string, Proved>();
  /** What proved wrong in the window that ends then, of addresses over their limit. */
  readonly #wrong = new Map<string, number>();
  readonly #checking = new Map<string, Promise<Outcome>>();

  constructor(authenticators: Authenticators, general: FixedWindows, accounts: WorkAccounts, clock: Clock) {
    this.#authenticators = authenticators;
    this.#general = general;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** Under which name the request is counted for what it shows; undefined when that was not proved. Nothing is looked up. */
  countedAs(exchange: Exchange): string | undefined {
    const mark = markOf(exchange);
    return mark === undefined ? undefined : this.#provedBy(mark)?.counted;
  }

  /**
   * Who is calling.
   * @throws LimitReached, UNAUTHORIZED, what an authenticator throws
   */
  prove(exchange: Exchange): Principal | Promise<Principal> {
    const mark = markOf(exchange);
    const known = mark === undefined ? undefined : this.#provedBy(mark);
    // Of requests that come together, those of who has used least lately are begun first.
    const meter = new WorkMeter(this.#accounts.of(known?.caller ?? addressKeyOf(exchange.address), known !== undefined));
    let principal: Principal | Promise<Principal>;
    try {
      principal = meter.measure(() =>
        known !== undefined && hasTurn() ? this.#proveAgain(exchange, mark as string, known) : this.#proveInTurn(exchange, mark),
      );
    } catch (error) {
      meter.touch();
      throw error;
    }
    if (principal instanceof Promise) return principal.finally(() => meter.touch());
    meter.touch();
    return principal;
  }

  async #proveInTurn(exchange: Exchange, mark: string | undefined): Promise<Principal> {
    if (!hasTurn()) await nextTurn();
    for (;;) {
      const proved = mark === undefined ? undefined : this.#provedBy(mark);
      if (proved !== undefined) return await this.#proveAgain(exchange, mark as string, proved);
      const checking = mark === undefined ? undefined : this.#checking.get(mark);
      if (checking === undefined) return await this.#proveFirst(exchange, mark);
      // The same credentials are being looked at: one look answers for all that came at once.
      const outcome = await checking;
      if (outcome !== undefined && isInventoryError(outcome.error)) throw this.#counted(exchange, mark, outcome.error);
    }
  }

  #proveAgain(exchange: Exchange, mark: string, { counted }: Proved): Principal | Promise<Principal> {
    const state = this.#general.look(counted);
    // Whoever has no request left is refused at no cost.
    if (state.remaining === 0) throw new LimitReached(exceededState(state));
    const refuse = (error: unknown): never => {
      if (isWrong(error)) this.#proved.delete(mark);
      throw this.#counted(exchange, mark, error);
    };
    try {
      const principal = this.#authenticators.ask(exchange, exchange.answerHeaders);
      return principal instanceof Promise ? principal.catch(refuse) : principal;
    } catch (error) {
      return refuse(error);
    }
  }

  async #proveFirst(exchange: Exchange, mark: string | undefined): Promise<Principal> {
    const over = this.#general.look(addressKeyOf(exchange.address));
    if (mark !== undefined && over.remaining === 0 && this.#wrong.get(mark) === over.resetAtMs) throw new LimitReached(exceededState(over));
    const settled = Promise.withResolvers<Outcome>();
    if (mark !== undefined) this.#checking.set(mark, settled.promise);
    let outcome: Outcome;
    try {
      const principal = await this.#queue.run(
        networkPathOf(exchange.address),
        async () => await this.#look(exchange, mark !== undefined),
        exchange.signal,
      );
      if (mark !== undefined)
        remember(this.#proved, mark, {
          caller: callerKeyOf(principal),
          counted: requestKeyOf(principal),
          until: this.#clock.now() + PROVED_MS,
        });
      return principal;
    } catch (error) {
      outcome = { error };
      throw this.#counted(exchange, mark, error);
    } finally {
      if (mark !== undefined) this.#checking.delete(mark);
      settled.resolve(outcome);
    }
  }

  /** @param isGuess whether the request shows credentials: without any there is nothing to look up */
  async #look(exchange: Exchange, isGuess: boolean): Promise<Principal> {
    try {
      return await this.#authenticators.ask(exchange, exchange.answerHeaders);
    } catch (error) {
      const isOver = this.#general.look(addressKeyOf(exchange.address)).remaining === 0;
      if (isGuess && isOver && isWrong(error)) await new Promise((resolve) => realTimers.setTimeout(resolve, FAILED_LOOKUP_PAUSE_MS));
      throw error;
    }
  }

  /** What a request is answered whose credentials did not do. A database that is out of reach is no wrong guess. */
  #counted(exchange: Exchange, mark: string | undefined, error: unknown): unknown {
    if (!isWrong(error)) return error;
    const state = this.#general.take(addressKeyOf(exchange.address));
    exchange.limit = state;
    if (state.remaining === 0 && mark !== undefined) remember(this.#wrong, mark, state.resetAtMs);
    return state.exceeded ? new LimitReached(state) : error;
  }

  #provedBy(mark: string): Proved | undefined {
    const proved = this.#proved.get(mark);
    return proved !== undefined && proved.until > this.#clock.now() ? proved : undefined;
  }
}

const isWrong = (error: unknown): boolean => isInventoryError(error) && error.kind === "unauthenticated";

/** Marks of connections that are kept, whose requests show the same: a hash costs more than comparing. */
const marks = new WeakMap<object, { readonly shown: string; readonly mark: string }>();

/** What a request shows, and from where, without keeping it longer than its connection; undefined when it shows nothing that we know of. */
function markOf(exchange: Exchange): string | undefined {
  const authorization = exchange.header("authorization");
  const cookie = exchange.header("cookie");
  if (authorization === undefined && cookie === undefined) return undefined;
  const shown = `${addressKeyOf(exchange.address)}\n${authorization ?? ""}\n${cookie ?? ""}`;
  const connection = exchange.node?.req.socket;
  const known = connection === undefined ? undefined : marks.get(connection);
  if (known?.shown === shown) return known.mark;
  const mark = hash("sha256", shown, "base64");
  if (connection !== undefined) marks.set(connection, { shown, mark });
  return mark;
}

function remember<Value>(map: Map<string, Value>, mark: string, value: Value): void {
  map.delete(mark);
  if (map.size >= MAX_REMEMBERED) map.delete(map.keys().next().value as string);
  map.set(mark, value);
}
