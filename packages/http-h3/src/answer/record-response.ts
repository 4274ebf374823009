import { type AnyOperation, etagOf, type CallContext, type JsonText } from "@cadastre/inventory-core";
import { checkTag } from "@cadastre/inventory-core/protocol";
import { type Answer, emptyAnswer, jsonAnswer } from "./answer.ts";
import { noneMatchNames } from "./conditional.ts";
import type { Exchange } from "../request/exchange.ts";

/**
 * Answers with one record: its text as storage gave it. Its entity tag is strong, so it is never content-coded.
 * @param tag its entity tag, by default that of its text
 * @throws PRECONDITION_FAILED when a GET has an If-Match that does not name it
 */
export function recordAnswer(
  exchange: Exchange,
  operation: AnyOperation,
  { text }: JsonText<unknown>,
  call: CallContext,
  tag?: string,
): Answer {
  if (operation.http.method !== "GET" && operation.conditional !== true) return jsonAnswer(operation.http.status, text);
  const own = tag ?? etagOf(text);
  return notModified(exchange, operation, own, call) ?? jsonAnswer(operation.http.status, text, [["etag", own]]);
}

/**
 * The answer to a GET whose client has the record already; undefined otherwise.
 * @throws PRECONDITION_FAILED when a GET has an If-Match that does not name it
 */
export function notModified(exchange: Exchange, operation: AnyOperation, tag: string, call: CallContext): Answer | undefined {
  if (operation.http.method !== "GET") return undefined;
  // If-Match goes before If-None-Match (RFC 9110 §13.2.2). Changes have checked it before they were made.
  checkTag(call, tag);
  const noneMatch = exchange.header("if-none-match");
  return noneMatch !== undefined && noneMatchNames(noneMatch, tag) ? emptyAnswer(304, [["etag", tag]]) : undefined;
}
