import { KeyRing } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, COPY_OF, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(2);

/** How many charts have something drawn on them. */
const drawn = async (page: Page): Promise<number> =>
  await page.evaluate<number>(
    `${COPY_OF} [...document.querySelectorAll(".uplot canvas")].filter((canvas) => canvas.width > 0 && ` +
      `copyOf(canvas).data.some((value) => value !== 0)).length`,
  );

describe.skipIf(binary === undefined)("charts", { timeout: 300_000 }, () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launch(),
      startPage([webhooksPlugin(), scanner.plugin], false, KeyRing.parse(KeyRing.generate())),
    ]);
    await whenBuilt(server.url);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  it("of the scans of a network show what each found, as a table too", async () => {
    const subnet = "10.17.0";
    const { id } = await server.inventory.networks.create({ name: "charted 7", subnet: `${subnet}.0/30` });
    const root = await server.as("root");
    const scan = async (found: number): Promise<void> => {
      const started = await root.scans.start(id, { scan_type: "quick" });
      for (const last of [1, 2])
        scanner.tell(
          ...(last <= found
            ? answered(`${subnet}.${last}`)
            : [{ kind: "host-done" as const, ip: `${subnet}.${last}`, outcome: "silent" as const }]),
        );
      scanner.tell("over");
      await eventually(async () => (await root.scans.get(started.id)).status).toBe("completed");
    };
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await scan(2);
      await page.goto(`/discovery?network=${id}`);
      await page.getByText("2 hosts found").waitFor();
      expect(await page.getByRole("heading", { name: "Scans over time" }).count()).toBe(0);
      await scan(1);
      await page.reload();
      await page.getByRole("heading", { name: "Scans over time" }).waitFor();
      await eventually(async () => await drawn(page)).toBe(2);
      await checkAccess(page);
      await page.getByText("Show as table").click();
      const rows = page.getByRole("table", { name: "Completed scans of charted 7" }).getByRole("row");
      await eventually(async () => await rows.count()).toBe(3);
      expect((await rows.allInnerTexts()).slice(1).map((text) => text.split("\t")[2])).toEqual(["1", "2"]);
      await checkAccess(page);
    });
  });

  it("of a webhook show how its deliveries ended", async () => {
    const root = await server.as("root");
    const hook = await root.webhooks.create({ name: "charted 7", url: "http://nowhere.invalid/hook", events: ["device.created"] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/webhooks/${hook.id}`);
      await heading(page, "charted 7").waitFor();
      expect(await page.getByRole("heading", { name: "Deliveries over time" }).count()).toBe(0);
      await press(page, "Send test event");
      await page.getByRole("heading", { name: "Deliveries over time" }).waitFor();
      await eventually(async () => await drawn(page)).toBe(1);
      await checkAccess(page);
      await page.getByText("Show as table").click();
      const [row] = (
        await page
          .getByRole("table", { name: /^Deliveries of charted/ })
          .getByRole("row")
          .allInnerTexts()
      ).slice(1);
      expect(row?.split("\t").slice(1)).toEqual(["0", "0", "1"]);
    });
    await root.webhooks.delete(hook.id);
  });
});
