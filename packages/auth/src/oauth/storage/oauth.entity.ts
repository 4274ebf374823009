import { defineTable, type EncryptedColumn, type RowOf } from "@cadastre/inventory-core";

const clientTable = defineTable("OAuthClient", "auth_oauth_client", {
  id: { type: "text", primary: true },
  /** What it calls itself in requests: its id for a registered client, the URL of its metadata document for another. */
  client_id: { type: "text" },
  source: { type: "text", oneOf: ["registered", "document"] },
  name: { type: "text" },
  /** JSON: the redirect URIs that it named. */
  redirect_uris: { type: "text" },
  /** The scope that it registered with; null when it named none. */
  scope: { type: "text", nullable: true },
  /** JSON: the metadata of RFC 7591 of a registered client. */
  metadata: { type: "text" },
  created_at: { type: "text" },
  /** Null until a user first allows it. */
  last_used_at: { type: "text", nullable: true },
  /** The network that registered it; empty for others, and from when a user first allows it. */
  address: { type: "text" },
});

/** What a user allowed a client once. All tokens of it are one family. */
const grantTable = defineTable("OAuthGrant", "auth_oauth_grant", {
  id: { type: "text", primary: true },
  user_id: { type: "text" },
  /** Id of the client's row. */
  client_id: { type: "text" },
  /** Permission names, separated by spaces. */
  scope: { type: "text" },
  resource: { type: "text" },
  created_at: { type: "text" },
  last_used_at: { type: "text", nullable: true },
  expires_at: { type: "text" },
});

/** Codes, access tokens and refresh tokens. */
const tokenTable = defineTable("OAuthToken", "auth_oauth_token", {
  /** SHA-256 of the token, in hex. */
  id: { type: "text", primary: true },
  kind: { type: "text", oneOf: ["AuthorizationCode", "AccessToken", "RefreshToken"] },
  grant_id: { type: "text" },
  user_id: { type: "text" },
  scope: { type: "text" },
  /** JSON: what the OAuth server keeps of it, without the token itself. */
  payload: { type: "text" },
  expires_at: { type: "text" },
  /** When a code or refresh token was used; it stays until it expires, so that a second use shows. */
  consumed_at: { type: "text", nullable: true },
});

/** Authorization requests that wait for the user's answer. */
const flowTable = defineTable("OAuthFlow", "auth_oauth_flow", {
  /** SHA-256 of the id that the browser has in a cookie. */
  id: { type: "text", primary: true },
  payload: { type: "text" },
  expires_at: { type: "text" },
  /** The network of the browser. */
  address: { type: "text" },
});

/** The keys that all hosts of the database share, encrypted. */
const keyTable = defineTable("OAuthKey", "auth_oauth_key", {
  id: { type: "text", primary: true },
  secret: { type: "text", hidden: true },
  created_at: { type: "text" },
});

export type OAuthClientRow = RowOf<typeof clientTable>;
export type OAuthTokenRow = RowOf<typeof tokenTable>;

/** The column that is encrypted. */
export const OAUTH_KEY_SECRET: EncryptedColumn = { table: keyTable.name, column: "secret" };

export const oauthTables = [clientTable, grantTable, tokenTable, flowTable, keyTable] as const;
