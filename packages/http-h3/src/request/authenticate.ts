import { type Authenticator, coreErrors, type Credentials, isInventoryError, type Logger, type Principal } from "@cadastre/inventory-core";
import { failureTextOf } from "@cadastre/inventory-core/protocol";
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
  ask(exchange: Exchange, answerHeaders: Credentials["answerHeaders"] = undefined): Principal | Promise<Principal> {
    const credentials: Credentials = {
      headers: { get: (name) => exchange.header(name) ?? null },
      cookies: parseCookies(exchange.header("cookie")),
      remoteAddress: exchange.address ?? null,
      answerHeaders,
      basePath: exchange.basePath,
      request: exchange.original,
    };
    return this.#askFrom(0, credentials, exchange);
  }

  /** @param from which of them is asked first */
  #askFrom(from: number, credentials: Credentials, exchange: Exchange): Principal | Promise<Principal> {
    for (let at = from; at < this.#all.length; at += 1) {
      const authenticator = this.#all[at] as Authenticator;
      let answer: ReturnType<Authenticator["authenticate"]> | undefined;
      try {
        answer = authenticator.authenticate(credentials);
      } catch (error) {
        throw this.#refusal(error, authenticator, exchange);
      }
      if (answer === null || answer === undefined) continue;
      return "then" in answer ? this.#waitFor(answer, at, credentials, exchange) : answer;
    }
    throw coreErrors.UNAUTHORIZED({});
  }

  async #waitFor(answer: Promise<Principal | null>, at: number, credentials: Credentials, exchange: Exchange): Promise<Principal> {
    let principal: Principal | null;
    try {
      principal = await answer;
    } catch (error) {
      throw this.#refusal(error, this.#all[at] as Authenticator, exchange);
    }
    return principal ?? (await this.#askFrom(at + 1, credentials, exchange));
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
