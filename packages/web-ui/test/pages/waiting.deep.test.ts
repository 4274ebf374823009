import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageHandler } from "../../src/page-handler.ts";
import { PageSource } from "../../src/page-source.ts";
import { binary, checkAccess, launch, LOOKS, tellSkipped, visit } from "./browser.ts";

tellSkipped(LOOKS.length);

const logger = { debug() {}, info() {}, warn() {}, error: console.error };

/** Serves a page that is fetched when `built` gives its folder. */
async function serve(built: Promise<string>): Promise<AsyncDisposable & { readonly url: string }> {
  const handler = new PageHandler(new PageSource(logger, async () => await built, 0));
  const server = createServer((asked, answer) => {
    const request = new Request(new URL(asked.url ?? "/", "http://127.0.0.1"), { headers: { accept: asked.headers.accept ?? "" } });
    void handler.handle(request).then(
      async (response) =>
        answer.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer())),
      () => answer.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close };
}

describe.skipIf(binary === undefined)("a page that is being built, in a browser", () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), "cadastre-waiting-"));
    await writeFile(join(folder, "index.html"), '<!doctype html><title>Cadastre</title><link rel="icon" href="data:,"><h1>built</h1>');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it.each(LOOKS)("is styled and accessible, goes on by itself, and keeps what follows # (%s)", async (look) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await using server = await serve(promise);
    await visit(browser, { look, url: server.url, expected: /503/ }, async (page, window) => {
      // It would come back while it is looked at.
      const staying = await window.newPage();
      await staying.addInitScript(
        "const later = setTimeout; globalThis.setTimeout = (work, ms, ...rest) => (ms === 2000 ? 0 : later(work, ms, ...rest));",
      );
      await staying.goto("/setup");
      await staying.locator("h1", { hasText: "The page is being built" }).waitFor();
      const ground = await staying.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      expect(ground).toBe(look === "dark" ? "rgb(15, 18, 21)" : "rgb(243, 245, 247)");
      await checkAccess(staying);

      await page.goto("/setup#token-of-the-setup");
      await page.locator("main h1").waitFor();
      resolve(folder);
      await page.locator("body > h1").waitFor();
      expect(page.url()).toBe(`${server.url}/setup#token-of-the-setup`);
    });
  });
});
