import type { AnyOperation, CallContext, Principal } from "@cadastre/inventory-core";
import { matchTagsOf } from "./conditional.ts";
import { parseCookies } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";
import { invalidInput } from "./http.errors.ts";

/** Longest Idempotency-Key. */
const MOST_KEY_LENGTH = 255;

/** @throws INVALID_INPUT */
function idempotencyKeyOf(exchange: Exchange): string | undefined {
  const key = exchange.header("idempotency-key");
  if (key === undefined) return undefined;
  if (key === "" || key.length > MOST_KEY_LENGTH) throw invalidInput("invalid", `Idempotency-Key must have 1 to ${MOST_KEY_LENGTH} characters`);
  return key;
}

/** What an operation or raw handler is told of the request it answers. @param signal when nobody waits for the answer any more */
export function callContextOf(exchange: Exchange, principal: Principal, operation?: AnyOperation, signal: AbortSignal = exchange.signal): CallContext {
  return {
    principal,
    source: "http",
    signal,
    requestId: exchange.requestId,
    remoteAddress: exchange.address,
    cookies: parseCookies(exchange.header("cookie")),
    ifMatch: matchTagsOf(exchange),
    lastEventId: operation?.output.kind === "watch" ? exchange.header("last-event-id") : undefined,
    idempotencyKey: operation?.idempotent === true ? idempotencyKeyOf(exchange) : undefined,
    answerHeaders: exchange.answerHeaders,
  };
}
