import { coreErrors, STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LimitsServer, startLimits, unknownKey } from "./limits-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const ELSEWHERE = "198.51.100.9";

describe.each(STORAGES)("what an address has on %s", (storage) => {
  let server: LimitsServer;
  beforeEach(async () => void (server = await startLimits(storage, { rateLimit: { requests: 10, keyRequests: 10 } })));
  afterEach(async () => await server.stop());
  const quick = async (key: string | null, from?: string): Promise<Response> => await server.get("/api/work/quick", key, from);

  it("is not touched by valid credentials, however many requests arrive at once", async () => {
    const [ann = ""] = await server.user("ann");
    const [bob = ""] = await server.user("bob");
    // Nobody has been proved yet: all of them come before the first look-up ends.
    expect(await server.burst(60, async () => await quick(ann))).toEqual({ 204: 10, 429: 50 });
    expect(await server.burst(60, async () => await quick(ann))).toEqual({ 429: 60 });
    const others = await server.burst(10, async () => await quick(bob));
    const anonymous = await server.burst(12, async () => await quick(null));
    expect([others, anonymous]).toEqual([{ 204: 10 }, { 401: 10, 429: 2 }]);
  });

  it("refuses no valid credentials once it is used up, also those that were never seen", async () => {
    const [ann = ""] = await server.user("ann");
    const [bob = ""] = await server.user("bob");
    expect((await quick(ann)).status).toBe(204);
    expect(await server.burst(40, async () => await quick(unknownKey()))).toEqual({ 401: 10, 429: 30 });
    expect((await quick(ann)).status).toBe(204);
    const [flood, valid] = await Promise.all([
      server.burst(60, async () => await quick(unknownKey())),
      server.burst(10, async () => await quick(bob)),
    ]);
    expect([flood, valid]).toEqual([{ 429: 60 }, { 204: 10 }]);
    expect((await quick(null)).status).toBe(429);
    // Paths that nobody has are asked for by somebody who is known, too.
    expect([(await server.get("/api/nothing", ann)).status, (await server.get("/api/nothing", null)).status]).toEqual([404, 429]);
  });

  it("bounds look-ups of wrong credentials: two at once, one for all that are alike, none again", async () => {
    await server.burst(100, async () => await quick(unknownKey()));
    expect(server.lookups.most).toBeLessThanOrEqual(2);
    server.lookups.reset();
    const same = unknownKey();
    expect(await server.burst(100, async () => await quick(same))).toEqual({ 429: 100 });
    expect(server.lookups.count).toBe(1);
    server.lookups.reset();
    expect(await server.burst(100, async () => await quick(same))).toEqual({ 429: 100 });
    expect(server.lookups.count).toBe(0);
    // Elsewhere they count anew, and a new window forgets.
    expect((await quick(same, ELSEWHERE)).status).toBe(401);
    await server.clock.advance(60_000);
    expect((await quick(same)).status).toBe(401);
  });

  it("bounds look-ups of many addresses together, in turn between networks", async () => {
    const [ann = ""] = await server.user("ann");
    const flood = server.burst(200, async (n) => await quick(unknownKey(), `2001:db8:1:${n.toString(16)}::1`));
    const valid = await quick(ann, ELSEWHERE);
    expect([valid.status, server.lookups.most <= 4]).toEqual([204, true]);
    expect(await flood).toEqual({ 401: 200 });
  });

  it("costs no look-up once a caller has used up what is theirs", async () => {
    const [ann = ""] = await server.user("ann");
    await server.burst(10, async () => await quick(ann));
    server.lookups.reset();
    expect(await server.burst(50, async () => await quick(ann))).toEqual({ 429: 50 });
    expect(server.lookups.count).toBe(0);
  });

  it("takes credentials for proved only while they are: a key that is deleted counts for its address again", async () => {
    const [ann = ""] = await server.user("ann");
    expect((await quick(ann)).status).toBe(204);
    await server.inventory.host.get(STORAGE).write(async (transaction) => await transaction.run("delete from auth_api_key"));
    expect(await server.burst(15, async () => await quick(ann))).toEqual({ 401: 10, 429: 5 });
    server.lookups.reset();
    expect(await server.burst(5, async () => await quick(ann))).toEqual({ 429: 5 });
    expect(server.lookups.count).toBe(0);
  });

  it("refuses no credentials that were wrong before it was used up, and are good now", async () => {
    const [ann = ""] = await server.user("ann");
    const write = async (sql: string): Promise<void> =>
      await server.inventory.host.get(STORAGE).write(async (transaction) => void (await transaction.run(sql)));
    await write("update auth_user set is_active = 0 where username = 'ann'");
    expect((await quick(ann)).status).toBe(401);
    expect(await server.burst(20, async () => await quick(unknownKey()))).toEqual({ 401: 9, 429: 11 });
    await write("update auth_user set is_active = 1 where username = 'ann'");
    expect((await quick(ann)).status).toBe(204);
  });

  it("is not touched while the database cannot tell whose credentials they are", async () => {
    const [ann = ""] = await server.user("ann");
    server.lookups.failure = coreErrors.UNAVAILABLE({ reason: "storage is busy" });
    expect(await server.burst(20, async () => await quick(ann))).toEqual({ 503: 20 });
    server.lookups.failure = undefined;
    expect(await server.burst(11, async () => await quick(unknownKey()))).toEqual({ 401: 10, 429: 1 });
  });
});

describe.each(STORAGES)("the limits of a user on %s", (storage) => {
  let server: LimitsServer;
  const start = async (rateLimit: object): Promise<void> => void (server = await startLimits(storage, { rateLimit }));
  afterEach(async () => await server.stop());
  const quick = async (key: string): Promise<Response> => await server.get("/api/work/quick", key);
  const limitOf = ({ headers }: Response): string => `${headers.get("x-ratelimit-remaining")} of ${headers.get("x-ratelimit-limit")}`;
  const signedIn = async (username: string): Promise<() => Promise<Response>> => {
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password: "correct horse battery" }),
    });
    const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
    return async () => await fetch(`${server.url}/api/work/quick`, { headers: { cookie } });
  };

  it("are one for all keys, and another for all sessions, neither at the cost of the other", async () => {
    await start({ requests: 3, keyRequests: 10 });
    const keys = await server.user("ann", 5);
    const [page, otherPage] = [await signedIn("ann"), await signedIn("ann")];
    expect(limitOf(await quick(keys[0] as string))).toBe("9 of 10");
    expect(await server.burst(20, async (n) => await quick(keys[n % 5] as string))).toEqual({ 204: 9, 429: 11 });
    expect([limitOf(await page()), limitOf(await otherPage()), limitOf(await page())]).toEqual(["2 of 3", "1 of 3", "0 of 3"]);
    const refused = [await otherPage(), await quick(keys[4] as string)];
    expect(refused.map((answer) => [answer.status, limitOf(answer), answer.headers.get("retry-after")])).toEqual([
      [429, "0 of 3", "60"],
      [429, "0 of 10", "60"],
    ]);
    expect((await quick((await server.user("bob"))[0] as string)).status).toBe(204);
  });

  it.each([
    [{}, "99 of 100"],
    [{ requests: 12 }, "11 of 12"],
    [{ requests: 12, keyRequests: 5 }, "4 of 5"],
  ])("of keys are those of all clients unless they are set: %j leaves %s", async (rateLimit, left) => {
    await start(rateLimit);
    const [ann = ""] = await server.user("ann");
    expect(limitOf(await quick(ann))).toBe(left);
  });

  it("count what a key asks for beside operations for keys, too", async () => {
    await start({ requests: 2, keyRequests: 6 });
    const [ann = ""] = await server.user("ann");
    await quick(ann);
    expect(limitOf(await server.get("/api/nothing", ann))).toBe("4 of 6");
    expect(limitOf(await server.get("/api/nothing", null))).toBe("1 of 2");
  });
});
