import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LimitsServer, startLimits, STORAGES, unknownKey } from "./limits-server.ts";

const ELSEWHERE = "198.51.100.9";

describe.each(STORAGES)("what an address has on %s", (storage) => {
  let server: LimitsServer;
  beforeEach(async () => void (server = await startLimits(storage, { rateLimit: { requests: 10 } })));
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
    const [flood, valid] = await Promise.all([server.burst(60, async () => await quick(unknownKey())), server.burst(10, async () => await quick(bob))]);
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
  });
});

describe.each(STORAGES)("the limit of a user on %s", (storage) => {
  it("is one for all keys and sessions", async () => {
    const server = await startLimits(storage, { rateLimit: { requests: 10 } });
    try {
      const keys = await server.user("ann", 5);
      expect(await server.burst(20, async (n) => await server.get("/api/work/quick", keys[n % 5] as string))).toEqual({ 204: 10, 429: 10 });
      const login = await fetch(`${server.url}/api/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ username: "ann", password: "correct horse battery" }) });
      const cookie = (login.headers.get("set-cookie") ?? "").split(";")[0] as string;
      expect([login.status, (await fetch(`${server.url}/api/work/quick`, { headers: { cookie } })).status]).toEqual([200, 429]);
      expect((await server.get("/api/work/quick", (await server.user("bob"))[0] as string)).status).toBe(204);
    } finally {
      await server.stop();
    }
  });
});
