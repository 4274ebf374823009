import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { HASH_THREADS } from "../src/passwords/hash-threads.ts";
import { PasswordHasher } from "../src/passwords/password-hash.ts";
import { isWholeKey, newKeyText } from "../src/keys/key-text.ts";

describe("password hashes", () => {
  it("belong to one password", async () => {
    const hasher = new PasswordHasher(4);
    const hash = await hasher.hash("correct horse battery");
    expect(hash).toMatch(/^\$2b\$04\$/);
    expect(await hasher.matches("correct horse battery", hash)).toBe(true);
    expect(await hasher.matches("correct horse batterz", hash)).toBe(false);
    expect(await hasher.matches("correct horse battery", undefined)).toBe(false);
  });

  it("never match what is longer than bcrypt reads", async () => {
    const hasher = new PasswordHasher(4);
    const hash = await hasher.hash("x".repeat(72));
    expect(await hasher.matches("x".repeat(72), hash)).toBe(true);
    expect(await hasher.matches("x".repeat(73), hash)).toBe(false);
  });

  it("are made anew when the cost is another one", async () => {
    const old = await new PasswordHasher(4).hash("correct horse battery");
    const hasher = new PasswordHasher(5);
    const replacement = await hasher.replacementOf(old, "correct horse battery");
    expect(replacement).toMatch(/^\$2b\$05\$/);
    expect(await hasher.matches("correct horse battery", replacement)).toBe(true);
    expect(await hasher.replacementOf(replacement as string, "correct horse battery")).toBeUndefined();
  });

  it("leave the threads alone that files and names need", async () => {
    const hasher = new PasswordHasher(12);
    const hashes = Promise.all(Array.from({ length: 6 }, async () => await hasher.hash("correct horse battery")));
    let done = false;
    void hashes.then(() => (done = true));
    for (let round = 0; round < 20; round += 1) await stat(".");
    expect(done).toBe(false);
    await hashes;
  });

  it("take as long for nobody as for somebody", async () => {
    const hasher = new PasswordHasher(10);
    const hash = await hasher.hash("correct horse battery");
    // The least of several, taken in turns: other work on the machine only adds to a time.
    const least = { somebody: Infinity, nobody: Infinity, impossible: Infinity };
    const time = async (who: keyof typeof least, password: string, of: string | undefined): Promise<void> => {
      const begin = performance.now();
      await hasher.matches(password, of);
      least[who] = Math.min(least[who], performance.now() - begin);
    };
    for (let round = 0; round < 7; round += 1) {
      await time("somebody", "wrong horse battery", hash);
      await time("nobody", "wrong horse battery", undefined);
      await time("impossible", "x".repeat(1000), hash);
    }
    // Loose all the same. A dummy that is no hash would take a thousandth.
    expect(least.nobody).toBeGreaterThan(least.somebody / 3);
    expect(least.impossible).toBeGreaterThan(least.somebody / 3);
  });

  it("are made by as many threads as there are, eight wait, and more are told to come back", async () => {
    const hasher = new PasswordHasher(8);
    const tries = Array.from({ length: 13 }, async () => await hasher.hash("correct horse battery"));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(13 - HASH_THREADS - 8);
    expect(refused[0]?.reason).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 2 });
    await delay(0);
    await hasher.hash("correct horse battery");
  });
});

describe("key texts", () => {
  it("are whole, and any one character changed shows", () => {
    const key = newKeyText();
    expect(isWholeKey(key)).toBe(true);
    for (let at = 4; at < key.length; at += 1) {
      const other = key[at] === "A" ? "B" : "A";
      expect(isWholeKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(isWholeKey(`${key}0`)).toBe(false);
    expect(isWholeKey(key.replace("cad_", "dac_"))).toBe(false);
  });

  it("are all different and of one length", () => {
    const keys = Array.from({ length: 1000 }, newKeyText);
    expect(new Set(keys).size).toBe(1000);
    expect(new Set(keys.map((key) => key.length))).toEqual(new Set([53]));
  });
});
