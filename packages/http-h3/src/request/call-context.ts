import type { AnyOperation, CallContext, Principal } from "@cadastre/inventory-core";
import { matchTagsOf } from "../answer/conditional.ts";
import { parseCookies } from "./cookies.ts";
import type { Exchange } from "./exchange.ts";

/** What a caller may use, as an operation or raw handler is told. */
export type CallerMeans = Required<Pick<CallContext, "budget" | "countRequests" | "openStream">>;

/** What an operation or raw handler is told of the request it answers. @param signal when nobody waits for the answer any more */
export function callContextOf(
  exchange: Exchange,
  principal: Principal,
  operation: AnyOperation | undefined,
  signal: AbortSignal,
  { budget, countRequests, openStream }: CallerMeans,
): CallContext {
  return {
    principal,
    source: "http",
    signal,
    requestId: exchange.requestId,
    remoteAddress: exchange.address,
    cookies: parseCookies(exchange.header("cookie")),
    ifMatch: matchTagsOf(exchange),
    lastEventId: operation?.output.kind === "watch" ? exchange.header("last-event-id") : undefined,
    idempotencyKey: operation?.idempotent === undefined ? undefined : exchange.header("idempotency-key"),
    answerHeaders: exchange.answerHeaders,
    basePath: exchange.basePath,
    budget,
    countRequests,
    openStream,
  };
}
