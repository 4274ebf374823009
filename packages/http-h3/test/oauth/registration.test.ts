import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { allow, exchange, type OAuthApi, REDIRECT, startOAuth, startRequest } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("registration of clients on %s", (storage) => {
  let api: OAuthApi;
  beforeAll(async () => {
    api = await startOAuth(storage, { oauth: { maxUnusedClients: 30 } });
    await api.user("alice", "operator");
  });
  afterAll(async () => await api.stop());
  afterEach(() => vi.useRealTimers());

  const post = async (metadata: unknown, headers: Record<string, string> = { "content-type": "application/json" }) => {
    const response = await fetch(`${api.url}/mcp-oauth/register`, {
      method: "POST",
      headers,
      body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it("takes a client without a scope, which gets the usual one", async () => {
    const client = await api.register();
    expect(client).toMatchObject({
      client_name: "Editor",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    });
    const usual = typeof client["scope"] === "string" ? client["scope"].split(" ") : [];
    expect(usual).toContain("device:create");
    expect(usual.join(" ")).not.toContain("user:");
    const started = await startRequest(api, client, { scope: undefined });
    const tokens = await exchange(api, client, started, await allow(api, started, "alice"));
    expect(tokens.scope?.split(" ").toSorted()).toEqual(usual.toSorted());
  });

  it("makes every client a public one, whatever it asks to be", async () => {
    const { status, body } = await post({
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "client_secret_post",
      grant_types: ["client_credentials", "implicit"],
      response_types: ["token"],
      application_type: "web",
      client_id: "mine",
      client_secret: "s3cret",
      jwks_uri: "https://client.example/keys",
      logo_uri: "https://client.example/logo.png",
      sector_identifier_uri: "https://client.example/sector",
      contacts: ["a@client.example"],
      __proto__: { admin: true },
      unknown: 1,
    });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual([
      "application_type",
      "client_id",
      "client_id_issued_at",
      "grant_types",
      "redirect_uris",
      "response_types",
      "scope",
      "token_endpoint_auth_method",
    ]);
    expect(body).toMatchObject({
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    });
    expect(body["client_id"]).not.toBe("mine");
    const [row] = await api.rows<{ metadata: string }>(`select metadata from auth_oauth_client where id = '${String(body["client_id"])}'`);
    expect(row?.metadata).not.toMatch(/secret|logo|jwks|sector|contacts|unknown/);
  });

  it.each([
    ["https", "https://client.example/callback?x=1"],
    ["loopback", "http://127.0.0.1/callback"],
    ["IPv6 loopback", "http://[::1]:1234/"],
    ["localhost", "http://localhost:8000"],
    ["a private-use scheme", "com.example.editor:/callback"],
    ["a private-use scheme with a host", "com.example.editor://auth/callback"],
  ])("takes a redirect to %s", async (_, uri) => expect((await api.register({ redirect_uris: [uri] }))["redirect_uris"]).toEqual([uri]));

  it.each([
    ["none", undefined],
    ["an empty list", []],
    ["no list", "https://client.example/"],
    ["plain http", ["http://client.example/callback"]],
    ["http to a private address", ["http://10.0.0.1/callback"]],
    ["a name that begins as this machine's", ["http://127.0.0.1.evil.example/"]],
    ["a fragment", ["https://client.example/#x"]],
    ["credentials", ["https://user:pass@client.example/"]],
    ["javascript", ["javascript:alert(1)//"]],
    ["data", ["data:text/html,x"]],
    ["settings of the system", ["ms-settings:privacy"]],
    ["a search of the system", ["search-ms:query=x"]],
    ["a script of the system", ["shell:startup"]],
    ["a scheme without a dot", ["editor://auth/callback"]],
    ["a part of an Android program", ["intent://x#Intent;end"]],
    ["a path", ["/callback"]],
    ["a number", [1]],
    ["one that is too long", [`https://client.example/${"x".repeat(2000)}`]],
    ["too many", Array.from({ length: 11 }, (_, index) => `https://client.example/${index}`)],
    ["a host that is none", ["https://a;b.example/"]],
    ["https on this machine", ["https://localhost/callback"]],
    ["one good and one bad", [REDIRECT, "http://client.example/"]],
  ])("refuses redirects: %s", async (_, redirect_uris) =>
    expect(await post({ redirect_uris })).toMatchObject({ status: 400, body: { error: "invalid_redirect_uri" } }),
  );

  it.each([
    ["a name that is too long", { client_name: "x".repeat(201) }],
    ["a name that is none", { client_name: { a: 1 } }],
    ["a name that turns the text around", { client_name: "Editor\u202eevil" }],
    ["a name of two lines", { client_name: "Editor\nAllow" }],
    ["a scope of unknown permissions", { scope: "everything root" }],
    ["a scope that is a list", { scope: ["device:list"] }],
    ["a URI that is too long", { client_uri: `https://a.example/${"x".repeat(2000)}` }],
  ])("refuses metadata: %s", async (_, metadata) =>
    expect(await post({ redirect_uris: [REDIRECT], ...metadata })).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata" },
    }),
  );

  it("refuses what is no JSON object, or too much of it", async () => {
    for (const body of ["", "[]", "null", '"x"', "{", "redirect_uris=x"])
      expect(await post(body)).toMatchObject({ status: 400, body: { error: "invalid_client_metadata" } });
    expect(await post({ redirect_uris: [REDIRECT], extra: "x".repeat(20_000) })).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata" },
    });
    expect(await post({ redirect_uris: [REDIRECT] }, { "content-type": "text/plain" })).toMatchObject({
      status: 400,
      body: { error: "invalid_client_metadata" },
    });
  });

  it("binds a client to the scope that it names, without what is no permission", async () => {
    const client = await api.register({ scope: "openid device:list offline_access network:list" });
    expect(client["scope"]).toBe("device:list network:list");
    const more = await api.browser().open((await startRequest(api, client, { scope: "device:delete" })).url.href);
    expect([more.status, more.text.includes("invalid_scope")]).toEqual([400, true]);
    const started = await startRequest(api, client, { scope: undefined });
    expect((await exchange(api, client, started, await allow(api, started, "alice"))).scope).toBe("device:list network:list");
  });

  it("is noted in the audit trail", async () => {
    const client = await api.register({ client_name: "Noted" });
    const { body } = await api.admin("GET /api/audit?action=register");
    expect(body.find((row: { resource_id: string }) => row.resource_id === client.client_id)).toMatchObject({
      resource: "oauth-client",
      status: "success",
      source: "http",
      changes: { after: { name: "Noted", source: "registered", grants: 0 } },
    });
  });

  describe("by strangers (docs/spec/limits.md#strangers-of-oauth)", () => {
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      await api.inventory.host.get(STORAGE).write(async (transaction) => void (await transaction.run("delete from auth_oauth_client")));
    });

    /** Each a second after the one before. @returns the status, and the id of the client */
    const at = async (address: string): Promise<{ readonly status: number; readonly id: unknown }> => {
      vi.setSystemTime(Date.now() + 1000);
      const { status, body } = await post(
        { redirect_uris: [REDIRECT] },
        { "content-type": "application/json", "x-forwarded-for": address },
      );
      return { status, id: body["client_id"] };
    };
    /** Clients without an authorization, the oldest first. */
    const unused = async (): Promise<readonly string[]> =>
      (await api.rows<{ id: string }>("select id from auth_oauth_client where last_used_at is null order by created_at")).map(
        ({ id }) => id,
      );

    it("takes the place of the oldest of the same network", async () => {
      const ids = [(await at("198.51.100.7")).id];
      for (let count = 0; count < 7; count += 1) ids.push((await at(`2001:db8:0:1::${count}`)).id);
      expect(await unused()).toEqual([ids[0], ...ids.slice(3)]);
    });

    it("leaves out clients that a user allowed, whose networks are forgotten", async () => {
      const client = await api.register();
      await allow(api, await startRequest(api, client), "alice");
      for (let count = 0; count < 6; count += 1) await at("127.0.0.1");
      expect(await unused()).toHaveLength(5);
      expect(await api.rows(`select address from auth_oauth_client where id = '${client.client_id}'`)).toEqual([{ address: "" }]);
    });

    it("holds up a flood from many networks, and makes room for clients whose users have not answered yet", async () => {
      const first = [await at("198.51.100.7"), await at("198.51.100.8")];
      for (let count = 0; count < 28; count += 1) await at(`203.0.113.${count % 6}`);
      // All places are taken: a network with clients loses its oldest client, other networks lose none.
      expect((await at("203.0.113.5")).status).toBe(201);
      expect((await at("192.0.2.1")).status).toBe(503);
      expect([(await unused()).length, (await unused()).slice(0, 2)]).toEqual([30, first.map(({ id }) => id)]);
      vi.setSystemTime(Date.now() + 601_000);
      const asked = await at("192.0.2.1");
      // Old clients are deleted before a recent one, which its user may be about to allow.
      const next = await at("192.0.2.1");
      expect([(await unused()).length, (await unused()).slice(-2)]).toEqual([30, [asked.id, next.id]]);
    });
  });
});
