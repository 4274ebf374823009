import { EntitySchema } from "@mikro-orm/core";
import type { EncryptedColumn } from "@cadastre/inventory-core";

/** A row of `auth_oauth_client`. */
export interface OAuthClientRow {
  id: string;
  /** What it calls itself in requests: its id for a registered client, the URL of its metadata document for another. */
  client_id: string;
  source: "registered" | "document";
  name: string;
  /** JSON: the redirect URIs that it named. */
  redirect_uris: string;
  /** The scope that it registered with; null when it named none. */
  scope: string | null;
  /** JSON: the metadata of RFC 7591 of a registered client. */
  metadata: string;
  created_at: string;
  /** Null until a user first allows it. */
  last_used_at: string | null;
}

const OAuthClientEntity: EntitySchema<OAuthClientRow> = new EntitySchema<OAuthClientRow>({
  name: "OAuthClient",
  tableName: "auth_oauth_client",
  properties: {
    id: { type: "text", primary: true },
    client_id: { type: "text" },
    source: { type: "text" },
    name: { type: "text" },
    redirect_uris: { type: "text" },
    scope: { type: "text", nullable: true },
    metadata: { type: "text" },
    created_at: { type: "text" },
    last_used_at: { type: "text", nullable: true },
  },
});

/** A row of `auth_oauth_grant`: what a user allowed a client once. All tokens of it are one family. */
export interface OAuthGrantRow {
  id: string;
  user_id: string;
  /** Id of the client's row. */
  client_id: string;
  /** Permission names, separated by spaces. */
  scope: string;
  resource: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
}

const OAuthGrantEntity: EntitySchema<OAuthGrantRow> = new EntitySchema<OAuthGrantRow>({
  name: "OAuthGrant",
  tableName: "auth_oauth_grant",
  properties: {
    id: { type: "text", primary: true },
    user_id: { type: "text" },
    client_id: { type: "text" },
    scope: { type: "text" },
    resource: { type: "text" },
    created_at: { type: "text" },
    last_used_at: { type: "text", nullable: true },
    expires_at: { type: "text" },
  },
});

/** A row of `auth_oauth_token`: a code, an access token or a refresh token. */
export interface OAuthTokenRow {
  /** SHA-256 of the token, in hex. */
  id: string;
  kind: "AuthorizationCode" | "AccessToken" | "RefreshToken";
  grant_id: string;
  user_id: string;
  scope: string;
  /** JSON: what the OAuth server keeps of it, without the token itself. */
  payload: string;
  expires_at: string;
  /** When a code or refresh token was used; it stays until it expires, so that a second use shows. */
  consumed_at: string | null;
}

const OAuthTokenEntity: EntitySchema<OAuthTokenRow> = new EntitySchema<OAuthTokenRow>({
  name: "OAuthToken",
  tableName: "auth_oauth_token",
  properties: {
    id: { type: "text", primary: true },
    kind: { type: "text" },
    grant_id: { type: "text" },
    user_id: { type: "text" },
    scope: { type: "text" },
    payload: { type: "text" },
    expires_at: { type: "text" },
    consumed_at: { type: "text", nullable: true },
  },
});

/** A row of `auth_oauth_flow`: an authorization request that waits for the user's answer. */
export interface OAuthFlowRow {
  /** SHA-256 of the id that the browser has in a cookie. */
  id: string;
  payload: string;
  expires_at: string;
}

const OAuthFlowEntity: EntitySchema<OAuthFlowRow> = new EntitySchema<OAuthFlowRow>({
  name: "OAuthFlow",
  tableName: "auth_oauth_flow",
  properties: { id: { type: "text", primary: true }, payload: { type: "text" }, expires_at: { type: "text" } },
});

/** A row of `auth_oauth_key`: the keys that all hosts of the database share, encrypted. */
export interface OAuthKeyRow {
  id: string;
  secret: string;
  created_at: string;
}

const OAuthKeyEntity: EntitySchema<OAuthKeyRow> = new EntitySchema<OAuthKeyRow>({
  name: "OAuthKey",
  tableName: "auth_oauth_key",
  properties: { id: { type: "text", primary: true }, secret: { type: "text", hidden: true }, created_at: { type: "text" } },
});

/** The column that is encrypted. */
export const OAUTH_KEY_SECRET: EncryptedColumn = { table: "auth_oauth_key", column: "secret" };

export const oauthEntities: readonly EntitySchema[] = [
  OAuthClientEntity,
  OAuthGrantEntity,
  OAuthTokenEntity,
  OAuthFlowEntity,
  OAuthKeyEntity,
];
