// The complete public surface of @cadastre/auth/oauth. Named exports only.

export { oauthPlugin } from "./oauth-plugin.ts";
export { IssuerUrl, type MetadataFetch, OAuthOptions } from "./oauth/oauth-options.ts";
export { resourceMetadataUrlOf } from "./oauth/server/oauth-paths.ts";
export { publicFetch } from "./oauth/server/lazy-public-fetch.ts";
export { OAuthClient } from "./oauth/clients/oauth-client.ts";
export { OAuthGrant } from "./oauth/grants/oauth-grant.ts";

// Keeping it small
export { OAUTH_PURGE, type OAuthPurge } from "./oauth/purge.ts";
