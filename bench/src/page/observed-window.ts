import type { Browser, BrowserContext, Page } from "playwright-core";
import { ADMIN } from "../http/host.ts";

/** In the page: when something has been painted, in milliseconds since the page was asked for; and all tasks of 50 ms or more. */
const OBSERVER = `
globalThis.benchTasks = [];
new PerformanceObserver((list) => benchTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: "longtask", buffered: true });
globalThis.benchPainted = (selector) => new Promise((resolve) => {
  const painted = () => setTimeout(() => resolve(performance.now()));
  const look = () => requestAnimationFrame(document.querySelector(selector) === null ? look : painted);
  look();
});
globalThis.benchSettled = () => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))));
`;

/** Where the page is, with the cookie of a user. */
export interface Visited {
  readonly browser: Browser;
  readonly url: string;
  readonly cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
}

/** Signs in once: sign-ins are limited. */
export async function signIn(browser: Browser, url: string): Promise<Visited> {
  const window = await browser.newContext({ baseURL: url });
  const answer = await window.request.post("/api/auth/login", { data: ADMIN });
  if (!answer.ok()) throw new Error(`nobody is signed in: ${answer.status()} ${await answer.text()}`);
  const cookies = await window.cookies();
  await window.close();
  return { browser, url, cookies };
}

/** A window that was never open before: nothing is cached. Its user is signed in. */
export class ObservedWindow implements AsyncDisposable {
  readonly page: Page;
  readonly #window: BrowserContext;

  private constructor(window: BrowserContext, page: Page) {
    this.#window = window;
    this.page = page;
  }

  static async open({ browser, url, cookies }: Visited): Promise<ObservedWindow> {
    const window = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } });
    await window.addCookies(cookies);
    await window.addInitScript(OBSERVER);
    return new ObservedWindow(window, await window.newPage());
  }

  /** Opens a page. @returns milliseconds until what a selector names is painted */
  async paint(path: string, selector: string): Promise<number> {
    await this.page.goto(path, { waitUntil: "commit" });
    return await this.page.evaluate<number>(`benchPainted(${JSON.stringify(selector)})`);
  }

  /** @returns milliseconds of the longest task while something is done; 0 when none took 50 */
  async longestTask(work: (page: Page) => Promise<unknown>): Promise<number> {
    await this.page.evaluate("benchSettled().then(() => { benchTasks.length = 0; })");
    await work(this.page);
    return await this.page.evaluate<number>("benchSettled().then(() => Math.max(0, ...benchTasks))");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#window.close();
  }
}
