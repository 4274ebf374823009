import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchange } from "../support/raw-http.ts";
import { answerOf, type Api, problemsOf, startApi, UNKNOWN_ID } from "./auth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("roles and keys over HTTP on %s", (storage) => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);
  const roles = async (): Promise<readonly { id: string; name: string }[]> => (await api.admin("GET /api/roles")).body;
  const stored = async (): Promise<unknown> => [
    await api.rows("select * from auth_role order by id"),
    await api.rows("select * from auth_role_permission order by role_id, permission"),
    await api.rows("select * from auth_api_key order by id"),
  ];

  it("are told apart on one connection, each request by what it shows", async () => {
    const [one, other] = [await api.user("first-of-two", "viewer"), await api.user("second-of-two", "viewer")];
    const wrong = { authorization: `${one.bearer.authorization?.slice(0, -1)}?` };
    const shown = [one.bearer, other.bearer, wrong, one.bearer, one.bearer, other.bearer];
    const requests = shown.map(
      ({ authorization }, at) =>
        `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
        `${at === shown.length - 1 ? "Connection: close\r\n" : ""}\r\n`,
    );
    const { text } = await exchange(api.url, requests.join(""));
    expect(text.match(/"username":"[^"]*"|HTTP\/1.1 401/g)).toEqual([
      '"username":"first-of-two"',
      '"username":"second-of-two"',
      "HTTP/1.1 401",
      '"username":"first-of-two"',
      '"username":"first-of-two"',
      '"username":"second-of-two"',
    ]);
  });

  it("are made of permissions by name or id, changed and deleted", async () => {
    const { body: permissions } = await api.admin("GET /api/permissions");
    const poolList = permissions.find((one: { name: string }) => one.name === "pool:list");
    const made = await api.admin("POST /api/roles", {
      name: " Auditors ",
      description: "look",
      permissions: ["device:list", poolList.id, "device:list"],
      is_system: true,
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: "Auditors",
      description: "look",
      is_system: false,
      permissions: [expect.objectContaining({ name: "device:list" }), poolList],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/roles/${made.body.id}`;
    expect((await api.admin(`GET ${path}`)).body).toEqual(made.body);
    const changed = await api.admin(`PUT ${path}`, { permissions: ["network:list"] });
    expect([changed.body.name, names(changed.body.permissions)]).toEqual(["Auditors", ["network:list"]]);
    expect((await api.admin(`PUT ${path}`, changed.body)).body).toEqual(changed.body);
    expect((await api.admin(`PUT ${path}`, { name: "auditors", permissions: null })).body).toMatchObject({
      name: "auditors",
      permissions: [],
    });
    expect(answerOf(await api.admin(`DELETE ${path}`))).toBe("204");
    expect(answerOf(await api.admin(`GET ${path}`))).toBe("404 NOT_FOUND");
    const audited = await api.rows<{ action: string }>(
      `select action from audit where resource = 'role' and resource_id = '${made.body.id}' order by seq`,
    );
    expect(audited.map(({ action }) => action)).toEqual(["create", "update", "update", "delete"]);
  });

  it("count for their holders from the next request on, and are lost when they go", async () => {
    const id = await api.role("readers", ["device:list"]);
    const ann = await api.user("ann", "readers");
    const list = async (what: string): Promise<number> => (await api.call(`GET /api/${what}`, undefined, ann.bearer)).status;
    expect([await list("devices"), await list("networks")]).toEqual([200, 403]);
    await api.admin(`PUT /api/roles/${id}`, { permissions: ["network:list"] });
    expect([await list("devices"), await list("networks")]).toEqual([403, 200]);
    await api.admin(`DELETE /api/roles/${id}`);
    expect([await list("devices"), await list("networks")]).toEqual([403, 403]);
    expect((await api.admin(`GET /api/users/${ann.id}`)).body.roles).toEqual([]);
  });

  it("that are built in stay as they are", async () => {
    const before = await stored();
    for (const { id } of (await roles()).filter(({ name }) => ["admin", "operator", "viewer", "proposer"].includes(name))) {
      // Whatever else may be wrong with the change.
      for (const change of [{ description: "x" }, { name: "" }, { permissions: ["no such permission"] }])
        expect(answerOf(await api.admin(`PUT /api/roles/${id}`, change))).toBe("400 SYSTEM_ROLE");
      expect(answerOf(await api.admin(`DELETE /api/roles/${id}`))).toBe("400 SYSTEM_ROLE");
    }
    expect(await stored()).toEqual(before);
  });

  it("are refused with everything that is wrong, and nothing changed", async () => {
    const id = await api.role("kept", ["device:list"]);
    const before = await stored();
    expect(
      problemsOf(await api.admin("POST /api/roles", { name: " ", description: 5, permissions: ["device:list", "device:fly", "x"] })),
    ).toBe("description, name, permissions[1], permissions[2]");
    expect(problemsOf(await api.admin("POST /api/roles", { permissions: "all" }))).toBe("name, permissions");
    expect(problemsOf(await api.admin("POST /api/roles", { name: "x", permissions: [5, { id: "y" }, "device:\u0000list", null] }))).toBe(
      "permissions[0], permissions[1], permissions[2], permissions[3]",
    );
    expect(problemsOf(await api.admin(`PUT /api/roles/${id}`, { permissions: ["nope"] }))).toBe("permissions[0]");
    for (const name of ["kept", "KEPT", "Admin"]) expect(answerOf(await api.admin("POST /api/roles", { name }))).toBe("409 ALREADY_EXISTS");
    expect(answerOf(await api.admin(`PUT /api/roles/${UNKNOWN_ID}`, { name: "" }))).toBe("404 NOT_FOUND");
    expect(answerOf(await api.admin(`PUT /api/roles/${id}`, { name: "other" }, { "if-match": '"stale"' }))).toBe("412 PRECONDITION_FAILED");
    expect(answerOf(await api.admin(`DELETE /api/roles/${id}`, undefined, { "if-match": '"stale"' }))).toBe("412 PRECONDITION_FAILED");
    expect(await stored()).toEqual(before);
  });

  it("give nothing that their maker lacks, and lose nothing of it", async () => {
    await api.role("role makers", ["role:list", "role:read", "role:create", "role:update", "device:list"]);
    const boss = await api.user("boss", "role makers");
    const post = async (permissions: readonly string[]): Promise<string> =>
      answerOf(await api.call("POST /api/roles", { name: `by boss ${permissions.length}`, permissions }, boss.bearer));
    expect(await post(["device:list"])).toBe("201");
    expect(await post(["device:list", "user:update"])).toBe("403 FORBIDDEN");
    const id = await api.role("has more", ["device:list", "pool:list"]);
    const put = async (permissions: readonly string[]): Promise<string> =>
      answerOf(await api.call(`PUT /api/roles/${id}`, { permissions }, boss.bearer));
    expect(await put(["device:list", "pool:list", "device:delete"])).toBe("403 FORBIDDEN");
    // What is in it already may stay. To take it away would weaken users who may do more.
    expect(await put(["pool:list", "role:read"])).toBe("200");
    expect(await put(["role:read"])).toBe("403 FORBIDDEN");
    expect(answerOf(await api.call(`DELETE /api/roles/${id}`, undefined, boss.bearer))).toBe("403 FORBIDDEN");
  });

  it("that go while they are given leave no failure behind", async () => {
    const bob = await api.user("bob");
    const allowed = new Set(["200", "201", "204", "400 VALIDATION_ERROR"]);
    for (let round = 0; round < 5; round += 1) {
      const id = await api.role(`short ${round}`, []);
      const answers = await Promise.all([
        api.admin("POST /api/users/grant-role", { user_id: bob.id, role_id: id }),
        api.admin("POST /api/users", { username: `bob${round}`, password: "correct horse battery", role_id: id }),
        api.admin(`DELETE /api/roles/${id}`),
        api.admin(`PUT /api/users/${bob.id}`, { role_ids: [id] }),
      ]);
      expect(answers.map(answerOf).filter((answer) => !allowed.has(answer))).toEqual([]);
    }
  });

  it("of a grant that is wrong change nothing", async () => {
    const before = await api.rows("select * from auth_user_role order by user_id, role_id");
    for (const route of ["POST /api/users/grant-role", "POST /api/users/revoke-role"]) {
      expect(problemsOf(await api.admin(route, { user_id: UNKNOWN_ID, role: "boss" }))).toBe("role, user_id");
      expect(problemsOf(await api.admin(route, {}))).toBe("role_id, user_id");
    }
    expect(await api.rows("select * from auth_user_role order by user_id, role_id")).toEqual(before);
  });

  it("keys that cannot be are refused, and nothing changed", async () => {
    const before = await stored();
    const now = new Date(api.clock.now()).toISOString();
    expect(problemsOf(await api.admin("POST /api/keys", { name: "", expires_at: now, user_id: UNKNOWN_ID }))).toBe(
      "expires_at, name, user_id",
    );
    for (const expires_at of ["2020-01-01T00:00:00Z", "soon", 5])
      expect(problemsOf(await api.admin("POST /api/keys", { name: "x", expires_at }))).toBe("expires_at");
    expect(answerOf(await api.admin(`GET /api/keys/${UNKNOWN_ID}`))).toBe("404 NOT_FOUND");
    expect(answerOf(await api.admin(`DELETE /api/keys/${UNKNOWN_ID}`))).toBe("404 NOT_FOUND");
    expect(await stored()).toEqual(before);
  });

  it("keys are made, shown once, listed and deleted, each with its audit row", async () => {
    const made = await api.admin("POST /api/keys", { name: "ci", description: "nightly", expires_at: "2999-01-01T00:00:00+01:00" });
    const { key, ...shown } = made.body;
    expect([made.status, shown.expires_at]).toEqual([201, "2998-12-31T23:00:00.000Z"]);
    const one = await api.admin(`GET /api/keys/${shown.id}`);
    expect(one.body).toEqual(shown);
    expect((await api.admin("GET /api/keys")).body).toContainEqual(shown);
    expect(answerOf(await api.admin(`DELETE /api/keys/${shown.id}`, undefined, { "if-match": '"stale"' }))).toBe("412 PRECONDITION_FAILED");
    expect(answerOf(await api.admin(`DELETE /api/keys/${shown.id}`, undefined, { "if-match": one.headers.get("etag") ?? "" }))).toBe("204");
    expect(answerOf(await api.call("GET /api/auth/me", undefined, { authorization: `Bearer ${key}` }))).toBe("401 UNAUTHORIZED");
    const rows = await api.rows<{ action: string; changes: string }>(
      `select action, changes from audit where resource = 'apikey' and resource_id = '${shown.id}' order by seq`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["create", "delete"]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(10));
  });
});
