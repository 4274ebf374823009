import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFilledPage } from "../../support/full-server.ts";
import type { PageServer } from "../../support/page-server.ts";
import type { SampleIds } from "../../support/sample.ts";
import { act, binary, checkAccess, dialog, eventually, follow, heading, launch, press, tellSkipped, visit } from "../browser.ts";
import { KINDS, PAGES, type WalkedPage } from "../walked-pages.ts";
import { FURTHER } from "./further.ts";

tellSkipped(7);

/** Every name under which a form shows a problem, so that each form has a wrong field. */
const REFUSED = {
  error: "some fields are wrong",
  code: "VALIDATION_ERROR",
  details: Object.fromEntries(
    ["name", "username", "description", "scan_type", "exclude_ips", "network_ids", "hostname", "note", "reason", "resolution"].map(
      (name) => [name, { code: "INVALID", message: "is refused" }],
    ),
  ),
};
const FIELDS = "input:not([type=hidden], [readonly], :disabled), select:not(:disabled), textarea:not(:disabled)";

/** What has the focus: the text of its label, or its own text. */
const focused = async (page: Page): Promise<string> =>
  await page.evaluate<string>(
    "(({ labels, textContent, tagName }) => `${tagName} ${(labels?.[0] ?? { textContent }).textContent.trim()}`)(document.activeElement)",
  );
const question = (page: Page) => page.getByRole("dialog", { name: "Discard your input?" });

describe.skipIf(binary === undefined)("forms", () => {
  let browser: Browser;
  let server: PageServer;
  let ids: SampleIds;
  beforeAll(async () => {
    const filled = startFilledPage();
    browser = await launch();
    ({ server, ids } = await filled);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const pathOf = ({ path }: WalkedPage): string => (typeof path === "string" ? path : path(ids));

  it("the heading has the focus when a page opens, also that of a record which is read first", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/settings");
      await heading(page, "Settings").waitFor();
      const wrong: string[] = [];
      for (const at of [...PAGES, ...KINDS].filter(({ signedOut }) => signedOut !== true)) {
        await follow(page, pathOf(at));
        await page.locator("main").getByText(at.loaded).filter({ visible: true }).first().waitFor();
        if (!(await focused(page)).startsWith("H1")) wrong.push(`${at.name}: ${await focused(page)}`);
        await page.evaluate("document.activeElement.blur()");
      }
      expect(wrong).toEqual([]);
    });
  });

  it("the sign-in form begins at its first empty field, and a refused password has the focus again", async () => {
    await visit(browser, { url: server.url, expected: /401/ }, async (page) => {
      await page.goto("/sign-in");
      await eventually(async () => await focused(page)).toBe("INPUT User name *");
      await page.keyboard.type("root");
      await page.keyboard.press("Tab");
      await page.keyboard.type("wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
      await eventually(async () => await focused(page)).toMatch(/^DIV .*password/i);
      await checkAccess(page);
      await page.goto("/sign-in?user=root");
      await eventually(async () => await focused(page)).toBe("INPUT Password *");
      await page.goto("/setup");
      await eventually(async () => await focused(page)).toBe("INPUT Setup token *");
    });
  });

  it("each dialog begins at its first field, keeps its input, and shows the first wrong field of a refused save", async () => {
    const wrong: string[] = [];
    let forms = 0;
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page, window) => {
      await window.route(/\/api\//, async (route) => {
        const method = route.request().method();
        const writes = method !== "GET" && method !== "DELETE" && !route.request().url().endsWith("/allocations");
        await (writes ? route.fulfill({ status: 400, json: REFUSED }) : route.continue());
      });
      await page.goto("/settings");
      await heading(page, "Settings").waitFor();
      for (const at of [...PAGES, ...KINDS].filter(({ dialogs = [], signedOut }) => dialogs.length > 0 && signedOut !== true)) {
        await follow(page, pathOf(at));
        await page.locator("main").getByText(at.loaded).filter({ visible: true }).first().waitFor();
        const dialogs = (at.dialogs ?? []).filter((one) => one !== "Search").map((button) => ({ button, select: undefined }));
        for (const { button, select } of [...dialogs, ...(FURTHER[at.name] ?? [])]) {
          const where = `${at.name}, ${String(button)}`;
          if (select !== undefined) await page.getByLabel(select).first().check();
          await act(page, button);
          await dialog(page).waitFor();
          const form = dialog(page).locator("form");
          const hasForm = (await form.count()) > 0 && (await form.locator(FIELDS).count()) > 0;
          if (!hasForm) {
            await page.keyboard.press("Escape");
            await dialog(page).waitFor({ state: "detached" });
            continue;
          }
          forms += 1;
          await walkForm(page, where).catch((error: unknown) => void wrong.push(`${where}: ${(error as Error).message}`));
          await page.keyboard.press("Escape");
          if ((await question(page).count()) > 0) await question(page).getByRole("button", { name: "Discard" }).click();
          await dialog(page).waitFor({ state: "detached" });
        }
      }
    });
    expect(wrong).toEqual([]);
    expect(forms).toBeGreaterThan(40);
  });

  /** Walks the form of the dialog that is open, and leaves it open with input. */
  async function walkForm(page: Page, where: string): Promise<void> {
    const inside = async (selector: string): Promise<boolean> =>
      await page.evaluate<boolean>(
        `document.activeElement.closest("[role=dialog]") !== null && document.activeElement.matches(${JSON.stringify(selector)})`,
      );
    await eventually(async () => await inside(FIELDS)).toBe(true);
    const texts = dialog(page)
      .locator("form")
      .locator("input[type=text]:not([readonly]), input[type=password], textarea, input[type=checkbox]:enabled");
    if ((await texts.count()) === 0) return;
    const first = texts.first();
    const isBox = (await first.getAttribute("type")) === "checkbox";
    const isChoice = (await first.getAttribute("role")) === "combobox";
    const choose = async (field: Locator): Promise<void> => {
      await field.fill("core-switch");
      await page.getByRole("option", { name: "core-switch" }).click();
    };
    // Text typed into a combobox changes nothing until an option is chosen.
    if (isChoice) await choose(first);
    else await (isBox ? first.setChecked(!(await first.isChecked())) : first.fill("typed"));
    const path = new URL(page.url()).pathname;
    for (const leave of [
      async () => await page.keyboard.press("Escape"),
      async () => await dialog(page).getByRole("button", { name: "Close" }).click(),
      async () => await page.evaluate("history.back()"),
    ]) {
      await leave();
      await question(page).waitFor();
      if (where.startsWith("datacenters, New")) await checkAccess(page);
      await question(page).getByRole("button", { name: "Keep editing" }).click();
      await question(page).waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(path);
      expect(isBox || (await first.inputValue()) === (isChoice ? "core-switch" : "typed")).toBe(true);
    }
    // What the browser itself asks for, so that the form is sent.
    const unfilled = dialog(page).locator("form").locator("input:invalid, textarea:invalid");
    while ((await unfilled.count()) > 0) {
      const field = unfilled.first();
      await field.fill((await field.getAttribute("type")) === "url" ? "https://a.example/" : "x");
    }
    const send = dialog(page).locator("button[type=submit]");
    if (await send.isDisabled()) {
      const choices = dialog(page).locator("form").getByRole("radio");
      if ((await choices.count()) > 0) await choices.first().check();
      else await choose(dialog(page).locator("input[role=combobox]"));
    }
    await send.click();
    await eventually(async () => await inside("[aria-invalid=true], [data-problem] *, [role=alert]")).toBe(true);
    const isFirst =
      "document.activeElement === (document.querySelector('[role=dialog] form [aria-invalid=true]') ?? document.activeElement)";
    expect(await page.evaluate<boolean>(isFirst)).toBe(true);
  }

  it("a form that was not changed, or changed back, closes without a question", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/datacenters");
      await press(page, "New datacenter");
      await dialog(page).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      const before = await dialog(page).getByLabel("Location").inputValue();
      await dialog(page).getByLabel("Location").fill("elsewhere");
      await dialog(page).getByLabel("Location").fill(before);
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      // Cancel says that the input is not wanted.
      await press(page, "New datacenter");
      await dialog(page).getByLabel("Name").fill("typed");
      await press(page, "Cancel");
      await dialog(page).waitFor({ state: "detached" });
    });
  });

  it("a removed row is input, too: Escape in the question keeps it, a reload asks, and Back with Discard goes back", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices");
      await heading(page, "Devices").waitFor();
      await page.getByRole("link", { name: "core-switch" }).click();
      await heading(page, "core-switch").waitFor();
      await press(page, "Edit");
      await press(page, "Remove address 2");
      await page.keyboard.press("Escape");
      await question(page).waitFor();
      await page.keyboard.press("Escape");
      await question(page).waitFor({ state: "detached" });
      await dialog(page).getByRole("heading", { name: "Edit device" }).waitFor();
      const asked = page.waitForEvent("dialog");
      await page.evaluate("void setTimeout(() => location.reload())");
      const reload = await asked;
      expect(reload.type()).toBe("beforeunload");
      await reload.dismiss();
      await page.evaluate("history.back()");
      await question(page).getByRole("button", { name: "Discard" }).click();
      await heading(page, "Devices").waitFor();
      expect((await server.inventory.devices.get(ids.switchId)).addresses).toHaveLength(2);
    });
  });

  it("a form of a page keeps its input on Back, and a dialog above it closes without a question", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/settings");
      await heading(page, "Settings").waitFor();
      await follow(page, `/devices/${ids.switchId}`);
      await heading(page, "core-switch").waitFor();
      await page.getByLabel("This device").selectOption("depends on");
      await press(page, "Edit");
      await dialog(page).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
      await page.evaluate("history.back()");
      await question(page).getByRole("button", { name: "Keep editing" }).click();
      await question(page).waitFor({ state: "detached" });
      expect(new URL(page.url()).pathname).toBe(`/devices/${ids.switchId}`);
      await page.evaluate("history.back()");
      await question(page).getByRole("button", { name: "Discard" }).click();
      await heading(page, "Settings").waitFor();
      await follow(page, "/account");
      await page.getByLabel("Current password").fill("typed");
      await press(page, "Sign out");
      await heading(page, "Sign in").waitFor();
    });
  });

  it("a wrong field at the end of a long form is scrolled to, at the width of a phone too", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/devices");
      await press(page, "New device");
      await dialog(page).getByLabel("Name").first().fill("long form");
      await press(page, "Add an address");
      await dialog(page).getByLabel("Address 1", { exact: true }).fill("10.20.4.300");
      await dialog(page).evaluate((element) => ((element as unknown as { scrollTop: number }).scrollTop = 0));
      await dialog(page).getByLabel("Name").first().press("Enter");
      await dialog(page)
        .getByText(/^Address 1 /)
        .waitFor();
      await eventually(async () => await focused(page)).toBe("INPUT Address 1");
      const isSeen = "(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.activeElement.getBoundingClientRect())";
      expect(await page.evaluate<boolean>(isSeen)).toBe(true);
      await checkAccess(page);
    });
  });
});
