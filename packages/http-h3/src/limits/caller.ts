import type { Exchange } from "../request/exchange.ts";
import type { Principal } from "@cadastre/inventory-core";
import { type CallerPath, clientNetworkOf, clientNetworksOf } from "@cadastre/inventory-core/protocol";

/** Under which name a caller is counted of whom only the address is known. */
export function addressKeyOf(address: string | undefined): string {
  return address === undefined ? "unknown" : clientNetworkOf(address);
}

/** As whom a caller takes turns of whom only the address is known: whoever holds a /48 is one among others. */
export function networkPathOf(address: string | undefined): CallerPath {
  return address === undefined ? ["unknown"] : clientNetworksOf(address);
}

/** As whom a caller takes turns: a user for themselves, whatever they call by. */
export function callerPathOf(exchange: Exchange, principal: Principal): CallerPath {
  return isKnown(principal) ? [callerKeyOf(principal)] : networkPathOf(exchange.address);
}

/** Under which name the caller of a request is counted. */
export function callerOf(exchange: Exchange, principal: Principal): string {
  return isKnown(principal) ? callerKeyOf(principal) : addressKeyOf(exchange.address);
}

/** Whether it is known who is calling, and not only from where. */
export const isKnown = ({ kind, credential }: Principal): boolean => kind === "system" || credential !== null;

/** Under which name an authenticated caller is counted: all keys, sessions and tokens of a user are one. */
export function callerKeyOf({ userId, credential, credentialId, username }: Principal): string {
  if (userId !== null) return `user:${userId}`;
  return credential === null || credentialId === null ? `user:${username}` : `${credential.kind}:${credentialId}`;
}

/** What the names begin with under which requests are counted apart. */
const APART = "key:";

/**
 * Under which name the requests of an authenticated caller are counted: those of a user by credentials that
 * are counted apart (keys), and the others.
 */
export function requestKeyOf(principal: Principal): string {
  const caller = callerKeyOf(principal);
  return principal.credential?.countedApart !== true || isCountedApart(caller) ? caller : APART + caller;
}

/** Whether a name is one under which requests are counted apart. */
export const isCountedApart = (name: string): boolean => name.startsWith(APART);
