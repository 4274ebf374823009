import { chromium, type Page } from "playwright-core";
import type { Context } from "../context.ts";
import { startHost } from "../http/host.ts";
import { median } from "../measure.ts";
import { findChromium } from "../../../.ci/chromium.ts";
import { ObservedWindow, signIn, type Visited } from "../page/observed-window.ts";
import { SLASH_16 } from "../pool-sizes.ts";
import { type Row, timeRow } from "../report.ts";
import { devicePlace, loadDevices } from "../rows/place.ts";
import { fillPool } from "../rows/pool-fill.ts";

/** What a user waits for at most. */
const MAX_PAINT_MS = 1500;
const MAX_TASK_MS = 100;
const MAX_DRAWING_MS = 20;
/** Each page is opened so often, in turns. */
const ROUNDS = 5;
/** Turns of the wheel, and how far each goes. */
const TURNS = 60;
const TURN_PX = 900;
/** A page that asks the service for nothing: what a page costs that shows no records. */
const BARE = { path: "/account", selector: "h1" };

/** The web page with many devices and a /16, in a browser of this machine. */
export async function webUi(context: Context): Promise<Row[]> {
  const executablePath = findChromium();
  if (executablePath === undefined)
    return [{ work: "web page", limit: "", value: undefined, unit: "ms", note: "there is no chromium on the PATH, and no TEST_CHROMIUM" }];
  const count = context.most;
  return await context.withEmpty(async (subject) => {
    await loadDevices(subject, await devicePlace(subject.inventory, 10), count, false);
    const { networkId } = await fillPool(subject, SLASH_16.fill(0, 50, "devices"));
    await subject.settle();
    const host = await startHost(subject.url, { COOKIE_SECURE: "false" });
    const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });
    try {
      await built(host.url);
      const visited = await signIn(browser, host.url);
      const pages = [
        { work: "dashboard", path: "/", selector: "main ul a" },
        { work: `devices, ${count}`, path: "/devices", selector: '[data-index="0"] a' },
        { work: "network, a /16", path: `/networks/${networkId}`, selector: "canvas" },
      ];
      return [...(await paints(visited, pages)), ...(await tasks(visited, count)), ...(await drawing(visited, networkId))];
    } finally {
      await browser.close();
      await host.stop();
    }
  });
}

/** From sources the first one to ask has the page built. */
async function built(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    const text = await answer.text();
    if (answer.ok) return;
    if (text.includes("could not be built")) throw new Error("the page could not be built");
  }
}

interface Painted {
  readonly work: string;
  readonly path: string;
  readonly selector: string;
}

async function paints(visited: Visited, pages: readonly Painted[]): Promise<Row[]> {
  const times = new Map([BARE, ...pages].map((page) => [page.path, [] as number[]]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { path, selector } of [BARE, ...pages]) {
      await using window = await ObservedWindow.open(visited);
      const ms = await window.paint(path, selector);
      // The first round warms the server.
      if (round >= 0) times.get(path)?.push(ms);
    }
  }
  const limit = median(times.get(BARE.path) ?? []);
  return pages.flatMap(({ work, path }) => {
    const all = times.get(path) ?? [];
    const ms = median(all);
    return [
      timeRow(`first useful paint, ${work}`, "a page that asks nothing", { measured: ms * 1000, limit: limit * 1000 }),
      {
        work: `first useful paint, ${work}`,
        limit: "",
        value: ms,
        unit: "ms" as const,
        reach: { most: MAX_PAINT_MS },
        note: `at most ${Math.max(...all).toFixed(0)} ms`,
      },
    ];
  });
}

/** The longest task of each thing that is done with a page of many devices. */
async function tasks(visited: Visited, count: number): Promise<Row[]> {
  await using window = await ObservedWindow.open(visited);
  const rows: Row[] = [];
  const add = async (work: string, act: (page: Page) => Promise<unknown>): Promise<void> => {
    const ms = await window.longestTask(act);
    rows.push({
      work: `longest task, ${work}`,
      limit: "",
      value: ms,
      unit: "ms",
      reach: { most: MAX_TASK_MS },
      note: ms === 0 ? "none of 50 ms" : "",
    });
  };
  const all = count.toLocaleString("en-US");
  const whole = `${all} in total`;
  const wanted = `device-${String(count - 3).padStart(6, "0")}`;
  await window.page.goto("/devices");
  await add(`${all} devices arriving`, async (page) => await page.getByText(whole).waitFor());
  await add("scrolling through them by the wheel", async (page) => {
    await page.getByRole("grid").hover();
    for (let turn = 0; turn < TURNS; turn += 1) {
      await page.mouse.wheel(0, TURN_PX);
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
  });
  await add("End, Home and Page down", async (page) => {
    await page.locator("[data-index]").first().focus();
    for (const key of ["End", "Home", "PageDown", "PageDown", "PageDown"]) {
      await page.keyboard.press(key);
      await page.evaluate("benchSettled()");
    }
  });
  await add("typing in the search", async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search" }).pressSequentially(wanted, { delay: 60 });
    await page.getByRole("option", { name: wanted }).waitFor();
    await page.keyboard.press("Escape");
  });
  await add("typing in the filter", async (page) => {
    await page.getByRole("textbox", { name: "Search" }).pressSequentially(wanted, { delay: 60 });
    await page.getByText("1 matching the filter").waitFor();
  });
  await add("taking the filter away", async (page) => {
    await page.getByRole("textbox", { name: "Search" }).fill("");
    await page.getByText(whole).waitFor();
  });
  await add("sorting by name, Z first", async (page) => {
    await page.getByRole("button", { name: "Name" }).click();
    await page.locator('[aria-sort="descending"]').waitFor();
    await page.locator("[data-index]").first().waitFor();
    await page.locator('[data-index="0"]').waitFor();
  });
  return rows;
}

/** Drawing the map of a /16, against the browser putting as many finished pixels on a canvas. */
async function drawing(visited: Visited, networkId: string): Promise<Row[]> {
  await using window = await ObservedWindow.open(visited);
  const { page } = window;
  await window.paint(`/networks/${networkId}`, "canvas");
  // Another theme has it drawn anew.
  for (let turn = 0; turn < ROUNDS * 3; turn += 1) {
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
  const drawn = await page.evaluate<number[]>('performance.getEntriesByName("address-map").map(({ duration }) => duration)');
  const bare = await page.evaluate<number[]>(`Array.from({ length: ${ROUNDS * 3} }, () => {
    const canvas = document.createElement("canvas");
    const pixels = new Uint8ClampedArray(65536 * 4).fill(127);
    const began = performance.now();
    canvas.width = canvas.height = 256;
    canvas.getContext("2d").putImageData(new ImageData(pixels, 256), 0, 0);
    return performance.now() - began;
  })`);
  const work = "drawing the map of a /16";
  return [
    timeRow(work, "putting finished pixels", { measured: median(drawn) * 1000, limit: median(bare) * 1000 }),
    {
      work,
      limit: "",
      value: Math.max(...drawn),
      unit: "ms",
      reach: { most: MAX_DRAWING_MS },
      note: `the longest of ${drawn.length}; median ${median(drawn).toFixed(1)} ms`,
    },
  ];
}
