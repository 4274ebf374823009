import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { type Inventory, KeyRing } from "@cadastre/inventory-core";
import type { RecordServices } from "@cadastre/inventory-core/records";
import { webhooksPlugin } from "@cadastre/webhooks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Rack } from "../../../../examples/custom-plugin/src/rack.ts";
import { racksPlugin } from "../../../../examples/custom-plugin/src/racks-plugin.ts";
import { ConductedScanner } from "../support/conducted-scanner.ts";
import { fillLongWords, type LongIds } from "../support/long-words.ts";
import { allowProgram } from "../support/oauth-consent.ts";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { fillAround } from "../support/sample-around.ts";
import { fillSources } from "../support/sample-sources.ts";
import { fillSample, type SampleIds } from "../support/sample.ts";
import { act, binary, dialog, eventually, launch, tellSkipped, visit } from "./browser.ts";
import { PAGES } from "./walked-pages.ts";

/** What the server says it is; it is reached at a port of its own. */
const ISSUER = "http://127.0.0.1:8080";

/** Widths of a phone, and of a small window. */
const WIDTHS = [390, 1024] as const;

tellSkipped(WIDTHS.length + 1);

describe.skipIf(binary === undefined)("each page with words of 400 characters", () => {
  let browser: Browser;
  let server: PageServer;
  let ids: SampleIds;
  let long: LongIds;

  beforeAll(async () => {
    const scanner = new ConductedScanner();
    const plugins = [
      webhooksPlugin(),
      oauthPlugin({ enabled: true, issuerUrl: ISSUER }),
      racksPlugin(),
      discoveryAgentPlugin(),
      discoverySnmpPlugin({ scan: false }),
      leaseSourcesPlugin({ read: false, allow: "127.0.0.1" }),
      scanner.plugin,
    ];
    [browser, server] = await Promise.all([launch(), startPage(plugins, { keyRing: KeyRing.parse(KeyRing.generate()) })]);
    await whenBuilt(server.url);
    const rack = await (server.inventory as Inventory & RecordServices<typeof Rack>).racks.create({ name: "A1" });
    ids = { ...(await fillSample(server.inventory)), ...(await fillAround(server, scanner)), rack: rack.id };
    await fillSources(server);
    await allowProgram({
      url: server.url,
      issuer: ISSUER,
      cookie: await server.cookieOf("root"),
      name: "Walking editor",
      scope: "device:list",
    });
    long = await fillLongWords(await server.as("root"), server.inventory);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  /** The width of a page, and what makes it wider than the window. */
  const widthOf = async (page: Page): Promise<string | undefined> =>
    await page.evaluate<string | undefined>(`(() => {
      const { scrollWidth } = document.documentElement;
      if (scrollWidth <= innerWidth) return undefined;
      const isClipped = (one) => one !== document.body && (getComputedStyle(one).overflowX !== "visible" || isClipped(one.parentElement));
      const wide = [...document.body.querySelectorAll("*")].filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 1 && !isClipped(one.parentElement),
      );
      return scrollWidth + " px: " + wide.slice(0, 4).map((one) => one.outerHTML.replaceAll(/w{20,}/g, "w…").slice(0, 160)).join(" | ");
    })()`);

  const isDrawn = async (page: Page): Promise<void> => await eventually(async () => await page.getByText("Loading …").count()).toBe(0);

  it.each(WIDTHS)("is no wider than a window of %i px, and its dialogs are not", async (width) => {
    const wrong: string[] = [];
    const paths: readonly (readonly [string, string])[] = [
      ["a network with long words", `/networks/${long.network}`],
      ["a device with long words", `/devices/${long.device}`],
      ["a plan with long words", `/plans/${long.plan}`],
      ["an address with long words", "/addresses/172.29.0.11"],
      ["the topology as a table", "/topology?view=table"],
    ];
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.setViewportSize({ width, height: 844 });
      const check = async (name: string): Promise<void> => {
        const problem = await widthOf(page);
        if (problem !== undefined) wrong.push(`${name}: ${problem}`);
      };
      for (const at of PAGES.filter(({ signedOut }) => signedOut !== true)) {
        await page.goto(typeof at.path === "string" ? at.path : at.path(ids));
        await page.locator("main").getByText(at.loaded).filter({ visible: true }).first().waitFor();
        await isDrawn(page);
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
        await page.goto(path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await isDrawn(page);
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
});
