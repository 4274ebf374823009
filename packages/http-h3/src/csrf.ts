import type { Principal } from "@cadastre/inventory-core";
import type { Exchange } from "./exchange.ts";
import { httpErrors } from "./http.errors.ts";

/** The scheme that the client spoke, where that is known: a proxy of ours says it, or the connection itself is encrypted. */
function schemeOf(exchange: Exchange): string | undefined {
  if (exchange.viaTrustedProxy) return exchange.header("x-forwarded-proto")?.trim().toLowerCase();
  return exchange.node !== undefined && "encrypted" in exchange.node.req.socket ? "https" : undefined;
}

/** True when `origin` is where this request was sent to. */
function isOwnOrigin(origin: string, exchange: Exchange): boolean {
  const host = (exchange.viaTrustedProxy ? exchange.header("x-forwarded-host") : undefined) ?? exchange.header("host");
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  const scheme = schemeOf(exchange);
  if (scheme !== undefined && protocol !== `${scheme}:`) return false;
  // Parsed the same way, so that a default port written out is no difference.
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === originHost;
}

/**
 * Refuses a change that a browser says comes from another site. Browsers set Sec-Fetch-Site themselves, so it decides
 * where it is present; Origin is for older ones. Neither: no browser, nothing to protect.
 * @throws CSRF_FAILED
 */
export function checkOrigin(exchange: Exchange): void {
  if (exchange.isSafe) return;
  const site = exchange.header("sec-fetch-site");
  const origin = exchange.header("origin");
  const own = site === undefined ? origin === undefined || isOwnOrigin(origin, exchange) : site === "same-origin" || site === "none";
  if (!own) throw httpErrors.CSRF_FAILED({ reason: "this request comes from another site" });
}

/**
 * A cookie is sent by a browser without being asked, so a change made with one must also carry a header that no other
 * site can make the browser send. Other credentials are sent on purpose and need nothing.
 * @throws CSRF_FAILED
 */
export function checkCsrf(exchange: Exchange, principal: Principal): void {
  if (principal.credential !== "session" || exchange.isSafe) return;
  if (exchange.header("x-requested-with")?.toLowerCase() !== "xmlhttprequest") {
    throw httpErrors.CSRF_FAILED({ reason: "a change made with a session cookie needs the header X-Requested-With: XMLHttpRequest" });
  }
  checkOrigin(exchange);
}
