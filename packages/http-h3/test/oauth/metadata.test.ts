import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as oauth from "oauth4webapi";
import { INSECURE, type OAuthApi, startOAuth } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const PATHS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/mcp-oauth",
  "/mcp-oauth/register",
  "/mcp-oauth/authorize",
  "/mcp-oauth/authorize/x",
  "/mcp-oauth/consent",
  "/mcp-oauth/sign-in",
  "/mcp-oauth/token",
  "/mcp-oauth/revoke",
];

describe.each(STORAGES)("the metadata of OAuth on %s", (storage) => {
  let api: OAuthApi;
  beforeAll(async () => {
    api = await startOAuth(storage);
  });
  afterAll(async () => await api.stop());

  const get = async (path: string, init: RequestInit = {}): Promise<Response> => await fetch(api.url + path, init);

  it("says what the server does, and nothing that it does not (RFC 8414)", async () => {
    const permissions = api.inventory.host.permissions.map(({ name }) => name).toSorted();
    expect(api.server).toEqual({
      issuer: api.issuer,
      authorization_endpoint: `${api.issuer}/mcp-oauth/authorize`,
      token_endpoint: `${api.issuer}/mcp-oauth/token`,
      registration_endpoint: `${api.issuer}/mcp-oauth/register`,
      revocation_endpoint: `${api.issuer}/mcp-oauth/revoke`,
      scopes_supported: permissions,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it("says what the resource is, at the root and at the path of MCP (RFC 9728)", async () => {
    const resource = new URL(api.resource);
    const strict = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, INSECURE));
    expect(strict).toMatchObject({
      resource: `${api.issuer}/mcp`,
      authorization_servers: [api.issuer],
      bearer_methods_supported: ["header"],
    });
    expect(strict.scopes_supported).toContain("device:list");
    expect(strict.scopes_supported).toContain("discovery:create");
    for (const name of ["user:list", "role:read", "apikey:create", "oauth-client:delete", "audit:list", "offline_access", "openid"])
      expect(strict.scopes_supported).not.toContain(name);
    expect(await (await get("/.well-known/oauth-protected-resource")).json()).toEqual(strict);
    expect((await get("/.well-known/oauth-protected-resource/other")).status).toBe(404);
    expect((await get("/.well-known/oauth-authorization-server/mcp")).status).toBe(404);
  });

  it("lets pages of other sites read these headers and no others, of every path that they may call", async () => {
    const calls: readonly (readonly [string, RequestInit])[] = [
      ["/.well-known/oauth-authorization-server", {}],
      ["/.well-known/oauth-protected-resource", {}],
      ["/.well-known/oauth-authorization-server", { method: "OPTIONS" }],
      ["/mcp-oauth/token", { method: "POST" }],
      ["/mcp-oauth/token", { method: "OPTIONS" }],
      ["/mcp-oauth/register", { method: "POST" }],
      ["/mcp-oauth/revoke", { method: "POST" }],
    ];
    for (const [path, init] of calls) {
      const { headers } = await get(path, init);
      expect([path, init.method, headers.get("access-control-allow-origin"), headers.get("access-control-expose-headers")]).toEqual([
        path,
        init.method,
        "*",
        "WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
      ]);
    }
  });

  it("names the issuer of the settings, whatever the request says", async () => {
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", forwarded: "host=evil.example" };
    const body = await (await get("/.well-known/oauth-authorization-server", { headers })).text();
    expect(body).not.toContain("evil.example");
  });

  it("may be read by pages of other sites, which may register and get tokens too, and no more", async () => {
    const origin = { origin: "https://client.example" };
    for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp"]) {
      expect((await get(path, { headers: origin })).headers.get("access-control-allow-origin")).toBe("*");
    }
    for (const path of ["/mcp-oauth/register", "/mcp-oauth/token", "/mcp-oauth/revoke"]) {
      const preflight = await get(path, {
        method: "OPTIONS",
        headers: { ...origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
      });
      expect([
        preflight.status,
        preflight.headers.get("access-control-allow-origin"),
        preflight.headers.get("access-control-allow-headers")?.toLowerCase(),
      ]).toEqual([204, "*", expect.stringContaining("content-type")]);
      const answer = await get(path, { method: "POST", headers: origin, body: "{}" });
      expect([
        answer.status,
        answer.headers.get("access-control-allow-origin"),
        answer.headers.get("access-control-allow-credentials"),
      ]).toEqual([400, "*", null]);
    }
    for (const path of ["/mcp-oauth/authorize", "/mcp-oauth/consent", "/mcp-oauth/sign-in"]) {
      expect((await get(path, { method: "OPTIONS", headers: origin })).headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  it.each([
    ["PUT", "/mcp-oauth/token", "POST, OPTIONS"],
    ["GET", "/mcp-oauth/token", "POST, OPTIONS"],
    ["GET", "/mcp-oauth/register", "POST, OPTIONS"],
    ["GET", "/mcp-oauth/sign-in", "POST, OPTIONS"],
    ["POST", "/mcp-oauth/consent", "GET, HEAD, OPTIONS"],
    ["DELETE", "/.well-known/oauth-authorization-server", "GET, HEAD, OPTIONS"],
  ])("does not take %s %s", async (method, path, allow) => {
    const answer = await get(path, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  });

  it.each([
    "/mcp-oauth",
    "/mcp-oauth/jwks",
    "/mcp-oauth/userinfo",
    "/mcp-oauth/register/x",
    "/mcp-oauth/token/x",
    "/jwks",
    "/me",
    "/token",
    "/session/end",
    "/request",
    "/interaction/x",
    "/.well-known/openid-configuration",
  ])("has nothing at %s", async (path) => expect((await get(path)).status).toBe(404));
});

describe("OAuth that is off", () => {
  it("answers 404 before it looks at credentials or at limits, and knows no token", async () => {
    const api = await startOAuth("sqlite", { oauth: { enabled: false }, limits: { registrationRequests: 1, tokenRequests: 1 } });
    for (const path of PATHS) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const answer = await fetch(api.url + path, {
          method,
          headers: { authorization: "Bearer cad_wrong", origin: "https://client.example" },
        });
        expect([path, method, answer.status]).toEqual([path, method, 404]);
        expect(await answer.json()).toMatchObject({ code: "NOT_FOUND" });
        expect(answer.headers.get("x-ratelimit-limit")).toBe("100");
      }
    }
    expect((await api.call("GET /api/devices", undefined, { authorization: `Bearer ${"a".repeat(43)}` })).status).toBe(401);
    expect((await api.admin("GET /api/oauth/clients")).body).toEqual([]);
    await api.stop();
  });

  it("needs an issuer to be on: an address, of https unless it is this machine", async () => {
    for (const issuerUrl of [
      undefined,
      "http://inventory.example.com",
      "https://a.example/path?x",
      "https://a.example//path",
      "https://a.example/path#x",
      "https://a.example?x",
      "https://u:p@a.example",
      "ftp://a.example",
      "a.example",
      "",
    ]) {
      await expect(startOAuth("sqlite", { oauth: { enabled: true, issuerUrl } })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });
});

describe("limits of OAuth", () => {
  it("count registrations and token requests on their own, and are told in the headers", async () => {
    const api = await startOAuth("sqlite", { limits: { loginRequests: 1, registrationRequests: 3, tokenRequests: 2 } });
    const post = async (path: string): Promise<Response> =>
      await fetch(api.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
    for (const [path, limit] of [
      ["/mcp-oauth/register", 3],
      ["/mcp-oauth/token", 2],
    ] as const) {
      for (let left = limit - 1; left >= 0; left -= 1) {
        const answer = await post(path);
        expect([path, answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([path, 400, String(left)]);
      }
      const refused = await post(path);
      expect([path, refused.status, refused.headers.get("x-ratelimit-limit")]).toEqual([path, 429, String(limit)]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await fetch(`${api.url}/.well-known/oauth-authorization-server`)).headers.get("x-ratelimit-limit")).toBe("100");
    await api.stop();
  });
});
