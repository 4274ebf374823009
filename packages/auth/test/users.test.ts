import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ADMIN,
  type AuthHost,
  codeOf,
  errorOf,
  newUser,
  PASSWORD,
  type Shown,
  signIn,
  startHost,
  startWithAdmin,
} from "./support/auth-host.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { STORAGES } from "../../../testing/storages.ts";

describe.each(STORAGES)("users and roles on %s", (dialect) => {
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
  const create = async (body: unknown, shown = auth.admin) => (await auth.call("POST /api/users", body, shown)).body;
  const grant = async (body: unknown, shown = auth.admin) => (await auth.call("POST /api/users/grant-role", body, shown)).body;
  const revoke = async (body: unknown, shown = auth.admin) => await auth.call("POST /api/users/revoke-role", body, shown);
  const roleId = async (name: string): Promise<string> =>
    (await auth.call("GET /api/roles", undefined, auth.admin)).body.find((role: { name: string }) => role.name === name).id;
  const names = (roles: readonly { name: string }[]): string[] => roles.map(({ name }) => name);
  /** A user who may manage users without being an administrator. */
  const manager = async (): Promise<{ id: string; shown: Shown }> => {
    const user = await newUser(auth, "manager", "viewer");
    await auth.host.get(STORAGE).write(async (transaction) => {
      await transaction.run(
        "insert into auth_role (id, name, description, is_system, created_at, updated_at) values ('m', 'managers', '', 0, '', '')",
      );
      for (const name of ["user:list", "user:read", "user:create", "user:update", "role:read"]) {
        await transaction.run("insert into auth_role_permission (role_id, permission) values ('m', ?)", [name]);
      }
      await transaction.run("insert into auth_user_role (user_id, role_id) values (?, 'm')", [user.id]);
    });
    return user;
  };

  it("are created with every field of the record", async () => {
    const viewer = await roleId("viewer");
    const user = await create({
      username: "Ann",
      password: PASSWORD,
      email: "ann@example.com",
      full_name: "Ann",
      role_ids: [viewer, viewer],
      id: "mine",
      is_admin: true,
    });
    expect(Object.keys(user)).toEqual([
      "id",
      "username",
      "email",
      "full_name",
      "is_active",
      "is_admin",
      "roles",
      "created_at",
      "updated_at",
      "last_login_at",
    ]);
    expect(user).toMatchObject({
      username: "Ann",
      email: "ann@example.com",
      full_name: "Ann",
      is_active: true,
      is_admin: false,
      last_login_at: null,
    });
    expect(user.id).not.toBe("mine");
    expect(names(user.roles)).toEqual(["viewer"]);
    expect(user.roles[0]).not.toHaveProperty("permissions");
    expect((await auth.call(`GET /api/users/${user.id}`, undefined, auth.admin)).body).toEqual(user);
    await signIn(auth, "ann");
  });

  it("are listed by username", async () => {
    await create({ username: "b", password: PASSWORD, role_id: await roleId("operator") });
    await create({ username: "a", password: PASSWORD, email: "", role_ids: null });
    const { body } = await auth.call("GET /api/users", undefined, auth.admin);
    expect(body.map((user: { username: string; roles: { name: string }[] }) => [user.username, names(user.roles)])).toEqual([
      ["a", []],
      ["b", ["operator"]],
      ["root", ["admin"]],
    ]);
  });

  it.each([
    ["username", { username: "a b" }],
    ["username", { username: "" }],
    ["username", { username: "a".repeat(65) }],
    ["username", { username: 5 }],
    ["username", { username: undefined }],
    ["password", { password: "eleven-char" }],
    ["password", { password: "é".repeat(37) }],
    ["password", { password: `${PASSWORD}\u0000` }],
    ["password", { password: null }],
    ["email", { email: "nobody" }],
    ["email", { email: `${"a".repeat(251)}@b.c` }],
    ["full_name", { full_name: "x".repeat(256) }],
    ["role_id", { role_id: "nope" }],
    ["role_ids[0]", { role_ids: ["nope"] }],
    ["role_ids", { role_ids: "admin" }],
  ])("are refused for a bad %s: %j", async (field, part) => {
    const error = await errorOf(create({ username: "ann", password: PASSWORD, ...part }));
    expect(error.code).toBe("VALIDATION_ERROR");
    expect(Object.keys(error.details as object)).toEqual([field]);
  });

  it("keep long passwords whole: 72 bytes are all read", async () => {
    const password = "x".repeat(71);
    await create({ username: "ann", password: `${password}y` });
    await signIn(auth, "ann", `${password}y`);
    expect(await codeOf(signIn(auth, "ann", `${password}z`))).toBe("INVALID_CREDENTIALS");
  });

  it("are one for each name and address, in any case", async () => {
    await create({ username: "ann", password: PASSWORD, email: "ann@example.com" });
    expect(await errorOf(create({ username: "ANN", password: PASSWORD }))).toMatchObject({
      code: "ALREADY_EXISTS",
      kind: "conflict",
      message: /username ANN/,
    });
    expect(await errorOf(create({ username: "bob", password: PASSWORD, email: "Ann@Example.com" }))).toMatchObject({
      code: "ALREADY_EXISTS",
      message: /e-mail/,
    });
    const results = await Promise.allSettled(Array.from({ length: 5 }, async () => await create({ username: "carl", password: PASSWORD })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  });

  it("may read themselves, and others with user:read only", async () => {
    const ann = await newUser(auth, "ann");
    expect((await auth.call(`GET /api/users/${ann.id}`, undefined, ann.shown)).body.username).toBe("ann");
    expect(await codeOf(auth.call("GET /api/users/unknown", undefined, ann.shown))).toBe("FORBIDDEN");
    expect(await codeOf(auth.call("GET /api/users/unknown", undefined, auth.admin))).toBe("NOT_FOUND");
  });

  it("are given and lose roles, twice as well as once", async () => {
    const ann = await newUser(auth, "ann");
    expect(names((await grant({ user_id: ann.id, role_id: await roleId("viewer") })).roles)).toEqual(["viewer"]);
    expect(names((await grant({ user_id: ann.id, role: "viewer" })).roles)).toEqual(["viewer"]);
    await revoke({ user_id: ann.id, role: "viewer" });
    await revoke({ user_id: ann.id, role: "viewer" });
    const { body } = await auth.call(`GET /api/users/${ann.id}`, undefined, auth.admin);
    expect(body.roles).toEqual([]);
    const audited = await auth.rows<{ action: string; changes: string }>(
      "select action, changes from audit where action like '%-role' order by seq",
    );
    expect(audited.map(({ action }) => action)).toEqual(["grant-role", "revoke-role"]);
    expect(names(JSON.parse(audited[0]?.changes ?? "").after.roles)).toEqual(["viewer"]);
  });

  it.each([
    ["user_id", { user_id: "nobody", role: "viewer" }],
    ["user_id", { role: "viewer" }],
    ["user_id", { user_id: "a\u0000b", role: "viewer" }],
    ["role", { role: "emperor" }],
    ["role_id", { role_id: "emperor" }],
    ["role_id", {}],
  ])("need a user and a role that exist: %s in %j", async (field, body) => {
    const ann = await newUser(auth, "ann");
    const error = await errorOf(grant(field === "user_id" ? body : { user_id: ann.id, ...body }));
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", details: { [field]: { field } } });
  });

  it("keep at least one active administrator, also when two leave at once", async () => {
    const root = (await auth.call("GET /api/auth/me", undefined, auth.admin)).body.id;
    expect(await errorOf(revoke({ user_id: root, role: "admin" }))).toMatchObject({ code: "LAST_ADMIN", kind: "invalid" });
    const second = await newUser(auth, "second", "admin");
    const results = await Promise.allSettled([
      revoke({ user_id: root, role: "admin" }),
      revoke({ user_id: second.id, role: "admin" }, second.shown),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(
      await auth.rows("select user_id from auth_user_role ur join auth_role r on r.id = ur.role_id where r.name = 'admin'"),
    ).toHaveLength(1);
  });

  it("grant nothing that they lack", async () => {
    const boss = await manager();
    const ann = await newUser(auth, "ann");
    expect(names((await grant({ user_id: ann.id, role: "viewer" }, boss.shown)).roles)).toEqual(["viewer"]);
    expect(await errorOf(grant({ user_id: ann.id, role: "operator" }, boss.shown))).toMatchObject({ code: "FORBIDDEN" });
    expect(await errorOf(grant({ user_id: boss.id, role: "admin" }, boss.shown))).toMatchObject({
      code: "FORBIDDEN",
      message: /administrator/,
    });
    expect(await codeOf(create({ username: "x", password: PASSWORD, role_id: await roleId("admin") }, boss.shown))).toBe("FORBIDDEN");
    expect(await auth.rows("select id from auth_user where username = 'x'")).toEqual([]);
  });

  it("honour If-Match when they are changed", async () => {
    const { id } = await newUser(auth, "ann");
    expect(await codeOf(auth.call(`PUT /api/users/${id}`, { full_name: "Ann" }, auth.admin, [`"stale"`]))).toBe("PRECONDITION_FAILED");
    expect((await auth.call(`GET /api/users/${id}`, undefined, auth.admin)).body.full_name).toBe("");
  });

  it("are changed by administrators only when they are administrators", async () => {
    const boss = await manager();
    const root = (await auth.call("GET /api/auth/me", undefined, auth.admin)).body.id;
    expect(await codeOf(grant({ user_id: root, role: "viewer" }, boss.shown))).toBe("FORBIDDEN");
    expect(await codeOf(revoke({ user_id: root, role: "admin" }, boss.shown))).toBe("FORBIDDEN");
  });

  it("are refused to whoever lacks the permission, before the body is looked at", async () => {
    const ann = await newUser(auth, "ann", "operator");
    for (const route of [
      "GET /api/users",
      "POST /api/users",
      "POST /api/users/grant-role",
      "POST /api/users/revoke-role",
      "GET /api/roles",
      "GET /api/permissions",
      "GET /api/roles/x",
    ]) {
      expect(await codeOf(auth.call(route, { nonsense: true }, ann.shown))).toBe("FORBIDDEN");
    }
  });

  it("have the roles that are always there", async () => {
    const { body } = await auth.call("GET /api/roles", undefined, auth.admin);
    expect(names(body)).toEqual(["admin", "operator", "proposer", "viewer"]);
    expect(body[0]).toMatchObject({ is_system: true, description: "Full access to everything" });
    const held = Object.fromEntries(
      body.map((role: { name: string; permissions: { name: string }[] }) => [role.name, names(role.permissions)]),
    );
    expect(held["admin"]).toEqual(auth.host.permissions.map(({ name }) => name).toSorted());
    expect((await auth.call(`GET /api/roles/${body[1].id}`, undefined, auth.admin)).body).toEqual(body[1]);
    expect(await codeOf(auth.call("GET /api/roles/x", undefined, auth.admin))).toBe("NOT_FOUND");
  });

  it("see all permissions, each with an id that stays", async () => {
    const { body } = await auth.call("GET /api/permissions", undefined, auth.admin);
    expect(names(body)).toEqual(auth.host.permissions.map(({ name }) => name).toSorted());
    const list = body.find((permission: { name: string }) => permission.name === "datacenter:list");
    expect(list).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      name: "datacenter:list",
      resource: "datacenters",
      action: "list",
    });
    expect(new Set(body.map((permission: { id: string }) => permission.id)).size).toBe(body.length);
  });

  it("are told what they may do", async () => {
    const ann = await newUser(auth, "ann", "viewer");
    const { body } = await auth.call("GET /api/auth/me", undefined, ann.shown);
    expect(names(body.roles)).toEqual(["viewer"]);
    expect(names(body.permissions)).toEqual(
      auth.host.permissions
        .filter(({ roles }) => roles.includes("viewer"))
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it("are still there after a restart", async () => {
    await create({ username: "ann", password: PASSWORD });
    await auth.close();
    auth = { ...(await startHost(database, { initialAdmin: ADMIN })), admin: auth.admin };
    await signIn(auth, "ann");
    expect(await auth.rows("select id from auth_role")).toHaveLength(4);
  });
});
