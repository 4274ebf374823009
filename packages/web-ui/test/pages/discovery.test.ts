import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../support/conducted-scanner.ts";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(3);

describe.skipIf(binary === undefined)("discovery and conflicts", { timeout: 300_000 }, () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin])]);
    await whenBuilt(server.url);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  it("shows a scan as it goes on, promotes what it found, and cancels", async () => {
    const subnet = "10.7.0";
    const { id } = await server.inventory.networks.create({ name: "lab 7", subnet: `${subnet}.0/29` });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${id}`);
      await press(page, "Scan");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await heading(page, "Discovery").waitFor();
      const progress = page.getByRole("progressbar");
      await progress.waitFor();
      expect(await progress.getAttribute("aria-valuenow")).toBe("0");
      for (const last of [1, 2, 3]) scanner.tell(...answered(`${subnet}.${last}`));
      await eventually(async () => await progress.getAttribute("aria-valuenow")).toBe("50");
      await checkAccess(page);
      for (const last of [4, 5, 6]) scanner.tell({ kind: "host-done", ip: `${subnet}.${last}`, outcome: "silent" });
      scanner.tell("over");
      await page.getByText("completed").waitFor();
      await page.getByLabel(`Select ${subnet}.1`).check();
      await page.getByLabel(`Select ${subnet}.2`).check();
      await checkAccess(page);
      await press(page, "Promote 2 selected");
      await page.getByText("2 devices promoted.").waitFor();
      await eventually(async () => await page.getByRole("link", { name: "in the inventory" }).count()).toBe(2);
      expect((await server.inventory.networks.devices(id)).map(({ addresses }) => addresses[0]?.ip)).toEqual([
        `${subnet}.1`,
        `${subnet}.2`,
      ]);
      await press(page, "New rule");
      await dialog(page).getByLabel("Interval (hours)").fill("6");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("cell", { name: "every 6 h" }).waitFor();
      await press(page, /^Edit rule of/);
      await dialog(page).getByLabel("When").selectOption("At times of the day");
      await dialog(page).getByLabel("Time zone").fill("Europe/Berlin");
      await checkAccess(page);
      await dialog(page).getByLabel("Schedule").fill("30 3 * * 1-5");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "30 3 * * 1-5 (Europe/Berlin)" }).waitFor();
      await press(page, "Scan this network");
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await press(page, /^Cancel the scan/);
      await page.getByText("cancelled").first().waitFor();
      await checkAccess(page);
    });
  });

  it("shows conflicts as they open, and resolves one", async () => {
    const ip = "10.9.0.1";
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/conflicts");
      await page.getByText("No open conflicts").waitFor();
      await checkAccess(page);
      const keeper = await server.inventory.devices.create({ name: "keeper 7", addresses: [{ ip }] });
      await server.inventory.devices.create({ name: "other 7", addresses: [{ ip }] });
      await press(page, "Check all records");
      await page.getByRole("heading", { name: ip }).waitFor();
      await checkAccess(page);
      await press(page, /^Resolve/);
      await dialog(page).getByLabel("keeper 7").check();
      await dialog(page).getByLabel("Reason").fill("it was there first");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Resolve" }).click();
      await page.getByText("Conflict resolved.").waitFor();
      const holders = (await server.inventory.devices.search({ q: ip })).filter(({ addresses }) =>
        addresses.some((address) => address.ip === ip),
      );
      expect(holders.map((device) => device.id)).toEqual([keeper.id]);
      await page.getByText("No open conflicts").waitFor();
    });
  });

  it("says which allocations a conflict is about, and releases them with who may", async () => {
    const subnet = "10.11.0";
    const { datacenters, networks, pools, devices } = server.inventory;
    // The address is given twice in two datacenters, which become one.
    const [a, b] = [await datacenters.create({ name: "a 7" }), await datacenters.create({ name: "b 7" })];
    await networks.create({ name: "in a 7", subnet: `${subnet}.0/24`, datacenter_id: a.id });
    const keeper = await devices.create({ name: "owner 7", datacenter_id: a.id, addresses: [{ ip: `${subnet}.5` }] });
    const moving = await networks.create({ name: "in b 7", subnet: `${subnet}.0/25`, datacenter_id: b.id });
    const pool = await pools.create(moving.id, { name: "desks", start_ip: `${subnet}.5`, end_ip: `${subnet}.9` });
    await pools.allocate(pool.id, {});
    await networks.update(moving.id, { datacenter_id: a.id });
    const root = await server.as("root");
    const { id: user } = await root.users.create({ username: "settler-7", password: PASSWORD });
    const permissions = ["conflict:list", "conflict:read", "conflict:update", "device:update"];
    const role = await root.roles.create({ name: "settler 7", permissions });
    await root.users.grantRole({ user_id: user, role: role.name });
    for (const [username, may] of [
      ["settler-7", false],
      ["root", true],
    ] as const) {
      await visit(browser, { url: server.url, user: username }, async (page) => {
        await page.goto("/conflicts");
        await page.getByText("and 1 allocation", { exact: true }).waitFor();
        await press(page, /^Resolve/);
        await dialog(page)
          .getByText(/1 allocation of the address is released/)
          .waitFor();
        expect(await dialog(page).getByLabel("owner 7").isEnabled()).toBe(may);
        expect(await dialog(page).getByText("You are not allowed to release allocations.").count()).toBe(may ? 0 : 1);
        await checkAccess(page);
        if (!may) return;
        await dialog(page).getByLabel("owner 7").check();
        await dialog(page).getByRole("button", { name: "Resolve" }).click();
        await page.getByText("Conflict resolved.").waitFor();
      });
    }
    expect(await pools.allocations(pool.id)).toEqual([]);
    expect((await devices.get(keeper.id)).addresses.map(({ ip }) => ip)).toEqual([`${subnet}.5`]);
  });
});
