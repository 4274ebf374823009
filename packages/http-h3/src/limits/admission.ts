import { ANONYMOUS, type Clock, coreErrors, isInventoryError, type LimitName, type Principal } from "@cadastre/inventory-core";
import { isLetIn } from "@cadastre/inventory-core/protocol";
import type { Authenticators } from "../request/authenticate.ts";
import { checkCsrf, checkOrigin } from "../request/csrf.ts";
import type { Exchange } from "../request/exchange.ts";
import { httpErrors } from "../http.errors.ts";
import { exceededState, type LimitState } from "./limit-state.ts";
import { addressKeyOf, isKnown, requestKeyOf } from "./caller.ts";
import { CredentialChecks, LimitReached } from "./credential-checks.ts";
import type { WorkAccounts } from "./work-accounts.ts";
import type { RateLimits } from "./rate-limit.ts";

/** What a route asks of its caller. */
export interface Demand {
  readonly access: string;
  readonly limit?: LimitName | undefined;
  /** A public route that other sites may call (OAuth's token endpoint). */
  readonly anyOrigin?: boolean;
  /** A public route that counts against no limit. */
  readonly uncounted?: boolean;
}

/** Lets a request in: its limit, who is calling, and that a browser was not tricked into it. */
export class Admission {
  readonly #limits: RateLimits | undefined;
  readonly #authenticators: Authenticators;
  readonly #checks: CredentialChecks | undefined;

  constructor(limits: RateLimits | undefined, authenticators: Authenticators, accounts: WorkAccounts, clock: Clock) {
    this.#limits = limits;
    this.#authenticators = authenticators;
    this.#checks = limits === undefined ? undefined : new CredentialChecks(authenticators, limits.general, accounts, clock);
  }

  /**
   * Counts a request whose caller is not asked for (an unknown path, a public route): for who is known by what it shows,
   * else for its address. Nothing is looked up. @throws RATE_LIMIT_EXCEEDED
   */
  countUnproved(exchange: Exchange): void {
    if (this.#limits === undefined) return;
    exchange.limit = this.#limits.general.take(this.#checks?.countedAs(exchange) ?? addressKeyOf(exchange.address));
    refuseExceeded(exchange, "general", exchange.limit);
  }

  /**
   * Counts further requests of a caller, for a request that holds several (a batch): all of them, or none.
   * @throws RATE_LIMIT_EXCEEDED
   */
  countMore(exchange: Exchange, principal: Principal, more: number): void {
    if (this.#limits === undefined || more <= 0) return;
    const { general } = this.#limits;
    const caller = isKnown(principal) ? requestKeyOf(principal) : addressKeyOf(exchange.address);
    const state = general.look(caller);
    if (state.remaining >= more) exchange.limit = general.take(caller, more);
    else refuseExceeded(exchange, "general", exceededState(state));
  }

  /** Notes where the client stands, for the headers, without counting. */
  look(exchange: Exchange): void {
    exchange.limit ??= this.#limits?.general.look(addressKeyOf(exchange.address));
  }

  /**
   * @returns the caller, at once where nothing has to be waited for
   * @throws RATE_LIMIT_EXCEEDED, LOGIN_RATE_LIMIT_EXCEEDED, UNAUTHORIZED, CSRF_FAILED, what an authenticator throws
   */
  admit(exchange: Exchange, demand: Demand): Principal | Promise<Principal> {
    if (demand.access === "public") {
      if (demand.uncounted !== true) this.countUnproved(exchange);
      const check = (): Principal => {
        if (demand.anyOrigin !== true) checkOrigin(exchange);
        return ANONYMOUS;
      };
      return this.#countExactly(exchange, demand)?.then(check) ?? check();
    }
    const principal = this.#authenticate(exchange);
    return principal instanceof Promise
      ? principal.then((proved) => this.#countProved(exchange, demand, proved))
      : this.#countProved(exchange, demand, principal);
  }

  #countProved(exchange: Exchange, demand: Demand, principal: Principal): Principal | Promise<Principal> {
    exchange.principalId = principal.userId ?? principal.credentialId ?? undefined;
    if (this.#limits !== undefined) {
      exchange.limit = this.#limits.general.take(requestKeyOf(principal));
      refuseExceeded(exchange, "general", exchange.limit);
    }
    const check = (): Principal => {
      checkCsrf(exchange, principal);
      return principal;
    };
    return this.#countExactly(exchange, demand)?.then(check) ?? check();
  }

  /** Permission of what is not an operation; of operations the engine checks it. @throws FORBIDDEN */
  checkPermission(principal: Principal, access: string): void {
    if (!isLetIn(principal, access)) throw coreErrors.FORBIDDEN({ permission: access });
  }

  /** Whether the credentials of a request that is still being answered are good and suffice, and stand for what they did. */
  async isStillAdmitted(exchange: Exchange, principal: Principal, access: string): Promise<boolean> {
    try {
      const now = await this.#authenticators.ask(exchange);
      this.checkPermission(now, access);
      return isSamePermissions(now.permissions, principal.permissions);
    } catch (error) {
      // A database that is out of reach says nothing of the caller.
      return !(isInventoryError(error) && (error.kind === "unauthenticated" || error.kind === "forbidden"));
    }
  }

  #authenticate(exchange: Exchange): Principal | Promise<Principal> {
    if (this.#checks === undefined) return this.#authenticators.ask(exchange, exchange.answerHeaders);
    const refuse = (error: unknown): never => {
      if (!(error instanceof LimitReached)) throw error;
      exchange.limit = error.state;
      return refuseExceeded(exchange, "general", error.state) as never;
    };
    try {
      const principal = this.#checks.prove(exchange);
      return principal instanceof Promise ? principal.catch(refuse) : principal;
    } catch (error) {
      return refuse(error);
    }
  }

  /** Counted before the body is read, so that nothing is done for who has no attempt left. @returns undefined where nothing is counted */
  #countExactly(exchange: Exchange, { limit }: Demand): Promise<void> | undefined {
    // A browser that asks whether it may send something has not sent it.
    if (limit === undefined || this.#limits === undefined || exchange.method === "OPTIONS") return undefined;
    return this.#limits.exact[limit].take(addressKeyOf(exchange.address)).then((state) => {
      exchange.limit = state;
      refuseExceeded(exchange, limit, state);
    });
  }
}

function isSamePermissions(one: Principal["permissions"], other: Principal["permissions"]): boolean {
  if (one === "all" || other === "all") return one === other;
  return one.size === other.size && [...one].every((name) => other.has(name));
}

function refuseExceeded(exchange: Exchange, limit: LimitName | "general", { exceeded, resetInSeconds: seconds }: LimitState): void {
  if (!exceeded) return;
  exchange.refusedBy = limit;
  const error = limit === "login" ? httpErrors.LOGIN_RATE_LIMIT_EXCEEDED : httpErrors.RATE_LIMIT_EXCEEDED;
  throw error({ seconds }, { retryAfterSeconds: seconds });
}
