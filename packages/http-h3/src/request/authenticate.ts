import { type Authenticator, coreErrors, type Credentials, type Principal } from "@cadastre/inventory-core";
import { parseCookies } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Asks the authenticators in order of priority; the first that knows the credentials decides.
 * @param answerHeaders where authenticators add headers to the answer; undefined when it has begun
 * @throws UNAUTHORIZED when none does, and whatever an authenticator throws (EXPIRED_KEY)
 */
export async function authenticate(
  exchange: Exchange,
  authenticators: readonly Authenticator[],
  answerHeaders: Credentials["answerHeaders"] = undefined,
): Promise<Principal> {
  const credentials: Credentials = {
    headers: { get: (name) => exchange.header(name) ?? null },
    cookies: parseCookies(exchange.header("cookie")),
    remoteAddress: exchange.address ?? null,
    answerHeaders,
    basePath: exchange.basePath,
  };
  for (const authenticator of authenticators) {
    const principal = await authenticator.authenticate(credentials);
    if (principal !== null) return principal;
  }
  throw coreErrors.UNAUTHORIZED({});
}
