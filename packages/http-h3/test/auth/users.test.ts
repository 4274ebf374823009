import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type Api, AJAX, PASSWORD, problemsOf, type Reply, startApi, UNKNOWN_ID } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("users over HTTP on %s", (storage) => {
  let api: Api;
  let manager: { id: string; bearer: Readonly<Record<string, string>> };
  beforeAll(async () => {
    api = await startApi(storage);
    await api.role("managers", ["user:list", "user:read", "user:create", "user:update", "user:delete", "role:read", "device:list"]);
    manager = await api.user("manager", "managers");
  });
  afterAll(async () => await api.stop());
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
  const roleId = async (name: string): Promise<string> =>
    (await api.admin("GET /api/roles")).body.find((role: { name: string }) => role.name === name).id;
  const stored = async (): Promise<unknown> => [
    await api.rows("select * from auth_user order by id"),
    await api.rows("select * from auth_user_role order by user_id, role_id"),
    await api.rows("select * from auth_session order by id"),
  ];

  it("change the fields that are sent, and nothing when nothing differs", async () => {
    const ann = await api.user("ann", "viewer");
    const before = (await api.admin(`GET /api/users/${ann.id}`)).body;
    await api.clock.advance(1000);
    const same = await api.admin(`PUT /api/users/${ann.id}`, before);
    expect([same.status, same.body]).toEqual([200, before]);
    const { body } = await api.admin(`PUT /api/users/${ann.id}`, {
      username: "Anna",
      email: "anna@example.com",
      full_name: "Anna A.",
      id: "x",
      is_admin: true,
      nonsense: 1,
    });
    expect(body).toEqual({ ...before, username: "Anna", email: "anna@example.com", full_name: "Anna A.", updated_at: expect.any(String) });
    expect(body.updated_at > before.updated_at).toBe(true);
    const audited = await api.rows<{ changes: string }>(`select changes from audit where action = 'update' and resource_id = '${ann.id}'`);
    expect(audited.map(({ changes }) => JSON.parse(changes))).toEqual([{ before, after: body, change_id: expect.any(String) }]);
    expect(audited[0]?.changes).not.toMatch(/password|\$2b/);
  });

  it("are changed from version to version: the answer to a change has the tag that the next one may ask for", async () => {
    const { id } = await api.user("una", "viewer");
    const put = async (full_name: string, tag: string): Promise<Reply> =>
      await api.admin(`PUT /api/users/${id}`, { full_name }, { "if-match": tag });
    const tagOf = ({ headers }: Reply): string => headers.get("etag") ?? "";
    const read = await api.admin(`GET /api/users/${id}`);
    const changed = await put("Una", tagOf(read));
    expect(answerOf(await put("Una A.", tagOf(read)))).toBe("412 PRECONDITION_FAILED");
    expect((await put("Una A.", tagOf(changed))).body.full_name).toBe("Una A.");
  });

  it("and roles and permissions are listed by what clients of rackd ask for", async () => {
    await api.admin("POST /api/users", {
      username: "Zoe.Filter",
      email: "zoe_1@filter.example",
      password: "correct horse battery",
      role_ids: [],
    });
    const listed = async (path: string, key: string): Promise<string[]> =>
      (await api.admin(`GET ${path}`)).body.map((one: Record<string, string>) => one[key]);
    expect(await listed("/api/users?username=e.filt", "username")).toEqual(["Zoe.Filter"]);
    expect(await listed("/api/users?email=ZOE_1@", "username")).toEqual(["Zoe.Filter"]);
    expect(await listed("/api/users?username=zoe&is_admin=true", "username")).toEqual([]);
    expect(await listed("/api/users?username=zoe&is_admin=false&is_active=true", "username")).toEqual(["Zoe.Filter"]);
    expect(await listed("/api/users?username=zoe&is_active=false", "username")).toEqual([]);
    expect(await listed("/api/users?username=%25", "username")).toEqual([]);
    expect(await listed("/api/roles?name=VIEW&is_system=true", "name")).toEqual(["viewer"]);
    expect(await listed("/api/roles?name=view&is_system=false", "name")).toEqual([]);
    expect(new Set(await listed("/api/permissions?action=list", "action"))).toEqual(new Set(["list"]));
  });

  it("are given other roles by role_ids, by whoever may give them", async () => {
    const ida = await api.user("ida", "viewer");
    const ids = [await roleId("operator"), await roleId("managers")];
    expect(names((await api.admin(`PUT /api/users/${ida.id}`, { role_ids: ids })).body.roles)).toEqual(["managers", "operator"]);
    expect(answerOf(await api.call(`PUT /api/users/${ida.id}`, { role_ids: [await roleId("admin")] }, manager.bearer))).toBe(
      "403 FORBIDDEN",
    );
    // Who may do more than the manager is changed by others.
    const fewer = { role_ids: [await roleId("managers")] };
    expect(answerOf(await api.call(`PUT /api/users/${ida.id}`, fewer, manager.bearer))).toBe("403 FORBIDDEN");
    expect(names((await api.admin(`PUT /api/users/${ida.id}`, fewer)).body.roles)).toEqual(["managers"]);
    expect((await api.admin(`PUT /api/users/${ida.id}`, { role_ids: null })).body.roles).toEqual([]);
    // Counts from the next request on.
    expect(answerOf(await api.call("GET /api/users", undefined, ida.bearer))).toBe("403 FORBIDDEN");
  });

  it("may change their own e-mail and full name, and nothing that gives or takes access", async () => {
    const bob = await api.user("bob");
    const put = async (body: unknown): Promise<string> => answerOf(await api.call(`PUT /api/users/${bob.id}`, body, bob.bearer));
    const own = (await api.call(`GET /api/users/${bob.id}`, undefined, bob.bearer)).body;
    expect(await put({ ...own, email: "bob@example.com", full_name: "Bob" })).toBe("200");
    const before = await stored();
    for (const body of [{ is_active: false }, { username: "robert" }, { role_ids: [await roleId("viewer")] }, { role_ids: ["nope"] }])
      expect(await put(body)).toBe("403 FORBIDDEN");
    expect(answerOf(await api.call(`PUT /api/users/${manager.id}`, { email: "x@y.z" }, bob.bearer))).toBe("403 FORBIDDEN");
    expect(answerOf(await api.call(`PUT /api/users/${UNKNOWN_ID}`, "{broken", bob.bearer))).toBe("403 FORBIDDEN");
    expect(answerOf(await api.call(`DELETE /api/users/${bob.id}`, undefined, bob.bearer))).toBe("403 FORBIDDEN");
    expect(await stored()).toEqual(before);
  });

  it("keep what they are when a change is wrong", async () => {
    const carl = await api.user("carl");
    await api.user("dora");
    await api.admin(`PUT /api/users/${carl.id}`, { email: "carl@example.com" });
    const before = await stored();
    expect(
      problemsOf(
        await api.admin(`PUT /api/users/${carl.id}`, { username: "a b", email: "x", full_name: 5, is_active: "no", role_ids: "admin" }),
      ),
    ).toBe("email, full_name, is_active, role_ids, username");
    expect(problemsOf(await api.admin(`PUT /api/users/${carl.id}`, { role_ids: ["nope", await roleId("viewer")] }))).toBe("role_ids[0]");
    expect(answerOf(await api.admin(`PUT /api/users/${carl.id}`, { username: "DORA" }))).toBe("409 ALREADY_EXISTS");
    expect(answerOf(await api.admin(`PUT /api/users/${manager.id}`, { email: "CARL@example.com" }))).toBe("409 ALREADY_EXISTS");
    expect(answerOf(await api.admin(`PUT /api/users/${UNKNOWN_ID}`, { username: "a b" }))).toBe("404 NOT_FOUND");
    expect(answerOf(await api.admin(`PUT /api/users/${carl.id}`, { full_name: "x" }, { "if-match": '"stale"' }))).toBe(
      "412 PRECONDITION_FAILED",
    );
    expect(answerOf(await api.admin(`DELETE /api/users/${carl.id}`, undefined, { "if-match": '"stale"' }))).toBe("412 PRECONDITION_FAILED");
    expect(await stored()).toEqual(before);
    const tag = (await api.admin(`GET /api/users/${carl.id}`)).headers.get("etag") ?? "";
    expect(answerOf(await api.admin(`PUT /api/users/${carl.id}`, { full_name: "Carl" }, { "if-match": tag }))).toBe("200");
  });

  it("lose sessions and keys while they are inactive", async () => {
    const eve = await api.user("eve", "viewer");
    const session = await api.signIn("eve");
    expect((await api.admin(`PUT /api/users/${eve.id}`, { is_active: false })).body.is_active).toBe(false);
    expect(answerOf(await api.call("GET /api/auth/me", undefined, session))).toBe("401 UNAUTHORIZED");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, eve.bearer))).toBe("401 UNAUTHORIZED");
    expect(answerOf(await api.call("POST /api/auth/login", { username: "eve", password: PASSWORD }))).toBe("401 INVALID_CREDENTIALS");
    expect((await api.admin(`GET /api/users/${eve.id}/permissions`)).body).toEqual([]);
    await api.admin(`PUT /api/users/${eve.id}`, { is_active: true });
    expect(answerOf(await api.call("GET /api/auth/me", undefined, eve.bearer))).toBe("200");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, session))).toBe("401 UNAUTHORIZED");
  });

  it("that administer are changed by administrators only, and one that is active stays", async () => {
    const before = await stored();
    for (const [route, body] of [
      [`PUT /api/users/${api.root.id}`, { full_name: "x" }],
      [`DELETE /api/users/${api.root.id}`, undefined],
      [`POST /api/users/${api.root.id}/reset-password`, { new_password: "another horse battery" }],
      [`POST /api/users/${api.root.id}/password`, { old_password: PASSWORD, new_password: "another horse battery" }],
    ] as const) {
      expect([route, answerOf(await api.call(route, body, manager.bearer))]).toEqual([route, "403 FORBIDDEN"]);
    }
    expect(answerOf(await api.admin(`PUT /api/users/${api.root.id}`, { is_active: false }))).toBe("400 LAST_ADMIN");
    expect(answerOf(await api.admin(`PUT /api/users/${api.root.id}`, { role_ids: [] }))).toBe("400 LAST_ADMIN");
    expect(answerOf(await api.admin("POST /api/users/revoke-role", { user_id: api.root.id, role: "admin" }))).toBe("400 LAST_ADMIN");
    expect(answerOf(await api.admin(`DELETE /api/users/${api.root.id}`))).toBe("400 CANNOT_DELETE_SELF");
    expect(await stored()).toEqual(before);
    const second = await api.user("second", "admin");
    const results = await Promise.all([
      api.call(`PUT /api/users/${api.root.id}`, { is_active: false }, second.bearer),
      api.admin(`PUT /api/users/${second.id}`, { is_active: false }),
    ]);
    // Two at once: one of them finds that it would be the last, or is inactive itself by then.
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await api.rows<{ id: string }>(
      "select u.id from auth_user u join auth_user_role ur on ur.user_id = u.id join auth_role r on r.id = ur.role_id where r.name = " +
        "'admin' and u.is_active = 1",
    );
    expect(left).toHaveLength(1);
    await api.write("update auth_user set is_active = 1");
    expect((await api.admin(`DELETE /api/users/${second.id}`)).status).toBe(204);
  });

  it("go with their sessions, keys and roles", async () => {
    const fay = await api.user("fay", "managers");
    const session = await api.signIn("fay");
    expect(answerOf(await api.call(`DELETE /api/users/${fay.id}`, undefined, manager.bearer))).toBe("204");
    for (const headers of [session, fay.bearer])
      expect(answerOf(await api.call("GET /api/auth/me", undefined, headers))).toBe("401 UNAUTHORIZED");
    for (const table of ["auth_session", "auth_api_key", "auth_user_role"])
      expect(await api.rows(`select user_id from ${table} where user_id = '${fay.id}'`)).toEqual([]);
    expect(answerOf(await api.admin(`GET /api/users/${fay.id}`))).toBe("404 NOT_FOUND");
    expect(answerOf(await api.admin(`DELETE /api/users/${fay.id}`))).toBe("404 NOT_FOUND");
    const [row] = await api.rows<{ changes: string }>(`select changes from audit where action = 'delete' and resource_id = '${fay.id}'`);
    expect(JSON.parse(row?.changes ?? "").before).toMatchObject({ username: "fay", roles: [{ name: "managers" }] });
  });

  it("that go while they are given keys, roles and sessions leave no failure behind", async () => {
    const allowed = new Set(["201", "200", "204", "400 VALIDATION_ERROR", "401 INVALID_CREDENTIALS", "401 UNAUTHORIZED", "404 NOT_FOUND"]);
    for (let round = 0; round < 5; round += 1) {
      const gil = await api.user(`gil${round}`, "managers");
      const answers = await Promise.all([
        api.admin("POST /api/keys", { name: "k", user_id: gil.id }),
        api.admin("POST /api/users/grant-role", { user_id: gil.id, role: "viewer" }),
        api.call("POST /api/auth/login", { username: `gil${round}`, password: PASSWORD }),
        api.admin(`DELETE /api/users/${gil.id}`),
        api.admin("POST /api/keys", { name: "l", user_id: gil.id }),
        api.admin(`PUT /api/users/${gil.id}`, { full_name: "Gil" }),
        api.call("POST /api/auth/login", { username: `gil${round}`, password: PASSWORD }),
      ]);
      expect(answers.map(answerOf).filter((answer) => !allowed.has(answer))).toEqual([]);
      expect(await api.rows(`select id from auth_api_key where user_id = '${gil.id}'`)).toEqual([]);
    }
  });

  it("and their roles and permissions are seen by themselves and by whoever reads users", async () => {
    const hal = await api.user("hal", "managers");
    const { body: roles } = await api.call(`GET /api/users/${hal.id}/roles`, undefined, hal.bearer);
    expect(names(roles)).toEqual(["managers"]);
    expect(roles[0]).not.toHaveProperty("permissions");
    const { body: permissions } = await api.call(`GET /api/users/${hal.id}/permissions`, undefined, hal.bearer);
    expect(names(permissions)).toEqual(["device:list", "role:read", "user:create", "user:delete", "user:list", "user:read", "user:update"]);
    expect((await api.admin(`GET /api/users/${api.root.id}/permissions`)).body).toHaveLength(api.inventory.host.permissions.length);
    for (const what of ["roles", "permissions"]) {
      expect(answerOf(await api.call(`GET /api/users/${api.root.id}/${what}`, undefined, manager.bearer))).toBe("200");
      expect(answerOf(await api.admin(`GET /api/users/${UNKNOWN_ID}/${what}`))).toBe("404 NOT_FOUND");
    }
  });

  it("are told what the service offers", async () => {
    const { body } = await api.call("GET /api/config", undefined, manager.bearer);
    const me = (await api.call("GET /api/auth/me", undefined, manager.bearer)).body;
    expect(body).toEqual({
      edition: "community",
      version: api.inventory.host.version,
      features: ["agents", "oauth", "racks", "webhooks"],
      nav_items: [
        { label: "Racks", path: "/racks" },
        { label: "Help", path: "/help" },
        { label: "API reference", path: "/docs" },
      ],
      user: me,
    });
    const administrators = (await api.admin("GET /api/config")).body;
    expect(administrators.nav_items.map(({ path }: { path: string }) => path)).toEqual([
      "/records/vlanGroups",
      "/records/vlans",
      "/racks",
      "/racks/accounts",
      "/help",
      "/docs",
    ]);
    expect(answerOf(await api.call("GET /api/config"))).toBe("401 UNAUTHORIZED");
  });

  it("with a key and a cookie at once are who the key says, also when it is refused", async () => {
    const session = await api.signIn("root");
    expect((await api.call("GET /api/auth/me", undefined, { ...session, ...manager.bearer })).body.username).toBe("manager");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, { ...session, authorization: "Bearer cad_x" }))).toBe("401 UNAUTHORIZED");
    // A key needs no CSRF header, with a cookie beside it or without.
    expect(answerOf(await api.call("POST /api/auth/logout", undefined, { cookie: session["cookie"] as string, ...manager.bearer }))).toBe(
      "204",
    );
    expect(answerOf(await api.call("POST /api/auth/logout", undefined, { cookie: session["cookie"] as string, ...AJAX }))).toBe("204");
  });
});
