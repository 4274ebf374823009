import { isUtf8 } from "node:buffer";
import type { AnyOperation } from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import type { Exchange } from "./exchange.ts";
import { invalidInput } from "../http.errors.ts";
import { JSON_TYPE, mediaTypeOf } from "./media-type.ts";
import type { ReceivedBody } from "../bodies/received-body.ts";

/** Deepest nesting of a body. */
const MAX_DEPTH = 64;
/** Maximum entries of one list or object of a body: all are checked in one turn, with an error for each wrong one. */
const MAX_ENTRIES = 20_000;

/** @throws INVALID_INPUT (415) when the body is declared to be anything but JSON, or `expected`, in UTF-8 */
export function checkContentType(exchange: Exchange, expected = "application/json", accepted = JSON_TYPE): void {
  const header = exchange.header("content-type");
  const [type, ...parameters] = mediaTypeOf(header);
  if (!accepted.test(type)) {
    throw invalidInput(
      "unsupported-type",
      header === undefined ? `the body requires Content-Type: ${expected}` : `the content type must be ${expected}`,
    );
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll('"', "");
  if (charset !== undefined && charset !== "utf-8" && charset !== "utf8")
    throw invalidInput("unsupported-type", "the charset must be utf-8");
  // Whoever has read the body has unpacked it.
  const coding = exchange.taken === undefined ? exchange.header("content-encoding")?.toLowerCase() : undefined;
  if (coding !== undefined && coding !== "identity") throw invalidInput("unsupported-type", "the body must not be compressed");
}

/** @throws INVALID_INPUT when lists and objects are nested too deep or too long; a look at the text, so that none of it is ever built */
function checkShape(text: string, what: string): void {
  const commas = [0];
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) {
      const count = (commas[depth] ?? 0) + 1;
      if (count >= MAX_ENTRIES) throw invalidInput("invalid", `${what} has a list or object of more than ${MAX_ENTRIES} entries`);
      commas[depth] = count;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) throw invalidInput("invalid", `${what} is nested deeper than ${MAX_DEPTH} levels`);
      commas[depth] = 0;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
}

/**
 * A JSON text in UTF-8 as a value.
 * @param what it is called in errors. @throws INVALID_INPUT
 */
export function parseJson(bytes: Buffer, what = "the body"): unknown {
  if (!isUtf8(bytes)) throw invalidInput("invalid", `${what} is not valid UTF-8`);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  checkShape(text, what);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidInput("invalid", `${what} is not valid JSON`);
  }
}

/**
 * Reads the JSON body of a call. An empty one is `{}` where the operation needs no field, else INVALID_INPUT.
 * @throws INVALID_INPUT: not JSON, not UTF-8, too deep, too long lists (400), another content type (415); what `receive` throws
 */
export async function readJsonBody(exchange: Exchange, operation: AnyOperation, receive: () => Promise<ReceivedBody>): Promise<unknown> {
  const declared = exchange.header("content-length");
  const chunked = exchange.header("transfer-encoding") !== undefined;
  // A wrong type is told before the body is waited for.
  if (chunked || (declared !== undefined && declared !== "0")) checkContentType(exchange);
  const bytes = await (await receive()).bytes();
  if (bytes.length > 0) {
    if (declared === undefined && !chunked) checkContentType(exchange);
    return parseJson(bytes);
  }
  if (operation.items === undefined && (operation.body === undefined || !draftOf(operation.body, {}).problems.any)) return {};
  throw invalidInput("invalid", `the body is empty: send a JSON ${operation.items === undefined ? "object" : "array"}`);
}
