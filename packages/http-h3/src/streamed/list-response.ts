import type { JsonList } from "@cadastre/inventory-core";
import { type Answer, JSON_TYPE } from "../answer/answer.ts";
import { chooseCoding, coded } from "../request/content-coding.ts";
import type { Exchange } from "../request/exchange.ts";
import { heldPieces } from "./held-pieces.ts";

/** Texts shorter than this gain nothing from being compressed. */
const MIN_CODED_LENGTH = 1024;

type Page = readonly string[];

/** Bytes, not text: the socket would count and encode a text, and flatten one that was put together once more. */
const bytesOf = (...texts: Page): Uint8Array => Buffer.from(texts.join(","));

/** The rest of a list as pieces of JSON: the opening bracket has been decided, the closing one comes only at the end. */
async function* pieces(first: Page, second: Page, rest: AsyncIterator<Page>): AsyncGenerator<Uint8Array> {
  let finished = false;
  try {
    yield bytesOf(`[${first[0]}`, ...first.slice(1));
    for (let page = second; ;) {
      // The empty text makes the comma between two pages.
      if (page.length > 0) yield bytesOf("", ...page);
      const next = await rest.next();
      if (next.done === true) break;
      page = next.value;
    }
    finished = true;
    yield bytesOf("]");
  } finally {
    if (!finished) await rest.return?.();
  }
}

/** The next page that holds something, or undefined at the end. */
async function nextPage(pages: AsyncIterator<Page>): Promise<Page | undefined> {
  for (;;) {
    const next = await pages.next();
    if (next.done === true) return undefined;
    if (next.value.length > 0) return next.value;
  }
}

/** Header with the cursor of the next page, absent on the last one. */
export const NEXT_HEADER = "x-service-next";

/** Header with the number of all records that the filter of a list matches, where it is asked for. */
export const COUNT_HEADER = "x-service-count";

function placeHeaders({ place: { next, count } }: JsonList<unknown>): readonly [string, string][] {
  return [
    ...(next === undefined ? [] : [[NEXT_HEADER, next] as [string, string]]),
    ...(count === undefined ? [] : [[COUNT_HEADER, String(count)] as [string, string]]),
  ];
}

/**
 * Answers with a list as one JSON array. A list of one page is finished text with its length; a longer one is streamed,
 * with one page in memory. What fails before the first byte is thrown, and so answered as an error.
 *
 * @param enter takes a slot for an answer that is streamed @throws what `enter` throws
 */
export async function listAnswer(exchange: Exchange, status: number, list: JsonList<unknown>, enter: () => () => void): Promise<Answer> {
  const headers: [string, string][] = [["content-type", JSON_TYPE], ["vary", "accept-encoding"], ...placeHeaders(list)];
  const coding = chooseCoding(exchange.header("accept-encoding"));
  const pages = list.pages[Symbol.asyncIterator]();
  const first = await nextPage(pages);
  const second = first === undefined ? undefined : await nextPage(pages);
  if (first === undefined || second === undefined) {
    const text = `[${(first ?? []).join(",")}]`;
    if (coding === undefined || text.length < MIN_CODED_LENGTH) return { status, headers, body: text };
    return { status, headers: [...headers, ["content-encoding", coding]], body: exchange.isHead ? null : coded([text], coding) };
  }
  if (coding !== undefined) headers.push(["content-encoding", coding]);
  if (exchange.isHead) {
    await pages.return?.();
    return { status, headers, body: null };
  }
  const body = await heldPieces(pieces(first, second, pages), enter, exchange.signal, async () => await pages.return?.());
  return { status, headers, body: coding === undefined ? body : coded(body, coding) };
}
