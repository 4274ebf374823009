import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(12);

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
      await dialog(page).waitFor();
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

  it("draw the first rows of a tall table before the library of tall tables has loaded", async () =>
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const library = Promise.withResolvers<void>();
      await page.route("**/assets/tall-*.js", async (route) => {
        await library.promise;
        await route.continue();
      });
      await page.goto("/gallery");
      const tall = page.getByRole("grid", { name: "Thousand rows" });
      await tall.locator("[data-index='0']").focus();
      expect(await tall.getByRole("row").count()).toBeLessThan(80);
      await keys(page, "End");
      expect(await tall.locator("[data-index='999']").count()).toBe(0);
      library.resolve();
      await tall.locator("[data-index='999']").waitFor();
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

  it("let grids of addresses be used by the keyboard alone", async () =>
    await inGallery(async (page) => {
      const section = page.locator("section[aria-labelledby=grids]");
      const grid = section.getByRole("grid");
      const chosen = async (text: string): Promise<void> => await section.getByText(`Last cell: ${text}`, { exact: true }).waitFor();
      const enter = async (): Promise<void> => await grid.locator("button[tabindex='0']").focus();
      /** Shows an example. One of its cells is in the order of the Tab key. */
      const show = async (example: string, label: string): Promise<void> => {
        await section.getByLabel("Example").selectOption(example);
        await section.getByRole("grid", { name: label, exact: true }).waitFor();
        await checkAccess(page, "section[aria-labelledby=grids]");
        expect(await grid.locator("button[tabindex='0']").count()).toBe(1);
        await enter();
      };
      const few = "Addresses 10.0.0.0 to 10.0.0.7";
      await show("Each state", few);
      for (const text of ["reserved", "used by web-1", "free", "in quarantine", "free, but a host answered there", "used"])
        await grid
          .getByRole("button", { name: new RegExp(`^10\\.0\\.0\\.\\d, ${text}$`) })
          .first()
          .waitFor();
      await keys(page, "ArrowRight", "ArrowRight", "Enter");
      await chosen("allocate 10.0.0.2");
      await keys(page, "Home", "ArrowUp", "Enter");
      await chosen("show 0");
      await keys(page, "End", "ArrowDown", "ArrowLeft", " ");
      await chosen("allocate 10.0.0.6");
      // One key leaves the grid, and another comes back to the same cell.
      await keys(page, "Shift+Tab");
      expect(await focusedText(page)).not.toContain("10.0.0.6");
      await keys(page, "Tab");
      expect(await focusedText(page)).toBe("10.0.0.6, free");
      await show("Read only", few);
      await keys(page, "Home", "ArrowRight", "ArrowRight", "Enter");
      await chosen("show 2");
      await show("All used", "Addresses 10.0.0.0 to 10.0.0.3");
      await show("All free", "Addresses 2001:db8:: to 2001:db8::f");
      await show("Many addresses", "Addresses 10.8.0.0 to 10.8.0.255");
      await keys(page, "Home", "PageDown", "ArrowDown", "PageDown", "PageDown");
      await eventually(() => focusedText(page)).toMatch(/^10\.8\.3\.16, /);
      await keys(page, "PageUp", "Home", "ArrowLeft");
      await eventually(() => focusedText(page)).toMatch(/^10\.8\.1\.255, /);
      await section.getByRole("grid", { name: "Addresses 10.8.1.0 to 10.8.1.255" }).waitFor();
      await show("Blocks", "Blocks");
      await keys(page, "ArrowDown", "ArrowRight", "Enter");
      await chosen("10.9.0.0/16");
      await keys(page, "PageDown", "ArrowUp", "ArrowLeft", "Enter");
      await chosen("10.64.0.0/16");
      await keys(page, "End", "Enter");
      await chosen("10.255.0.0/16");
      await keys(page, "Home", "Enter");
      await chosen("10.0.0.0/16");
    }));

  it("show answers that load, that failed, and that are empty", async () =>
    await inGallery(async (page) => {
      const answers = page.locator("section[aria-labelledby=answers]");
      const answer = (title: string) => answers.locator("div", { has: page.getByRole("heading", { name: title, exact: true }) }).last();
      for (const [title, text] of [
        ["Loading", "Loading …"],
        ["Not allowed", "You are not allowed to see this."],
        ["Error", "The server is unreachable."],
        ["Error after an answer", "web-1"],
        ["Missing", "Shelf not found."],
        ["Empty", "Nothing."],
      ] as const)
        await answer(title).getByText(text, { exact: true }).waitFor();
      await answer("Error").getByRole("button", { name: "Try again" }).press("Enter");
      await page.getByText("Last call: Try again").waitFor();
      expect(await answer("Missing").getByRole("button").count()).toBe(0);
    }));

  it("make, change and delete records by the keyboard, and ask before input is lost", async () =>
    await inGallery(async (page) => {
      const shelves = page.getByRole("table", { name: "Shelves" });
      await page.getByRole("button", { name: "New shelf" }).press("Enter");
      await dialog(page).getByLabel("Name").and(page.locator(":focus")).waitFor();
      await page.keyboard.type("row C");
      await keys(page, "Escape");
      await press(page, "Keep editing");
      await checkAccess(page);
      await dialog(page).getByLabel("Units").press("Enter");
      await shelves.getByRole("row", { name: /row C/ }).waitFor();
      await shelves.getByRole("button", { name: "Edit row B" }).press("Enter");
      await dialog(page).getByLabel("Units").fill("20");
      await keys(page, "Enter");
      await dialog(page).getByRole("button", { name: "Take theirs: Units" }).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Save" }).press("Enter");
      await shelves.getByRole("row", { name: /row B.*20/ }).waitFor();
      await shelves.getByRole("button", { name: "Delete row C" }).press("Enter");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Delete shelf" }).press("Enter");
      await eventually(() => shelves.getByRole("row", { name: /row C/ }).count()).toBe(0);
      for (const name of ["Delete row A", "Delete row B"]) {
        await shelves.getByRole("button", { name }).press("Enter");
        await dialog(page).getByRole("button", { name: "Delete shelf" }).press("Enter");
        await eventually(() => dialog(page).count()).toBe(0);
      }
      await page.getByRole("button", { name: "Create the first shelf" }).waitFor();
      await page.getByRole("button", { name: "CSV of the shelves" }).press("Enter");
      await page.getByText("Last call: Saved csv").waitFor();
      await page.getByRole("button", { name: "Ask for a reason" }).press("Enter");
      await dialog(page).getByLabel("Reason").waitFor();
      await keys(page, "Enter");
      await dialog(page).getByRole("alert").getByText("The server is unreachable.").waitFor();
      await dialog(page).getByLabel("Reason").fill("moved");
      await keys(page, "Enter");
      await page.getByText("Last call: moved").waitFor();
      await page.getByRole("button", { name: "Show a secret" }).press("Enter");
      await dialog(page).getByText("made-up-token").waitFor();
      await checkAccess(page);
      await keys(page, "Escape");
      await dialog(page).getByRole("button", { name: "Done" }).press("Enter");
      await eventually(() => dialog(page).count()).toBe(0);
    }));
});
