import { SETUP } from "@cadastre/auth";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("signing in", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    await server.user("vera", "viewer");
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("begins with the first administrator, by the link that the server prints", async () => {
    await using fresh = await startPage([], { sessionless: true });
    await whenBuilt(fresh.url);
    const { state } = fresh.inventory.host.get(SETUP);
    if (state.kind !== "token") throw new Error(state.kind);
    const { token } = state;
    await visit(browser, { url: fresh.url, expected: /40[01]/ }, async (page) => {
      await page.goto(`/setup#${token}`);
      await eventually(async () => await page.getByLabel("Setup token").inputValue()).toBe(token);
      await checkAccess(page);
      await page.getByLabel("Password").fill("too short");
      await press(page, "Create and sign in");
      await page.getByText("Password must").waitFor();
      await checkAccess(page);
      await page.getByLabel("Password").fill(PASSWORD);
      await press(page, "Create and sign in");
      await heading(page, "Dashboard").waitFor();
      await page.getByText("The inventory is empty").waitFor();
      await checkAccess(page);
    });
  });

  it("says when the password is wrong, then shows the page that was asked for, and signs out", async () => {
    await visit(browser, { url: server.url, expected: /401/ }, async (page) => {
      await page.goto("/networks?q=x");
      await heading(page, "Sign in").waitFor();
      await checkAccess(page);
      await page.getByLabel("User name").fill("root");
      await page.getByLabel("Password").fill("wrong horse battery");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await checkAccess(page);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await heading(page, "Networks").waitFor();
      expect(new URL(page.url()).search).toBe("?q=x");
      await press(page, "Sign out");
      await heading(page, "Sign in").waitFor();
      await page.goto("/devices");
      await heading(page, "Sign in").waitFor();
    });
  });

  it("comes back over the page when a session ends in the middle of an edit, and nothing typed is lost", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /401/ }, async (page) => {
      await page.goto("/networks");
      await page
        .getByRole("button", { name: /New network|Create a network/ })
        .first()
        .click();
      const name = "typed before 7";
      await dialog(page).getByLabel("Name").fill(name);
      await dialog(page).getByLabel("Subnet").fill("10.31.0.0/24");
      await server.endSessions();
      await dialog(page).getByRole("button", { name: "Create" }).click();
      const again = page.getByRole("dialog", { name: "Your session has ended" });
      await again.waitFor();
      await checkAccess(page);
      await again.getByLabel("Password").fill(PASSWORD);
      await again.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText(`Network ${name}`).last().waitFor();
      expect((await server.inventory.networks.list()).map((network) => network.name)).toContain(name);
    });
  });

  it("offers a viewer nothing that a viewer may not do, and the theme is kept", async () => {
    await server.inventory.networks.create({ name: "seen in 7", subnet: "10.41.0.0/24" });
    await visit(browser, { url: server.url, user: "vera" }, async (page) => {
      await page.goto("/networks");
      await page.getByRole("link", { name: "seen in 7" }).click();
      await heading(page, "seen in 7").waitFor();
      await page.getByRole("grid", { name: /^Addresses/ }).waitFor();
      const offered = await page.getByRole("main").getByRole("button").allInnerTexts();
      expect(offered.filter((text) => /new|change|delete|scan|allocate/i.test(text))).toEqual([]);
      await page.getByRole("gridcell").nth(7).getByRole("button").click();
      expect(await dialog(page).count()).toBe(0);
      await checkAccess(page);
      const shown = async (): Promise<unknown> => await page.evaluate("document.documentElement.dataset.theme");
      expect(await shown()).toBe("light");
      await page.getByRole("button", { name: "Theme: system" }).click();
      await page.getByRole("button", { name: "Theme: light" }).click();
      const chosen = await shown();
      expect(chosen).toBe("dark");
      await page.reload();
      await heading(page, "seen in 7").waitFor();
      expect(await shown()).toBe(chosen);
    });
  });
});
