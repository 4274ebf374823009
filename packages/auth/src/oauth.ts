// The complete public surface of @cadastre/auth/oauth. Named exports only.

export { oauthPlugin } from "./oauth-plugin.ts";
export { IssuerUrl, type MetadataFetch, OAuthOptions } from "./oauth/oauth-options.ts";
export { OAuthClient } from "./oauth/clients/oauth-client.ts";
export { OAuthGrant } from "./oauth/grants/oauth-grant.ts";
