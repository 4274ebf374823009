import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, eventually, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(5);

describe.skipIf(binary === undefined)("without data the page says so", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("about missing addresses when no scan has completed", async () => {
    const { devices, networks } = server.inventory;
    const lan = await networks.create({ name: "unscanned", subnet: "10.95.0.0/24" });
    await devices.create({ name: "recorded", addresses: [{ ip: "10.95.0.1" }] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const path of ["/discovery", `/discovery?network=${lan.id}`]) {
        await page.goto(path);
        await page
          .getByRole("region", { name: "Missing" })
          .getByText("No scan has completed, so it is not known which addresses are missing.")
          .waitFor();
      }
      await checkAccess(page);
    });
  });

  it("about the holder of an address in the future and before the first record", async () => {
    const { devices } = server.inventory;
    await devices.create({ name: "holder", addresses: [{ ip: "10.96.0.1" }] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/addresses/10.96.0.1?at=2999-03-15T12:00:00.000Z");
      await page.getByText("is in the future. Choose a time in the past.").waitFor();
      expect(await page.getByText("Held by a device").count()).toBe(0);
      await checkAccess(page);
      await page.getByLabel("At").fill("2020-01-01T12:00");
      await page.getByRole("heading", { name: /^No holder recorded, / }).waitFor();
      await press(page, "Now");
      await page.getByRole("heading", { name: "Held by a device" }).waitFor();
    });
  });

  it("about the growth of a network with less than a day of history", async () => {
    const { networks } = server.inventory;
    const lan = await networks.create({ name: "young", subnet: "10.97.0.0/24" });
    const hour = 3_600_000;
    const points = [2 * hour, hour].map((ago) => ({
      at: new Date(Date.now() - ago).toISOString(),
      total: 254,
      used: 5,
      utilization: 1.97,
    }));
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.route(`**/api/networks/${lan.id}/utilization/history*`, async (route) => {
        await route.fulfill({ json: { points, forecast: null } });
      });
      await page.goto(`/networks/${lan.id}`);
      await page.getByText("Too little history for a forecast: it needs a day.").waitFor();
      expect(await page.getByText("Not growing").count()).toBe(0);
    });
  });

  it("about VLANs, without words of the API", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/records/vlans");
      await page.getByText("No VLANs yet").waitFor();
      expect(await page.getByText("plugin").count()).toBe(0);
      await press(page, "New VLAN");
      await page.getByRole("dialog").getByLabel("VLAN ID").waitFor();
      expect(
        await page
          .getByRole("dialog")
          .getByText(/\bnull\b/)
          .count(),
      ).toBe(0);
    });
  });

  it("about networks that the user may not list", async () => {
    const { datacenters, networks, spaces } = server.inventory;
    const { id: datacenter } = await datacenters.create({ name: "Full" });
    const { id: space } = await spaces.create({ name: "Shared" });
    await networks.create({ name: "hidden", subnet: "10.98.0.0/24", datacenter_id: datacenter });
    await networks.create({ name: "hidden too", subnet: "10.98.0.0/24", space_id: space });
    const root = await server.as("root");
    const { id } = await root.users.create({ username: "places-only", password: PASSWORD });
    await root.roles.create({ name: "places only", permissions: ["datacenter:list", "space:list"] });
    await root.users.grantRole({ user_id: id, role: "places only" });
    for (const [user, path, name, numbers] of [
      ["places-only", "/datacenters", "Full", []],
      ["places-only", "/spaces", "Shared", ["0"]],
      ["root", "/datacenters", "Full", ["1"]],
      ["root", "/spaces", "Shared", ["0", "1"]],
    ] as const)
      await visit(browser, { url: server.url, user }, async (page) => {
        await page.goto(path);
        const cells = page.getByRole("row").filter({ hasText: name }).getByRole("cell");
        await cells.first().waitFor();
        await eventually(async () => (await cells.allInnerTexts()).filter((cell) => /^\d+$/.test(cell))).toEqual(numbers);
      });
  });
});
