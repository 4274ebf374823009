import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORD, type Reply } from "../auth/auth-api.ts";
import { callWith, type OAuthApi, refresh, refusalOf, sentTo, signIn, startOAuth, startRequest, tokensFor } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("what OAuth tokens may do on %s", (storage) => {
  let api: OAuthApi;
  let users = 0;
  beforeAll(async () => {
    api = await startOAuth(storage);
  });
  afterAll(async () => await api.stop());
  afterEach(() => vi.useRealTimers());

  const newUser = async (...roles: readonly string[]) => {
    const username = `user-${(users += 1)}`;
    return { username, id: await api.user(username, ...roles) };
  };
  const statusOf = async (token: string, route?: string, body?: unknown): Promise<number> =>
    (await callWith(api, token, route, body)).status;

  it("is what the scope and the user's roles both allow", async () => {
    const { username } = await newUser("viewer");
    const { tokens } = await tokensFor(api, username, "device:list device:delete network:list user:list");
    expect(tokens.scope).toBe("device:list network:list");
    expect(await statusOf(tokens.access_token, "GET /api/devices")).toBe(200);
    expect(await statusOf(tokens.access_token, "GET /api/networks")).toBe(200);
    expect(await statusOf(tokens.access_token, "GET /api/pools/01900000-0000-7000-8000-000000000000")).toBe(403);
    expect(await statusOf(tokens.access_token, "GET /api/users")).toBe(403);
    expect(await statusOf(tokens.access_token, "DELETE /api/devices/01900000-0000-7000-8000-000000000000")).toBe(403);
  });

  it("shrinks with the user's roles from the next request on, and grows no further than what was allowed", async () => {
    const { username, id } = await newUser("operator");
    const { client, tokens } = await tokensFor(api, username, "device:list device:create");
    expect(await statusOf(tokens.access_token, "POST /api/devices", { name: "a" })).toBe(201);
    await api.admin("POST /api/users/revoke-role", { user_id: id, role: "operator" });
    expect(await statusOf(tokens.access_token, "POST /api/devices", { name: "b" })).toBe(403);
    expect(await statusOf(tokens.access_token)).toBe(403);
    const next = await refresh(api, client, tokens.refresh_token ?? "");
    expect(await statusOf(next.access_token)).toBe(403);
    await api.admin("POST /api/users/grant-role", { user_id: id, role: "admin" });
    expect(await statusOf(next.access_token)).toBe(200);
    expect(await statusOf(next.access_token, "GET /api/users")).toBe(403);
  });

  it("makes no administrator, and no credentials, of an administrator", async () => {
    const { username, id } = await newUser("admin");
    const { client } = await tokensFor(api, username);
    const all = api.inventory.host.permissions.map(({ name }) => name).join(" ");
    const { tokens } = await tokensFor(api, username, all, client);
    expect(tokens.scope?.split(" ")).toHaveLength(all.split(" ").length);
    expect(await statusOf(tokens.access_token, "GET /api/users")).toBe(200);
    expect(await statusOf(tokens.access_token, "POST /api/users", { username: "made", password: PASSWORD })).toBe(403);
    expect(await statusOf(tokens.access_token, "POST /api/keys", { name: "made" })).toBe(403);
    expect(await statusOf(tokens.access_token, "POST /api/roles", { name: "made", permissions: [] })).toBe(403);
    expect(
      await statusOf(tokens.access_token, `POST /api/users/${id}/password`, { current_password: PASSWORD, new_password: `${PASSWORD}!` }),
    ).toBe(403);
    expect(await statusOf(tokens.access_token, `PUT /api/users/${id}`, { is_active: false })).toBe(403);
    const other = await newUser("viewer");
    const roles = await api.rows("select * from auth_user_role order by user_id, role_id");
    for (const [route, body] of [
      ["POST /api/users/grant-role", { user_id: other.id, role: "viewer" }],
      ["POST /api/users/grant-role", { user_id: id, role: "operator" }],
      ["POST /api/users/revoke-role", { user_id: other.id, role: "viewer" }],
      [`POST /api/users/${other.id}/reset-password`, { new_password: `${PASSWORD}!` }],
      [`PUT /api/users/${other.id}`, { email: "x@example.com" }],
      [`DELETE /api/users/${other.id}`, undefined],
    ] as const) {
      const { status, body: error } = await callWith(api, tokens.access_token, route, body);
      expect([route, status, error.code, error.error]).toEqual([route, 403, "FORBIDDEN", expect.stringContaining("an OAuth token")]);
    }
    expect(await api.rows("select * from auth_user_role order by user_id, role_id")).toEqual(roles);
  });

  it("needs no header against forged requests, and says nothing to who has a wrong one", async () => {
    const { username } = await newUser("operator");
    const { tokens } = await tokensFor(api, username, "device:create");
    const headers = { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json", origin: "https://evil.example" };
    expect((await fetch(`${api.url}/api/devices`, { method: "POST", headers, body: '{"name":"c"}' })).status).toBe(201);
    for (const token of [
      `${tokens.access_token.slice(0, -1)}!`,
      tokens.access_token.slice(1),
      `${tokens.access_token}a`,
      "x".repeat(43),
      "",
    ])
      expect(await statusOf(token)).toBe(401);
  });

  it("ends when the user is deactivated, and does not come back", async () => {
    const { username, id } = await newUser("operator");
    const { client, tokens } = await tokensFor(api, username);
    await api.admin(`PUT /api/users/${id}`, { is_active: false });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    await api.admin(`PUT /api/users/${id}`, { is_active: true });
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
  });

  it.each(["change", "reset"])("ends with a %s of the password", async (way) => {
    const { username, id } = await newUser("operator");
    const { client, tokens } = await tokensFor(api, username);
    const { headers } = await api.call("POST /api/auth/login", { username, password: PASSWORD });
    const session = { cookie: headers.get("set-cookie")?.split(";")[0] ?? "", "x-requested-with": "XMLHttpRequest" };
    const ways: Readonly<Record<string, () => Promise<Reply>>> = {
      change: async () =>
        await api.call(`POST /api/users/${id}/password`, { current_password: PASSWORD, new_password: `${PASSWORD}!` }, session),
      reset: async () => await api.admin(`POST /api/users/${id}/reset-password`, { new_password: `${PASSWORD}!` }),
    };
    expect((await ways[way]?.())?.status).toBe(204);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
  });

  it("ends with the user", async () => {
    const { username, id } = await newUser("operator");
    const { client, tokens } = await tokensFor(api, username);
    expect((await api.admin(`DELETE /api/users/${id}`)).status).toBe(204);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
  });

  it("does not begin when the password changes while the user is being asked, nor between the code and its exchange", async () => {
    const { username, id } = await newUser("operator");
    const client = await api.register();
    const [one, other] = [await startRequest(api, client), await startRequest(api, client)];
    const [first, second] = [api.browser(), api.browser()];
    const [page, open] = [
      await signIn(first, await first.open(one.url.href), username),
      await signIn(second, await second.open(other.url.href), username),
    ];
    const back = sentTo(await first.submit(page, "/mcp-oauth/authorize", { answer: "allow" }));
    await api.admin(`POST /api/users/${id}/reset-password`, { new_password: `${PASSWORD}!` });
    const answer = await second.submit(open, "/mcp-oauth/authorize", { answer: "allow" });
    expect([answer.status, answer.headers.get("location"), answer.text.includes("Sign in")]).toEqual([200, null, true]);
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client.client_id,
      code: back.searchParams.get("code") ?? "",
      redirect_uri: one.redirect,
      code_verifier: one.verifier,
    });
    const refused = await fetch(`${api.url}/mcp-oauth/token`, { method: "POST", body });
    expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: "invalid_grant" })]);
  });

  it("is listed for its user, who ends it; nobody else's is seen or ended", async () => {
    const [mine, other] = [await newUser("operator"), await newUser("operator")];
    const { client, tokens } = await tokensFor(api, mine.username, "device:list network:list");
    const others = await tokensFor(api, other.username, "device:list");
    // A program sees what it holds, its user all of it.
    await tokensFor(api, mine.username, "pool:list");
    const { headers } = await api.call("POST /api/auth/login", { username: mine.username, password: PASSWORD });
    const session = { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
    expect((await api.call("GET /api/oauth/grants", undefined, session)).body.map(({ scope }: { scope: string[] }) => scope)).toEqual([
      ["pool:list"],
      ["device:list", "network:list"],
    ]);
    expect(await statusOf(tokens.access_token, `GET /api/users/${mine.id}`)).toBe(403);
    expect(await statusOf(tokens.access_token, `PUT /api/users/${mine.id}`, { email: "a@b.example" })).toBe(403);
    const listed = await callWith(api, tokens.access_token, "GET /api/oauth/grants");
    expect(listed.body).toEqual([
      {
        id: expect.any(String),
        client: { id: client.client_id, client_id: client.client_id, name: "Editor" },
        scope: ["device:list", "network:list"],
        created_at: expect.any(String),
        last_used_at: null,
        expires_at: expect.any(String),
      },
    ]);
    const [{ id }] = listed.body;
    expect((await callWith(api, others.tokens.access_token, `DELETE /api/oauth/grants/${id}`)).body).toMatchObject({ code: "NOT_FOUND" });
    expect(await statusOf(tokens.access_token)).toBe(200);
    expect(await statusOf(tokens.access_token, `DELETE /api/oauth/grants/${id}`)).toBe(204);
    expect(await statusOf(tokens.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect(await statusOf(others.tokens.access_token)).toBe(200);
    const [row] = (await api.admin("GET /api/audit?action=revoke")).body;
    expect(row).toMatchObject({ username: mine.username, resource: "oauth-grant", resource_id: id, status: "success" });
  });

  it("ends for all users of a client that an administrator deletes", async () => {
    const [one, other] = [await newUser("operator"), await newUser("viewer")];
    const { client, tokens } = await tokensFor(api, one.username);
    const second = await tokensFor(api, other.username, "device:list", client);
    const listed = (await api.admin("GET /api/oauth/clients")).body.find(({ id }: { id: string }) => id === client.client_id);
    expect(listed).toMatchObject({
      client_id: client.client_id,
      name: "Editor",
      source: "registered",
      scope: null,
      grants: 2,
      last_used_at: expect.any(String),
    });
    expect(await statusOf(tokens.access_token, "GET /api/oauth/clients")).toBe(403);
    expect((await api.admin(`DELETE /api/oauth/clients/${client.client_id}`)).status).toBe(204);
    for (const token of [tokens, second.tokens]) expect(await statusOf(token.access_token)).toBe(401);
    expect(await refusalOf(refresh(api, client, tokens.refresh_token ?? ""))).toBe("401 invalid_client");
    expect((await api.admin(`DELETE /api/oauth/clients/${client.client_id}`)).body).toMatchObject({ code: "NOT_FOUND" });
    expect((await api.admin("GET /api/audit?action=delete&resource=oauth-client")).body[0]).toMatchObject({
      resource_id: client.client_id,
      changes: { before: { name: "Editor", grants: 2 } },
    });
  });

  it("is purged when it is over, with clients that nobody allowed", async () => {
    const { username } = await newUser("operator");
    const { client } = await tokensFor(api, username);
    const unused = await api.register();
    const { OAUTH_PURGE } = await import("@cadastre/auth/oauth");
    const purge = api.inventory.host.get(OAUTH_PURGE);
    const ids = async (): Promise<string[]> => (await api.rows<{ id: string }>("select id from auth_oauth_client")).map(({ id }) => id);
    await purge.run();
    expect(await ids()).toEqual(expect.arrayContaining([client.client_id, unused.client_id]));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_401_000 });
    await purge.run();
    expect(await ids()).toContain(client.client_id);
    expect(await ids()).not.toContain(unused.client_id);
    vi.setSystemTime(Date.now() + 120 * 86_400_000);
    await purge.run();
    for (const table of ["auth_oauth_token", "auth_oauth_grant", "auth_oauth_flow", "auth_oauth_client"])
      expect(await api.rows(`select * from ${table}`)).toEqual([]);
  });
});
