import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { takeLock } from "../build/lock.ts";
import { checkSize, ENTRY_BUDGET, PAGE_BUDGET } from "../build/size.ts";
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
  it("says so and comes back by itself, also without scripts; then it is there", async () => {
    const folder = await folderWith({ "index.html": "<p>built</p>" });
    const { promise, resolve } = Promise.withResolvers<string>();
    let now = 1_000;
    const source = new PageSource(
      logger,
      async () => await promise,
      0,
      () => now,
    );
    const handler = new PageHandler(source);
    const waiting = await handler.handle(asked());
    const text = await waiting.text();
    expect([waiting.status, waiting.headers.get("cache-control")]).toEqual([503, "no-store"]);
    expect(text).toContain('http-equiv="refresh"');
    expect(text).toContain("elapsed: <strong>0 s</strong>");
    now = 13_400;
    expect(await (await handler.handle(asked())).text()).toContain("elapsed: <strong>12 s</strong>");
    await expect(handler.handle(new Request("http://127.0.0.1/assets/x.js"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    resolve(folder);
    expect(folder).toContain("/assets/");
    await expect.poll(async () => (await handler.handle(asked())).status).toBe(200);
    expect((await handler.handle(asked())).headers.get("cache-control")).toBe("no-cache");
  });

  it("has its style and script in itself, which is all that its policy allows, for light and dark", async () => {
    const source = new PageSource(logger, async () => await new Promise(() => {}), 0);
    const waiting = await new PageHandler(source).handle(asked());
    const text = await waiting.text();
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? "";
    expect(style).toContain("prefers-color-scheme: dark");
    const script = /<script>(.*)<\/script>/s.exec(text)?.[1] ?? "";
    const hashOf = (content: string): string => `sha256-${createHash("sha256").update(content).digest("base64")}`;
    const policy = String(waiting.headers.get("content-security-policy"));
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src '${hashOf(style)}'; script-src '${hashOf(script)}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text.match(/<link|\sstyle=|\ssrc=|https?:/)).toBeNull();
  });

  it("is begun before anybody asks, once, when the server says that somebody will", async () => {
    let fetched = 0;
    const source = new PageSource(logger, async () => {
      fetched += 1;
      return await folderWith({ "index.html": "<p>built</p>" });
    });
    expect(fetched).toBe(0);
    source.prepare();
    source.prepare();
    expect((await source.look()).kind).toBe("ready");
    source.prepare();
    expect(fetched).toBe(1);
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
    const source = new PageSource(
      logger,
      async (signal) => await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error))),
      0,
    );
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

describe("the budget of the page", () => {
  const page = '<script type="module" src="./assets/a.js"></script><link rel="modulepreload" href="./assets/b.js">';
  const HALF = Buffer.alloc(ENTRY_BUDGET / 2);
  const ENTRY = { "index.html": page, "assets/a.js": "long", "assets/a.js.gz": HALF, "assets/b.js": HALF };

  it("counts what the entry names, gzipped, and fails over it", async () => {
    const fits = await folderWith({ ...ENTRY, "assets/x-page-1.js": "" });
    await checkSize(fits);
    await writeFile(join(fits, "assets/b.js"), Buffer.alloc(ENTRY_BUDGET / 2 + 1));
    await expect(checkSize(fits)).rejects.toThrow(`the entry of the page has ${ENTRY_BUDGET + 1} bytes gzipped`);
  });

  it("counts the scripts that each page imports, directly or not, without dynamic imports", async () => {
    const own = 'import{x}from"./c.js";import("./late.js")';
    const fits = await folderWith({
      ...ENTRY,
      "assets/x-page-1.js": own,
      "assets/c.js": 'import"./d.js"',
      "assets/d.js": "long",
      "assets/d.js.gz": Buffer.alloc(PAGE_BUDGET - own.length - 14),
      "assets/late.js": Buffer.alloc(PAGE_BUDGET),
    });
    await checkSize(fits);
    await writeFile(join(fits, "assets/d.js.gz"), Buffer.alloc(PAGE_BUDGET));
    await expect(checkSize(fits)).rejects.toThrow(`the page x-page-1.js has ${PAGE_BUDGET + own.length + 14} bytes gzipped`);
  });

  it("fails when nothing is named: then it would measure nothing", async () => {
    await expect(checkSize(await folderWith({ "index.html": "<p></p>" }))).rejects.toThrow("no script in the index.html");
    await expect(checkSize(await folderWith(ENTRY))).rejects.toThrow("no page in");
  });
});
