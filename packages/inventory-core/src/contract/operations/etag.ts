import { hash } from "node:crypto";
import { coreErrors } from "../errors/core-errors.ts";
import type { CallContext } from "./operation.ts";

/** Strong entity tag (RFC 9110 §8.8.3) of a record's JSON text, quotes included: the same text, the same tag. */
export function etagOf(text: string): string {
  return `"${hash("sha256", text, "base64url").slice(0, 27)}"`;
}

/**
 * Honours If-Match against the current text of a record.
 * @throws PRECONDITION_FAILED when none of the tags names it
 */
export function checkIfMatch(call: CallContext, currentText: string): void {
  if (call.ifMatch !== undefined) checkTag(call, etagOf(currentText));
}

/**
 * {@link checkIfMatch} against the current entity tag of a record.
 * @throws PRECONDITION_FAILED when none of the tags names it
 */
export function checkTag({ ifMatch }: CallContext, current: string): void {
  if (ifMatch === undefined || ifMatch.includes("*") || ifMatch.includes(current)) return;
  throw coreErrors.PRECONDITION_FAILED({ current });
}
