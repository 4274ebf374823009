import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFilledPage, startFullPage } from "../support/full-server.ts";
import { type PageServer, whenBuilt } from "../support/page-server.ts";
import type { SampleIds } from "../support/sample.ts";
import { act, binary, checkAccess, dialog, follow, launch, markupOf, tellSkipped, visit } from "./browser.ts";
import { KINDS, PAGES, type WalkedPage } from "./walked-pages.ts";

const NONE = "019fffff-ffff-7fff-bfff-ffffffffffff";
const NO_IDS = new Proxy({} as SampleIds, { get: () => NONE });

/** What a page is shown when the service does not do what it should. Who is signed in is still told: that is another state. */
const TROUBLES: Readonly<Record<string, { readonly answer: (route: Route) => Promise<void>; readonly console: RegExp }>> = {
  "failing (500)": {
    answer: async (route) =>
      await route.fulfill({ status: 500, json: { error: "internal error; report it with the request id 1", code: "INTERNAL_ERROR" } }),
    console: /500/,
  },
  "refusing (403)": {
    answer: async (route) =>
      await route.fulfill({ status: 403, json: { error: "this needs a permission", code: "FORBIDDEN", details: { permission: "x" } } }),
    console: /403/,
  },
  "out of reach": { answer: async (route) => await route.abort("connectionrefused"), console: /ERR_CONNECTION_REFUSED|Failed to fetch/ },
};

tellSkipped(3 + Object.keys(TROUBLES).length);

describe.skipIf(binary === undefined)("each page, in each state, in both themes", () => {
  let browser: Browser;
  let full: PageServer;
  let empty: PageServer;
  let ids: SampleIds;
  const seen: string[] = [];
  /** What was found accessible: with another text in it, as the next trouble has, it is so too. */
  const held = new Set<string>();

  beforeAll(async () => {
    const filled = startFilledPage();
    [browser, empty] = await Promise.all([launch(), startFullPage()]);
    ({ server: full, ids } = await filled);
    await whenBuilt(empty.url);
  });
  afterAll(async () => {
    await Promise.all([full[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]);
    console.info(
      `${seen.length} states of ${PAGES.length} pages hold WCAG 2.2 AA in both themes, ask nothing of anybody else, and have nothing ` +
        `blocked by the policy`,
    );
  });

  type Check = (page: Page, at: WalkedPage, state: string, within?: string) => Promise<void>;

  /** Looks at pages one after the other in one window, and tells of all that are wrong. */
  async function walk(
    pages: readonly WalkedPage[],
    server: PageServer,
    expected: RegExp | undefined,
    work: (page: Page, at: WalkedPage, check: Check) => Promise<void>,
    prepare?: (window: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const wrong: string[] = [];
    const check: Check = async (page, at, state, within) => {
      const markup = await markupOf(page, within);
      if (!held.has(markup)) {
        await checkAccess(page, within);
        held.add(markup);
      }
      // A name is text, also one that looks like a picture.
      expect(await page.locator("img").count()).toBe(0);
      seen.push(`${at.name}, ${state}`);
    };
    for (const user of ["root", undefined]) {
      const own = pages.filter(({ signedOut }) => (signedOut === true) === (user === undefined));
      if (own.length === 0) continue;
      // Who is signed out is told so.
      const spoken = user === undefined ? { expected: /401/ } : { user, ...(expected === undefined ? {} : { expected }) };
      await visit(browser, { url: server.url, ...spoken }, async (page, window) => {
        page.on("dialog", () => void wrong.push("a name was run"));
        await prepare?.(window);
        for (const at of own)
          await work(page, at, check).catch(
            (error: unknown) => void wrong.push(`${at.name}: ${error instanceof Error ? error.message : String(error)}`),
          );
      });
    }
    expect(wrong).toEqual([]);
  }
  const pathOf = (at: WalkedPage, of: SampleIds): string => (typeof at.path === "string" ? at.path : at.path(of));
  /** Waits for something that comes with time, such as what follows the last attempt of a call: a clock need not. */
  const passTime = async (page: Page, awaited: Locator): Promise<void> => {
    const isThere = async (): Promise<boolean> => {
      if (await awaited.isVisible()) return true;
      await page.clock.fastForward(1000);
      return false;
    };
    await expect.poll(isThere, { timeout: 60_000, interval: 20 }).toBe(true);
  };
  const showing = async (page: Page, text: string | RegExp): Promise<void> =>
    await page.locator("main").getByText(text).filter({ visible: true }).first().waitFor();

  it("with records, and with each dialog open", async () => {
    await walk([...PAGES, ...KINDS], full, undefined, async (page, at, check) => {
      await page.goto(pathOf(at, ids));
      await showing(page, at.loaded);
      await check(page, at, "with records");
      for (const name of at.dialogs ?? []) {
        await act(page, name);
        await dialog(page).waitFor();
        // What lies below was looked at with the records, and is hidden from everybody now.
        await check(page, at, `dialog ${String(name)}`, "[role=dialog]");
        await page.keyboard.press("Escape");
        await dialog(page).waitFor({ state: "detached" });
      }
    });
  });

  it("with nothing to show", async () => {
    await walk(
      PAGES.filter(({ empty: text }) => text !== undefined),
      empty,
      /404/,
      async (page, at, check) => {
        // The log is never empty: the filter is what nothing passes.
        await follow(page, at.name === "audit" ? "/audit?username=nobody" : pathOf(at, NO_IDS).replace(/\?.*/, ""));
        await showing(page, at.empty ?? "");
        await check(page, at, "with nothing to show");
      },
    );
  });

  it.each(Object.entries(TROUBLES))("with the service %s", async (trouble, { answer, console: expected }) => {
    await walk(
      PAGES.filter(({ asksNothing }) => asksNothing !== true),
      full,
      expected,
      async (page, at, check) => {
        await follow(page, pathOf(at, ids));
        await passTime(page, page.locator("main").getByRole("alert").first());
        // What is around it was looked at with the records, and is the same.
        await check(page, at, trouble, "main");
      },
      async (window) => {
        await window.clock.install();
        await window.route(/\/api\/(?!config$)/, answer);
      },
    );
  });

  it("knows every page that there is", async () => {
    await visit(browser, { url: full.url, user: "root" }, async (page) => {
      await page.goto("/");
      await showing(page, "Fullest networks");
      const routes = await page.evaluate<string[]>(
        "[...document.querySelectorAll('#app')].flatMap((app) => " +
          "app.__vue_app__.config.globalProperties.$router.getRoutes().map(({ name }) => name))",
      );
      // The gallery is a page for developers, with a test of its own.
      expect(routes.filter((name) => name !== "gallery").toSorted()).toEqual(PAGES.map(({ name }) => name).toSorted());
    });
  });
});
