import { STORAGE } from "@cadastre/inventory-core";
import type * as oauth from "oauth4webapi";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PASSWORD } from "../auth/auth-api.ts";
import { type Browser, formOf, type Page } from "../../../../testing/oauth-browser.ts";
import { allow, exchange, type OAuthApi, REDIRECT, sentTo, signIn, startOAuth, startRequest } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const NAME = `<b>Evil</b> "Editor" & 'Co'`;
const AUTHORIZE = "/mcp-oauth/authorize";
const SIGN_IN = "/mcp-oauth/sign-in";

describe.each(STORAGES)("the consent page on %s", (storage) => {
  let api: OAuthApi;
  let client: oauth.Client;
  beforeAll(async () => {
    api = await startOAuth(storage);
    await api.user("alice", "operator");
    await api.user("bob", "viewer");
    await api.user("nobody");
    client = await api.register({
      client_name: NAME,
      redirect_uris: [REDIRECT, "https://client.example/callback", "com.example.editor:/callback"],
    });
  });
  afterAll(async () => await api.stop());
  afterEach(() => vi.useRealTimers());

  const opened = async (changes: Readonly<Record<string, string | undefined>> = {}, browser: Browser = api.browser()) => {
    const started = await startRequest(api, client, changes);
    return { started, browser, page: await browser.open(started.url.href) };
  };
  /** The page that asks a user who has signed in. */
  const asked = async (username: string, changes: Readonly<Record<string, string | undefined>> = {}) => {
    const { started, browser, page } = await opened(changes);
    return { started, browser, page: await signIn(browser, page, username) };
  };
  const grants = async (): Promise<number> =>
    Number((await api.rows<{ count: number }>("select count(*) as count from auth_oauth_grant"))[0]?.count);
  const titleOf = (page: Page): string => /<h1>(.*?)<\/h1>/s.exec(page.text)?.[1] ?? "";

  it("signs in who is signed out, with the service's own session, and then asks", async () => {
    const { browser, page } = await opened();
    expect([page.status, titleOf(page)]).toEqual([200, expect.stringContaining("Sign in")]);
    const next = await signIn(browser, page, "alice");
    expect(titleOf(next)).toContain("to access the inventory?");
    expect(next.text).toContain("alice");
    expect(browser.cookieNames).toContain("service_session");
    // Who has a session is asked at once.
    expect(titleOf((await opened({}, browser)).page)).toContain("to access the inventory?");
  });

  it("shows the name as the text that it is, and turns nothing around", async () => {
    // Of a client that registered before such names were refused.
    await api.inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update auth_oauth_client set name = ?, metadata = replace(metadata, ?, ?) where id = ?", [
        `${NAME} \u202Egpj.exe`,
        "'Co'",
        "'Co' \u202Egpj.exe",
        client.client_id,
      ]);
    });
    const { page } = await asked("alice");
    expect(page.text).toContain("“&lt;b&gt;Evil&lt;/b&gt; &quot;Editor&quot; &amp; &#39;Co&#39; \u{FFFD}gpj.exe”");
    expect(page.text).not.toMatch(/<b>|\u202E/);
    const nameless = await api.register({ client_name: undefined });
    const browser = api.browser();
    expect((await browser.open((await startRequest(api, nameless)).url.href)).text).toContain("Unnamed program");
  });

  it("says what may be done in plain words, and what the user cannot give", async () => {
    const { page } = await asked("bob", { scope: "device:list device:update device:read audit:export" });
    expect(page.text).toMatch(/<h2>Permissions<\/h2>\s*<ul>\s*<li>devices: list, read<\/li>\s*<\/ul>/);
    expect(page.text).toMatch(/because you lack them<\/h2>\s*<ul>\s*<li>/);
    expect(page.text).toContain("<li>devices: change</li>");
    const none = await asked("nobody");
    expect(none.page.text).toContain("no permission that you have");
    expect(none.page.text).not.toContain('value="allow"');
    // The button is not what keeps it from being allowed.
    const tried = await none.browser.submit(none.page, AUTHORIZE, { answer: "allow" });
    expect([tried.status, tried.headers.get("location")]).toEqual([200, null]);
  });

  it("says where the user is sent back to, and warns of programs on the user's own machine", async () => {
    expect((await asked("alice")).page.text).toMatch(/<dd>127\.0\.0\.1:3000<\/dd>[\s\S]*class="warn"/);
    const web = await asked("alice", { redirect_uri: "https://client.example/callback" });
    expect(web.page.text).toContain("<dd>client.example</dd>");
    expect(web.page.text).not.toContain('class="warn"');
    expect((await asked("alice", { redirect_uri: "com.example.editor:/callback" })).page.text).toContain(
      "the program that opens com.example.editor: links",
    );
  });

  it.each([
    [REDIRECT, "http://127.0.0.1:3000"],
    ["https://client.example/callback", "https://client.example"],
    ["com.example.editor:/callback", "com.example.editor:"],
  ])("is a page without scripts, frames and sources of others, that sends its form here and on to %s", async (redirect_uri, target) => {
    for (const { page } of [await opened({ redirect_uri }), await asked("alice", { redirect_uri })]) {
      expect(page.headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' (\S+); frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(page.headers.get("content-security-policy")).toContain(`form-action 'self' ${target};`);
      expect([
        page.headers.get("cache-control"),
        page.headers.get("x-frame-options"),
        page.headers.get("referrer-policy"),
        page.headers.get("content-type"),
      ]).toEqual(["no-store", "DENY", "same-origin", "text/html; charset=utf-8"]);
      expect(page.text).not.toMatch(/<script|<iframe|<link|<img|\son\w+=|src=|https?:\/\/(?!127|client)/i);
    }
  });

  it("gives nothing when the user denies, and tells a client that the user allowed before, and the audit trail", async () => {
    const { started, browser, page } = await asked("alice");
    await allow(api, await startRequest(api, client), "alice");
    const before = await grants();
    const back = sentTo(await browser.submit(page, AUTHORIZE, { answer: "deny" }));
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: "access_denied",
      error_description: "the user denied access",
      state: started.state,
      iss: api.issuer,
    });
    expect(await grants()).toBe(before);
    expect((await api.admin("GET /api/audit?action=deny")).body[0]).toMatchObject({
      username: "alice",
      resource: "oauth-client",
      resource_id: client.client_id,
    });
  });

  it("shows who denies a client that they never allowed that nothing was allowed, and sends them nowhere", async () => {
    const stranger = await api.register({ client_name: "Stranger" });
    const started = await startRequest(api, stranger);
    const signedOut = api.browser();
    const signedIn = api.browser();
    const pages = [
      [signedOut, await signedOut.open(started.url.href)],
      [signedIn, await signIn(signedIn, await signedIn.open(started.url.href), "alice")],
    ] as const;
    for (const [browser, page] of pages) {
      const end = await browser.submit(page, AUTHORIZE, { answer: "deny" });
      expect([end.status, end.headers.get("location"), titleOf(end)]).toEqual([200, null, "Access was denied"]);
    }
    expect((await api.admin("GET /api/audit?action=deny")).body[0]).toMatchObject({
      resource: "oauth-client",
      resource_id: stranger.client_id,
    });
  });

  it("notes who allowed what to whom", async () => {
    await allow(api, await startRequest(api, client), "alice");
    const [row] = (await api.admin("GET /api/audit?action=consent")).body;
    expect(row).toMatchObject({
      username: "alice",
      resource: "oauth-grant",
      status: "success",
      changes: { after: { client_id: client.client_id, scope: "device:list device:update" } },
    });
  });

  it("does not tell a wrong password from a wrong name", async () => {
    const texts = [];
    for (const username of ["alice", "no-such-user"]) {
      const { browser, page } = await opened();
      const answer = await signIn(browser, page, username, "wrong password 1");
      expect(answer.status).toBe(401);
      expect(answer.text).toContain("username or password is wrong");
      texts.push(answer.text.replaceAll(/value="[^"]*"/g, ""));
    }
    expect(texts[0]).toBe(texts[1]);
    const { browser, page } = await opened();
    const retried = await signIn(browser, await signIn(browser, page, "alice", "wrong"), "alice");
    expect(titleOf(retried)).toContain("to access the inventory?");
  });

  it.each([
    ["another site, by its origin", { origin: "https://evil.example" }],
    ["no origin", { origin: "null" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["another site, by what the browser says", { "sec-fetch-site": "cross-site" }],
    ["a neighbour", { "sec-fetch-site": "same-site" }],
    ["nowhere", { "sec-fetch-site": "none" }],
  ])("does not take the form of %s", async (_, headers) => {
    const before = await grants();
    const { browser, page } = await asked("alice");
    const answer = await browser.submit(page, AUTHORIZE, { answer: "allow" }, headers);
    expect([answer.status, answer.headers.get("location"), await grants()]).toEqual([200, null, before]);
    const signedOut = await opened();
    await signedOut.browser.submit(signedOut.page, SIGN_IN, { username: "alice", password: PASSWORD }, headers);
    expect(signedOut.browser.cookieNames).not.toContain("service_session");
  });

  it.each([
    ["no token", { token: "" }],
    ["a changed token", { token: "A".repeat(43) }],
    ["another flow", { flow: "A".repeat(21) }],
    ["no answer", { answer: "" }],
    ["another answer", { answer: "maybe" }],
  ])("does not take a form with %s", async (_, fields) => {
    const before = await grants();
    const { browser, page } = await asked("alice");
    const answer = await browser.submit(page, AUTHORIZE, { answer: "allow", ...fields });
    expect([answer.status, answer.headers.get("location"), await grants()]).toEqual([200, null, before]);
  });

  it("does not let one user allow what another was shown", async () => {
    const { browser, page } = await asked("alice");
    const other = await opened({}, api.browser());
    await signIn(other.browser, other.page, "bob");
    // Bob signs in in Alice's browser, in another tab; the form of the first tab has Alice's name on it.
    const cookies = await fetch(`${api.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "bob", password: PASSWORD }),
    });
    const flow = await browser.open("/mcp-oauth/consent");
    const session = (cookies.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const answer = await browser.submit(
      page,
      AUTHORIZE,
      { answer: "allow" },
      { cookie: `${session}; ${browser.cookieHeader(AUTHORIZE, "service_oauth")}` },
    );
    expect(titleOf(flow)).toContain("to access the inventory?");
    expect([answer.status, answer.text.includes("bob")]).toEqual([200, true]);
  });

  it("belongs to the browser that the request was made in", async () => {
    const { page } = await asked("alice");
    const attacker = api.browser();
    const answer = await attacker.open(AUTHORIZE, {
      method: "POST",
      body: new URLSearchParams({ ...formOf(page, AUTHORIZE), answer: "allow" }),
      headers: { origin: api.issuer },
    });
    expect([answer.status, answer.text.includes("This request has expired")]).toEqual([400, true]);
    expect((await attacker.open("/mcp-oauth/consent")).status).toBe(400);
    expect((await attacker.open(`/mcp-oauth/authorize/${formOf(page, AUTHORIZE)["flow"] ?? ""}`)).status).toBe(400);
  });

  it("is over when it was answered, or after a quarter of an hour", async () => {
    const { browser, page, started } = await asked("alice");
    const back = sentTo(await browser.submit(page, AUTHORIZE, { answer: "allow" }));
    expect((await browser.submit(page, AUTHORIZE, { answer: "allow" })).status).toBe(400);
    expect((await exchange(api, client, started, back)).token_type).toBe("bearer");
    const late = await asked("alice");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 901_000 });
    expect((await late.browser.submit(late.page, AUTHORIZE, { answer: "allow" })).status).toBe(400);
  });

  it("takes no form that is none, or that is too large", async () => {
    const { browser } = await asked("alice");
    for (const init of [
      { body: "{}", headers: { "content-type": "application/json" } },
      { body: new URLSearchParams({ answer: "x".repeat(9000) }) },
      {},
    ]) {
      expect((await browser.open(AUTHORIZE, { method: "POST", ...init })).status).toBe(400);
    }
  });

  it("does not carry on for a client that is gone", async () => {
    const gone = await api.register();
    const browser = api.browser();
    const page = await signIn(browser, await browser.open((await startRequest(api, gone)).url.href), "alice");
    expect((await api.admin(`DELETE /api/oauth/clients/${gone.client_id}`)).status).toBe(204);
    expect((await browser.submit(page, AUTHORIZE, { answer: "allow" })).status).toBe(400);
  });
});

describe("signing in on the consent page", () => {
  it("counts with the limit of sign-ins, and says when to come back", async () => {
    const api = await startOAuth("sqlite", { limits: { loginRequests: 3, requests: 1000 } });
    const client = await api.register();
    const browser = api.browser();
    let page = await browser.open((await startRequest(api, client)).url.href);
    // The tests' own sign-in as administrator was the first.
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await signIn(browser, page, "root", "wrong password 1");
      statuses.push(answer.status);
      page = answer;
    }
    expect(statuses).toEqual([401, 401, 429]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
    await api.stop();
  });
});
