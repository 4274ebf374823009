import { ANONYMOUS, type Authenticator, clientNetworkOf, coreErrors, holds, isInventoryError, type LimitName, type Principal } from "@cadastre/inventory-core";
import { authenticate } from "./authenticate.ts";
import { checkCsrf, checkOrigin } from "./csrf.ts";
import type { Exchange } from "./exchange.ts";
import { httpErrors } from "./http.errors.ts";
import type { LimitState } from "./limit-state.ts";
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

/** Under which name an authenticated caller is counted. */
function clientKeyOf(principal: Principal): string {
  return principal.credential === "session" || principal.credentialId === null
    ? `user:${principal.userId ?? principal.username}`
    : `${principal.credential}:${principal.credentialId}`;
}

/** Under which name a caller is counted of whom only the address is known. */
export function addressKeyOf(address: string | undefined): string {
  return address === undefined ? "unknown" : clientNetworkOf(address);
}

/** Under which name the caller of a request is counted, whoever it is. */
export function callerKeyOf(exchange: Exchange, principal: Principal): string {
  return principal.credential === null ? `address:${addressKeyOf(exchange.address)}` : clientKeyOf(principal);
}

/** Lets a request in: its limit, who is calling, and that a browser was not tricked into it. */
export class Admission {
  readonly #limits: RateLimits | undefined;
  readonly #authenticators: readonly Authenticator[];

  constructor(limits: RateLimits | undefined, authenticators: readonly Authenticator[]) {
    this.#limits = limits;
    this.#authenticators = authenticators;
  }

  /** Counts a request that no caller is known of (an unknown path). @throws RATE_LIMIT_EXCEEDED */
  countByAddress(exchange: Exchange): void {
    if (this.#limits === undefined) return;
    exchange.limit = this.#limits.general.take(addressKeyOf(exchange.address));
    refuseExceeded(exchange, "general", exchange.limit);
  }

  /** Notes where the client stands, for the headers, without counting. */
  look(exchange: Exchange): void {
    exchange.limit ??= this.#limits?.general.look(addressKeyOf(exchange.address));
  }

  /**
   * @throws RATE_LIMIT_EXCEEDED, LOGIN_RATE_LIMIT_EXCEEDED, UNAUTHORIZED, CSRF_FAILED, what an authenticator throws
   */
  async admit(exchange: Exchange, demand: Demand): Promise<Principal> {
    // Every request first counts for its address, so that callers without valid credentials are bounded before anything
    // is looked up for them, also when many come at once. Valid credentials get the count back and have their own.
    if (demand.access !== "public" || demand.uncounted !== true) this.countByAddress(exchange);
    if (demand.access === "public") {
      await this.#countExactly(exchange, demand);
      if (demand.anyOrigin !== true) checkOrigin(exchange);
      return ANONYMOUS;
    }
    const principal = await this.#authenticate(exchange);
    exchange.principalId = principal.userId ?? principal.credentialId ?? undefined;
    if (this.#limits !== undefined) {
      exchange.limit = this.#limits.general.take(clientKeyOf(principal));
      refuseExceeded(exchange, "general", exchange.limit);
    }
    await this.#countExactly(exchange, demand);
    checkCsrf(exchange, principal);
    return principal;
  }

  /** Permission of what is not an operation; of operations the engine checks it. @throws FORBIDDEN */
  checkPermission(principal: Principal, access: string): void {
    if (access !== "public" && access !== "authenticated" && !holds(principal, access)) throw coreErrors.FORBIDDEN({ permission: access });
  }

  /** Whether the credentials of a request that is still being answered are good and suffice, and stand for what they did. */
  async isStillAdmitted(exchange: Exchange, principal: Principal, access: string): Promise<boolean> {
    try {
      const now = await authenticate(exchange, this.#authenticators);
      this.checkPermission(now, access);
      return isSamePermissions(now.permissions, principal.permissions);
    } catch (error) {
      // A database that is out of reach says nothing of the caller.
      return !(isInventoryError(error) && (error.kind === "unauthenticated" || error.kind === "forbidden"));
    }
  }

  async #authenticate(exchange: Exchange): Promise<Principal> {
    let refused = false;
    try {
      return await authenticate(exchange, this.#authenticators, exchange.answerHeaders);
    } catch (error) {
      refused = isInventoryError(error) && error.kind === "unauthenticated";
      throw error;
    } finally {
      if (!refused) this.#limits?.general.give(addressKeyOf(exchange.address));
    }
  }

  /** Counted before the body is read, so that nothing is done for who has no attempt left. */
  async #countExactly(exchange: Exchange, { limit }: Demand): Promise<void> {
    // A browser that asks whether it may send something has not sent it.
    if (limit === undefined || this.#limits === undefined || exchange.method === "OPTIONS") return;
    const state = await this.#limits.exact[limit].take(addressKeyOf(exchange.address));
    exchange.limit = state;
    refuseExceeded(exchange, limit, state);
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
