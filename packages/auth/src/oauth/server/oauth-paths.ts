/** Paths of the OAuth server (docs/spec/oauth.md#endpoints). */
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

/** Path of the issuer, under which all of these paths but the well-known ones are; "" for none. */
export const basePathOf = (issuer: string): string => new URL(issuer).pathname.replace(/\/$/, "");

/** Where clients read what tokens the MCP endpoint takes (RFC 9728 §3.1): between the host and the path. Its 401 names it. */
export const resourceMetadataUrlOf = (issuer: string): string =>
  `${new URL(issuer).origin}${PATHS.resource}${basePathOf(issuer)}${RESOURCE_PATH}`;
