import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../../../../.ci/chromium.ts";
import { type Served, serve } from "../support/command.ts";

const binary = findChromium();

if (binary === undefined)
  console.info("2 tests of the API reference in a browser are skipped: there is no chromium on the PATH, and no TEST_CHROMIUM");

const ADMIN = { username: "root", password: "correct horse battery" };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
}

describe.skipIf(binary === undefined)("the API reference in a browser", () => {
  let folder: string;
  let server: Served;
  let browser: Browser;
  let key: string;
  let document: Document;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-reference-"));
    server = await serve({
      DATA_DIR: folder,
      INITIAL_ADMIN_USERNAME: ADMIN.username,
      INITIAL_ADMIN_PASSWORD: ADMIN.password,
      COOKIE_SECURE: "false",
      RATE_LIMIT_ENABLED: "false",
    });
    browser = await chromium.launch({ executablePath: binary as string, args: ["--disable-gpu"] });
    const signedIn = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
      body: JSON.stringify(ADMIN),
    });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    const made = await fetch(`${server.url}/api/keys`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
      body: '{"name": "reader"}',
    });
    ({ key } = (await made.json()) as { key: string });
    document = (await (await fetch(`${server.url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })).json()) as Document;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens the page, and checks in the end that nothing was blocked or broke, and that nobody else was asked. */
  const onPage = async (work: (page: Page, context: BrowserContext) => Promise<void>): Promise<void> => {
    const context = await browser.newContext();
    const complaints: string[] = [];
    const others: string[] = [];
    context.on(
      "request",
      (request) =>
        void (/^(data|blob|about):/.test(request.url()) || new URL(request.url()).origin === server.url || others.push(request.url())),
    );
    const page = await context.newPage();
    page.on(
      "console",
      (message) => void (message.type() === "error" && !/status of 401/.test(message.text()) && complaints.push(message.text())),
    );
    page.on("pageerror", (error) => void complaints.push(error.message));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('blocked: ' + event.violatedDirective + ' ' + " +
        "event.blockedURI))",
    );
    await work(page, context);
    expect({ complaints, others }).toEqual({ complaints: [], others: [] });
    await context.close();
  };

  const giveKey = async (page: Page, text: string): Promise<void> => {
    await page.getByLabel("API key").fill(text);
    await page.getByRole("button", { name: "Show the reference" }).click();
  };
  const groups = async (page: Page): Promise<readonly string[]> => {
    await page.locator(".opblock-tag").first().waitFor();
    return await page
      .locator(".opblock-tag")
      .evaluateAll((tags: { readonly dataset: { readonly tag?: string } }[]) => tags.map(({ dataset }) => dataset.tag ?? ""));
  };
  const tagsOf = (): readonly string[] =>
    [...new Set(Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)))].toSorted();

  // On one page: to read the document again takes longer than all that is done with it.
  it("takes a key, and shows every group of operations, those of a group with parameters and answers, and calls one", async () => {
    await onPage(async (page) => {
      await page.goto(`${server.url}/docs`);
      await giveKey(page, "cad_wrong");
      expect(await page.getByRole("alert").innerText()).not.toBe("");
      expect(await page.locator(".opblock-tag").count()).toBe(0);
      await giveKey(page, key);
      expect((await groups(page)).toSorted()).toEqual(tagsOf());
      expect(await page.getByLabel("API key").count()).toBe(0);

      await page.locator('.opblock-tag[data-tag="devices"]').click();
      const shown = page.locator(".opblock-tag-section", { has: page.locator('[data-tag="devices"]') }).locator(".opblock-summary");
      await shown.first().waitFor();
      expect(await shown.count()).toBe(
        Object.values(document.paths)
          .flatMap((methods) => Object.values(methods))
          .filter(({ tags }) => tags.includes("devices")).length,
      );
      const devices = page.locator(".opblock-get", { has: page.locator('[data-path="/api/devices"]') });
      await devices.locator(".opblock-summary-control").click();
      await devices.locator(".responses-wrapper").waitFor();
      expect(await devices.locator(".parameters").first().innerText()).toContain("tags");

      await page.locator('.opblock-tag[data-tag="networks"]').click();
      const networks = page.locator(".opblock-get", { has: page.locator('[data-path="/api/networks"]') });
      await networks.locator(".opblock-summary-control").click();
      await networks.getByRole("button", { name: "Try it out" }).click();
      await networks.getByRole("button", { name: "Execute" }).click();
      expect(await networks.locator(".live-responses-table tbody .response-col_status").first().innerText()).toBe("200");
    });
  });

  it("takes the session of the browser, without a key, and changes with it", async () => {
    await onPage(async (page, context) => {
      await context.request.post(`${server.url}/api/auth/login`, { data: ADMIN, headers: { "x-requested-with": "XMLHttpRequest" } });
      await page.goto(`${server.url}/docs`);
      expect((await groups(page)).toSorted()).toEqual(tagsOf());
      await page.locator('.opblock-tag[data-tag="datacenters"]').click();
      const create = page.locator(".opblock-post", { has: page.locator('[data-path="/api/datacenters"]') });
      await create.locator(".opblock-summary-control").click();
      await create.getByRole("button", { name: "Try it out" }).click();
      await create.locator("textarea.body-param__text").fill('{"name": "by the page"}');
      await create.getByRole("button", { name: "Execute" }).click();
      expect(await create.locator(".live-responses-table tbody .response-col_status").first().innerText()).toBe("201");
    });
  });
});
