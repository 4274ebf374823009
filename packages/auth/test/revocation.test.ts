import { type CountedStorage, countStatements } from "@cadastre/testing";
import { type Authenticator, CLOCK, type Principal, secretHash, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { USER_ACCESS } from "../src/access/user-access.ts";
import { endGrant } from "../src/oauth/grants/grant-rows.ts";
import { OAUTH_USAGE, OAuthAuthenticator } from "../src/oauth/oauth-authenticator.ts";
import { OAuthScopes } from "../src/oauth/scopes.ts";
import { PERMISSIONS } from "../src/roles/permission-catalogue.ts";
import { SESSIONS } from "../src/sessions/session-service.ts";
import { randomToken } from "../src/storage/secrets.ts";
import { UsageRecorder } from "../src/storage/usage-recorder.ts";
import { ADMIN, type AuthHost, codeOf, newUser, PASSWORD, type Shown, signIn, startHost } from "./support/auth-host.ts";
import { HeldReads } from "./support/held-reads.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

/** A server of the database: its engine, and what it asks the database. */
interface Server {
  readonly auth: AuthHost;
  readonly counted: CountedStorage;
  readonly tokens: Authenticator;
}

interface Ann {
  readonly id: string;
  readonly roleId: string;
  readonly keyId: string;
  readonly grantId: string;
  readonly tokenHash: string;
  readonly shown: Readonly<Record<"key" | "session" | "token", Shown>>;
}

type Way = (server: AuthHost & { readonly admin: Shown }, ann: Ann) => Promise<unknown>;

const REFUSED = "UNAUTHORIZED";
/** May do nothing. */
const NOTHING = "";
/** A token of no grant. */
const UNKNOWN = "unknown";

/** Everything that ends or changes what a caller may do: what the caller shows, what is done, and what is answered then. */
const WAYS: Readonly<Record<string, readonly [shows: keyof Ann["shown"], then: string, way: Way]>> = {
  "a key that is deleted": ["key", REFUSED, async (server, { keyId }) => await server.call(`DELETE /api/keys/${keyId}`, {}, server.admin)],
  "a key that is made to expire": [
    "key",
    "EXPIRED_KEY",
    async (server, { keyId }) => await write(server, "update auth_api_key set expires_at = '2026-01-01T00:00:00.000Z' where id = ?", keyId),
  ],
  "a key that is exchanged": [
    "key",
    REFUSED,
    async (server, { keyId }) => await write(server, "update auth_api_key set key_hash = 'another' where id = ?", keyId),
  ],
  "a user who is deactivated, with a key": [
    "key",
    REFUSED,
    async (server, { id }) => await server.call(`PUT /api/users/${id}`, { is_active: false }, server.admin),
  ],
  "a user who is deactivated, with a session": [
    "session",
    REFUSED,
    async (server, { id }) => await server.call(`PUT /api/users/${id}`, { is_active: false }, server.admin),
  ],
  "a user who is deactivated, with an OAuth token": [
    "token",
    UNKNOWN,
    async (server, { id }) => await server.call(`PUT /api/users/${id}`, { is_active: false }, server.admin),
  ],
  "a user who is deactivated by hand": [
    "token",
    REFUSED,
    async (server, { id }) => await write(server, "update auth_user set is_active = 0 where id = ?", id),
  ],
  "a user who is deleted, with a key": [
    "key",
    REFUSED,
    async (server, { id }) => await server.call(`DELETE /api/users/${id}`, {}, server.admin),
  ],
  "a user who is deleted, with a session": [
    "session",
    REFUSED,
    async (server, { id }) => await server.call(`DELETE /api/users/${id}`, {}, server.admin),
  ],
  "a user who is deleted, with an OAuth token": [
    "token",
    UNKNOWN,
    async (server, { id }) => await server.call(`DELETE /api/users/${id}`, {}, server.admin),
  ],
  "a password that is reset, with a session": [
    "session",
    REFUSED,
    async (server, { id }) => await server.call(`POST /api/users/${id}/reset-password`, { new_password: `${PASSWORD}!` }, server.admin),
  ],
  "a password that is reset, with an OAuth token": [
    "token",
    UNKNOWN,
    async (server, { id }) => await server.call(`POST /api/users/${id}/reset-password`, { new_password: `${PASSWORD}!` }, server.admin),
  ],
  "a role that is taken": [
    "key",
    NOTHING,
    async (server, { id }) => await server.call("POST /api/users/revoke-role", { user_id: id, role: "racks" }, server.admin),
  ],
  "a role that is taken, with an OAuth token": [
    "token",
    NOTHING,
    async (server, { id }) => await server.call("POST /api/users/revoke-role", { user_id: id, role: "racks" }, server.admin),
  ],
  "a role that is given": [
    "key",
    "rack:list,rack:update",
    async (server, { id }) => await server.call("POST /api/users/grant-role", { user_id: id, role: "updates" }, server.admin),
  ],
  "a role that is changed": [
    "session",
    "rack:update",
    async (server, { roleId }) => await server.call(`PUT /api/roles/${roleId}`, { permissions: ["rack:update"] }, server.admin),
  ],
  "a role that is deleted": [
    "key",
    NOTHING,
    async (server, { roleId }) => await server.call(`DELETE /api/roles/${roleId}`, {}, server.admin),
  ],
  "a session that is signed out of": [
    "session",
    REFUSED,
    async (server, { shown }) => await server.call("POST /api/auth/logout", {}, shown.session),
  ],
  "a session that another sign-in replaces": [
    "session",
    REFUSED,
    async (server, { shown }) => await server.call("POST /api/auth/login", { username: "ann", password: PASSWORD }, shown.session),
  ],
  "all sessions that are ended": [
    "session",
    REFUSED,
    async (server, { id }) => await change(server, async (rows) => await server.host.get(SESSIONS).endAllOf(rows, id)),
  ],
  "a session that is ended by hand": [
    "session",
    REFUSED,
    async (server, { id }) => await write(server, "delete from auth_session where user_id = ?", id),
  ],
  "a session that is shortened by hand": [
    "session",
    REFUSED,
    async (server, { id }) => await write(server, "update auth_session set expires_at = '2026-01-01T00:00:00.000Z' where user_id = ?", id),
  ],
  "a grant that is revoked": [
    "token",
    UNKNOWN,
    async (server, { grantId }) => await change(server, async (rows) => await endGrant(rows, grantId, "revoke")),
  ],
  "a token that is revoked": [
    "token",
    UNKNOWN,
    async (server, { tokenHash }) => await write(server, "delete from auth_oauth_token where id = ?", tokenHash),
  ],
};

describe.each(STORAGES)("who was let in on %s", (dialect) => {
  let database: TestDatabase;
  let held: HeldReads;
  let here: Server & { readonly auth: AuthHost & { readonly admin: Shown } };
  let there: Server;
  let ann: Ann;
  beforeEach(async () => {
    database = await createDatabase(dialect);
    held = new HeldReads();
    const first = await start(held.of(database));
    here = { ...first, auth: { ...first.auth, admin: await signIn(first.auth, ADMIN.username) } };
    there = await start(database);
    ann = await prepare(here.auth);
  });
  afterEach(async () => {
    await here.auth.close();
    await there.auth.close();
    await database.drop();
  });

  it("is looked up once, on each server", async () => {
    for (const server of [here, there]) for (const shown of Object.values(ann.shown)) await known(server, shown);
    // Another user's sign-in is no news.
    await signIn(here.auth, ADMIN.username);
    for (const server of [here, there]) {
      server.counted.reset();
      for (const shown of Object.values(ann.shown)) expect(await answer(server, shown)).toBe("rack:list");
      expect(server.counted.count()).toBe(0);
    }
  });

  it.each(Object.entries(WAYS))("%s: counts at once where it is done, and soon elsewhere", async (_, [shows, then, way]) => {
    const shown = ann.shown[shows];
    for (const server of [here, there]) await known(server, shown);
    await way(here.auth, ann);
    expect(await answer(here, shown)).toBe(then);
    await vi.waitFor(async () => expect(await answer(there, shown)).toBe(then), { timeout: 2_000, interval: 1 });
  });

  it("is not known any more by a row that was read before the key was deleted", async () => {
    await known(here, ann.shown.session);
    const { read, release } = held.hold("auth_api_key");
    const late = answer(here, ann.shown.key);
    await read;
    await here.auth.call(`DELETE /api/keys/${ann.keyId}`, {}, here.auth.admin);
    release();
    expect(await late).toBe("rack:list");
    expect(await answer(here, ann.shown.key)).toBe(REFUSED);
  });

  it("stays known when a change is taken back", async () => {
    await known(here, ann.shown.key);
    const failed = change(here.auth, async (rows) => {
      await rows.run("delete from auth_api_key where id = ?", [ann.keyId]);
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    expect(await answer(here, ann.shown.key)).toBe("rack:list");
  });

  it("is not kept past the end of a key, and uses are noted all the same", async () => {
    const { body } = await here.auth.call("POST /api/keys", { name: "short", expires_at: "2026-01-02T03:05:05.678Z" }, here.auth.admin);
    const shown = { authorization: `Bearer ${body.key}` };
    await known(here, shown);
    await here.auth.clock.advance(59_999);
    here.counted.reset();
    expect(await answer(here, shown)).toBe("all");
    expect(here.counted.count()).toBe(0);
    await here.auth.clock.advance(1);
    expect(await answer(here, shown)).toBe("EXPIRED_KEY");
    const used = async () =>
      (await here.auth.rows<{ at: string }>(`select last_used_at as at from auth_api_key where id = '${body.id}'`))[0]?.at;
    await vi.waitFor(async () => expect(await used()).not.toBeNull());
  });

  it("is found again when another server let the session live on", async () => {
    await known(there, ann.shown.session);
    // A day less a minute: used here, and written; the other server still knows the session as it was.
    const day = 24 * 60 * 60_000;
    await here.auth.clock.advance(day - 60_000);
    await answer(here, ann.shown.session);
    await here.auth.clock.advance(30_000);
    await vi.waitFor(async () =>
      expect(await here.auth.rows("select 1 from auth_session where expires_at > '2026-01-03T03:05'")).toHaveLength(1),
    );
    await there.auth.clock.advance(day);
    expect(await answer(there, ann.shown.session)).toBe("rack:list");
  });
});

async function start(database: TestDatabase): Promise<Server> {
  const counted = countStatements(database.open());
  const auth = await startHost({ ...database, open: () => counted.storage }, { initialAdmin: ADMIN });
  const { host } = auth;
  const uses = new UsageRecorder(host.get(STORAGE), host.logger, OAUTH_USAGE);
  return {
    auth,
    counted,
    tokens: new OAuthAuthenticator(host.get(USER_ACCESS), new OAuthScopes(host.get(PERMISSIONS)), uses, host.get(CLOCK)),
  };
}

/** A user with one permission through a role, and a key, a session and an OAuth token. */
async function prepare(server: AuthHost & { readonly admin: Shown }): Promise<Ann> {
  const role = await server.call("POST /api/roles", { name: "racks", permissions: ["rack:list"] }, server.admin);
  await server.call("POST /api/roles", { name: "updates", permissions: ["rack:update"] }, server.admin);
  const { id, shown: session } = await newUser(server, "ann", "racks");
  const key = await server.call("POST /api/keys", { name: "hers", user_id: id }, server.admin);
  const token = randomToken();
  await write(
    server,
    "insert into auth_oauth_client (id, client_id, source, name, redirect_uris, metadata, created_at) values ('c', 'c', 'registered', 'c', '[]', '{}', '')",
  );
  await write(
    server,
    "insert into auth_oauth_grant (id, user_id, client_id, scope, resource, created_at, expires_at) values ('g', ?, 'c', 'rack:list', '', '', '2027')",
    id,
  );
  await write(
    server,
    "insert into auth_oauth_token (id, kind, grant_id, user_id, scope, payload, expires_at) values (?, 'AccessToken', 'g', ?, 'rack:list', '{}', '2027-01-01T00:00:00.000Z')",
    secretHash(token),
    id,
  );
  return {
    id,
    roleId: role.body.id as string,
    keyId: key.body.id as string,
    grantId: "g",
    tokenHash: secretHash(token),
    shown: { session, key: { authorization: `Bearer ${key.body.key}` }, token: { authorization: `Bearer ${token}` } },
  };
}

/** What a caller may do, or the code of the refusal; `unknown` for a token that nobody knows. */
async function answer({ auth, tokens }: Server, shown: Shown): Promise<string> {
  try {
    const principal = isToken(shown) ? await tokens.authenticate(credentialsOf(shown)) : await auth.authenticate(shown);
    return principal === null ? UNKNOWN : heldBy(principal);
  } catch (error) {
    return await codeOf(Promise.reject(error as Error));
  }
}

const heldBy = ({ permissions }: Principal): string => (permissions === "all" ? "all" : [...permissions].toSorted().join());

const isToken = ({ authorization }: Shown): boolean => authorization !== undefined && !authorization.startsWith("Bearer cad_");

const credentialsOf = ({ authorization = "" }: Shown) => ({
  headers: { get: () => authorization },
  cookies: new Map<string, string>(),
  remoteAddress: "192.0.2.1",
  answerHeaders: { append: () => {} },
  basePath: undefined,
});

/** Asks until the server answers without asking the database. */
async function known(server: Server, shown: Shown): Promise<void> {
  await vi.waitFor(
    async () => {
      server.counted.reset();
      await answer(server, shown);
      expect(server.counted.count()).toBe(0);
    },
    { timeout: 10_000, interval: 1 },
  );
}

async function write(server: AuthHost, sql: string, ...params: string[]): Promise<void> {
  await server.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, params));
}

async function change(server: AuthHost, work: Parameters<ReturnType<typeof writesOf>["run"]>[1]): Promise<void> {
  await writesOf(server).run({ principal: SYSTEM, source: "library" }, work);
}

const writesOf = (server: AuthHost) => server.host.get(WRITES);
