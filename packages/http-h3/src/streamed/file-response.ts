import type { TextFile } from "@cadastre/inventory-core";
import type { Answer } from "../answer/answer.ts";
import { chooseCoding, coded } from "../request/content-coding.ts";
import type { Exchange } from "../request/exchange.ts";
import { heldPieces } from "./held-pieces.ts";

/** A file of at most so many characters, about, is sent as a whole and counts as no stream. */
const MAX_WHOLE_CHARACTERS = 65_536;

/** The beginning of a file, all of it when it is short, and the rest. */
async function beginningOf(pieces: AsyncIterator<string>): Promise<{ readonly text: string; readonly ended: boolean }> {
  let text = "";
  while (text.length < MAX_WHOLE_CHARACTERS) {
    const next = await pieces.next();
    if (next.done === true) return { text, ended: true };
    text += next.value;
  }
  return { text, ended: false };
}

async function* from(beginning: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  let finished = false;
  try {
    yield beginning;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    finished = true;
  } finally {
    if (!finished) await rest.return?.();
  }
}

/**
 * Answers with a file to save. A short one is finished text, a longer one is streamed. What fails before the first byte is
 * thrown, and so answered as an error.
 *
 * @param enter takes a slot for an answer that is streamed @throws what `enter` throws
 */
export async function fileAnswer(exchange: Exchange, status: number, file: TextFile, enter: () => () => void): Promise<Answer> {
  const headers: [string, string][] = [
    ["content-type", file.mediaType === "application/json" ? file.mediaType : `${file.mediaType}; charset=utf-8`],
    ["content-disposition", `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, "_")}"`],
    ["vary", "accept-encoding"],
  ];
  const coding = chooseCoding(exchange.header("accept-encoding"));
  if (coding !== undefined) headers.push(["content-encoding", coding]);
  if (exchange.isHead) return { status, headers, body: null };
  const rest = file.pieces[Symbol.asyncIterator]();
  const { text, ended } = await beginningOf(rest);
  if (ended) return { status, headers, body: coding === undefined ? text : coded([text], coding) };
  const body = await heldPieces(from(text, rest), enter, exchange.signal, async () => await rest.return?.());
  return { status, headers, body: coding === undefined ? body : coded(body, coding) };
}
