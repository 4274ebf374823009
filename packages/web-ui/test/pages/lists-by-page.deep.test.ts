import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { act, binary, checkAccess, eventually, heading, launch, tellSkipped, visit } from "./browser.ts";

tellSkipped(4);

/** More than a page of a list. */
const HOSTS = 205;

describe.skipIf(binary === undefined)("lists of discovery and administration", () => {
  let browser: Browser;
  let server: PageServer;
  let network: string;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin])]);
    await whenBuilt(server.url);
    const { networks, scans, devices } = server.inventory;
    network = (await networks.create({ name: "hall", subnet: "10.81.0.0/24" })).id;
    const { id } = await scans.start(network, { scan_type: "quick" });
    // Silent addresses first: hosts are not held back then.
    for (let last = 254; last > 0; last -= 1) {
      const ip = `10.81.0.${last}`;
      const macAddress = `00:1b:21:00:81:${last.toString(16).padStart(2, "0")}`;
      scanner.tell(...(last > HOSTS ? [{ kind: "host-done", ip, outcome: "silent" } as const] : answered(ip, { macAddress })));
    }
    scanner.tell("over");
    for await (const event of scans.watch(id)) void event;
    for (let number = 0; number < HOSTS; number += 1) await devices.create({ name: `logged-${number}` });
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  /** The queries of the pages of a list that are read while something is done. */
  async function pagesWhile(page: Page, path: string, work: () => Promise<void>): Promise<URLSearchParams[]> {
    const queries: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === path && searchParams.get("count") !== "true") queries.push(searchParams);
    });
    await work();
    return queries;
  }
  const rowsSaid = (page: Page, label: string) => page.getByRole("grid", { name: label }).getAttribute("aria-rowcount");
  const lastRow = (page: Page, label: string) => page.getByRole("grid", { name: label }).getByRole("row").last();

  it("read the next page of the audit log when its end is reached, and keep filter and order in the URL", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const queries = await pagesWhile(page, "/api/audit", async () => {
        await page.goto("/audit?resource=device&action=create");
        await lastRow(page, "Audit log").waitFor();
        // The log is not counted: the number of its rows is not known before its end.
        expect(await rowsSaid(page, "Audit log")).toBe("-1");
        await page.getByRole("button", { name: "When" }).click();
        await page.getByRole("gridcell", { name: "Created device logged-0", exact: true }).waitFor();
        await page.getByRole("row").nth(1).focus();
        await page.keyboard.press("End");
        await page.getByRole("gridcell", { name: "Created device logged-204", exact: true }).waitFor();
        expect(await rowsSaid(page, "Audit log")).toBe(String(HOSTS + 1));
      });
      expect(new URL(page.url()).searchParams.get("sort")).toBe("timestamp");
      expect(queries.map((query) => [query.get("limit"), query.get("sort"), query.has("after")])).toEqual([
        ["200", "-timestamp", false],
        ["200", "timestamp", false],
        ["200", "timestamp", true],
      ]);
      await page.getByLabel("Record type").fill("network");
      await page
        .getByText("No entries match")
        .or(page.getByRole("gridcell", { name: /hall/ }))
        .first()
        .waitFor();
      await eventually(async () => new URL(page.url()).searchParams.get("resource")).toBe("network");
    });
  });

  it("show details of an entry in a sheet, opened by the Enter key", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/audit?resource=device&action=create");
      await page.getByRole("row").nth(1).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: /^Created device logged-/ }).waitFor();
      await checkAccess(page);
    });
  });

  it("read discovered hosts by page, and all of them where all are selected", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const queries = await pagesWhile(page, "/api/discovery/devices", async () => {
        await page.goto(`/discovery?network=${network}`);
        await page.getByText(`${HOSTS} found.`).waitFor();
        expect(await page.getByRole("region", { name: "Selection" }).count()).toBe(0);
        await page.getByLabel("Select 10.81.0.1", { exact: true }).check();
        await page.getByText("1 selected").waitFor();
        await page.getByRole("button", { name: `Select all ${HOSTS}` }).click();
        await page.getByText(`${HOSTS} selected`).waitFor();
      });
      expect(queries.map((query) => query.get("limit"))).toEqual(["200", null]);
      await checkAccess(page);
      await page.getByRole("button", { name: "Clear selection" }).click();
      await act(page, "Ignore 10.81.0.2");
      await page.getByText("10.81.0.2 ignored.").last().waitFor();
    });
  });

  it("keep filters in the URL, and find them again on Back", async () => {
    const query = (page: Page): string => new URL(page.url()).search;
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/discovery?network=${network}`);
      await page.getByLabel("State").selectOption("unknown");
      await page.getByLabel("Search hosts").fill("10.81.0.20");
      await eventually(async () => query(page)).toBe(`?network=${network}&state=unknown&q=10.81.0.20`);
      await page.getByText(`7 of ${HOSTS} found.`).waitFor();
      await page.getByRole("link", { name: "Conflicts" }).click();
      await page.getByLabel("Show", { exact: true }).selectOption("Ignored");
      await page.getByLabel("Type").selectOption("Overlapping subnets");
      await eventually(async () => query(page)).toBe("?status=ignored&type=overlapping_subnet");
      await page.getByRole("link", { name: "Plans" }).click();
      await page.getByLabel("Show", { exact: true }).selectOption("Rejected");
      await eventually(async () => query(page)).toBe("?status=rejected");
      await page.goBack();
      await heading(page, "Conflicts").waitFor();
      expect(await page.getByLabel("Type").inputValue()).toBe("overlapping_subnet");
      await page.goBack();
      await heading(page, "Discovery").waitFor();
      expect(await page.getByLabel("Search hosts").inputValue()).toBe("10.81.0.20");
      await page.getByText(`7 of ${HOSTS} found.`).waitFor();
      // Another network has its own filter.
      await page.getByLabel("Network").selectOption("All networks");
      await eventually(async () => query(page)).toBe("");
    });
  });
});
