import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type AuthHost,
  codeOf,
  cookieOf,
  newUser,
  PASSWORD,
  type Shown,
  signIn,
  startHost,
  startWithAdmin,
} from "./support/auth-host.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(STORAGES)("sessions on %s", (dialect) => {
  let database: TestDatabase;
  let auth: AuthHost & { readonly admin: Shown };
  beforeEach(async () => {
    database = await createDatabase(dialect);
    auth = await startWithAdmin(database);
  });
  afterEach(async () => {
    await auth.close();
    await database.drop();
  });
  const login = async (body: unknown, shown?: Shown): Promise<Answer> => await auth.call("POST /api/auth/login", body, shown);

  it("begin with a login that answers the user and sets the cookie", async () => {
    const answer = await login({ username: "ROOT", password: PASSWORD });
    expect(answer.body.user).toMatchObject({ username: "root", is_admin: true, last_login_at: "2026-01-02T03:04:05.678Z" });
    expect(answer.body.user.permissions.length).toBe(auth.host.permissions.length);
    expect(answer.body.expires_at).toBe("2026-01-03T03:04:05.678Z");
    expect(answer.cookies).toHaveLength(2);
    expect(answer.cookies[0]).toMatch(/^__Host-service_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const { body: me } = await auth.call("GET /api/auth/me", undefined, { cookie: cookieOf(answer) });
    expect(me).toEqual(answer.body.user);
  });

  it("hold to the base path, so that no other service of the host is sent them", async () => {
    const basePath = "/ipam";
    const answer = await login({ username: "root", password: PASSWORD }, { basePath });
    expect(answer.cookies[0]).toMatch(/^__Secure-service_session=[\w-]{43}; Max-Age=86400; Path=\/ipam; HttpOnly; SameSite=Lax; Secure$/);
    const shown = { cookie: cookieOf(answer), basePath };
    expect((await auth.call("GET /api/auth/me", undefined, shown)).body.username).toBe("root");
    await auth.clock.advance(2 * MINUTE);
    expect((await auth.call("GET /api/auth/me", undefined, shown)).cookies[0]).toMatch(
      /^__Secure-service_session=[\w-]{43}; .*Path=\/ipam;/,
    );
    expect((await auth.call("POST /api/auth/logout", undefined, shown)).cookies.at(-1)).toMatch(
      /^__Secure-service_session=; Max-Age=0; Path=\/ipam;/,
    );
  });

  it("keep only the hash of the token", async () => {
    const stored = JSON.stringify(await auth.rows("select * from auth_session"));
    expect(stored).not.toContain((auth.admin.cookie as string).split("=")[1]);
  });

  it.each([
    ["a wrong password", { username: "root", password: "wrong horse battery" }],
    ["an unknown user", { username: "nobody", password: PASSWORD }],
    ["a password of more than 72 bytes", { username: "root", password: PASSWORD.padEnd(80, "x") }],
    ["an empty password", { username: "root", password: "" }],
    ["a NUL", { username: "root", password: `${PASSWORD}\u0000` }],
    ["a NUL in the name", { username: "root\u0000", password: PASSWORD }],
    ["half a character", { username: "\ud800", password: "\ud800" }],
  ])("are refused for %s, without saying why", async (_, body) => {
    const failure = await login(body).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "INVALID_CREDENTIALS", kind: "unauthenticated", message: "username or password is wrong" });
  });

  it("need a username and a password", async () => {
    expect(await codeOf(login({ username: "root" }))).toBe("VALIDATION_ERROR");
    expect(await codeOf(login({ username: 7, password: PASSWORD }))).toBe("VALIDATION_ERROR");
  });

  it("leave an audit trail without passwords", async () => {
    await codeOf(login({ username: "nobody", password: "secret horse battery" }));
    await codeOf(login({ username: "my secret horse battery", password: "" }));
    await auth.call("POST /api/auth/logout", undefined, auth.admin);
    const rows = await auth.rows<Record<string, unknown>>(
      "select action, status, username, resource_id, ip_address, source from audit order by seq",
    );
    expect(rows.map((row) => [row["action"], row["status"], row["username"]])).toEqual([
      ["bootstrap", "success", "system"],
      ["login", "success", "root"],
      ["login", "failure", "nobody"],
      ["login", "failure", ""],
      ["logout", "success", "root"],
    ]);
    expect(rows.at(-1)).toMatchObject({ ip_address: "192.0.2.1", source: "http" });
    // What could be no name is counted for none.
    expect(await auth.rows("select username_key from auth_login_failure")).toEqual([{ username_key: "nobody" }]);
    expect(JSON.stringify(await auth.rows("select * from audit"))).not.toContain("horse");
  });

  it("end with a logout, which takes the cookie back", async () => {
    const answer = await auth.call("POST /api/auth/logout", undefined, auth.admin);
    expect(answer.body).toBeUndefined();
    expect(answer.cookies[0]).toMatch(/^__Host-service_session=; Max-Age=0; Path=\/; .*Secure$/);
    expect(await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAUTHORIZED");
  });

  it("are replaced by a login that comes with one", async () => {
    const again = { cookie: cookieOf(await login({ username: "root", password: PASSWORD }, auth.admin)) };
    expect(await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAUTHORIZED");
    await auth.call("GET /api/auth/me", undefined, again);
    expect(await auth.rows("select id from auth_session")).toHaveLength(1);
  });

  it("are left alone by a login that comes without one, or fails", async () => {
    await login({ username: "root", password: PASSWORD });
    await codeOf(login({ username: "root", password: "wrong" }, auth.admin));
    await auth.call("GET /api/auth/me", undefined, auth.admin);
  });

  it("end when they are not used for their lifetime", async () => {
    await auth.clock.advance(DAY - 1);
    const kept = await signIn(auth, "root");
    await auth.clock.advance(1);
    expect(await codeOf(auth.call("GET /api/auth/me", undefined, auth.admin))).toBe("UNAUTHORIZED");
    await auth.call("GET /api/auth/me", undefined, kept);
  });

  it("are cleared away once they ended", async () => {
    await auth.clock.advance(2 * DAY);
    await signIn(auth, "root");
    expect(await auth.rows("select id from auth_session")).toHaveLength(1);
  });

  it("live on while they are used, written at most once a minute", async () => {
    const lastSeen = async (): Promise<unknown> =>
      (await auth.rows<{ last_seen_at: string }>("select last_seen_at from auth_session"))[0]?.last_seen_at;
    const begin = await lastSeen();
    const early = await auth.call("GET /api/auth/me", undefined, auth.admin);
    expect(early.cookies).toEqual([]);
    await auth.clock.advance(DAY / 2);
    expect(await lastSeen()).toBe(begin);
    const used = await auth.call("GET /api/auth/me", undefined, auth.admin);
    expect(used.cookies[0]).toContain(`${auth.admin.cookie}; Max-Age=86400`);
    await auth.clock.advance(MINUTE);
    await expect.poll(lastSeen).toBe("2026-01-02T15:04:05.678Z");
    await auth.clock.advance(DAY - 2 * MINUTE);
    await auth.call("GET /api/auth/me", undefined, auth.admin);
  });

  it("tell forged cookies from none", async () => {
    expect(await codeOf(auth.authenticate({ cookie: "__Host-service_session=forged" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(auth.authenticate({ cookie: "service_session=plain" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(auth.authenticate({}))).toBe("UNAUTHORIZED");
  });

  it("of an inactive user are refused, and so is the user's login", async () => {
    const ann = await newUser(auth, "ann", "viewer");
    await deactivate(auth, ann.id);
    expect(await codeOf(auth.call("GET /api/auth/me", undefined, ann.shown))).toBe("UNAUTHORIZED");
    const failure = await login({ username: "ann", password: PASSWORD }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "INVALID_CREDENTIALS", message: "username or password is wrong" });
  });

  it("bound guesses of one username from many addresses, and lock nobody out of where they work", async () => {
    const guarded = await startHost(database, { usernameFailures: 3, usernameWindowSeconds: 900 }, auth.clock);
    const from = async (remoteAddress: string, username: string, password = PASSWORD): Promise<string> =>
      await codeOf(guarded.call("POST /api/auth/login", { username, password }, { remoteAddress })).catch(() => "in");
    for (const username of ["root", "NOBODY", "nobody"]) {
      for (let n = 1; n <= 3; n += 1)
        expect(await from(`198.51.100.${n}`, username, "wrong")).toMatch(/INVALID_CREDENTIALS|LOGIN_RATE_LIMIT_EXCEEDED/);
    }
    // A name in use and one that is not are refused alike, the right password too.
    expect([await from("198.51.100.9", "root"), await from("198.51.100.9", "nobody"), await from("198.51.100.9", "ann")]).toEqual([
      "LOGIN_RATE_LIMIT_EXCEEDED",
      "LOGIN_RATE_LIMIT_EXCEEDED",
      "INVALID_CREDENTIALS",
    ]);
    // The administrator of the test signed in from here before.
    expect(await from("192.0.2.1", "root")).toBe("in");
    expect(await from("192.0.2.1", "root", "wrong")).toBe("INVALID_CREDENTIALS");
    await auth.clock.advance(15 * MINUTE);
    expect(await from("2001:db8::1", "root")).toBe("in");
    for (let n = 1; n <= 3; n += 1) await from("198.51.100.1", "root", "wrong");
    // An IPv6 customer is known by the /64.
    expect([await from("2001:db8::2", "root"), await from("2001:db8:0:1::2", "root")]).toEqual(["in", "LOGIN_RATE_LIMIT_EXCEEDED"]);
    await auth.clock.advance(31 * DAY);
    await from("203.0.113.1", "root");
    expect(await guarded.rows("select address from auth_known_address")).toEqual([{ address: "203.0.113.1" }]);
    await guarded.close();
  });

  it("are never refused to a known browser of the user at a new address because of the failures of strangers", async () => {
    const ann = await newUser(auth, "ann", "viewer");
    const bob = await newUser(auth, "bob", "viewer");
    const guarded = await startHost(database, { usernameFailures: 3, usernameWindowSeconds: 900 }, auth.clock);
    const other = await startHost(database, { usernameFailures: 3, usernameWindowSeconds: 900 }, auth.clock);
    let stranger = 0;
    /** An attempt from an address that nobody signed in from. */
    const attempt = async (username: string, cookie = "", password = PASSWORD, host = guarded): Promise<readonly string[] | string> => {
      stranger += 1;
      const shown = { remoteAddress: `2001:db8:${stranger.toString(16)}::1`, cookie };
      return await host.call("POST /api/auth/login", { username, password }, shown).then(
        ({ cookies }) => cookies,
        async (error: unknown) => await codeOf(Promise.reject(error as Error)),
      );
    };
    const deviceIn = (cookies: readonly string[] | string): string => {
      const device = [cookies].flat().find((cookie) => cookie.includes("service_device_")) ?? "";
      expect(device).toMatch(/^__Host-service_device_[0-9a-f]{16}=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
      return device.slice(0, device.indexOf(";"));
    };
    const annsBrowser = deviceIn(await attempt("ann"));
    const bobsBrowser = deviceIn(await attempt("bob"));
    const flood = async (): Promise<void> => {
      for (const username of ["ann", "bob"]) for (let n = 0; n < 3; n += 1) await attempt(username, "", "wrong");
    };
    await flood();
    expect(await attempt("ann")).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    // The cookie is of this user alone, and counts on each host of the database; one browser may have those of several users.
    expect(await attempt("ann", bobsBrowser)).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    expect(
      await attempt(
        "ann",
        annsBrowser.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      ),
    ).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    const both = `${annsBrowser}; ${bobsBrowser}`;
    expect([typeof (await attempt("ann", both, PASSWORD, other)), typeof (await attempt("bob", both))]).toEqual(["object", "object"]);
    // Its own failures are limited, and are not those of the username.
    for (let n = 0; n < 3; n += 1) expect(await attempt("ann", annsBrowser, "wrong")).toBe("INVALID_CREDENTIALS");
    expect(await attempt("ann", annsBrowser)).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    expect(await attempt("bob", both)).not.toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    await auth.clock.advance(15 * MINUTE);
    await flood();
    const renewed = deviceIn(await attempt("ann", annsBrowser));
    // A new password ends it, and so does a year.
    await auth.call(`POST /api/users/${ann.id}/reset-password`, { new_password: "another battery staple" }, auth.admin);
    expect(await attempt("ann", renewed, "another battery staple")).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    expect(typeof (await attempt("bob", bobsBrowser))).toBe("object");
    await auth.clock.advance(366 * DAY);
    await flood();
    expect(await attempt("bob", bobsBrowser)).toBe("LOGIN_RATE_LIMIT_EXCEEDED");
    expect(bob.id).not.toBe(ann.id);
    await guarded.close();
    await other.close();
  });

  it("see a change of roles at the next request", async () => {
    const ann = await newUser(auth, "ann");
    expect(await codeOf(auth.call("GET /api/datacenters", undefined, ann.shown))).toBe("FORBIDDEN");
    await auth.call("POST /api/users/grant-role", { user_id: ann.id, role: "viewer" }, auth.admin);
    await auth.call("GET /api/datacenters", undefined, ann.shown);
    await auth.call("POST /api/users/revoke-role", { user_id: ann.id, role: "viewer" }, auth.admin);
    expect(await codeOf(auth.call("GET /api/datacenters", undefined, ann.shown))).toBe("FORBIDDEN");
  });

  it("carry a plain cookie name where the cookie is not Secure", async () => {
    const other = await createDatabase(dialect);
    const plain = await startWithAdmin(other, { cookieSecure: false, sessionTtlSeconds: 90 });
    const answer = await plain.call("POST /api/auth/login", { username: "root", password: PASSWORD });
    expect(answer.cookies[0]).toMatch(/^service_session=[\w-]{43}; Max-Age=90; Path=\/; HttpOnly; SameSite=Lax$/);
    await plain.close();
    await other.drop();
  });
});

/** Deactivation has its operation later; the column is there. */
async function deactivate(auth: AuthHost, userId: string): Promise<void> {
  await auth.host
    .get(STORAGE)
    .write(async (transaction) => await transaction.run("update auth_user set is_active = 0 where id = ?", [userId]));
}
