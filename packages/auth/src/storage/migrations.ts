import type { DialectName, StorageMigration } from "@cadastre/inventory-core";
import { ANNOUNCE_BY_SCHEMA, announcedCallers } from "./announced-callers.ts";

/**
 * The tables of authentication. Both dialects take the same text, but for the type of a `key`: text that is looked up
 * or ordered by, and compares by code point on both. Truth values are integers (0, 1), which both have.
 */
function tables(key: string): readonly string[] {
  return [
    `create table auth_user (
      id ${key} primary key, username ${key} not null, username_key ${key} not null unique, email text not null, email_key ${key} unique,
      full_name text not null, is_active integer not null, password_hash text not null, created_at text not null, updated_at text not null,
      last_login_at text)`,
    `create index auth_user_name on auth_user (username, id)`,

    `create table auth_role (
      id ${key} primary key, name ${key} not null unique, description text not null, is_system integer not null,
      created_at text not null, updated_at text not null)`,

    // Of roles that are no system roles; theirs are derived from the declared permissions at each start.
    `create table auth_role_permission (
      role_id ${key} not null references auth_role (id) on delete cascade, permission ${key} not null, primary key (role_id, permission))`,

    `create table auth_user_role (
      user_id ${key} not null references auth_user (id) on delete cascade, role_id ${key} not null references auth_role (id)
      on delete cascade,
      primary key (user_id, role_id))`,
    `create index auth_user_role_role on auth_user_role (role_id)`,

    `create table auth_api_key (
      id ${key} primary key, user_id ${key} references auth_user (id) on delete cascade, name ${key} not null, description text not null,
      prefix text not null, key_hash ${key} not null unique, created_at text not null, last_used_at text, expires_at text)`,
    `create index auth_api_key_name on auth_api_key (name, id)`,
    `create index auth_api_key_user on auth_api_key (user_id, name, id)`,

    `create table auth_session (
      id ${key} primary key, token_hash ${key} not null unique, user_id ${key} not null references auth_user (id) on delete cascade,
      created_at text not null, last_seen_at text not null, expires_at ${key} not null)`,
    `create index auth_session_user on auth_session (user_id)`,
    `create index auth_session_expiry on auth_session (expires_at)`,

    `create table auth_setup_token (id ${key} primary key, token_hash ${key} not null unique, created_at ${key} not null)`,
  ];
}

/** Sessions that end all at once, and what guards a username against guesses from many addresses. */
function sessionEnds(key: string): readonly string[] {
  return [
    `create table auth_session_epoch (user_id ${key} primary key references auth_user (id) on delete cascade, epoch integer not null)`,
    "alter table auth_session add column epoch integer not null default 0",

    `create table auth_login_failure (username_key ${key} primary key, failures integer not null, ends_at ${key} not null)`,
    "create index auth_login_failure_end on auth_login_failure (ends_at)",

    `create table auth_known_address (
      user_id ${key} not null references auth_user (id) on delete cascade, address ${key} not null, seen_at ${key} not null,
      primary key (user_id, address))`,
    "create index auth_known_address_seen on auth_known_address (seen_at)",
  ];
}

/**
 * OAuth: clients, what users granted them, and what was handed out under a grant, which goes with it. Ids of tokens, codes
 * and flows are SHA-256 of what the client or browser holds.
 */
function oauth(key: string): readonly string[] {
  return [
    `create table auth_oauth_client (
      id ${key} primary key, client_id ${key} not null unique, source text not null, name text not null, redirect_uris text not null,
      scope text,
      metadata text not null, created_at ${key} not null, last_used_at ${key})`,
    "create index auth_oauth_client_use on auth_oauth_client (last_used_at, created_at)",

    `create table auth_oauth_grant (
      id ${key} primary key, user_id ${key} not null references auth_user (id) on delete cascade,
      client_id ${key} not null references auth_oauth_client (id) on delete cascade,
      scope text not null, resource text not null, created_at ${key} not null, last_used_at text, expires_at ${key} not null)`,
    "create index auth_oauth_grant_user on auth_oauth_grant (user_id, created_at, id)",
    "create index auth_oauth_grant_client on auth_oauth_grant (client_id)",
    "create index auth_oauth_grant_end on auth_oauth_grant (expires_at)",

    `create table auth_oauth_token (
      id ${key} primary key, kind ${key} not null, grant_id ${key} not null references auth_oauth_grant (id) on delete cascade,
      user_id ${key} not null, scope text not null, payload text not null, expires_at ${key} not null, consumed_at text)`,
    "create index auth_oauth_token_grant on auth_oauth_token (grant_id)",
    "create index auth_oauth_token_end on auth_oauth_token (expires_at)",

    `create table auth_oauth_flow (id ${key} primary key, payload text not null, expires_at ${key} not null)`,
    "create index auth_oauth_flow_end on auth_oauth_flow (expires_at)",

    `create table auth_oauth_key (id ${key} primary key, secret text not null, created_at text not null)`,
  ];
}

/** Addresses of callers without credentials, for their shares; empty in rows of hosts of an earlier version. */
function oauthAddresses(key: string): readonly string[] {
  return [
    `alter table auth_oauth_flow add column address ${key} not null default ''`,
    "create index auth_oauth_flow_address on auth_oauth_flow (address, expires_at)",
    `alter table auth_oauth_client add column address ${key} not null default ''`,
  ];
}

/** What brings a database of either dialect to the newest version. */
export const authMigrations: Readonly<Record<DialectName, readonly StorageMigration[]>> = {
  sqlite: [
    { name: "auth/0001-users-keys-sessions", statements: tables("text") },
    { name: "auth/0002-session-ends", statements: sessionEnds("text") },
    { name: "auth/0003-oauth", statements: oauth("text") },
    { name: "auth/0004-announced-callers", compatibility: "additive", statements: announcedCallers("sqlite") },
    { name: "auth/0005-announced-by-schema", compatibility: "additive", statements: [] },
    { name: "auth/0006-oauth-addresses", compatibility: "additive", statements: oauthAddresses("text") },
  ],
  postgresql: [
    { name: "auth/0001-users-keys-sessions", statements: tables('text collate "C"') },
    { name: "auth/0002-session-ends", statements: sessionEnds('text collate "C"') },
    { name: "auth/0003-oauth", statements: oauth('text collate "C"') },
    { name: "auth/0004-announced-callers", compatibility: "additive", statements: announcedCallers("postgresql") },
    { name: "auth/0005-announced-by-schema", compatibility: "additive", statements: [ANNOUNCE_BY_SCHEMA] },
    { name: "auth/0006-oauth-addresses", compatibility: "additive", statements: oauthAddresses('text collate "C"') },
  ],
};
