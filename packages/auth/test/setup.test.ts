import { FakeClock, recordTemplate } from "@cadastre/testing";
import { afterEach, describe, expect, it } from "vitest";
import { authPlugin, SETUP } from "../src/index.ts";
import { ADMIN, type AuthHost, codeOf, errorOf, PASSWORD, signIn, startHost } from "./support/auth-host.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

describe.each(STORAGES)("the first administrator on %s", (dialect) => {
  const open: { hosts: AuthHost[]; database?: TestDatabase } = { hosts: [] };
  const start = async (...args: Parameters<typeof startHost> extends [unknown, ...infer Rest] ? Rest : never): Promise<AuthHost> => {
    open.database ??= await createDatabase(dialect);
    const auth = await startHost(open.database, ...args);
    open.hosts.push(auth);
    return auth;
  };
  afterEach(async () => {
    for (const auth of open.hosts.splice(0)) await auth.close();
    await open.database?.drop();
    delete open.database;
  });
  const tokenOf = (auth: AuthHost): string => {
    const { state } = auth.host.get(SETUP);
    if (state.kind !== "token") throw new Error(`there is no token: ${state.kind}`);
    return state.token;
  };
  const first = { username: "root", password: PASSWORD };

  it("is made with the setup token, once", async () => {
    const auth = await start();
    const token = tokenOf(auth);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { body: user } = await auth.call("POST /api/auth/bootstrap", { token, ...first, email: "root@example.com", full_name: "Root" });
    expect(user).toMatchObject({
      username: "root",
      email: "root@example.com",
      full_name: "Root",
      is_admin: true,
      is_active: true,
      last_login_at: null,
    });
    expect(user.roles.map((role: { name: string }) => role.name)).toEqual(["admin"]);
    expect(await codeOf(auth.call("POST /api/auth/bootstrap", { token, ...first, username: "second" }))).toBe("CONFLICT");
    await signIn(auth, "root");
    expect(await auth.rows("select id from auth_setup_token")).toEqual([]);
  });

  it("is made again when a test clears the inventory, which forgets the users that were kept in memory", async () => {
    const auth = await start();
    const clear = await recordTemplate(auth);
    for (let round = 0; round < 2; round += 1) {
      await auth.call("POST /api/auth/bootstrap", { token: tokenOf(auth), ...first });
      const shown = await signIn(auth, "root");
      await auth.authenticate(shown);
      await clear();
      await expect(auth.authenticate(shown)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    }
  });

  it("keeps the token hashed", async () => {
    const auth = await start();
    const [row] = await auth.rows<{ token_hash: string }>("select * from auth_setup_token");
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(tokenOf(auth));
  });

  it("refuses another token before it looks at the rest", async () => {
    const auth = await start();
    expect(await codeOf(auth.call("POST /api/auth/bootstrap", { token: "nope", username: "root", password: "short" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await auth.rows("select id from auth_user")).toEqual([]);
    expect(await auth.rows("select action, status from audit")).toEqual([{ action: "bootstrap", status: "failure" }]);
  });

  it("names everything that is wrong in the body", async () => {
    const auth = await start();
    const error = await errorOf(
      auth.call("POST /api/auth/bootstrap", { token: tokenOf(auth), username: "a b", password: "short", email: "x" }),
    );
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(Object.keys(error.details as object).toSorted()).toEqual(["email", "password", "username"]);
    expect(await codeOf(auth.call("POST /api/auth/bootstrap", {}))).toBe("VALIDATION_ERROR");
  });

  it("is one, however many try at once", async () => {
    const auth = await start({}, "real");
    const other = await start({}, "real");
    const tries = Array.from({ length: 8 }, async (_, index) => {
      const host = index % 2 === 0 ? auth : other;
      return await host.call("POST /api/auth/bootstrap", { token: tokenOf(auth), username: `root${index}`, password: PASSWORD });
    });
    const results = await Promise.allSettled(tries);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await auth.rows("select id from auth_user")).toHaveLength(1);
  });

  it("takes the token of any host, whichever answers", async () => {
    const one = await start();
    const two = await start();
    expect(tokenOf(one)).not.toBe(tokenOf(two));
    await two.call("POST /api/auth/bootstrap", { token: tokenOf(one), ...first });
    expect(await codeOf(one.call("POST /api/auth/bootstrap", { token: tokenOf(two), ...first }))).toBe("CONFLICT");
  });

  it("has a new token after a restart, and the old one is worth nothing", async () => {
    const before = await start();
    const old = tokenOf(before);
    await before.close();
    open.hosts.pop();
    const after = await start();
    expect(await codeOf(after.call("POST /api/auth/bootstrap", { token: old, ...first }))).toBe("INVALID_CREDENTIALS");
  });

  it("forgets tokens of hosts that ended long ago", async () => {
    const clock = new FakeClock();
    await start({}, clock);
    await clock.advance(25 * 3_600_000);
    const later = await start({}, clock);
    expect(await later.rows("select id from auth_setup_token")).toHaveLength(1);
  });

  it("comes from the options when there is no user, and only then", async () => {
    const auth = await start({ initialAdmin: ADMIN });
    expect(auth.host.get(SETUP).state).toEqual({ kind: "created", username: "root" });
    await signIn(auth, "root");
    const again = await start({ initialAdmin: { ...ADMIN, username: "other", email: "" } });
    expect(again.host.get(SETUP).state).toEqual({ kind: "ready" });
    expect(await again.rows("select username from auth_user")).toEqual([{ username: "root" }]);
  });

  it("is one when several hosts start with the options", async () => {
    open.database = await createDatabase(dialect);
    const hosts = await Promise.all(Array.from({ length: 4 }, async () => await start({ initialAdmin: ADMIN }, "real")));
    expect(hosts.filter((auth) => auth.host.get(SETUP).state.kind === "created")).toHaveLength(1);
    expect(await hosts[0]?.rows("select id from auth_user")).toHaveLength(1);
    expect(await hosts[0]?.rows("select id from auth_role")).toHaveLength(4);
  });
});

describe("options", () => {
  it("are refused with the name of each that is wrong", () => {
    expect(() => authPlugin({ bcryptCost: 2, initialAdmin: { username: "root", password: "short" } })).toThrow(
      /bcryptCost.*initialAdmin\.password/,
    );
  });

  it("allow sessions of a second, and none that are over when they begin", () => {
    expect(() => authPlugin({ sessionTtlSeconds: 1, sessionMaxAgeSeconds: 1 })).not.toThrow();
    expect(() => authPlugin({ sessionTtlSeconds: 0, sessionMaxAgeSeconds: 0 })).toThrow(/sessionTtlSeconds.*sessionMaxAgeSeconds/);
  });
});
