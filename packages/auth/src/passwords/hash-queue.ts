import { type CallContext, InventoryError } from "@cadastre/inventory-core";
import { type CallerPath, clientNetworksOf, FairQueue } from "@cadastre/inventory-core/protocol";
import { HASH_THREADS } from "./hash-threads.ts";

/** Hashes that may wait for a thread, of all callers together. */
export const MAX_WAITING = 8;

const RETRY_AFTER_SECONDS = 2;

const TOO_MANY = "too many password checks in progress";

/** For whom a hash is made, and whether anybody still waits for it. */
export interface HashCaller {
  readonly path: CallerPath;
  readonly signal?: AbortSignal | undefined;
}

/** Callers of whom nothing is known but their address: they take turns by network, and together as one. */
export function strangerOf({ remoteAddress, signal }: Pick<CallContext, "remoteAddress" | "signal">): HashCaller {
  return { path: ["strangers", ...(remoteAddress === undefined ? ["unknown"] : clientNetworksOf(remoteAddress))], signal };
}

/** A user at an address that they signed in from before. */
export function knownAddressOf({ remoteAddress, signal }: Pick<CallContext, "remoteAddress" | "signal">): HashCaller {
  return { path: ["known", ...(remoteAddress === undefined ? ["unknown"] : clientNetworksOf(remoteAddress))], signal };
}

/** A caller who has proved who they are. */
export function signedInOf({ principal, signal }: Pick<CallContext, "principal" | "signal">): HashCaller {
  return { path: ["known", `user:${principal.userId ?? principal.username}`], signal };
}

/**
 * Whose hash is made next. Strangers and those who are known take turns, and when more wait than may, the larger crowd
 * gives way: however many strangers come, a user at an address that they signed in from waits for one of them at most.
 * One for the process, as its threads are.
 */
export const hashQueue = new FairQueue({ places: HASH_THREADS, waiting: MAX_WAITING }, tooMany);

/** The HTTP edge declares this code; here it is given for the same reason: too much at once. */
function tooMany(): Error {
  return new InventoryError({
    code: "RATE_LIMIT_EXCEEDED",
    kind: "rate-limited",
    message: `${TOO_MANY}; retry in ${RETRY_AFTER_SECONDS} s`,
    details: { seconds: RETRY_AFTER_SECONDS, reason: TOO_MANY },
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
