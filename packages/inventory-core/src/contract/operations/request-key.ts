import { createHash } from "node:crypto";
import { coreErrors } from "../errors/core-errors.ts";
import type { KeyedRequest } from "./keyed-request.ts";
import type { AnyOperation, CallContext } from "./operation.ts";
import type { Principal } from "../access/principal.ts";
import { invalidField } from "../errors/validation.ts";

/** Longest Idempotency-Key, in characters. */
export const MAX_REQUEST_KEY_LENGTH = 255;

/** Milliseconds for which the first answer to a request key is kept. */
export const REQUEST_KEY_LIFETIME_MS = 86_400_000;

/** Who calls, as keys are told apart: a user with any credential of theirs, or a program by its name. */
const callerOf = ({ kind, userId, username }: Principal): string => `${kind}:${userId ?? username}`;

/**
 * The key of a call, checked.
 * @throws VALIDATION_ERROR unless it is 1 to 255 characters of visible ASCII
 */
export function checkRequestKey(key: string): void {
  if (key.length > MAX_REQUEST_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalidField("Idempotency-Key", `must be 1 to ${MAX_REQUEST_KEY_LENGTH} characters of visible ASCII`);
  }
}

/** What a call is, as far as keys are concerned. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  /** As it was sent, before it was parsed; of operations that take one. */
  readonly query: unknown;
  /** The JSON that was sent. */
  readonly body: unknown;
}

/** A call under a key. */
export function keyedRequest(
  { http: { method, path } }: AnyOperation,
  { params, query, body }: RequestParts,
  { principal }: CallContext,
  key: string,
): KeyedRequest {
  const text = canonicalJson([method, path, params, query ?? null, body ?? null]);
  return { caller: callerOf(principal), key, digest: createHash("sha256").update(text).digest("base64url"), parts: 0, isFresh: false };
}

/** JSON with the names of objects in the order of their code units (as RFC 8785 sorts them), and without spaces. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** What is said of a key that named another call before. */
export function keyUsedOtherwise(key: string): Error {
  return coreErrors.CONFLICT({ reason: `the Idempotency-Key ${JSON.stringify(key)} was used for another path or body: use a new key` });
}

/** What is said of a key whose answer was too large to keep. */
export function keyWithoutAnswer(key: string): Error {
  return coreErrors.CONFLICT({
    reason: `the call with the Idempotency-Key ${JSON.stringify(key)} was done, and its answer was too large to keep: read the records`,
  });
}

/** What is said while the first call with a key is at work. */
export function keyAtWork(key: string): Error {
  return coreErrors.CONFLICT(
    { reason: `the first call with the Idempotency-Key ${JSON.stringify(key)} is still at work: ask again shortly` },
    { retryAfterSeconds: 1 },
  );
}
