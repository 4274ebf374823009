import { type AnyOperation, type CallContext, JsonText } from "@cadastre/inventory-core";
import type { JsonPieces } from "@cadastre/inventory-core/protocol";
import { type Answer, JSON_TYPE } from "../answer/answer.ts";
import { notModified, recordAnswer } from "../answer/record-response.ts";
import { chooseCoding, coded } from "../request/content-coding.ts";
import type { Exchange } from "../request/exchange.ts";
import { heldPieces } from "./held-pieces.ts";

/** Records of more bytes are sent as they are read. */
const MAX_WHOLE_BYTES = 65_536;

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
  const source = pieces[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  for (let size = 0; size <= MAX_WHOLE_BYTES;) {
    const next = await source.next();
    if (next.done === true) return recordAnswer(exchange, operation, new JsonText(Buffer.concat(begun).toString()), call, tag);
    const bytes = Buffer.from(next.value as string);
    begun.push(bytes);
    size += bytes.length;
  }
  const { status } = operation.http;
  const coding = tag === undefined ? chooseCoding(exchange.header("accept-encoding")) : undefined;
  const headers: [string, string][] = [["content-type", JSON_TYPE]];
  if (tag === undefined) headers.push(["vary", "accept-encoding"]);
  else if (exchange.isSafe || operation.conditional === true) headers.push(["etag", tag]);
  if (coding !== undefined) headers.push(["content-encoding", coding]);
  const close = async (): Promise<unknown> => await source.return?.();
  if (exchange.isHead) {
    await close();
    return { status, headers, body: null };
  }
  const body = await heldPieces(followed(begun, source), enter, exchange.signal, close);
  return { status, headers, body: coding === undefined ? body : coded(body, coding) };
}

/** Pieces that were read, and the rest. */
async function* followed(begun: readonly Uint8Array[], rest: AsyncIterator<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  try {
    yield* begun;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
