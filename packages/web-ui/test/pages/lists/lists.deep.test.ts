import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConductedScanner } from "../../support/conducted-scanner.ts";
import { startFilledPage } from "../../support/full-server.ts";
import { fillLongLists, type ListIds } from "../../support/long-lists.ts";
import type { PageServer } from "../../support/page-server.ts";
import { binary, drawn, eventually, launch, tellSkipped, tooWide, visit } from "../browser.ts";
import { COUNTS } from "./counted.ts";
import { LISTS, type PageList } from "./listed.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("each list of the page", () => {
  let browser: Browser;
  let server: PageServer;
  let ids: ListIds;
  const folder = mkdtempSync(path.join(tmpdir(), "page-lists-"));
  beforeAll(async () => {
    const scanner = new ConductedScanner();
    const filled = startFilledPage(scanner, [folder]);
    browser = await launch();
    ({ server } = await filled);
    ids = await fillLongLists(server, scanner, folder);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  const show = async (page: Page, { path: at, open, label }: PageList): Promise<void> => {
    await page.goto(typeof at === "string" ? at : at(ids));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await open?.(page, await server.as("root"), ids);
    await tableOf(page, label).waitFor();
    await drawn(page);
  };
  const tableOf = (page: Page, label: PageList["label"]) =>
    page
      .locator("table")
      .and(page.getByLabel(label, { exact: typeof label === "string" }))
      .first();

  it("has as many rows as the API has records", async () => {
    const root = await server.as("root");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const list of LISTS.filter(({ rows }) => rows !== undefined)) {
        await show(page, list);
        const rows = await list.rows?.(root, ids);
        expect(rows, list.file).toBeGreaterThan(0);
        const count = async (): Promise<number> => Number(await tableOf(page, list.label).getAttribute("aria-rowcount")) - 1;
        await eventually(async () => `${list.file}: ${await count()}`).toBe(`${list.file}: ${rows}`);
      }
    });
  });

  it("has numbers around it that are those of the API", async () => {
    const root = await server.as("root");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const { path: at, open, text, row, label, section } of COUNTS) {
        await page.goto(typeof at === "string" ? at : at(ids));
        await page.getByRole("heading", { level: 1 }).waitFor();
        await drawn(page);
        await open?.(page);
        const wanted = await text(root, ids);
        const cell = (of: RegExp) => page.getByRole("row", { name: of }).getByRole("cell", { name: wanted, exact: true });
        const within = section === undefined ? page : page.getByRole("region", { name: section, exact: true });
        // 11 ends like 1.
        const sentence = new RegExp(String.raw`(?<![\d,.])${wanted.replaceAll(/[.*+?^()]/g, String.raw`\$&`)}`);
        const place = row === undefined ? (label === true ? page.getByLabel(wanted) : within.getByText(sentence)) : cell(row);
        await place.first().waitFor({ state: "attached" });
      }
    });
  });

  it("keeps its rows when it is sorted by any column that sorts", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      for (const list of LISTS) {
        await show(page, list);
        const heads = tableOf(page, list.label).locator("th[aria-sort]");
        for (let at = 0; at < (await heads.count()); at += 1) {
          const state = async (): Promise<string> => {
            const [sorted, rows] = [heads.nth(at), tableOf(page, list.label).locator("[data-index]")];
            const shown = (await rows.count()) > 0 ? "rows" : "no rows";
            return `${list.file}, column ${at}: ${await sorted.getAttribute("aria-sort")}, ${shown}`;
          };
          const before = await heads.nth(at).getAttribute("aria-sort");
          await heads.nth(at).getByRole("button").press("Enter");
          await eventually(state).toBe(`${list.file}, column ${at}: ${before === "ascending" ? "descending" : "ascending"}, rows`);
        }
      }
    });
  });

  it("says why it shows nothing when its address asks for an order that it has not", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      for (const at of ["/devices", "/records/circuits"]) {
        await page.goto(`${at}?sort=colour`);
        await page.getByText(/must be one of/).waitFor();
      }
    });
  });

  it("says of a filter without matches that nothing matches, not that there is nothing", async () => {
    const root = await server.as("root");
    const { id: network } = await root.networks.create({ name: "unscanned", subnet: "172.27.0.0/24" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const [at, text] of [
        [`/webhooks/${ids.webhook}?state=cancelled`, "No deliveries match the filter"],
        ["/conflicts?type=overlapping_subnet", "No conflicts match the filter"],
        ["/plans?status=rejected", "No rejected plans"],
        ["/records/circuits?status=planned", "No circuits match the filter"],
        ["/audit?username=nobody", "No entries match the filter"],
        [`/discovery?network=${network}`, "No rules for this network yet"],
        [`/discovery?network=${network}`, "No scans of this network yet"],
        [`/networks/${ids.outer}`, "No devices outside its subnets"],
        ["/networks?vlan=7", "No networks match the filter"],
        ["/devices?status=planned", "No devices match the filter"],
      ] as const) {
        await page.goto(at);
        await page.getByText(text, { exact: true }).waitFor();
      }
    });
  });

  it("fits a phone, whatever the words in it, and leaves out lines without a value", async () => {
    const wrong: string[] = [];
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const list of LISTS) {
        await show(page, list);
        const words = async (): Promise<string> =>
          `${list.file}: ${/w{40}/.test(await tableOf(page, list.label).innerText()) ? "a" : "no"} long word`;
        if (list.wordless !== true) await eventually(words).toBe(`${list.file}: a long word`);
        const problem = await tooWide(page);
        if (problem !== undefined) wrong.push(`${list.file}: ${problem}`);
        wrong.push(...(await blankLines(page)).map((label) => `${list.file}: ${label} without a value`));
      }
    });
    expect(wrong).toEqual([]);
  });
});

/** Labels of visible lines of cards that have no value after them. */
const blankLines = async (page: Page): Promise<readonly string[]> =>
  await page.evaluate<readonly string[]>(`[...new Set([...document.querySelectorAll("td[data-label]")].filter(
    (cell) => cell.checkVisibility() && cell.innerText.trim() === "" && !cell.querySelector("a, button, input, svg, [role=meter]"),
  ).map((cell) => cell.dataset.label))]`);
