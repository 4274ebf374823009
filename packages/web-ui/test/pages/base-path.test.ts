import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, eventually, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(1);

describe.skipIf(binary === undefined)("under a base path", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([], { basePath: "/tools/ipam" })]);
    await whenBuilt(`${server.url}/`);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("the page signs in, moves about, loads anew where it is and asks nothing of the rest of the host", async () => {
    await visit(browser, { url: server.url, expected: /401/ }, async (page) => {
      await page.goto(`${server.url}/networks?q=x`);
      await heading(page, "Sign in").waitFor();
      await page.getByLabel("User name").fill("root");
      await page.getByLabel("Password").fill(PASSWORD);
      await press(page, "Sign in");
      await heading(page, "Networks").waitFor();
      expect(page.url()).toBe(`${server.url}/networks?q=x`);
      await page.getByRole("link", { name: "Devices", exact: true }).click();
      await heading(page, "Devices").waitFor();
      expect(page.url()).toBe(`${server.url}/devices`);
      await page.reload();
      await heading(page, "Devices").waitFor();
      await page.getByRole("link", { name: "API reference" }).click();
      await eventually(async () => await page.locator(".opblock-tag").count()).toBeGreaterThan(3);
      expect(page.url()).toBe(`${server.url}/docs`);
    });
  });
});
