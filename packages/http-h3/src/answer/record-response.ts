import { type AnyOperation, checkIfMatch, etagOf, type CallContext, type JsonText } from "@cadastre/inventory-core";
import { type Answer, emptyAnswer, jsonAnswer } from "./answer.ts";
import { noneMatchNames } from "./conditional.ts";
import type { Exchange } from "../request/exchange.ts";

/**
 * Answers with one record: its text as storage gave it. Its entity tag is strong, so it is never content-coded.
 * @throws PRECONDITION_FAILED when a GET has an If-Match that does not name it
 */
export function recordAnswer(exchange: Exchange, operation: AnyOperation, record: JsonText<unknown>, call: CallContext): Answer {
  const isGet = operation.http.method === "GET";
  if (!isGet && operation.conditional !== true) return jsonAnswer(operation.http.status, record.text);
  const tag = etagOf(record.text);
  // If-Match goes before If-None-Match (RFC 9110 §13.2.2). Changes have checked it before they were made.
  if (isGet) checkIfMatch(call, record.text);
  const noneMatch = isGet ? exchange.header("if-none-match") : undefined;
  if (noneMatch !== undefined && noneMatchNames(noneMatch, tag)) return emptyAnswer(304, [["etag", tag]]);
  return jsonAnswer(operation.http.status, record.text, [["etag", tag]]);
}
