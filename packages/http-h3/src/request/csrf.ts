import type { Principal } from "@cadastre/inventory-core";
import type { Exchange } from "./exchange.ts";
import { httpErrors } from "../http.errors.ts";

/** The scheme that the client spoke, where that is known: a proxy of ours says it, or the connection itself is encrypted. */
function schemeOf(exchange: Exchange): string | undefined {
  if (exchange.viaTrustedProxy) return exchange.header("x-forwarded-proto")?.trim().toLowerCase();
  return exchange.node !== undefined && "encrypted" in exchange.node.req.socket ? "https" : undefined;
}

/** Host and port that the client asked for, as far as a proxy of ours or the client itself says. */
function hostOf(exchange: Exchange): string | undefined {
  const told = (name: string): string | undefined => (exchange.viaTrustedProxy ? exchange.header(name)?.trim() : undefined);
  const host = told("x-forwarded-host") ?? exchange.header("host");
  const port = told("x-forwarded-port");
  // Many proxies name the host alone (`$host` of nginx) and the port beside it.
  return host === undefined || port === undefined || !/^\d{1,5}$/.test(port) || /:\d+$/.test(host) ? host : `${host}:${port}`;
}

/** Where this request was sent to, in the scheme of `origin` where it is not known. */
function ownOriginOf(exchange: Exchange, origin: string): string | undefined {
  const host = hostOf(exchange);
  const scheme = schemeOf(exchange) ?? URL.parse(origin)?.protocol.slice(0, -1);
  // Parsed the same way, so that a default port written out is no difference.
  return URL.parse(`${scheme}://${host}`)?.origin;
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
  if (site !== undefined) {
    if (site !== "same-origin" && site !== "none") throw httpErrors.CSRF_FAILED({ reason: "this request comes from another origin" });
    return;
  }
  if (origin === undefined) return;
  const own = ownOriginOf(exchange, origin);
  if (own === undefined || URL.parse(origin)?.origin !== own) throw httpErrors.CSRF_FAILED({ reason: otherOriginThan(own) });
}

/** For whoever set the proxy up, too: it is the usual reason when the page of this very server is refused. */
function otherOriginThan(own: string | undefined): string {
  return (
    `this request comes from another origin than ${own ?? "this server, whose URL is not known"}. If that is not the URL in ` +
    `the browser, the proxy sends a wrong one: check X-Forwarded-Proto, X-Forwarded-Host (with the port) and TRUSTED_PROXIES`
  );
}

/**
 * A cookie is sent by a browser without being asked, so a change made with one must also carry a header that no other
 * site can make the browser send. Other credentials are sent on purpose and need nothing.
 * @throws CSRF_FAILED
 */
export function checkCsrf(exchange: Exchange, principal: Principal): void {
  const { credential } = principal;
  if (credential?.ambient !== true || exchange.isSafe) return;
  if (exchange.header("x-requested-with")?.toLowerCase() !== "xmlhttprequest") {
    throw httpErrors.CSRF_FAILED({ reason: `a change made with ${credential.name} needs the header X-Requested-With: XMLHttpRequest` });
  }
  checkOrigin(exchange);
}
