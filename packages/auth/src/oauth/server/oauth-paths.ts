/** Paths of the OAuth server (service.md). */
export const PATHS = {
  metadata: "/.well-known/oauth-authorization-server",
  resource: "/.well-known/oauth-protected-resource",
  base: "/mcp-oauth",
  register: "/mcp-oauth/register",
  authorize: "/mcp-oauth/authorize",
  token: "/mcp-oauth/token",
  revoke: "/mcp-oauth/revoke",
  /** The page that asks the user; the answer is posted to `authorize`. */
  consent: "/mcp-oauth/consent",
  signIn: "/mcp-oauth/sign-in",
} as const;

/** Path of the resource that tokens are for. */
export const RESOURCE_PATH = "/mcp";

/** The resource that tokens are for (RFC 8707): the MCP endpoint, without a slash at the end. */
export const resourceOf = (issuer: string): string => `${issuer}${RESOURCE_PATH}`;

/** Where clients read what tokens the MCP endpoint takes (RFC 9728 §3.1); its 401 names it. */
export const resourceMetadataUrlOf = (issuer: string): string => `${issuer}${PATHS.resource}${RESOURCE_PATH}`;
