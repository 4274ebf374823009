import {
  type Authenticator,
  coreErrors,
  type Credentials,
  failureTextOf,
  isInventoryError,
  type Logger,
  type Principal,
} from "@cadastre/inventory-core";
import { parseCookies } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";

/** Finds out who is calling. */
export class Authenticators {
  readonly #all: readonly Authenticator[];
  readonly #logger: Logger;

  /** @param all by priority, the highest first */
  constructor(all: readonly Authenticator[], logger: Logger) {
    this.#all = all;
    this.#logger = logger;
  }

  /**
   * Asks the authenticators in order of priority; the first that knows the credentials decides.
   * @param answerHeaders where authenticators add headers to the answer; undefined when it has begun
   * @throws UNAUTHORIZED when none does, or one fails without a code; what an authenticator throws with one (EXPIRED_KEY, UNAVAILABLE)
   */
  async ask(exchange: Exchange, answerHeaders: Credentials["answerHeaders"] = undefined): Promise<Principal> {
    const credentials: Credentials = {
      headers: { get: (name) => exchange.header(name) ?? null },
      cookies: parseCookies(exchange.header("cookie")),
      remoteAddress: exchange.address ?? null,
      answerHeaders,
      basePath: exchange.basePath,
      request: exchange.original,
    };
    for (const authenticator of this.#all) {
      try {
        const principal = await authenticator.authenticate(credentials);
        if (principal !== null && principal !== undefined) return principal;
      } catch (error) {
        throw this.#refusal(error, authenticator, exchange);
      }
    }
    throw coreErrors.UNAUTHORIZED({});
  }

  /**
   * Libraries that check tokens throw errors of their own: whoever is not let in is told no more than that, and the log why
   * (docs/spec/credentials.md#authenticators).
   */
  #refusal(error: unknown, authenticator: Authenticator, { requestId }: Exchange): unknown {
    if (isInventoryError(error)) return error;
    this.#logger.warn("credentials were refused", { authenticator: authenticator.id, requestId, error: failureTextOf(error) });
    return coreErrors.UNAUTHORIZED({ reason: "these credentials are not valid" }, { cause: error });
  }
}
