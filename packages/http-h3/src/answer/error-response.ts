import { type InventoryError, isInventoryError, type Logger } from "@cadastre/inventory-core";
import { failureTextOf, httpAnswerOf, publicErrorOf } from "@cadastre/inventory-core/protocol";
import { type Answer, jsonAnswer } from "./answer.ts";
import type { Exchange } from "../request/exchange.ts";
import { invalidInput } from "../http.errors.ts";

/** Internal errors whose sentence is for whoever put the server together, and says nothing of what is in it. */
const SHOWN_CODES: ReadonlySet<string> = new Set(["BODY_ALREADY_READ", "PACKAGE_FILES_MISSING"]);

/** The error as callers are shown it. */
function shownError(error: unknown): InventoryError {
  if (isInventoryError(error) && SHOWN_CODES.has(error.code)) return error;
  // Thrown by srvx when a raw handler reads a body over the limit.
  if (error instanceof Error && "code" in error && error.code === "ERR_BODY_TOO_LARGE")
    return invalidInput("too-large", "the body is too large") as InventoryError;
  return publicErrorOf(error);
}

/** Answers with an error. Internal errors are logged, and answered with the request id only. */
export function errorAnswer(error: unknown, exchange: Exchange, logger: Logger): Answer {
  const shown = shownError(error);
  const { status, headers, body } = httpAnswerOf(shown);
  const sent = status === 401 ? { ...headers, "www-authenticate": exchange.challenge } : headers;
  let message = body.error;
  if (status === 500) {
    if (!SHOWN_CODES.has(shown.code)) message = `internal error; report it with the request id ${exchange.requestId}`;
    logger.error("a request failed", {
      requestId: exchange.requestId,
      method: exchange.method,
      path: exchange.loggedPath,
      error: failureTextOf(error),
    });
  }
  return jsonAnswer(status, JSON.stringify({ ...body, error: message }), Object.entries(sent));
}
