import * as oauth from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formOf } from "../../../../testing/oauth-browser.ts";
import { allow, callWith, exchange, INSECURE, type OAuthApi, refresh, startOAuth, startRequest } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("OAuth under a base path on %s", (storage) => {
  let api: OAuthApi;
  beforeAll(async () => {
    api = await startOAuth(storage, { basePath: "/tools/ipam" });
    await api.user("alice", "operator");
  });
  afterAll(async () => await api.stop());

  it("has an issuer with a path, whose metadata strict clients find", async () => {
    expect(api.issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tools\/ipam$/);
    expect(api.server).toMatchObject({
      issuer: api.issuer,
      authorization_endpoint: `${api.issuer}/mcp-oauth/authorize`,
      token_endpoint: `${api.issuer}/mcp-oauth/token`,
    });
    const resource = new URL(api.resource);
    const strict = await oauth.processResourceDiscoveryResponse(resource, await oauth.resourceDiscoveryRequest(resource, INSECURE));
    expect(strict).toMatchObject({ resource: `${api.issuer}/mcp`, authorization_servers: [api.issuer] });
  });

  it("goes from the request to tokens, with every page, form and cookie under the base path", async () => {
    const client = await api.register();
    const started = await startRequest(api, client);
    const browser = api.browser();
    const page = await browser.open(started.url.href);
    expect(new URL(page.url).pathname).toBe("/tools/ipam/mcp-oauth/consent");
    expect(formOf(page, "/tools/ipam/mcp-oauth/sign-in")).toHaveProperty("token");
    const back = await allow(api, started, "alice", browser);
    expect(back.href).toContain("http://127.0.0.1:3000/callback?code=");
    // Nothing that a browser was given goes to the other services of the host.
    expect(browser.cookieNames).toContain("service_session");
    expect([browser.cookieHeader("/"), browser.cookieHeader("/tools/other")]).toEqual(["", ""]);
    const tokens = await exchange(api, client, started, back);
    expect((await callWith(api, tokens.access_token)).status).toBe(200);
    const again = await refresh(api, client, tokens.refresh_token ?? "");
    expect((await callWith(api, again.access_token)).status).toBe(200);
  });
});
