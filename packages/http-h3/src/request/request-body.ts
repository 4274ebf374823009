import { isUtf8 } from "node:buffer";
import type { AnyOperation } from "@cadastre/inventory-core";
import { draftOf, shapeProblem } from "@cadastre/inventory-core/protocol";
import type { Exchange } from "./exchange.ts";
import { invalidInput } from "../http.errors.ts";
import { JSON_TYPE, mediaTypeOf } from "./media-type.ts";
import type { ReceivedBody } from "../bodies/received-body.ts";

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

/**
 * A JSON text in UTF-8 as a value.
 * @param what it is called in errors. @throws INVALID_INPUT
 */
export function parseJson(bytes: Buffer, what = "the body"): unknown {
  if (!isUtf8(bytes)) throw invalidInput("invalid", `${what} is not valid UTF-8`);
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const problem = shapeProblem(text);
  if (problem !== undefined) throw invalidInput("invalid", `${what} ${problem}`);
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
