import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(9);

describe.skipIf(binary === undefined)("the components of the page, in the gallery", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  const inGallery = async (work: (page: Page) => Promise<void>): Promise<void> =>
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/gallery");
      await heading(page, "Gallery").waitFor();
      await work(page);
    });
  const keys = async (page: Page, ...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  const focusedText = async (page: Page): Promise<string> =>
    await page.evaluate<string>("(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()");

  it("are accessible in both themes, with their menus, dialogs and messages open", async () =>
    await inGallery(async (page) => {
      await checkAccess(page);
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await checkAccess(page);
      await keys(page, "Escape");
      await press(page, "Open a sheet");
      await checkAccess(page);
      await keys(page, "Escape");
      await page.getByRole("combobox", { name: "Many" }).click();
      await checkAccess(page);
      await keys(page, "Escape");
      await press(page, "Show an error");
      await page.getByText("The device was not saved.").first().waitFor();
      await checkAccess(page);
    }));

  it("fit a window of 390 pixels, where each row is a card", async () =>
    await inGallery(async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await eventually(() => page.evaluate<number>("document.documentElement.scrollWidth")).toBe(390);
      const row = page.getByRole("grid", { name: "Hosts" }).getByRole("row", { name: /web-1/ });
      expect((await row.boundingBox())?.height).toBeGreaterThan(80);
      await checkAccess(page);
    }));

  it("let a table be used by the keyboard alone: rows, ranges, sorting and columns", async () =>
    await inGallery(async (page) => {
      const table = page.getByRole("grid", { name: "Hosts" });
      const selected = page.getByRole("region", { name: "Selection" });
      await table.locator("[data-index='0']").focus();
      await keys(page, " ", "ArrowDown", "ArrowDown", "ArrowDown", "Shift+ ");
      await selected.getByText("4 selected").waitFor();
      await keys(page, "Home", " ");
      await selected.getByText("3 selected").waitFor();
      await selected.getByRole("button", { name: "Select all 1,200" }).press("Enter");
      await selected.getByText("1,200 selected").waitFor();
      await selected.getByRole("button", { name: "Clear selection" }).press("Enter");
      await selected.waitFor({ state: "detached" });
      await table.getByRole("button", { name: "Name" }).press("Enter");
      await table.locator("th[aria-sort=descending]", { hasText: "Name" }).waitFor();
      await table.getByRole("button", { name: "Columns" }).press("Enter");
      await page.getByRole("menuitemcheckbox", { name: "Note" }).press("Enter");
      await keys(page, "Escape");
      await table.getByRole("columnheader", { name: "Note" }).waitFor();
      await page.reload();
      await table.getByRole("columnheader", { name: "Note" }).waitFor();
    }));

  it("open a row by Enter, and its actions after Tab", async () =>
    await inGallery(async (page) => {
      await page.getByRole("grid", { name: "Hosts" }).locator("[data-index='0']").focus();
      await keys(page, "Enter");
      await page.waitForURL(/open=/);
      await page.getByRole("grid", { name: "Hosts" }).locator("[data-index='1']").focus();
      await keys(page, "Tab", "Tab", "Tab");
      expect(await focusedText(page)).toMatch(/^More actions for/);
      await keys(page, "Enter");
      await page.getByRole("menuitem", { name: "Scan" }).waitFor();
      await keys(page, "ArrowDown", "Enter");
      await page.getByText(/^Last action: Delete/).waitFor();
    }));

  it("fold and unfold a tree with the arrow keys", async () =>
    await inGallery(async (page) => {
      const tree = page.getByRole("treegrid", { name: "Tree" });
      await tree.locator("[data-index='0']").focus();
      await keys(page, "ArrowRight");
      await tree.getByText("site").waitFor();
      await tree.getByText("servers").waitFor();
      await keys(page, "ArrowDown", "ArrowLeft");
      await eventually(() => tree.getByText("servers").count()).toBe(0);
      await keys(page, "ArrowLeft");
      await tree.locator("[data-index='0']:focus").waitFor();
    }));

  it("draw only the visible rows of a tall table", async () =>
    await inGallery(async (page) => {
      const tall = page.getByRole("grid", { name: "Thousand rows" });
      expect(await tall.getAttribute("aria-rowcount")).toBe("1001");
      await tall.locator("[data-index='0']").focus();
      await keys(page, "End");
      await tall.locator("[data-index='999']").waitFor();
      expect(await tall.getByRole("row").count()).toBeLessThan(80);
    }));

  it("choose a value out of many by the keyboard", async () =>
    await inGallery(async (page) => {
      const many = page.getByRole("combobox", { name: "Many" });
      await many.click();
      await many.fill("network-77");
      await page.getByRole("option", { name: /^network-77 / }).waitFor();
      await keys(page, "Enter");
      expect(await many.inputValue()).toBe("network-77");
      const found = page.getByRole("combobox", { name: "Found on the server" });
      await found.click();
      await found.fill("fra");
      await page.locator(".menu").getByRole("option", { name: "fra1" }).waitFor();
      await keys(page, "ArrowDown", "Enter");
      expect(await found.inputValue()).toBe("fra1");
    }));

  it("add and remove tags by the keyboard", async () =>
    await inGallery(async (page) => {
      const field = page.locator("section[aria-labelledby=fields]").getByLabel("Tags");
      await field.focus();
      await page.keyboard.type("web,");
      await page.getByRole("button", { name: "Remove web" }).waitFor();
      await field.fill("a, b");
      await keys(page, "Enter");
      await page.getByRole("button", { name: "Remove a", exact: true }).waitFor();
      await page.getByRole("button", { name: "Remove b", exact: true }).waitFor();
      await keys(page, "Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "Backspace");
      await eventually(() => page.getByRole("button", { name: "Remove web" }).count()).toBe(0);
    }));

  it("keep filters in the address, and show a message with its action", async () =>
    await inGallery(async (page) => {
      await page.getByLabel("Text", { exact: true }).last().fill("web");
      await page.waitForURL(/q=web/);
      const network = page.getByRole("combobox", { name: "Network" });
      await network.click();
      await page.getByRole("option", { name: "Any network" }).waitFor();
      await network.fill("network-77");
      await page.getByRole("option", { name: /^network-77 / }).waitFor();
      await keys(page, "Enter");
      await page.waitForURL(/network=net-77/);
      await press(page, "Clear filters");
      await eventually(async () => page.url()).not.toContain("q=web");
      await press(page, "Show a message");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Last action: Undo").waitFor();
      await press(page, "Open a dialog");
      await dialog(page).getByLabel("Name").waitFor();
      await keys(page, "Escape");
      await eventually(() => dialog(page).count()).toBe(0);
    }));
});
