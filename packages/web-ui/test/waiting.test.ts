import { spawnSync } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { takeLock } from "../build/lock.ts";
import { checkSize, ENTRY_BUDGET } from "../build/size.ts";
import { PageHandler } from "../src/page-handler.ts";
import { PageSource } from "../src/page-source.ts";

const errors: string[] = [];
const logger = { debug() {}, info() {}, warn() {}, error: (message: string) => void errors.push(message) };
const asked = (): Request => new Request("http://127.0.0.1/networks", { headers: { accept: "text/html" } });

const roots: string[] = [];
afterAll(async () => await Promise.all(roots.map(async (root) => await rm(root, { recursive: true }))));

/** A built page, somewhere below a folder that happens to be called assets. */
async function folderWith(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "cadastre-page-"));
  roots.push(root);
  const folder = join(root, "assets", "page");
  await mkdir(join(folder, "assets"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe("a page that is still being built", () => {
  it("says so and comes back by itself, without a script; then it is there", async () => {
    const folder = await folderWith({ "index.html": "<p>built</p>" });
    const { promise, resolve } = Promise.withResolvers<string>();
    const source = new PageSource(logger, async () => await promise, 0);
    const handler = new PageHandler(source);
    const waiting = await handler.handle(asked());
    const text = await waiting.text();
    expect([waiting.status, waiting.headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(text).toContain('http-equiv="refresh"');
    expect(text).not.toContain("<script");
    await expect(handler.handle(new Request("http://127.0.0.1/assets/x.js"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    resolve(folder);
    expect(folder).toContain("/assets/");
    await expect.poll(async () => (await handler.handle(asked())).status).toBe(200);
    expect((await handler.handle(asked())).headers.get("cache-control")).toBe("no-cache");
  });

  it("says when it failed, logs why, and tries again", async () => {
    const folder = await folderWith({ "index.html": "<p>built</p>" });
    let tries = 0;
    const handler = new PageHandler(
      new PageSource(logger, async () => {
        tries += 1;
        if (tries === 1) throw new Error("no space");
        return folder;
      }),
    );
    const failed = await handler.handle(asked());
    const text = await failed.text();
    expect([failed.status, errors]).toEqual([503, ["the page could not be built"]]);
    expect(text).toContain("could not be built");
    expect(text).not.toContain("refresh");
    expect((await handler.handle(asked())).status).toBe(200);
  });

  it("is given up when the server stops", async () => {
    const source = new PageSource(logger, async (signal) => await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))), 0);
    const before = errors.length;
    expect((await source.look()).kind).toBe("building");
    await source.stop();
    expect(errors.length).toBe(before);
  });
});

describe("the right to build", () => {
  it("is one process's at a time, comes back, and is taken from one that died", async () => {
    const root = await mkdtemp(join(tmpdir(), "cadastre-lock-"));
    roots.push(root);
    const path = join(root, "lock");
    {
      await using first = await takeLock(path);
      expect(first).toBeDefined();
      expect(await takeLock(path)).toBeUndefined();
    }
    const again = await takeLock(path);
    expect(again).toBeDefined();
    await again?.[Symbol.asyncDispose]();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    await writeFile(path, String(pid));
    expect(await takeLock(path)).toBeUndefined();
    await using after = await takeLock(path);
    expect(after).toBeDefined();
  });
});

describe("the budget of the entry", () => {
  const page = '<script type="module" src="./assets/a.js"></script><link rel="modulepreload" href="./assets/b.js">';

  it("counts what the page names, gzipped, and fails over it", async () => {
    const half = Buffer.alloc(ENTRY_BUDGET / 2);
    const fits = await folderWith({ "index.html": page, "assets/a.js": "long", "assets/a.js.gz": half, "assets/b.js": half });
    await checkSize(fits);
    await writeFile(join(fits, "assets/b.js"), Buffer.alloc(ENTRY_BUDGET / 2 + 1));
    await expect(checkSize(fits)).rejects.toThrow(`${ENTRY_BUDGET + 1} bytes gzipped`);
  });

  it("fails when nothing is named: then it would measure nothing", async () => {
    const empty = await folderWith({ "index.html": "<p></p>" });
    await expect(checkSize(empty)).rejects.toThrow("names no script");
  });
});
