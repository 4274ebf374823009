import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { expect } from "vitest";
import { findChromium } from "../../../../.ci/chromium.ts";
import { WAIT_TIMEOUT_MS } from "../../../../testing/hangs/watchdog.ts";
import { PASSWORD } from "../support/page-server.ts";

export const LOOKS = ["light", "dark"] as const;
export type Look = (typeof LOOKS)[number];

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const binary = findChromium();

/** Tells how many tests there are not, where there is no browser. */
export function tellSkipped(tests: number): void {
  if (binary === undefined)
    console.info(`${tests} tests of the page in a browser are skipped: there is no chromium on the PATH, and no TEST_CHROMIUM`);
}

/** Without a graphics card the browser would play one on the processor, which takes longer than to draw. */
const LAUNCH = ["--disable-gpu"];

let launched: Promise<Browser> | undefined;

/**
 * The browser that the files of tests in this process share: to start one takes a second of the processor, and each visit has a window,
 * with cookies, of its own. Playwright ends it with the process; nobody closes it. One that has gone is started anew.
 */
export async function launch(): Promise<Browser> {
  const known = await launched?.catch(() => undefined);
  if (known?.isConnected() !== true) launched = chromium.launch({ executablePath: binary as string, args: LAUNCH });
  return await (launched as Promise<Browser>);
}

/** What a test may expect to be complained of: answers that it provokes. */
export interface Visit {
  /** The theme of the system; light unless given. */
  readonly look?: Look;
  readonly url: string;
  readonly user?: string;
  /** Messages of the console that belong to what is tested. */
  readonly expected?: RegExp;
}

/**
 * Does something in a window of its own, signed in or not, and checks that nothing broke, nothing was blocked by the policy
 * of the page, and nothing was asked of anybody else.
 */
export async function visit(
  browser: Browser,
  { look = "light", url, user, expected }: Visit,
  work: (page: Page, window: BrowserContext) => Promise<void>,
): Promise<void> {
  const window = await browser.newContext({ colorScheme: look, viewport: { width: 1280, height: 800 }, baseURL: url, locale: "en-GB" });
  window.setDefaultTimeout(WAIT_TIMEOUT_MS);
  const complaints: string[] = [];
  window.on("request", (request) => void (!request.url().startsWith(`${url}/`) && complaints.push(`asked elsewhere: ${request.url()}`)));
  await window.addInitScript(
    `document.addEventListener("securitypolicyviolation", (event) => console.error("blocked by the policy: " + ` +
      `event.violatedDirective + " " + event.blockedURI));`,
  );
  const page = await window.newPage();
  page.on(
    "console",
    (message) =>
      void (
        ["error", "warning"].includes(message.type()) &&
        expected?.test(message.text()) !== true &&
        complaints.push(`${message.text()} ${message.location().url}`)
      ),
  );
  page.on("pageerror", (error) => void complaints.push(error.stack ?? error.message));
  if (user !== undefined) {
    const answer = await window.request.post("/api/auth/login", { data: { username: user, password: PASSWORD } });
    expect(answer.status()).toBe(200);
  }
  try {
    await work(page, window);
    expect(complaints).toEqual([]);
  } finally {
    await window.close();
  }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
  }[];
  readonly passes: readonly unknown[];
}

/** What depends on the theme. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Holds what a page shows against WCAG 2.2 A and AA, and fails with what is wrong and where; its colours in both themes, unless
 * its user chose one.
 * @param within a part of the page, as a selector; all of it unless given
 */
export async function checkAccess(page: Page, within = "html"): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const { wrong, passes } = await held(page, within, RULES);
  const theme = await page.evaluate<Look>("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'");
  const other = theme === "dark" ? "light" : "dark";
  await show(page, other);
  const { wrong: wrongThere } = await held(page, within, RULES_OF_COLOURS);
  await show(page, theme);
  const all = [...wrong, ...wrongThere.map((text) => `${other}: ${text}`)];
  if (all.length > 0) throw new Error(all.join("\n"));
  expect(passes).toBeGreaterThan(5);
}

/** How a part of a page is made: its elements and what they are said to be, without what they say and the numbers in their ids. */
export async function markupOf(page: Page, within = "html"): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const part = document.querySelector(${JSON.stringify(within)}).cloneNode(true);
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.data.trim() !== "") texts.currentNode.data = "text";
    return part.outerHTML.replace(/\\d+/g, "0");
  })()`);
}

/** Changes the theme of the system, and waits until the page has drawn itself in it. */
async function show(page: Page, theme: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}

async function held(page: Page, within: string, rules: readonly string[]): Promise<{ wrong: readonly string[]; passes: number }> {
  const { violations, passes } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify(within)}, { runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"], preload: false })`,
  );
  const wrong = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`)
        .join(" | ")}`,
  );
  return { wrong, passes: passes.length };
}

/** For code that runs in the page: the pixels of a canvas, which is left as it is. */
export const COPY_OF = `const copyOf = (canvas) => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  return copy.getImageData(0, 0, canvas.width, canvas.height);
};`;

/** What makes a page wider than its window, or a list or dialog in it wider than itself; undefined if nothing does. */
export async function tooWide(page: Page): Promise<string | undefined> {
  return await page.evaluate<string | undefined>(`(() => {
    const root = document.documentElement;
    const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
    // Links to pages and the cells of addresses are scrolled in their line, and tables where their rows are not cards.
    const isLine = (one) => one.matches("pre, input, textarea, nav ul, :has(> [role=grid]:not(table))") ||
      (innerWidth >= 640 && one.matches(".data-table > *"));
    const inner = [...document.querySelectorAll("main *, [role=dialog], [role=dialog] *")].filter(
      (one) => scrolls(one) && one.scrollWidth > one.clientWidth + 1 && !isLine(one),
    );
    const isClipped = (one) => one !== document.body && (getComputedStyle(one).overflowX !== "visible" || isClipped(one.parentElement));
    const outer = root.scrollWidth <= innerWidth ? [] : [...document.body.querySelectorAll("*")].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && !isClipped(one.parentElement),
    );
    if (root.scrollWidth <= innerWidth && inner.length === 0) return undefined;
    const text = (one) => one.scrollWidth + " px " + one.outerHTML.replaceAll(/w{20,}/g, "w…").slice(0, 160);
    return [root, ...inner.slice(0, 3), ...outer.slice(0, 4)].map(text).join(" | ");
  })()`);
}

/** Waits until a page shows nothing that it still reads. */
export const drawn = async (page: Page): Promise<void> => await eventually(async () => await page.getByText("Loading …").count()).toBe(0);

/** Waits for what a page comes to; the machine may be slow. */
export const eventually = <T>(read: () => Promise<T>) => expect.poll(read);

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
export const press = async (page: Page, name: string | RegExp): Promise<void> => await page.getByRole("button", { name }).click();
export const dialog = (page: Page) => page.getByRole("dialog");

const MORE = "More actions for ";

/**
 * Presses the button of a name or, without one, the item of a menu "More actions for …". The name of an item is its text and the name
 * of its row, as of a button: `Delete vera`.
 * @param within a page, or a part of it
 */
export async function act(within: Page | Locator, name: string | RegExp): Promise<void> {
  const page = "page" in within ? within.page() : within;
  const isNamed = (text: string): boolean => (typeof name === "string" ? text.toLowerCase().includes(name.toLowerCase()) : name.test(text));
  const rowOf = async (menu: Locator): Promise<string> => ((await menu.getAttribute("aria-label")) ?? "").slice(MORE.length);
  const attempt = async (): Promise<boolean> => {
    const button = within.getByRole("button", { name });
    if ((await button.count()) > 0)
      return await button
        .first()
        .click()
        .then(() => true);
    const menus = await within.getByRole("button", { name: MORE }).all();
    const rows = await Promise.all(menus.map(async (menu) => [await rowOf(menu), menu] as const));
    const isOf = (row: string): boolean => typeof name === "string" && name.endsWith(row);
    for (const [row, menu] of rows.toSorted(([one], [other]) => Number(isOf(other)) - Number(isOf(one)))) {
      await menu.click();
      const items = page.getByRole("menuitem");
      await items.first().waitFor();
      const place = (await items.allInnerTexts()).findIndex((text) => isNamed(`${text} ${row}`));
      if (place >= 0)
        return await items
          .nth(place)
          .click()
          .then(() => true);
      await page.keyboard.press("Escape");
      await items.first().waitFor({ state: "detached" });
    }
    return false;
  };
  await eventually(attempt).toBe(true);
}

/** A message of the page: screen readers get its text a second time. */
export const message = (page: Page, text: string | RegExp) => page.getByRole("region", { name: /^Messages/ }).getByText(text);

/** Goes to another page as a link does, without loading the application anew. */
export async function follow(page: Page, path: string): Promise<void> {
  const { protocol, pathname, search } = new URL(page.url());
  if (protocol === "about:" || pathname + search === path) return void (await page.goto(path));
  await page.evaluate(`document.querySelector("#app").__vue_app__.config.globalProperties.$router.push(${JSON.stringify(path)})`);
  // The page before is gone after the next frame.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}
