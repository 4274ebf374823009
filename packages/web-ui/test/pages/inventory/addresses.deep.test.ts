import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(3);

describe.skipIf(binary === undefined)("addresses", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    const { devices, networks, spaces } = server.inventory;
    const office = await networks.create({ name: "office", subnet: "10.1.5.0/24" });
    const { id } = await devices.create({ name: "alpha", addresses: [{ ip: "10.1.5.20", mac: "02:00:00:00:00:01" }] });
    await devices.update(id, { name: "beta" });
    for (const name of ["red", "blue"]) {
      const space = await spaces.create({ name });
      await networks.create({ name, subnet: "10.9.0.0/24", space_id: space.id });
    }
    await server.inventory.pools.create(office.id, { name: "desks", start_ip: "10.1.5.10", end_ip: "10.1.5.30" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("are found first by search, and tell who holds and held them, also at an instant", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search" }).fill("10.1.5.20");
      await page.getByRole("option", { name: /beta/ }).waitFor();
      expect(await page.getByRole("option").first().innerText()).toContain("address");
      await page.keyboard.press("Enter");
      await heading(page, "10.1.5.20").waitFor();
      await page.getByRole("heading", { name: "Held by a device" }).waitFor();
      await page.getByRole("link", { name: "office 10.1.5.0/24" }).waitFor();
      await page.getByText("desks 10.1.5.10–10.1.5.30").waitFor();
      const rows = async (): Promise<string[]> =>
        (await page.getByRole("row").allInnerTexts()).slice(1).map((row) => row.split(/\s/)[0] ?? "");
      await eventually(rows).toEqual(["beta", "alpha"]);
      await checkAccess(page);
      await page.getByLabel("At").fill("2020-01-01T12:00");
      await page.getByRole("heading", { name: /^No holder recorded, / }).waitFor();
      expect(new URL(page.url()).searchParams.get("at")).toMatch(/^20(?:19|20)-.*Z$/);
      await eventually(rows).toEqual(["beta", "alpha"]);
      await press(page, "Now");
      await page.getByRole("heading", { name: "Held by a device" }).waitFor();
    });
  });

  it("that were let go a short while ago are in quarantine, which ends on demand", async () => {
    const { networks, pools, allocations } = server.inventory;
    const lab = await networks.create({ name: "lab", subnet: "10.1.6.0/29" });
    const pool = await pools.create(lab.id, { name: "benches", start_ip: "10.1.6.1", end_ip: "10.1.6.6", quarantine_seconds: 3600 });
    const { allocations: given } = await pools.allocate(pool.id, {});
    await allocations.release(given[0]?.id ?? "");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${lab.id}`);
      await page.getByText("1 in quarantine").waitFor();
      await press(page, "10.1.6.1, in quarantine");
      await page.getByText("10.1.6.1 is taken although it is in quarantine until").waitFor();
      await checkAccess(page);
      await press(page, "Cancel");
      await page.goto("/addresses/10.1.6.1");
      await page.getByRole("heading", { name: /^In quarantine/ }).waitFor();
      await checkAccess(page);
      await press(page, "End quarantine");
      await page.getByRole("heading", { name: "Free" }).waitFor();
    });
  });

  it("that were held for a form that was closed need not wait", async () => {
    const { networks, pools } = server.inventory;
    const lab = await networks.create({ name: "lab 2", subnet: "10.1.7.0/29" });
    const pool = await pools.create(lab.id, { name: "stools", start_ip: "10.1.7.1", end_ip: "10.1.7.6", quarantine_seconds: 3600 });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${lab.id}`);
      const ended = page.waitForResponse((response) => new URL(response.url()).pathname === "/api/addresses/10.1.7.1/quarantine");
      await press(page, "Assign next IP pool stools");
      await page.getByText("Reserved for you for 10 minutes.").waitFor();
      expect(await pools.nextIp(pool.id)).toMatchObject({ ip: "10.1.7.2" });
      await press(page, "Cancel");
      expect((await ended).status()).toBe(204);
      expect(await pools.nextIp(pool.id)).toMatchObject({ ip: "10.1.7.1" });
    });
  });

  it("that several address spaces have ask for one", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto("/addresses/10.9.0.5");
      await page.getByRole("heading", { name: "This address is in several address spaces" }).waitFor();
      await checkAccess(page);
      await page.getByRole("link", { name: "blue" }).click();
      await page.getByRole("heading", { name: "Free", exact: true }).waitFor();
      await page.getByRole("link", { name: "blue 10.9.0.0/24" }).waitFor();
    });
  });
});
