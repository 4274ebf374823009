import { STORAGE } from "@cadastre/inventory-core";
import type * as oauth from "oauth4webapi";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase, type OAuthApi, signIn, startOAuth, startRequest, type TestDatabase } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("open authorization requests of strangers (docs/spec/limits.md#strangers-of-oauth) on %s", (storage) => {
  let database: TestDatabase;
  let api: OAuthApi;
  /** A further host of the database. */
  let other: OAuthApi;
  let client: oauth.Client;
  beforeAll(async () => {
    database = await createDatabase(storage);
    api = await startOAuth(storage, { database });
    other = await startOAuth(storage, { database, issuer: api.issuer });
    client = await api.register();
  });
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    await api.inventory.host.get(STORAGE).write(async (transaction) => void (await transaction.run("delete from auth_oauth_flow")));
  });
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await api.stop();
    await other.stop();
    await database.drop();
  });

  /** Each a second after the one before. */
  const open = async (address: string, at = api, changes: Readonly<Record<string, string>> = {}): Promise<Response> => {
    vi.setSystemTime(Date.now() + 1000);
    const { pathname, search } = (await startRequest(api, client, changes)).url;
    return await fetch(at.url + pathname + search, { redirect: "manual", headers: { "x-forwarded-for": address } });
  };
  /** Addresses of the open flows, the oldest flow first. */
  const addresses = async (): Promise<readonly string[]> =>
    (await api.rows<{ address: string }>("select address from auth_oauth_flow order by expires_at, id")).map(({ address }) => address);
  const ends = async (): Promise<readonly string[]> =>
    (await api.rows<{ expires_at: string }>("select expires_at from auth_oauth_flow order by expires_at")).map((row) => row.expires_at);

  it.each([
    ["state", "x".repeat(2001), "state has more than 2000 characters"],
    ["login_hint", "x".repeat(2001), "login_hint has more than 2000 characters"],
    ["scope", "device:list ".repeat(700), "scope has more than 8000 characters"],
  ])("do not begin with a long %s", async (name, value, told) => {
    const page = await open("192.0.2.1", api, { [name]: value });
    expect([page.status, page.headers.get("location"), page.headers.get("content-type")]).toEqual([400, null, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain(told);
    expect(await addresses()).toEqual([]);
  });

  it("do not begin with many parameters of usual length", async () => {
    const names = ["state", "login_hint", "ui_locales", "acr_values", "claims_locales"];
    const page = await open("192.0.2.1", api, Object.fromEntries(names.map((name) => [name, "x".repeat(2000)])));
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining("the parameters have more than 10000 characters")]);
    expect((await open("192.0.2.1", api, { state: "x".repeat(2000) })).status).toBe(303);
  });

  it("of one network take the place of its oldest, at any host", async () => {
    await open("198.51.100.7");
    for (let count = 0; count < 50; count += 1) await open(`2001:db8:0:1::${count}`, count % 2 === 0 ? api : other);
    const before = await ends();
    expect(before).toHaveLength(51);
    expect((await open("2001:db8:0:1:ffff::1")).status).toBe(303);
    const after = await ends();
    expect(after.slice(0, -1)).toEqual([before[0], ...before.slice(2)]);
    expect(new Set(await addresses())).toEqual(new Set(["198.51.100.7", "2001:db8:0:1::/64"]));
  });

  it("count for their own networks when many begin at once", async () => {
    const asked = Array.from({ length: 30 }, (_, index) => `192.0.2.${index + 1}`);
    await Promise.all(asked.map(async (address) => await open(address)));
    expect((await addresses()).toSorted()).toEqual(asked.toSorted());
  });

  it("take no further place when they are answered", async () => {
    await api.user("carol", "operator");
    await open("127.0.0.1");
    const browser = api.browser();
    const asked = await signIn(browser, await browser.open((await startRequest(api, client)).url.href), "carol");
    for (let count = 0; count < 48; count += 1) await open("127.0.0.1");
    const page = await browser.submit(asked, "/mcp-oauth/authorize", { answer: "deny" });
    expect(page.text).toContain("Access was denied");
    expect(await addresses()).toHaveLength(49);
  });

  it("of all take the place of the oldest of the network that has most", async () => {
    const soon = (second: number): string => new Date(Date.now() + second * 10).toISOString();
    await api.inventory.host.get(STORAGE).write(async (transaction) => {
      const row = (index: number, address: string) => [`seeded ${index}`, "{}", soon(index), address];
      const rows = [row(0, "198.51.100.7"), row(1, "203.0.113.1")];
      while (rows.length < 2000) rows.push(row(rows.length, `203.0.113.${rows.length < 50 ? 1 : 2 + (rows.length % 48)}`));
      for (let at = 0; at < rows.length; at += 100)
        await transaction.insert("auth_oauth_flow", ["id", "payload", "expires_at", "address"], rows.slice(at, at + 100));
    });
    expect((await open("192.0.2.1")).status).toBe(303);
    const after = await addresses();
    expect([after.length, after[0], after[1], after.at(-1)]).toEqual([2000, "198.51.100.7", "203.0.113.1", "192.0.2.1"]);
    expect(after.filter((address) => address === "203.0.113.1")).toHaveLength(48);
  });
});
