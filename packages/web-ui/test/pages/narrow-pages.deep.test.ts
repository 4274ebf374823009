import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFilledPage } from "../support/full-server.ts";
import { fillLongWords, type LongIds } from "../support/long-words.ts";
import type { PageServer } from "../support/page-server.ts";
import type { SampleIds } from "../support/sample.ts";
import { act, binary, dialog, drawn, eventually, follow, launch, tellSkipped, tooWide, visit } from "./browser.ts";
import { KINDS, PAGES } from "./walked-pages.ts";

/** Widths of a phone, and of a small window. */
const WIDTHS = [390, 1024] as const;

tellSkipped(3);

describe.skipIf(binary === undefined)("each page with words of 400 characters", () => {
  let browser: Browser;
  let server: PageServer;
  let ids: SampleIds;
  let long: LongIds;

  beforeAll(async () => {
    const filled = startFilledPage();
    browser = await launch();
    ({ server, ids } = await filled);
    long = await fillLongWords(await server.as("root"), server.inventory);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  it("is no wider than the window of a phone or a small one, and its dialogs are not", async () => {
    const wrong: string[] = [];
    const paths: readonly (readonly [string, string])[] = [
      ["a network with long words", `/networks/${long.network}`],
      ["a device with long words", `/devices/${long.device}`],
      ["a plan with long words", `/plans/${long.plan}`],
      ["an address with long words", "/addresses/172.29.0.11"],
      ["the topology as a table", "/topology?view=table"],
    ];
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const check = async (name: string): Promise<void> => {
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          await drawn(page);
          const problem = await tooWide(page);
          if (problem !== undefined) wrong.push(`${name}, ${width} px: ${problem}`);
        }
      };
      for (const at of [...PAGES, ...KINDS].filter(({ signedOut }) => signedOut !== true)) {
        await follow(page, typeof at.path === "string" ? at.path : at.path(ids));
        await page.locator("main").getByText(at.loaded).filter({ visible: true }).first().waitFor();
        await drawn(page);
        await check(at.name);
        for (const name of at.dialogs ?? []) {
          await act(page, name);
          await dialog(page).waitFor();
          await check(`${at.name}, dialog ${String(name)}`);
          await page.keyboard.press("Escape");
          await dialog(page).waitFor({ state: "detached" });
        }
      }
      for (const [name, path] of paths) {
        await follow(page, path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await drawn(page);
        await check(name);
      }
      expect(wrong.join("\n")).toBe("");
    });
  });

  it("keeps the buttons of a list in place while its records load", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.setViewportSize({ width: WIDTHS[0], height: 844 });
      for (const [path, name] of [
        ["/devices", "New device"],
        ["/networks", "New network"],
      ] as const) {
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route(/\/api\/(devices|networks)\b/, async (route) => {
          await promise;
          await route.continue();
        });
        await page.goto(path);
        const topOf = async (): Promise<number | undefined> => (await page.getByRole("button", { name }).boundingBox())?.y;
        const before = await topOf();
        resolve();
        await page.getByText(/ in total$/).waitFor();
        expect(await topOf(), path).toBe(before);
        await page.unrouteAll({ behavior: "wait" });
      }
    });
  });

  it("shows its own link on a phone, and declared kinds beside the inventory", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/audit");
      const pages = page.getByRole("navigation", { name: "Pages" });
      const current = pages.locator("[aria-current]");
      await page.getByRole("heading", { name: "Audit log" }).waitFor();
      expect(await current.innerText()).toBe("Audit log");
      await eventually(async () => await current.evaluate((link) => link.getBoundingClientRect().right <= 390)).toBe(true);
      const texts = await pages.getByRole("link").allInnerTexts();
      expect(texts.slice(0, 7)).toEqual(["Dashboard", "Networks", "Devices", "Topology", "Datacenters", "Spaces", "VLAN groups"]);
      expect(texts.at(-2)).toBe("Settings");
    });
  });
});
