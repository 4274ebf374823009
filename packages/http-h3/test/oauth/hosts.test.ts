import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callWith,
  createDatabase,
  exchange,
  type OAuthApi,
  refresh,
  refusalOf,
  sentTo,
  signIn,
  startOAuth,
  startRequest,
  type TestDatabase,
  tokensFor,
} from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("two hosts of one database on %s", (storage) => {
  let database: TestDatabase;
  let one: OAuthApi;
  let other: OAuthApi;
  beforeAll(async () => {
    database = await createDatabase(storage);
    one = await startOAuth(storage, { database });
    // Behind a balancer both are reached at one address: the second answers for the first one's issuer.
    other = { ...(await startOAuth(storage, { database, issuer: one.issuer })), resource: one.resource };
    const token_endpoint = `${other.url}/mcp-oauth/token`;
    other = {
      ...other,
      server: {
        ...one.server,
        token_endpoint,
        authorization_endpoint: `${other.url}/mcp-oauth/authorize`,
        revocation_endpoint: `${other.url}/mcp-oauth/revoke`,
      },
    };
    await one.user("alice", "operator");
  });
  afterAll(async () => {
    await one.stop();
    await other.stop();
    await database.drop();
  });

  it("finish what the other began", async () => {
    const client = await one.register();
    const started = await startRequest(one, client);
    // The same browser, at the other host: the cookies of one are good at both.
    const browser = one.browser();
    const page = await signIn(browser, await browser.open(started.url.href), "alice");
    const atOther = await fetch(`${other.url}/mcp-oauth/consent`, { headers: { cookie: browser.cookieHeader("/mcp-oauth/consent") } });
    expect([atOther.status, (await atOther.text()).includes("to access the inventory?")]).toEqual([200, true]);
    const back = sentTo(await browser.submit(page, "/mcp-oauth/authorize", { answer: "allow" }));
    const tokens = await exchange(other, client, started, back);
    expect((await callWith(one, tokens.access_token)).status).toBe(200);
    expect((await callWith(other, tokens.access_token)).status).toBe(200);
    const next = await refresh(one, client, tokens.refresh_token ?? "");
    expect(await refusalOf(refresh(other, client, tokens.refresh_token ?? ""))).toBe("400 invalid_grant");
    expect((await callWith(one, next.access_token)).status).toBe(401);
  });

  it("share their keys, of which the database has no readable copy", async () => {
    const rows = await one.rows<{ id: string; secret: string }>("select id, secret from auth_oauth_key");
    expect(rows).toHaveLength(1);
    expect(rows[0]?.secret).not.toMatch(/cookies|"d"/);
  });

  it("lose nothing when they start again", async () => {
    const { client, tokens } = await tokensFor(one, "alice");
    const third = await startOAuth(storage, { database, issuer: one.issuer });
    expect((await callWith(third, tokens.access_token)).status).toBe(200);
    const again = { ...third, server: { ...one.server, token_endpoint: `${third.url}/mcp-oauth/token` } };
    expect((await refresh(again, client, tokens.refresh_token ?? "")).token_type).toBe("bearer");
    await third.stop();
  });
});

describe("a server without keys", () => {
  it("does not start with OAuth on, and says what is missing", async () => {
    const database = await createDatabase("sqlite");
    const { authPlugin } = await import("@cadastre/auth");
    const { oauthPlugin } = await import("@cadastre/auth/oauth");
    const { createInventory } = await import("@cadastre/inventory-core");
    const plugins = [authPlugin({ bcryptCost: 4 }), oauthPlugin({ enabled: true, issuerUrl: "https://inventory.example.com" })];
    await expect(createInventory({ storage: database.open(), plugins })).rejects.toMatchObject({
      code: "PLUGIN_START_FAILED",
      cause: { code: "ENCRYPTION_KEY_MISSING" },
    });
    await database.drop();
  });
});
