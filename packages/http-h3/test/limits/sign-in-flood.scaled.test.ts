import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LimitsServer, startLimits } from "./limits-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

/** Slow enough that a flood stands in a queue. */
const BCRYPT_COST = atDepth({ few: 7, many: 10 });
const HOME = "192.0.2.7";
const HOME_V6 = "2001:db8:aaaa:1::5";

describe.each(STORAGES)("a flood of sign-ins from everywhere on %s", (storage) => {
  let server: LimitsServer;
  beforeEach(async () => {
    server = await startLimits(storage, {}, BCRYPT_COST);
    for (const name of ["ann", "bob", "carl"]) await server.user(name);
    for (const [name, from] of [
      ["ann", HOME],
      ["bob", HOME_V6],
    ] as const)
      if ((await signIn(name, from)) !== 200) throw new Error(`${name} cannot sign in`);
  });
  afterEach(async () => await server.stop());

  const send = async (username: string, from: string, password = "correct horse battery"): Promise<Response> =>
    await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from },
      body: JSON.stringify({ username, password }),
    });
  const signIn = async (username: string, from: string): Promise<number> => (await send(username, from)).status;
  /** As many wrong passwords at once, each from an address of its own and for a name of its own. */
  const flood = async (from: (n: number) => string): Promise<Record<number, number>> =>
    await server.burst(83, async (n) => await send(`name${n}`, from(n), "wrong horse battery"));

  it("keeps no user from signing in where they signed in before; an IPv6 customer is known by the /64", async () => {
    const guesses = flood((n) => `203.${n}.113.1`);
    expect(await Promise.all([signIn("ann", HOME), signIn("bob", "2001:db8:aaaa:1:ffff::9")])).toEqual([200, 200]);
    const told = await guesses;
    expect((told[401] ?? 0) + (told[429] ?? 0)).toBe(83);
    // It was a flood: most of it was refused.
    expect(told[429]).toBeGreaterThan(40);
  });

  it("from one /48 keeps nobody elsewhere from signing in for the first time", async () => {
    const guesses = flood((n) => `2001:db8:1:${n.toString(16)}::1`);
    expect(await Promise.all([signIn("carl", "198.51.100.4"), signIn("carl", "2001:db8:2::1")])).toEqual([200, 200]);
    expect((await guesses)[429]).toBeGreaterThan(40);
  });
});
