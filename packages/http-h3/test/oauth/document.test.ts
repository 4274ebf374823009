import { afterEach, describe, expect, it, vi } from "vitest";
import { openApiDocument } from "../../src/index.ts";
import { checkedFetch } from "../support/schema-check.ts";
import { allow, exchange, type OAuthApi, REDIRECT, startOAuth, startRequest } from "./oauth-api.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const METADATA = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
];

describe("the OpenAPI document tells of OAuth", () => {
  let api: OAuthApi;
  afterEach(async () => {
    vi.unstubAllGlobals();
    await api.stop();
  });

  it("as its endpoints answer", async () => {
    api = await startOAuth("sqlite");
    const document = openApiDocument(api.inventory.host);
    expect(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.values(methods)
          .filter(({ tags }) => (tags as string[])[0] === "oauth")
          .map(({ operationId }) => `${operationId as string} ${path}`),
      ),
    ).toEqual([
      "oauth.metadata /.well-known/oauth-authorization-server",
      "oauth.resourceMetadata /.well-known/oauth-protected-resource/mcp",
      "oauth.anyResourceMetadata /.well-known/oauth-protected-resource",
      "oauth.authorize /mcp-oauth/authorize",
      "oauth.revoke /mcp-oauth/revoke",
      "oauth.register /mcp-oauth/register",
      "oauth.token /mcp-oauth/token",
    ]);
    const checked = checkedFetch(document);
    const statuses: number[] = [];
    const call = async (path: string, init?: RequestInit): Promise<void> =>
      void statuses.push((await checked(api.url + path, { redirect: "manual", ...init })).status);
    for (const path of METADATA) await call(path);
    const json = { "content-type": "application/json" };
    await call("/mcp-oauth/register", { method: "POST", headers: json, body: JSON.stringify({ redirect_uris: [REDIRECT] }) });
    await call("/mcp-oauth/register", { method: "POST", headers: json, body: "{}" });
    await call("/mcp-oauth/token", { method: "POST", headers: FORM, body: "grant_type=refresh_token&refresh_token=x&client_id=nobody" });
    await call("/mcp-oauth/authorize?client_id=nobody&response_type=code");
    expect(statuses).toEqual([200, 200, 200, 201, 400, 401, 400]);
    await api.user("alice", "operator");
    const client = await api.register();
    const started = await startRequest(api, client);
    const page = await checked(started.url.toString(), { redirect: "manual" });
    expect([page.status, page.headers.has("location")]).toEqual([303, true]);
    const code = await allow(api, started, "alice");
    // The strict client of the tests gets its tokens by a fetch that holds each answer against the document.
    vi.stubGlobal("fetch", checked);
    const { access_token: token } = await exchange(api, client, started, code);
    const revoked = await checked(`${api.url}/mcp-oauth/revoke`, {
      method: "POST",
      headers: FORM,
      body: `token=${token}&client_id=${client.client_id}`,
    });
    expect(revoked.status).toBe(200);
  });

  it("also where it is off, and nothing is there", async () => {
    api = await startOAuth("sqlite", { oauth: { enabled: false } });
    const checked = checkedFetch(openApiDocument(api.inventory.host));
    for (const path of METADATA) expect((await checked(api.url + path)).status).toBe(404);
  });
});
