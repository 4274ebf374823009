import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binary, checkAccess, dialog, heading, launch, press, tellSkipped, visit } from "../../../packages/web-ui/test/pages/browser.ts";
import { playground } from "../../scripts/playground/build-playground.ts";
import { type FileServer, serveFiles } from "./file-server.ts";

tellSkipped(3);

/** Most bytes, gzipped, that a visitor loads before the page is usable: what the notice says, and some. */
const BUDGET = 8_600_000;

/** For code that runs in the thread of the engine: a request as its page sends them. */
const RENAME = `async (path) => {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data.status)));
  const body = new TextEncoder().encode(JSON.stringify({ name: "core-switch-renamed" }));
  const data = { method: "PUT", path, headers: [["content-type", "application/json"], ["x-requested-with", "XMLHttpRequest"]], body };
  dispatchEvent(new MessageEvent("message", { data, ports: [port2] }));
  return await answered;
}`;

describe.skipIf(binary === undefined)("the playground", () => {
  let browser: Browser;
  let files: FileServer;
  let folder: string;
  beforeAll(async () => {
    [browser, folder] = await Promise.all([launch(), playground()]);
    files = await serveFiles(folder, "/some/docs/playground");
  });
  afterAll(async () => {
    await files[Symbol.asyncDispose]();
  });

  it("has an inventory to look around in and to change, by no server but one of files", async () => {
    await visit(browser, { url: files.url }, async (page) => {
      await page.goto(`${files.url}/`);
      await heading(page, "Dashboard").waitFor();
      await page.getByText("everything runs in your browser").waitFor();
      await checkAccess(page);
      await page.getByRole("link", { name: "Devices", exact: true }).click();
      await page.getByRole("row", { name: /core-switch/ }).waitFor();
      // What another client of the engine does is told by events.
      const path = `/api/devices/${(await page.getByRole("link", { name: "core-switch" }).getAttribute("href"))?.split("/").at(-1)}`;
      const engine = page.workers().find((worker) => worker.url().includes("/engine/"));
      expect(await engine?.evaluate<number>(`(${RENAME})(${JSON.stringify(path)})`)).toBe(200);
      await page.getByRole("row", { name: /core-switch-renamed/ }).waitFor();
      await press(page, "New device");
      await dialog(page).getByLabel(/^Name/).fill("web-01");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await heading(page, "web-01").waitFor();
      await page.getByRole("link", { name: "Networks", exact: true }).click();
      await page.getByRole("link", { name: "Office" }).click();
      // An address that is free is held for the form, and is the device's then.
      await page.getByRole("button", { name: "10.20.4.150, free" }).click();
      await dialog(page)
        .getByText(/Reserved for you/)
        .waitFor();
      await dialog(page).getByLabel("Name").first().fill("desk 7");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: "10.20.4.150, used by desk 7" }).waitFor();
      // Found by the trigrams of the extension.
      await page.keyboard.press("/");
      await page.getByRole("combobox").fill("esk 7");
      await page.getByRole("option", { name: /desk 7/ }).waitFor();
      await page.keyboard.press("Escape");
      // No address is told that nobody reaches.
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("heading", { name: "What runs here" }).waitFor();
      expect(await page.getByText(`${files.url}/api`).count()).toBe(0);
      await page.goBack();
      // It is kept in memory alone.
      await press(page, "Start again");
      await page.getByRole("button", { name: "10.20.4.150, free" }).waitFor();
    });
  });

  it("says why it does not start", async () => {
    await visit(browser, { url: files.url, expected: /pglite|ERR_FAILED|Failed to load/ }, async (page) => {
      await page.route("**/pglite.data-*", async (route) => await route.fulfill({ status: 503 }));
      await page.goto(`${files.url}/`);
      await page
        .getByRole("alert")
        .getByText(/could not start: .*pglite[.]data-.* could not be loaded: 503/)
        .waitFor();
      await heading(page, "Cadastre is not responding").waitFor();
    });
  });

  it("is small enough to be waited for", async () => {
    const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const sizes = await Promise.all(
      entries.map(async ({ parentPath, name }) => (await promisify(gzip)(await readFile(join(parentPath, name)))).length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
  });
});
