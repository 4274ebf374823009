import { type AnyOperation, type CallContext, JsonText } from "@cadastre/inventory-core";
import type { JsonPieces } from "@cadastre/inventory-core/protocol";
import { type Answer, JSON_TYPE } from "../answer/answer.ts";
import { notModified, recordAnswer } from "../answer/record-response.ts";
import { chooseCoding, coded } from "../request/content-coding.ts";
import type { Exchange } from "../request/exchange.ts";
import { heldPieces, textOrPieces } from "./held-pieces.ts";

/**
 * Answers with a record of any length. A short one is an ordinary record, with its entity tag; a longer one is streamed, and has the tag
 * that it says, and none if it says none. A record with a tag of its own is never content-coded, since the tag is strong.
 *
 * @param enter takes a slot for an answer that is streamed @throws what `enter` throws
 */
export async function longRecordAnswer(
  exchange: Exchange,
  operation: AnyOperation,
  { pieces, tag }: JsonPieces<unknown>,
  call: CallContext,
  enter: () => () => void,
): Promise<Answer> {
  const unchanged = tag === undefined ? undefined : notModified(exchange, operation, tag, call);
  if (unchanged !== undefined) return unchanged;
  const text = await textOrPieces(pieces);
  if (typeof text === "string") return recordAnswer(exchange, operation, new JsonText(text), call, tag);
  const { status } = operation.http;
  const coding = tag === undefined ? chooseCoding(exchange.header("accept-encoding")) : undefined;
  const headers: [string, string][] = [["content-type", JSON_TYPE]];
  if (tag === undefined) headers.push(["vary", "accept-encoding"]);
  else if (exchange.isSafe || operation.conditional === true) headers.push(["etag", tag]);
  if (coding !== undefined) headers.push(["content-encoding", coding]);
  if (exchange.isHead) {
    await text.close();
    return { status, headers, body: null };
  }
  const body = await heldPieces(text.pieces, enter, exchange.signal, text.close);
  return { status, headers, body: coding === undefined ? body : coded(body, coding) };
}
