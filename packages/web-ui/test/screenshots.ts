// Pictures of the main pages in both themes, for README and docs: `pnpm --filter @cadastre/web-ui screenshots <folder>`. They are
// WebP, a third of what PNG would be; with --png they are PNG, for programs that show nothing else.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { KeyRing } from "@cadastre/inventory-core";
import { findChromium } from "../../../.ci/chromium.ts";
import { ConductedScanner } from "./support/conducted-scanner.ts";
import { fillAround } from "./support/sample-around.ts";
import { fillSample } from "./support/sample.ts";
import { PASSWORD, startPage, whenBuilt } from "./support/page-server.ts";

const { values, positionals } = parseArgs({ options: { png: { type: "boolean", default: false } }, allowPositionals: true });
const [target] = positionals;
const executablePath = findChromium();
if (target === undefined) throw new TypeError("usage: screenshots.ts <folder> [--png]");
if (executablePath === undefined) throw new Error("there is no chromium on the PATH, and no TEST_CHROMIUM");
const folder = resolve(target);
await mkdir(folder, { recursive: true });

const scanner = new ConductedScanner();
await using server = await startPage([webhooksPlugin(), scanner.plugin], { keyRing: KeyRing.parse(KeyRing.generate()) });
await whenBuilt(server.url);
const { office, site, switchId } = await fillSample(server.inventory);
await fillAround(server, scanner);
const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });

/** What is pictured: where it is, and what shows that it is there. */
const PICTURES: readonly {
  readonly name: string;
  readonly path: string;
  readonly when: (page: Page) => Promise<unknown>;
  readonly after?: (page: Page) => Promise<unknown>;
}[] = [
  { name: "dashboard", path: "/", when: async (page) => await page.getByText("Fullest networks").waitFor() },
  { name: "networks", path: "/networks", when: async (page) => await page.getByRole("meter").nth(5).waitFor() },
  {
    name: "network",
    path: `/networks/${office}`,
    when: async (page) =>
      await page
        .getByRole("button", { name: /used by/ })
        .first()
        .waitFor(),
  },
  {
    name: "allocate",
    path: `/networks/${office}`,
    when: async (page) =>
      await page
        .getByRole("button", { name: /, free/ })
        .nth(30)
        .click(),
    after: async (page) => await page.getByRole("dialog").waitFor(),
  },
  { name: "large-network", path: `/networks/${site}`, when: async (page) => await page.locator("canvas").waitFor() },
  { name: "devices", path: "/devices", when: async (page) => await page.getByRole("row").nth(10).waitFor() },
  {
    name: "device",
    path: `/devices/${switchId}`,
    when: async (page) => await page.getByRole("heading", { name: "Relationships" }).waitFor(),
  },
  { name: "topology", path: "/topology", when: async (page) => await page.getByRole("img", { name: /^Diagram of devices/ }).waitFor() },
  {
    name: "import",
    path: "/devices/import",
    when: async (page) => {
      await page.locator("input[type=file]").setInputFiles({
        name: "devices.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(
          "name,datacenter,ip,os\nold-printer,Lyon,10.20.4.250,\nscanner,Lyon,10.20.4.251,\nvm-01,Lyon,10.20.8.16,Debian " +
            "14\nlabels,Lyon,10.20.4.300,\ngateway,Lyon,,RouterOS 7\n",
        ),
      });
      await page.getByRole("button", { name: "Preview import" }).click();
    },
    after: async (page) => await page.getByRole("grid", { name: "Import preview" }).waitFor(),
  },
  {
    name: "conflicts",
    path: "/conflicts",
    when: async (page) =>
      await page
        .getByRole("button", { name: /^Resolve/ })
        .first()
        .waitFor(),
  },
  {
    name: "discovery",
    path: `/discovery?network=${office}`,
    when: async (page) => await page.getByRole("heading", { level: 2 }).first().waitFor(),
  },
];

/** Text stays sharp. */
const QUALITY = 0.9;

/** The browser has the encoder: a canvas of its own gives the picture back in another format. */
async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const text = await page.evaluate<string>(`(async () => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64("${png.toString("base64")}")], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: ${QUALITY} });
    return new Uint8Array(await blob.arrayBuffer()).toBase64();
  })()`);
  return Buffer.from(text, "base64");
}

try {
  const converter = await browser.newPage();
  for (const look of ["light", "dark"] as const) {
    const window = await browser.newContext({
      colorScheme: look,
      viewport: { width: 1280, height: 800 },
      baseURL: server.url,
      locale: "en-GB",
      timezoneId: "UTC",
    });
    await window.request.post("/api/auth/login", { data: { username: "root", password: PASSWORD } });
    for (const { name, path, when, after } of PICTURES) {
      const page = await window.newPage();
      await page.goto(path);
      await when(page);
      await after?.(page);
      await page.waitForLoadState("load");
      const png = await page.screenshot();
      await writeFile(join(folder, `${name}-${look}.${values.png ? "png" : "webp"}`), values.png ? png : await webpOf(converter, png));
      await page.close();
    }
    await window.close();
  }
} finally {
  await browser.close();
}
