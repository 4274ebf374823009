import type { CallContext } from "@cadastre/inventory-core";
import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import { type View, viewOf } from "../toolsets/view.ts";

/** The call, and what its address asks for, on their way through the SDK. The token stays outside: nobody behind this needs it. */
export function authInfoOf({ principal, signal, requestId, remoteAddress, budget }: CallContext, { url }: Pick<Request, "url">): AuthInfo {
  const call: CallContext = { principal, signal, requestId, remoteAddress, budget, source: "mcp" };
  return { token: "", clientId: principal.credentialId ?? "", scopes: [], extra: { call, view: viewOf(url) } };
}

/**
 * The call that a message came with. In a session each message has its own: who sends it was checked for it, and may do
 * less than when the session began.
 * @returns its signal ends when the client goes away, and when it cancels
 */
export function callOf({ http, mcpReq }: ServerContext): CallContext {
  const call = http?.authInfo?.extra?.["call"] as CallContext;
  return { ...call, signal: call.signal === undefined ? mcpReq.signal : AbortSignal.any([call.signal, mcpReq.signal]) };
}

/** What the address that a message came to asks to have listed. */
export const requestedView = ({ http }: ServerContext): View => http?.authInfo?.extra?.["view"] as View;
