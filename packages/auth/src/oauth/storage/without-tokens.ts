import type { AdapterPayload } from "oidc-provider";

/** What may be stored of a payload: `jti` is the token, code or cookie itself. */
export function withoutTokens({ jti: _, ...payload }: AdapterPayload): AdapterPayload {
  return payload;
}
