import { AsyncLocalStorage } from "node:async_hooks";
import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AuthHost, codeOf, errorOf, newUser, PASSWORD, type Shown, signIn, startWithAdmin } from "./support/auth-host.ts";
import { BeforeWrite } from "./support/before-write.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

const OTHER = "another horse battery";

/** What a helpdesk has. */
const HELPDESK = [
  "user:list",
  "user:read",
  "user:create",
  "user:update",
  "user:delete",
  "role:list",
  "role:read",
  "role:create",
  "role:update",
  "role:delete",
  "apikey:create",
  "apikey:read",
  "apikey:delete",
];

type Caller = { readonly id: string; readonly shown: Shown };

describe.each(STORAGES)("who changes whom on %s", (dialect) => {
  let database: TestDatabase;
  let auth: AuthHost & { readonly admin: Shown };
  let helpdesk: Caller;
  const meanwhile = new BeforeWrite();
  beforeEach(async () => {
    database = await createDatabase(dialect);
    auth = await startWithAdmin(meanwhile.of(database));
    await role("helpdesk", HELPDESK);
    helpdesk = await newUser(auth, "helpdesk", "helpdesk");
  });
  afterEach(async () => {
    if (meanwhile.isPending) throw new Error("no transaction came after what the test did meanwhile");
    await auth.close();
    await database.drop();
  });
  const byAdmin = async (route: string, body?: unknown) => (await auth.call(route, body, auth.admin)).body;
  const role = async (name: string, permissions: readonly string[]): Promise<string> =>
    (await byAdmin("POST /api/roles", { name, permissions })).id;
  const grant = async (user_id: string, name: string) => await byAdmin("POST /api/users/grant-role", { user_id, role: name });
  const revoke = async (user_id: string, name: string) => await byAdmin("POST /api/users/revoke-role", { user_id, role: name });
  const roleId = async (name: string): Promise<string> =>
    (await byAdmin("GET /api/roles")).find((one: { name: string }) => one.name === name).id;
  const stored = async (): Promise<unknown> => [
    await auth.rows("select id, username, email, full_name, is_active, password_hash from auth_user order by id"),
    await auth.rows("select * from auth_user_role order by user_id, role_id"),
    await auth.rows("select * from auth_role_permission order by role_id, permission"),
    await auth.rows("select id, user_id from auth_api_key order by id"),
  ];
  /** Every way of changing a user, by the helpdesk. */
  const changesOf = (id: string): readonly (readonly [string, unknown?])[] => [
    [`POST /api/users/${id}/reset-password`, { new_password: OTHER }],
    [`POST /api/users/${id}/password`, { current_password: PASSWORD, new_password: OTHER }],
    [`PUT /api/users/${id}`, { email: "mine@example.com" }],
    [`PUT /api/users/${id}`, { full_name: "Somebody" }],
    [`PUT /api/users/${id}`, { username: "somebody" }],
    [`PUT /api/users/${id}`, { is_active: false }],
    [`PUT /api/users/${id}`, { is_active: true }],
    [`PUT /api/users/${id}`, { role_ids: [] }],
    ["POST /api/users/grant-role", { user_id: id, role: "helpdesk" }],
    ["POST /api/users/revoke-role", { user_id: id, role: "operator" }],
    ["POST /api/keys", { user_id: id, name: "mine" }],
    [`DELETE /api/users/${id}`],
  ];

  it.each(["active", "inactive"])("needs all that an %s user may do, whatever is changed", async (state) => {
    const strong = await newUser(auth, "strong", "operator");
    await byAdmin("POST /api/keys", { user_id: strong.id, name: "own" });
    if (state === "inactive") await byAdmin(`PUT /api/users/${strong.id}`, { is_active: false });
    const before = await stored();
    for (const [route, body] of changesOf(strong.id)) {
      expect([route, body, await codeOf(auth.call(route, body, helpdesk.shown))]).toEqual([route, body, "FORBIDDEN"]);
    }
    expect(await stored()).toEqual(before);
    expect(await errorOf(auth.call(`PUT /api/users/${strong.id}`, { email: "mine@example.com" }, helpdesk.shown))).toMatchObject({
      details: { permission: expect.stringMatching(/:/) },
      message: expect.stringMatching(/requires the permission [a-z-]+:[a-z]+, which the user has/),
    });
  });

  it("neither deletes a role nor takes from it, where it has a permission that the caller lacks", async () => {
    const id = await role("writers", ["device:update", "user:list"]);
    await newUser(auth, "writer", "writers");
    const before = await stored();
    for (const [route, body] of [[`DELETE /api/roles/${id}`], [`PUT /api/roles/${id}`, { permissions: ["user:list"] }]] as const)
      expect(await errorOf(auth.call(route, body, helpdesk.shown))).toMatchObject({
        code: "FORBIDDEN",
        details: { permission: "device:update" },
        message: expect.stringContaining("the permission device:update is required"),
      });
    expect(await stored()).toEqual(before);
    await auth.call(`PUT /api/roles/${id}`, { permissions: ["device:update"] }, helpdesk.shown);
    await byAdmin(`DELETE /api/roles/${id}`);
  });

  it.each(["active", "inactive"])("lets a helpdesk help an %s user who may do no more than it", async (state) => {
    await role("clerk", ["user:list"]);
    const weak = await newUser(auth, "weak", "clerk");
    if (state === "inactive") await auth.call(`PUT /api/users/${weak.id}`, { is_active: false }, helpdesk.shown);
    await auth.call(`POST /api/users/${weak.id}/reset-password`, { new_password: OTHER }, helpdesk.shown);
    await auth.call(`PUT /api/users/${weak.id}`, { email: "weak@example.com", is_active: true }, helpdesk.shown);
    await signIn(auth, "weak", OTHER);
    await auth.call("POST /api/users/revoke-role", { user_id: weak.id, role: "clerk" }, helpdesk.shown);
    await auth.call(`DELETE /api/users/${weak.id}`, undefined, helpdesk.shown);
  });

  it.each([
    ["POST /api/users", { username: "made", password: PASSWORD }],
    ["PUT /api/users/weak", { full_name: "x" }],
    ["DELETE /api/users/weak", undefined],
    ["POST /api/users/weak/reset-password", { new_password: OTHER }],
    ["POST /api/users/weak/password", { current_password: PASSWORD, new_password: OTHER }],
    ["POST /api/users/grant-role", { user_id: "weak", role: "helpdesk" }],
    ["POST /api/users/revoke-role", { user_id: "weak", role: "clerk" }],
    ["POST /api/roles", { name: "made", permissions: ["user:read"] }],
    ["PUT /api/roles/clerk", { permissions: ["user:list", "user:read"] }],
    ["DELETE /api/roles/clerk", undefined],
    ["POST /api/keys", { name: "made" }],
    ["DELETE /api/keys/own", undefined],
  ] as const)("%s is refused to whoever loses the right, or is deactivated, before it is written", async (route, body) => {
    const clerk = await role("clerk", ["user:list"]);
    const weak = await newUser(auth, "weak", "clerk");
    const own = (await auth.call("POST /api/keys", { name: "own" }, helpdesk.shown)).body.id as string;
    const ids: Readonly<Record<string, string>> = { weak: weak.id, clerk, own };
    const path = route.replace(/\/(weak|clerk|own)(?=\/|$)/, (_, name: string) => `/${ids[name]}`);
    const sent = body !== undefined && "user_id" in body ? { ...body, user_id: weak.id } : body;
    let before: unknown;
    for (const [lose, regain, code] of [
      [() => revoke(helpdesk.id, "helpdesk"), () => grant(helpdesk.id, "helpdesk"), "FORBIDDEN"],
      // The session ends with it, so this is the last.
      [() => byAdmin(`PUT /api/users/${helpdesk.id}`, { is_active: false }), undefined, "UNAUTHORIZED"],
    ] as const) {
      meanwhile.once(async () => {
        await lose();
        before = await stored();
      });
      expect(await codeOf(auth.call(path, sent, helpdesk.shown))).toBe(code);
      expect(await stored()).toEqual(before);
      await regain?.();
    }
  });

  it("looks at what the user may do when it is written", async () => {
    // Keys of other users are made by administrators only, whatever these may do.
    for (const [index, [route, body]] of changesOf("ID")
      .filter(([way]) => way !== "POST /api/keys")
      .entries()) {
      const weak = await newUser(auth, `weak${index}`);
      let before: unknown;
      meanwhile.once(async () => {
        await grant(weak.id, "operator");
        before = await stored();
      });
      const sent = JSON.parse(JSON.stringify(body ?? {}).replace("ID", weak.id)) as unknown;
      expect([route, body, await codeOf(auth.call(route.replace("ID", weak.id), sent, helpdesk.shown))]).toEqual([
        route,
        body,
        "FORBIDDEN",
      ]);
      expect(await stored()).toEqual(before);
    }
  });

  it("does not give back a role that was taken from the user and from the caller meanwhile", async () => {
    await role("lead", [...HELPDESK, "pool:list"]);
    const lead = await newUser(auth, "lead", "lead", "viewer");
    const ann = await newUser(auth, "ann", "viewer");
    const body = { role_ids: [await roleId("viewer")], full_name: "Ann" };
    meanwhile.once(async () => {
      await revoke(ann.id, "viewer");
      await revoke(lead.id, "viewer");
    });
    expect(await codeOf(auth.call(`PUT /api/users/${ann.id}`, body, lead.shown))).toBe("FORBIDDEN");
    expect((await byAdmin(`GET /api/users/${ann.id}`)).roles).toEqual([]);
  });

  it.each(["POST /api/users", "POST /api/users/grant-role", "PUT /api/users/{id}"])(
    "%s gives no role that was given more meanwhile than the caller has",
    async (route) => {
      const small = await role("small", ["user:list"]);
      const ann = await newUser(auth, "ann");
      meanwhile.once(async () => void (await byAdmin(`PUT /api/roles/${small}`, { permissions: ["user:list", "device:delete"] })));
      const body = { username: "bob", password: PASSWORD, user_id: ann.id, role_id: small, role_ids: [small] };
      const given = route.startsWith("PUT") ? { role_ids: [small] } : body;
      expect(await errorOf(auth.call(route.replace("{id}", ann.id), given, helpdesk.shown))).toMatchObject({
        code: "FORBIDDEN",
        details: { permission: "device:delete" },
      });
      expect(await auth.rows("select user_id from auth_user_role ur join auth_role r on r.id = ur.role_id where r.name = 'small'")).toEqual(
        [],
      );
      expect(await auth.rows("select id from auth_user where username = 'bob'")).toEqual([]);
    },
  );

  // On SQLite there is one writer at a time.
  it.runIf(dialect === "postgresql")("goes one after the other: the last administrator stays, whoever else is just leaving", async () => {
    const second = await newUser(auth, "second", "admin");
    const root = (await byAdmin("GET /api/auth/me")).id as string;
    for (const [route, body] of [
      ["POST /api/users/revoke-role", { user_id: root, role: "admin" }],
      [`PUT /api/users/${root}`, { is_active: false }],
      [`PUT /api/users/${root}`, { role_ids: [] }],
    ] as const) {
      let call: Promise<string> | undefined;
      const outside = AsyncLocalStorage.snapshot();
      await auth.host.get(STORAGE).write(async (transaction) => {
        await transaction.lock({ on: "name", name: "auth-users" });
        await transaction.run("delete from auth_user_role where user_id = ?", [second.id]);
        let settled = false;
        call = outside(async () => await codeOf(auth.call(route, body, auth.admin))).finally(() => (settled = true));
        call.catch(() => {});
        // It waits for this transaction, or did not care for it.
        while (!settled && (await auth.rows("select 1 as one from pg_locks where locktype = 'advisory' and not granted")).length === 0);
      });
      expect([route, await call]).toEqual([route, "LAST_ADMIN"]);
      await byAdmin("POST /api/users/grant-role", { user_id: second.id, role: "admin" });
    }
  });

  it("ends the sessions of a user who is deactivated, in the same transaction", async () => {
    const ann = await newUser(auth, "ann", "viewer");
    const again = await signIn(auth, "ann");
    await byAdmin(`PUT /api/users/${ann.id}`, { is_active: false });
    expect(await auth.rows(`select id from auth_session where user_id = '${ann.id}'`)).toEqual([]);
    await byAdmin(`PUT /api/users/${ann.id}`, { is_active: true });
    // What makes them end is not that the user is inactive: they do not come back.
    for (const shown of [ann.shown, again]) expect(await codeOf(auth.call("GET /api/auth/me", undefined, shown))).toBe("UNAUTHORIZED");
    await auth.call("GET /api/auth/me", undefined, await signIn(auth, "ann"));
  });
});
