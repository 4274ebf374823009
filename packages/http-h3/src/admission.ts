import { ANONYMOUS, type Authenticator, coreErrors, holds, isInventoryError, type Principal } from "@cadastre/inventory-core";
import { authenticate } from "./authenticate.ts";
import { limitKeyOf } from "./client-address.ts";
import { checkCsrf, checkOrigin } from "./csrf.ts";
import type { Exchange } from "./exchange.ts";
import { httpErrors } from "./http.errors.ts";
import { type RateLimits, secondsUntil } from "./rate-limit.ts";

/** What a route asks of its caller. */
export interface Demand {
  readonly access: string;
  readonly limit?: "login" | undefined;
  /** A public route that other sites may call (OAuth's token endpoint). */
  readonly anyOrigin?: boolean;
}

/** Under which name an authenticated caller is counted. */
function clientKeyOf(principal: Principal): string {
  return principal.credential === "session" || principal.credentialId === null
    ? `user:${principal.userId ?? principal.username}`
    : `${principal.credential}:${principal.credentialId}`;
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
  async countByAddress(exchange: Exchange): Promise<void> {
    if (this.#limits === undefined) return;
    exchange.limit = await this.#limits.general.take(limitKeyOf(exchange.address));
    this.#checkGeneral(exchange);
  }

  /** Notes where the client stands, for the headers, without counting. */
  async look(exchange: Exchange): Promise<void> {
    exchange.limit ??= await this.#limits?.general.look(limitKeyOf(exchange.address));
  }

  /**
   * @throws RATE_LIMIT_EXCEEDED, LOGIN_RATE_LIMIT_EXCEEDED, UNAUTHORIZED, CSRF_FAILED, what an authenticator throws
   */
  async admit(exchange: Exchange, demand: Demand): Promise<Principal> {
    // Every request first counts for its address, so that callers without valid credentials are bounded before anything
    // is looked up for them, also when many come at once. Valid credentials get the count back and have their own.
    await this.countByAddress(exchange);
    if (demand.access === "public") {
      await this.#countLogin(exchange, demand);
      if (demand.anyOrigin !== true) checkOrigin(exchange);
      return ANONYMOUS;
    }
    const principal = await this.#authenticate(exchange);
    if (this.#limits !== undefined) {
      exchange.limit = await this.#limits.general.take(clientKeyOf(principal));
      this.#checkGeneral(exchange);
    }
    await this.#countLogin(exchange, demand);
    checkCsrf(exchange, principal);
    return principal;
  }

  /** Permission of what is not an operation; of operations the engine checks it. @throws FORBIDDEN */
  checkPermission(principal: Principal, access: string): void {
    if (access !== "public" && access !== "authenticated" && !holds(principal, access)) throw coreErrors.FORBIDDEN({ permission: access });
  }

  async #authenticate(exchange: Exchange): Promise<Principal> {
    let refused = false;
    try {
      return await authenticate(exchange, this.#authenticators);
    } catch (error) {
      refused = isInventoryError(error) && error.kind === "unauthenticated";
      throw error;
    } finally {
      if (!refused) await this.#limits?.general.give(limitKeyOf(exchange.address));
    }
  }

  async #countLogin(exchange: Exchange, demand: Demand): Promise<void> {
    if (demand.limit !== "login" || this.#limits === undefined) return;
    const state = await this.#limits.login.take(limitKeyOf(exchange.address));
    exchange.limit = state;
    if (!state.exceeded) return;
    const seconds = secondsUntil(state.resetAtMs);
    throw httpErrors.LOGIN_RATE_LIMIT_EXCEEDED({ seconds }, { retryAfterSeconds: seconds });
  }

  #checkGeneral(exchange: Exchange): void {
    if (exchange.limit?.exceeded !== true) return;
    const seconds = secondsUntil(exchange.limit.resetAtMs);
    throw httpErrors.RATE_LIMIT_EXCEEDED({ seconds }, { retryAfterSeconds: seconds });
  }
}
