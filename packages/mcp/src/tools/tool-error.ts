import { coreErrors, type InventoryError, isInventoryError, type Logger } from "@cadastre/inventory-core";
import { failureTextOf, publicDetailsOf } from "@cadastre/inventory-core/protocol";

/** An error as a client may see it: code, sentence, and the details that callers are shown. */
export interface PublicError {
  readonly code: string;
  readonly error: string;
  readonly details?: unknown;
}

/** Anything that nobody declared is logged, and INTERNAL_ERROR without a word of what it was. */
export function publicErrorOf(
  error: unknown,
  about: { readonly logger: Logger; readonly what: string; readonly requestId: string | undefined },
): PublicError {
  if (isInventoryError(error) && error.kind !== "internal") {
    const details = publicDetailsOf(error);
    return { code: error.code, error: sentenceOf(error), ...(details === undefined ? {} : { details }) };
  }
  const { logger, what, requestId } = about;
  logger.error("an MCP request failed", { what, requestId, error: failureTextOf(error) });
  return {
    code: coreErrors.INTERNAL_ERROR({}).code,
    error: `internal error; report it with the request id ${requestId ?? "of the response"}`,
  };
}

function sentenceOf({ message, retryAfterSeconds }: InventoryError): string {
  return retryAfterSeconds === undefined ? message : `${message} (after ${Math.ceil(retryAfterSeconds)} s)`;
}
