import type * as oauth from "oauth4webapi";
import { validateAuthResponse } from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser } from "../../../../testing/oauth-browser.ts";
import { allow, callWith, exchange, type OAuthApi, REDIRECT, refusalOf, sentTo, startOAuth, startRequest } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("authorization requests on %s", (storage) => {
  let api: OAuthApi;
  let client: oauth.Client;
  /** Of a user who has allowed the client before. */
  let known: Browser;
  beforeAll(async () => {
    api = await startOAuth(storage);
    await api.user("alice", "operator");
    await api.user("bob", "operator");
    client = await api.register({
      redirect_uris: [REDIRECT, "https://client.example/callback", "com.example.editor://callback", "http://localhost/back"],
    });
    known = api.browser();
    await allow(api, await startRequest(api, client), "alice", known);
  });
  afterAll(async () => await api.stop());

  /** Error that the client is told, by the strict client's reading of the redirect. */
  const toldWith = async (changes: Readonly<Record<string, string | undefined>>): Promise<string> => {
    const started = await startRequest(api, client, changes);
    const back = sentTo(await known.open(started.url.href));
    expect(back.href.startsWith(started.redirect)).toBe(true);
    // Who asks for a token in the fragment is answered there.
    if (back.hash !== "") back.search = back.hash.slice(1);
    back.hash = "";
    return await refusalOf(Promise.resolve().then(() => validateAuthResponse(api.server, client, back, started.state)));
  };

  const FAULTS: readonly (readonly [string, Readonly<Record<string, string | undefined>>, string])[] = [
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["PKCE whose method is not said", { code_challenge_method: undefined }, "invalid_request"],
    ["no PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    ["a challenge that is too short", { code_challenge: "abc" }, "invalid_request"],
    ["a token in the redirect", { response_type: "token" }, "unsupported_response_type"],
    ["an ID token", { response_type: "code id_token", nonce: "n" }, "unsupported_response_type"],
    ["an unknown scope", { scope: "everything root" }, "invalid_scope"],
    ["the scopes of OpenID alone", { scope: "openid offline_access" }, "invalid_scope"],
    ["an unknown resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["a resource that is only begun", { resource: "http://127.0.0.1" }, "invalid_target"],
    ["a resource that is no URI", { resource: "mcp" }, "invalid_target"],
    ["an answer without a page", { prompt: "none" }, "consent_required"],
    ["a prompt that is not known", { prompt: "create" }, "invalid_request"],
    ["a request object", { request: "e30.e30." }, "request_not_supported"],
    ["a request by reference", { request_uri: "https://client.example/request" }, "request_uri_not_supported"],
    ["the answer in another way", { prompt: "none", response_mode: "form_post" }, "consent_required"],
    ["the answer in the fragment", { prompt: "none", response_mode: "fragment" }, "consent_required"],
  ];

  it.each(FAULTS)("tells the client that its user allowed before, with the issuer and the state: %s", async (_, changes, error) =>
    expect(await toldWith(changes)).toBe(error),
  );

  it.each(FAULTS)("sends nobody to a client that its user never allowed: %s", async (_, changes, error) => {
    const { url } = await startRequest(api, client, changes);
    const other = api.browser();
    await allow(api, await startRequest(api, await api.register()), "bob", other);
    // Nobody who signed in, and somebody who allowed another client only.
    for (const browser of [api.browser(), other]) {
      const page = await browser.open(url.href);
      expect([page.status, page.headers.get("location"), page.headers.get("content-type")]).toEqual([
        400,
        null,
        "text/html; charset=utf-8",
      ]);
      expect(page.text).toContain(error);
      expect(page.text).not.toContain("<form");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'sha256-");
    }
  });

  it("sends nobody to a client that its user does not allow any more", async () => {
    const once = await api.register();
    const browser = api.browser();
    await allow(api, await startRequest(api, once), "bob", browser);
    const none = (await startRequest(api, once, { prompt: "none" })).url.href;
    expect(sentTo(await browser.open(none)).searchParams.get("error")).toBe("consent_required");
    const [row] = await api.rows<{ id: string }>(`select id from auth_oauth_client where client_id = '${once.client_id}'`);
    await api.admin(`DELETE /api/oauth/clients/${row?.id}`);
    const again = await api.register();
    expect((await browser.open((await startRequest(api, again, { prompt: "none" })).url.href)).headers.get("location")).toBeNull();
  });

  it.each([
    ["an unknown client", { client_id: "01900000-0000-7000-8000-000000000000" }],
    ["a client that is no id", { client_id: "<script>alert(1)</script>" }],
    ["no client", { client_id: undefined }],
    ["a foreign redirect", { redirect_uri: "https://evil.example/callback" }],
    ["a redirect with more in it", { redirect_uri: `${REDIRECT}/more` }],
    ["a redirect with a query", { redirect_uri: `${REDIRECT}?x=1` }],
    ["another host of this machine", { redirect_uri: "http://localhost:3000/callback" }],
    ["https in place of http", { redirect_uri: "https://127.0.0.1:3000/callback" }],
    ["a web redirect with a port", { redirect_uri: "https://client.example:8443/callback" }],
    ["a loopback redirect with credentials", { redirect_uri: "http://x@127.0.0.1:3000/callback" }],
    ["an address that begins as this machine's", { redirect_uri: "http://127.0.0.1.evil.example/callback" }],
    ["no redirect, of several", { redirect_uri: undefined }],
  ])("shows the user, and sends nobody anywhere: %s", async (_, changes) => {
    const page = await api.browser().open((await startRequest(api, client, changes)).url.href);
    expect([page.status, page.headers.get("location"), page.headers.get("content-type")]).toEqual([400, null, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Invalid authorization request");
    expect(page.text).not.toContain("<script>");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'sha256-");
  });

  it("refuses a parameter that is there twice", async () => {
    const { url } = await startRequest(api, client);
    url.searchParams.append("scope", "user:delete");
    expect(sentTo(await known.open(url.href)).searchParams.get("error")).toBe("invalid_request");
  });

  it.each([
    "http://127.0.0.1:1/callback",
    "http://127.0.0.1:65535/callback",
    "http://127.0.0.1/callback",
    "http://localhost:4567/back",
    "https://client.example/callback",
    "com.example.editor://callback",
  ])("sends the code to %s", async (redirect_uri) => {
    const started = await startRequest(api, client, { redirect_uri });
    const back = await allow(api, started, "alice");
    expect(back.href.startsWith(redirect_uri)).toBe(true);
    expect([back.searchParams.get("iss"), back.searchParams.get("state")]).toEqual([api.issuer, started.state]);
    expect((await exchange(api, client, started, back)).token_type).toBe("bearer");
  });

  it("takes a request without a resource for one for MCP", async () => {
    const started = await startRequest(api, client, { resource: undefined });
    const tokens = await exchange(api, client, started, await allow(api, started, "alice"));
    expect((await callWith(api, tokens.access_token)).status).toBe(200);
  });

  it("leaves out what is no permission", async () => {
    const started = await startRequest(api, client, { scope: "openid profile offline_access device:list everything" });
    expect((await exchange(api, client, started, await allow(api, started, "alice"))).scope).toBe("device:list");
  });

  it("asks each time, also who allowed the same client a moment ago", async () => {
    const browser = api.browser();
    await allow(api, await startRequest(api, client), "alice", browser);
    const again = await browser.open((await startRequest(api, client)).url.href);
    expect([again.status, again.text.includes('value="allow"')]).toEqual([200, true]);
  });

  it("cannot be answered by a POST of a client's own", async () => {
    const { url } = await startRequest(api, client);
    const answer = await fetch(`${api.url}/mcp-oauth/authorize`, { method: "POST", body: url.searchParams, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  it("keeps nothing of the request where a backup or a log has it", async () => {
    const browser = api.browser();
    await browser.open((await startRequest(api, client)).url.href);
    const [cookie] = browser.cookieNames.filter((name) => name === "service_oauth_flow");
    expect(cookie).toBe("service_oauth_flow");
    const rows = await api.rows<{ id: string; payload: string }>("select id, payload from auth_oauth_flow");
    for (const { id, payload } of rows)
      expect([/^[0-9a-f]{64}$/.test(id), "jti" in (JSON.parse(payload) as object)]).toEqual([true, false]);
  });
});
