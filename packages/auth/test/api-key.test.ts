import { type InventoryError, type Logger, STORAGE } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN, type AuthHost, codeOf, errorOf, newUser, type Shown, signIn, startHost, startWithAdmin } from "./support/auth-host.ts";
import { KEY_USES } from "../src/keys/key-authenticator.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

const bearer = (key: string): Shown => ({ authorization: `Bearer ${key}` });

describe.each(STORAGES)("API keys on %s", (dialect) => {
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
  const create = async (body: unknown = { name: "ci" }, shown = auth.admin) => (await auth.call("POST /api/keys", body, shown)).body;
  const write = async (sql: string, ...params: (string | null)[]): Promise<void> => {
    await auth.host.get(STORAGE).write(async (transaction) => await transaction.run(sql, params));
  };
  /** A user who may make keys without being an administrator. */
  const keyHolder = async (name: string): Promise<{ id: string; shown: Shown }> => {
    const user = await newUser(auth, name);
    await write(
      "insert into auth_role (id, name, description, is_system, created_at, updated_at) values (?, ?, '', 0, '', '') on conflict do " +
        "nothing",
      "custom",
      "custom",
    );
    for (const action of ["list", "read", "create", "delete"]) {
      await write("insert into auth_role_permission (role_id, permission) values ('custom', ?) on conflict do nothing", `apikey:${action}`);
    }
    await auth.call("POST /api/users/grant-role", { user_id: user.id, role: "custom" }, auth.admin);
    return user;
  };

  it("are shown once, and work as Bearer", async () => {
    const made = await create({ name: " ci ", description: "nightly", expires_at: "2027-01-01T02:00:00+02:00" });
    expect(made.key).toMatch(/^cad_[0-9A-Za-z]{49}$/);
    const { key, ...shown } = made;
    expect(shown).toEqual({
      id: made.id,
      name: "ci",
      description: "nightly",
      user_id: (await auth.call("GET /api/auth/me", undefined, auth.admin)).body.id,
      prefix: key.slice(0, 10),
      created_at: "2026-01-02T03:04:05.678Z",
      last_used_at: null,
      expires_at: "2027-01-01T00:00:00.000Z",
    });
    expect((await auth.call(`GET /api/keys/${made.id}`, undefined, auth.admin)).body).toEqual(shown);
    expect((await auth.call("GET /api/keys", undefined, auth.admin)).body).toEqual([shown]);
    expect((await auth.call("GET /api/auth/me", undefined, bearer(key))).body.username).toBe("root");
    expect(await auth.authenticate(bearer(key))).toMatchObject({
      kind: "user",
      credential: KEY_CREDENTIAL,
      credentialId: made.id,
      permissions: "all",
    });
  });

  it("are stored as SHA-256", async () => {
    const { key } = await create();
    const [row] = await auth.rows<{ key_hash: string }>("select * from auth_api_key");
    expect(row?.key_hash).toBe(createHash("sha256").update(key).digest("hex"));
    expect(JSON.stringify([row, await auth.rows("select * from audit")])).not.toContain(key.slice(10));
  });

  it("take a key to make a key", async () => {
    const { key } = await create();
    expect((await create({ name: "second" }, bearer(key))).key).toMatch(/^cad_/);
  });

  it("are refused as a whole when something is wrong", async () => {
    const error = await errorOf(create({ name: "", expires_at: "2026-01-02T03:04:05.678Z", user_id: "nobody" }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(Object.keys(error.details as object).toSorted()).toEqual(["expires_at", "name", "user_id"]);
    expect(await codeOf(create({ name: "x", user_id: "a\u0000b" }))).toBe("VALIDATION_ERROR");
    for (const expires_at of ["tomorrow", "2030-01-01", 5, "2030-02-30T00:00:00Z"])
      expect(await codeOf(create({ name: "x", expires_at }))).toBe("VALIDATION_ERROR");
    expect((await create({ name: "x", expires_at: "" })).expires_at).toBeNull();
  });

  it("expire", async () => {
    const { key } = await create({ name: "short", expires_at: "2026-01-02T03:05:05.678Z" });
    await auth.clock.advance(59_999);
    await auth.authenticate(bearer(key));
    await auth.clock.advance(1);
    expect(await errorOf(auth.authenticate(bearer(key)))).toMatchObject({ code: "EXPIRED_KEY", kind: "unauthenticated" });
  });

  it("stop working when they are deleted", async () => {
    const made = await create();
    await auth.call(`DELETE /api/keys/${made.id}`, undefined, auth.admin);
    expect(await codeOf(auth.authenticate(bearer(made.key)))).toBe("UNAUTHORIZED");
    expect(await codeOf(auth.call(`DELETE /api/keys/${made.id}`, undefined, auth.admin))).toBe("NOT_FOUND");
    expect(await codeOf(auth.call(`GET /api/keys/${made.id}`, undefined, auth.admin))).toBe("NOT_FOUND");
  });

  it("honour If-Match when they are deleted", async () => {
    const made = await create();
    expect(await codeOf(auth.call(`DELETE /api/keys/${made.id}`, undefined, auth.admin, [`"stale"`]))).toBe("PRECONDITION_FAILED");
    await auth.call(`GET /api/keys/${made.id}`, undefined, auth.admin);
  });

  it("of the first versions, which have no user, are deleted by whoever may", async () => {
    const made = await create();
    await write("update auth_api_key set user_id = null");
    const ann = await newUser(auth, "ann", "viewer");
    expect(await codeOf(auth.call(`DELETE /api/keys/${made.id}`, undefined, ann.shown))).toBe("FORBIDDEN");
    await auth.call(`DELETE /api/keys/${made.id}`, undefined, auth.admin);
    expect(await auth.rows("select id from auth_api_key")).toEqual([]);
  });

  it("without a user, or of an inactive one, are refused", async () => {
    const { key } = await create();
    await write("update auth_api_key set user_id = null");
    expect(await codeOf(auth.authenticate(bearer(key)))).toBe("UNAUTHORIZED");
    const ann = await newUser(auth, "ann", "viewer");
    const hers = await create({ name: "hers", user_id: ann.id });
    await auth.authenticate(bearer(hers.key));
    await write("update auth_user set is_active = 0 where id = ?", ann.id);
    expect(await codeOf(auth.authenticate(bearer(hers.key)))).toBe("UNAUTHORIZED");
  });

  it.each([
    ["nothing", "Bearer"],
    ["another kind of token", "Bearer abc"],
    ["two tokens", "Bearer a b"],
    ["a key with a wrong checksum", `Bearer cad_${"0".repeat(49)}`],
    ["a key that is cut off", "Bearer cad_0"],
  ])("are not replaced by the cookie: Bearer with %s", async (_, authorization) => {
    expect(await codeOf(auth.call("GET /api/auth/me", undefined, { ...auth.admin, authorization }))).toBe("UNAUTHORIZED");
  });

  it("that were never given out are refused, whole as they are", async () => {
    const other = await createDatabase(dialect);
    const stranger = await startWithAdmin(other);
    const { body } = await stranger.call("POST /api/keys", { name: "x" }, stranger.admin);
    expect(await codeOf(auth.authenticate(bearer(body.key)))).toBe("UNAUTHORIZED");
    await stranger.close();
    await other.drop();
  });

  it("decide over the cookie, and the scheme's case does not matter", async () => {
    const ann = await newUser(auth, "ann", "viewer");
    const { key } = await create({ name: "hers", user_id: ann.id });
    expect((await auth.call("GET /api/auth/me", undefined, { ...auth.admin, authorization: `bEARER ${key}` })).body.username).toBe("ann");
    expect((await auth.call("GET /api/auth/me", undefined, { ...auth.admin, authorization: "Basic cm9vdDo=" })).body.username).toBe("root");
  });

  it("of others are not there for whoever is no administrator", async () => {
    const ann = await keyHolder("ann");
    const bob = await keyHolder("bob");
    const hers = await create({ name: "hers" }, ann.shown);
    expect(hers.user_id).toBe(ann.id);
    expect((await auth.call("GET /api/keys", undefined, bob.shown)).body).toEqual([]);
    expect(await codeOf(auth.call(`GET /api/keys/${hers.id}`, undefined, bob.shown))).toBe("NOT_FOUND");
    expect(await codeOf(auth.call(`DELETE /api/keys/${hers.id}`, undefined, bob.shown))).toBe("NOT_FOUND");
    expect(await codeOf(create({ name: "x", user_id: ann.id }, bob.shown))).toBe("FORBIDDEN");
    expect((await auth.call("GET /api/keys", undefined, auth.admin)).body).toHaveLength(1);
    await auth.call(`DELETE /api/keys/${hers.id}`, undefined, ann.shown);
  });

  it("are an administrator's matter", async () => {
    const ann = await newUser(auth, "ann", "operator");
    for (const call of ["GET /api/keys", "POST /api/keys", "GET /api/keys/x", "DELETE /api/keys/x"]) {
      expect(await codeOf(auth.call(call, { name: "x" }, ann.shown))).toBe("FORBIDDEN");
    }
  });

  it("note their last use later, together", async () => {
    const made = await create();
    const lastUsed = async (): Promise<unknown> => (await auth.call(`GET /api/keys/${made.id}`, undefined, auth.admin)).body.last_used_at;
    const begin = auth.clock.now();
    for (let use = 0; use < 3; use += 1) {
      await auth.clock.advance(1000);
      await auth.authenticate(bearer(made.key));
    }
    expect(await lastUsed()).toBeNull();
    await auth.clock.advance(60_000);
    await expect.poll(lastUsed).toBe(new Date(begin + 3000).toISOString());
  });

  it("note their last use when the host stops", async () => {
    const made = await create();
    await auth.authenticate(bearer(made.key));
    await auth.close();
    auth = { ...(await startHost(database)), admin: auth.admin };
    expect((await auth.call(`GET /api/keys/${made.id}`, undefined, auth.admin)).body.last_used_at).toBe("2026-01-02T03:04:05.678Z");
  });

  it("work when their last use cannot be written, which is tried again", async () => {
    const made = await create();
    const storage = auth.host.get(STORAGE);
    const failing = vi.spyOn(storage, "write").mockRejectedValue(new Error("disk full"));
    await auth.authenticate(bearer(made.key));
    await auth.clock.advance(60_000);
    expect(failing).toHaveBeenCalled();
    failing.mockRestore();
    await auth.clock.advance(60_000);
    await expect
      .poll(async () => (await auth.rows<{ last_used_at: string }>("select last_used_at from auth_api_key"))[0]?.last_used_at)
      .toBe("2026-01-02T03:04:05.678Z");
  });

  it("keep the later of two uses: of one host, after a failure, and of two hosts that write out of order", async () => {
    const { body } = await auth.call("POST /api/keys", { name: "shared" }, auth.admin);
    const shown = { authorization: `Bearer ${body.key}` };
    const stored = async (): Promise<unknown> =>
      (await auth.rows<{ last_used_at: string }>("select last_used_at from auth_api_key"))[0]?.last_used_at;
    const other = await startHost(database, {}, auth.clock);
    const uses = auth.host.get(KEY_USES);
    await auth.authenticate(shown);
    await auth.clock.advance(1000);
    await auth.authenticate(shown);
    const failing = vi.spyOn(auth.host.get(STORAGE), "write").mockImplementationOnce(async () => {
      // Used again while the earlier use could not be written.
      await auth.clock.advance(1000);
      await auth.authenticate(shown);
      throw new Error("disk full");
    });
    await uses.flush();
    failing.mockRestore();
    await uses.flush();
    expect(await stored()).toBe("2026-01-02T03:04:07.678Z");
    // This host is to write the use of 8.678, the other one that of 9.678 before it does.
    await auth.clock.advance(1000);
    await auth.authenticate(shown);
    await auth.clock.advance(1000);
    await other.authenticate(shown);
    await other.close();
    expect(await stored()).toBe("2026-01-02T03:04:09.678Z");
    await uses.flush();
    expect(await stored()).toBe("2026-01-02T03:04:09.678Z");
  });

  it("are so many of a user at most, also when two hosts make them at once; others have theirs", async () => {
    const hosts = [
      await startHost(database, { keysPerUser: 3 }, auth.clock),
      await startHost(database, { keysPerUser: 3 }, auth.clock),
    ] as const;
    const made = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, n) =>
          await (hosts[n % 2] as (typeof hosts)[0]).call("POST /api/keys", { name: `k${n}` }, auth.admin).then(
            () => "made",
            (error: InventoryError) => `${error.code}: ${error.message}`,
          ),
      ),
    );
    expect(made.filter((answer) => answer === "made")).toHaveLength(3);
    expect(new Set(made)).toEqual(new Set(["made", "CONFLICT: limit of 3 API keys per user reached: delete one that is no longer needed"]));
    const ann = await newUser(auth, "ann", "operator");
    await hosts[0].call("POST /api/keys", { name: "hers", user_id: ann.id }, auth.admin);
    // One that goes makes room.
    const [key] = await auth.rows<{ id: string }>("select id from auth_api_key where name like 'k%'");
    await auth.call(`DELETE /api/keys/${key?.id}`, undefined, auth.admin);
    await hosts[1].call("POST /api/keys", { name: "again" }, auth.admin);
    for (const host of hosts) await host.close();
  });

  it("never show in a log", async () => {
    const said: unknown[] = [];
    const log = (...parts: unknown[]): void => void said.push(parts);
    const logger: Logger = { debug: log, info: log, warn: log, error: log };
    const other = await createDatabase(dialect);
    const talkative = await startHost(other, { initialAdmin: ADMIN }, new FakeClock(), logger);
    const admin = await signIn(talkative, "root");
    const { body } = await talkative.call("POST /api/keys", { name: "x" }, admin);
    await talkative.authenticate(bearer(body.key));
    await codeOf(talkative.authenticate(bearer(`${body.key}x`)));
    await talkative.close();
    await other.drop();
    const text = JSON.stringify(said);
    for (const secret of [body.key, ADMIN.password, (admin.cookie as string).split("=")[1]]) expect(text).not.toContain(secret);
  });
});
