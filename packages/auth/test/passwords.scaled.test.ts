import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { SYSTEM } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { type HashCaller, knownAddressOf, MAX_WAITING, signedInOf, strangerOf } from "../src/passwords/hash-queue.ts";
import { HASH_THREADS } from "../src/passwords/hash-threads.ts";
import { BcryptHasher } from "../src/passwords/password-hash.ts";
import { KEY_TEXT } from "../src/keys/key-text.ts";
import { atDepth } from "../../../testing/depth.ts";

const SOMEBODY = strangerOf({ remoteAddress: "192.0.2.1" });

describe("password hashes", () => {
  it("belong to one password", async () => {
    const hasher = new BcryptHasher(4);
    const hash = await hasher.hash("correct horse battery", SOMEBODY);
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await hasher.matches("correct horse battery", hash, SOMEBODY)).toBe(true);
    expect(await hasher.matches("correct horse batterz", hash, SOMEBODY)).toBe(false);
    expect(await hasher.matches("correct horse battery", undefined, SOMEBODY)).toBe(false);
  });

  it("never match what is longer than bcrypt reads", async () => {
    const hasher = new BcryptHasher(4);
    const hash = await hasher.hash("x".repeat(72), SOMEBODY);
    expect(await hasher.matches("x".repeat(72), hash, SOMEBODY)).toBe(true);
    expect(await hasher.matches("x".repeat(73), hash, SOMEBODY)).toBe(false);
  });

  it("are made anew when the cost is another one", async () => {
    const old = await new BcryptHasher(4).hash("correct horse battery", SOMEBODY);
    const hasher = new BcryptHasher(5);
    const replacement = await hasher.replacementOf(old, "correct horse battery", SOMEBODY);
    expect(replacement).toMatch(/^\$2b\$05\$/);
    expect(await hasher.matches("correct horse battery", replacement, SOMEBODY)).toBe(true);
    expect(await hasher.replacementOf(replacement as string, "correct horse battery", SOMEBODY)).toBeUndefined();
  });

  it("leave the threads alone that files and names need", async () => {
    const hasher = new BcryptHasher(atDepth({ few: 10, many: 12 }));
    const hashes = Promise.all(Array.from({ length: 6 }, async () => await hasher.hash("correct horse battery", SOMEBODY)));
    let done = false;
    void hashes.then(() => (done = true));
    for (let round = 0; round < 20; round += 1) await stat(".");
    expect(done).toBe(false);
    await hashes;
  });

  it("take as long for nobody as for somebody", async () => {
    const hasher = new BcryptHasher(atDepth({ few: 8, many: 10 }));
    const hash = await hasher.hash("correct horse battery", SOMEBODY);
    // Time of the processor, of all threads of the process: what else the machine does is not in it.
    const least = { somebody: Infinity, nobody: Infinity, impossible: Infinity };
    const time = async (who: keyof typeof least, password: string, of: string | undefined): Promise<void> => {
      const begin = process.cpuUsage();
      await hasher.matches(password, of, SOMEBODY);
      least[who] = Math.min(least[who], process.cpuUsage(begin).user);
    };
    for (let round = 0; round < 3; round += 1) {
      await time("somebody", "wrong horse battery", hash);
      await time("nobody", "wrong horse battery", undefined);
      await time("impossible", "x".repeat(1000), hash);
    }
    // Loose all the same. A dummy that is no hash would take a thousandth.
    expect(least.nobody).toBeGreaterThan(least.somebody / 3);
    expect(least.impossible).toBeGreaterThan(least.somebody / 3);
  });

  it("are made by as many threads as there are, eight wait, and more are told to come back", async () => {
    const hasher = new BcryptHasher(8);
    const tries = Array.from({ length: 13 }, async () => await hasher.hash("correct horse battery", SOMEBODY));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(13 - HASH_THREADS - 8);
    expect(refused[0]?.reason).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 2 });
    await delay(0);
    await hasher.hash("correct horse battery", SOMEBODY);
  });

  it("are made for users at their addresses past any number of strangers, who are refused in their place", async () => {
    const hasher = new BcryptHasher(9);
    const order: string[] = [];
    const hash = async (name: string, caller: HashCaller): Promise<unknown> =>
      await hasher.hash("correct horse battery", caller).then(
        () => order.push(name),
        () => order.push(`${name} refused`),
      );
    // From as many networks as there are requests.
    const strangers = Array.from({ length: 83 }, async (_, n) => await hash("stranger", strangerOf({ remoteAddress: `203.0.${n}.1` })));
    const known = await Promise.race([
      hash("known", knownAddressOf({ remoteAddress: "192.0.2.7" })).then(() => "known"),
      Promise.all(strangers).then(() => "strangers"),
    ]);
    expect(known).toBe("known");
    await Promise.all(strangers);
    // It waited for those that were being made, and for one of the crowd's turns at most.
    const made = order.filter((name) => !name.endsWith("refused"));
    expect(made).toContain("known");
    expect(made.indexOf("known")).toBeLessThanOrEqual(HASH_THREADS + 1);
    expect(made).toHaveLength(HASH_THREADS + MAX_WAITING);
  });

  it("take turns between networks: a /48 with all its /64, and a /24, are one among others", async () => {
    const hasher = new BcryptHasher(9);
    const order: string[] = [];
    const hash = async (name: string, remoteAddress: string): Promise<unknown> =>
      await hasher.hash("correct horse battery", strangerOf({ remoteAddress })).then(
        () => order.push(name),
        () => order.push(`${name} refused`),
      );
    const all = [
      ...Array.from({ length: 30 }, async (_, n) => await hash("/48", `2001:db8:1:${n.toString(16)}::1`)),
      ...Array.from({ length: 30 }, async (_, n) => await hash("/24", `198.51.100.${n}`)),
      hash("own", "2001:db8:2::1"),
      hash("other", "192.0.2.9"),
    ];
    await Promise.all(all);
    const made = order.filter((name) => !name.endsWith("refused"));
    for (const name of ["own", "other"]) expect(made.indexOf(name), made.join(" ")).toBeLessThanOrEqual(HASH_THREADS + 4);
    expect(made.filter((name) => name === "own" || name === "other")).toHaveLength(2);
  });

  it("are not made for who has left, and a signed-in user is nobody's crowd", async () => {
    const hasher = new BcryptHasher(9);
    const left = new AbortController();
    const running = Array.from({ length: HASH_THREADS }, async () => await hasher.hash("correct horse battery", SOMEBODY));
    const gone = hasher.hash("correct horse battery", strangerOf({ remoteAddress: "192.0.2.2", signal: left.signal }));
    left.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    await hasher.hash("correct horse battery", signedInOf({ principal: SYSTEM }));
    await Promise.all(running);
  });
});

describe("key texts", () => {
  it("are whole, and any one character changed shows", () => {
    const key = KEY_TEXT.make();
    expect(KEY_TEXT.isWhole(key)).toBe(true);
    for (let at = 4; at < key.length; at += 1) {
      const other = key[at] === "A" ? "B" : "A";
      expect(KEY_TEXT.isWhole(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(KEY_TEXT.isWhole(`${key}0`)).toBe(false);
    expect(KEY_TEXT.isWhole(key.replace("cad_", "dac_"))).toBe(false);
  });

  it("are all different and of one length", () => {
    const keys = Array.from({ length: 1000 }, () => KEY_TEXT.make());
    expect(new Set(keys).size).toBe(1000);
    expect(new Set(keys.map((key) => key.length))).toEqual(new Set([53]));
  });
});
