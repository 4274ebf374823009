import { KeyRing, STORAGE } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, COPY_OF, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(3);

const DAY_MS = 86_400_000;

/** How many charts have something drawn on them. */
const drawn = async (page: Page): Promise<number> =>
  await page.evaluate<number>(
    `${COPY_OF} [...document.querySelectorAll(".uplot canvas")].filter((canvas) => canvas.width > 0 && ` +
      `copyOf(canvas).data.some((value) => value !== 0)).length`,
  );

describe.skipIf(binary === undefined)("charts", () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launch(),
      startPage([webhooksPlugin(), scanner.plugin], { keyRing: KeyRing.parse(KeyRing.generate()) }),
    ]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
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
            ? answered(`${subnet}.${last}`, { macAddress: `02:00:00:00:17:0${last}` })
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

  it("of a network show how full it was, and tell when it will be full", async () => {
    const { inventory } = server;
    const { id } = await inventory.networks.create({ name: "filling 7", subnet: "10.18.0.0/24" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${id}`);
      await page.getByText("No history yet").waitFor();
      const now = Date.now();
      await inventory.host.get(STORAGE).write(async (transaction) => {
        for (const [daysAgo, used] of [
          [3, 1],
          [2, 2],
          [1, 3],
        ] as const) {
          const day = Math.floor(now / DAY_MS) - daysAgo;
          await transaction.run("insert into utilization_day (day, at) values (?, ?) on conflict (day) do nothing", [
            day,
            new Date(now - daysAgo * DAY_MS).toISOString(),
          ]);
          await transaction.run(
            "insert into network_utilization (network_id, day, first_key, prefix_length, used_count) values (?, ?, '40a120000', 24, ?)",
            [id, day, used],
          );
        }
      });
      const addresses = [1, 2, 3, 4].map((host) => ({ ip: `10.18.0.${host}` }));
      await inventory.devices.create({ name: "four", addresses });
      // The event of the device has the page ask again.
      await page.getByText("Grows by 1 address a day: full on").waitFor();
      await eventually(async () => await drawn(page)).toBe(1);
      await checkAccess(page);
      await page.getByText("Show as table").click();
      const rows = page.getByRole("table", { name: "Utilization of filling 7" }).getByRole("row");
      await eventually(async () => (await rows.allInnerTexts()).slice(1).map((text) => text.split("\t").slice(1).join(" "))).toEqual([
        "4 254 1.57",
        "3 254 1.18",
        "2 254 0.79",
        "1 254 0.39",
      ]);
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
