import { AsyncLocalStorage } from "node:async_hooks";
import { type CallContext, SYSTEM } from "@cadastre/inventory-core";
import { clientNetworkOf } from "@cadastre/inventory-core/protocol";
import type { Provider } from "oidc-provider";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** One request that the OAuth server answers, for what it calls back. */
export interface OAuthCall {
  readonly call: CallContext;
  /** A used refresh token was sent again within the grace: no further one is made of it. */
  reusedInGrace: boolean;
  /** The client asks for the end of a token (RFC 7009). */
  readonly revoking: boolean;
  /** What failed inside the server, which it hides behind `server_error`. */
  failure?: unknown;
  /** The authorization request that the browser's cookie names, once looked up. */
  interaction?: Interaction | undefined;
}

/** What the server does in the course of a request finds the request here: its callbacks carry no argument for it. */
const calls = new AsyncLocalStorage<OAuthCall>();

export async function withOAuthCall<T>(call: OAuthCall, work: () => Promise<T>): Promise<T> {
  return await calls.run(call, work);
}

/** Undefined outside a request. */
export function currentOAuthCall(): OAuthCall | undefined {
  return calls.getStore();
}

/** On whose behalf rows are written now. */
export function currentCall(): CallContext {
  return calls.getStore()?.call ?? { principal: SYSTEM, source: "library" };
}

/** The network that the current request came from (docs/spec/limits.md#strangers-of-oauth); empty for none. */
export function currentNetwork(): string {
  const address = currentCall().remoteAddress;
  return address === undefined ? "" : clientNetworkOf(address);
}
