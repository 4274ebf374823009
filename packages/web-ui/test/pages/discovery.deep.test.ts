import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../support/conducted-scanner.ts";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { act, binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("discovery and conflicts", () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("shows a scan as it goes on, promotes what it found, and cancels", async () => {
    const subnet = "10.7.0";
    const { id } = await server.inventory.networks.create({ name: "lab 7", subnet: `${subnet}.0/29` });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${id}`);
      await press(page, "Scan");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await heading(page, "Discovery").waitFor();
      const progress = page.getByRole("progressbar");
      await progress.waitFor();
      expect(await progress.getAttribute("aria-valuenow")).toBe("0");
      // With a silent address, hosts are not held back.
      for (const last of [1, 2]) scanner.tell(...answered(`${subnet}.${last}`));
      scanner.tell({ kind: "host-done", ip: `${subnet}.6`, outcome: "silent" });
      await eventually(async () => await progress.getAttribute("aria-valuenow")).toBe("50");
      await checkAccess(page);
      scanner.tell(...answered(`${subnet}.3`));
      for (const last of [4, 5]) scanner.tell({ kind: "host-done", ip: `${subnet}.${last}`, outcome: "silent" });
      scanner.tell("over");
      await page.getByText("completed").waitFor();
      await page.getByLabel(`Select ${subnet}.1`).check();
      await page.getByLabel(`Select ${subnet}.2`).check();
      await checkAccess(page);
      await press(page, /^Promote 2$/);
      await page.getByText("2 devices promoted.").last().waitFor();
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

  it("shows how hosts stand to the inventory, and records them in two clicks", async () => {
    const subnet = "10.8.0";
    const mac = (last: number): string => `00:1b:21:00:08:0${last}`;
    const { devices, networks } = server.inventory;
    const { id } = await networks.create({ name: "lab 8", subnet: `${subnet}.0/29` });
    const recorded = async (name: string, last: number): Promise<string> =>
      (await devices.create({ name, addresses: [{ ip: `${subnet}.${last}`, mac: mac(last) }] })).id;
    await recorded("known 8", 1);
    const changed = await recorded("changed 8", 2);
    const moved = await recorded("moved 8", 5);
    const spare = (await devices.create({ name: "spare 8" })).id;
    const ips = async (device: string): Promise<(string | undefined)[]> =>
      (await devices.get(device)).addresses.map(({ ip, mac: at }) => `${ip} ${at}`);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/discovery?network=${id}`);
      await press(page, "Scan this network");
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await page.getByRole("progressbar").waitFor();
      const seen = [
        [1, 1],
        [2, 7],
        [3, 3],
        [4, 5],
        [6, 6],
      ] as const;
      for (const [last, hardware] of seen) scanner.tell(...answered(`${subnet}.${last}`, { macAddress: mac(hardware) }));
      scanner.tell({ kind: "host-done", ip: `${subnet}.5`, outcome: "silent" }, "over");
      await page.getByText("completed").waitFor();
      const row = (last: number) =>
        page
          .getByRole("row")
          .filter({ hasText: `${subnet}.${last}` })
          .first();
      await row(1).getByRole("link", { name: "in the inventory" }).waitFor();
      await row(2)
        .getByText(`recorded ${mac(2)}, seen ${mac(7)}`)
        .waitFor();
      await row(4).getByText(`recorded ${subnet}.5, seen ${subnet}.4`).waitFor();
      await checkAccess(page);
      await page.getByLabel("State").selectOption("Differs from the inventory (2)");
      await page.getByText("2 of 5 found").waitFor();
      // One that is known by its MAC address is linked with one click, another device is chosen.
      await act(page, `Link to its device ${subnet}.4`);
      await page.getByText(`${subnet}.4 linked.`).last().waitFor();
      expect(await ips(moved)).toEqual([`${subnet}.5 ${mac(5)}`, `${subnet}.4 ${mac(5)}`]);
      await page.getByLabel(`Select ${subnet}.2`).check();
      await press(page, /^Accept 1$/);
      await page.getByText(`${subnet}.2 accepted.`).last().waitFor();
      expect(await ips(changed)).toEqual([`${subnet}.2 ${mac(7)}`]);
      await page.getByLabel("State").selectOption("Unknown (2)");
      await act(page, `Link ${subnet}.3`);
      await dialog(page).getByRole("combobox", { name: "Device" }).fill("spare");
      await page.getByRole("option", { name: "spare 8" }).click();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Link" }).click();
      await page.getByText("Device spare 8 linked.").last().waitFor();
      expect(await ips(spare)).toEqual([`${subnet}.3 ${mac(3)}`]);
      await act(page, `Ignore ${subnet}.6`);
      await page.getByText(`${subnet}.6 ignored.`).last().waitFor();
      await page.getByLabel("State").selectOption("Ignored (1)");
      await press(page, `Stop ignoring ${subnet}.6`);
      await page.getByText(`${subnet}.6 no longer ignored.`).last().waitFor();
      // Of all networks: what nobody has recorded.
      await page.getByLabel("Network").selectOption("All networks");
      await page
        .getByRole("row")
        .filter({ hasText: `${subnet}.6` })
        .getByText("lab 8")
        .waitFor();
      expect(await page.getByLabel("State").locator("option:checked").textContent()).toMatch(/^Unknown/);
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
      await page.getByRole("rowheader", { name: ip }).waitFor();
      await checkAccess(page);
      await press(page, /^Resolve/);
      await dialog(page).getByLabel("keeper 7").check();
      await dialog(page).getByLabel("Reason").fill("it was there first");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Resolve" }).click();
      await page.getByText("Conflict resolved.").last().waitFor();
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
    const permissions = ["conflict:list", "conflict:read", "conflict:update", "device:read", "device:update"];
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
        await page.getByText("Conflict resolved.").last().waitFor();
      });
    }
    expect(await pools.allocations(pool.id)).toEqual([]);
    expect((await devices.get(keeper.id)).addresses.map(({ ip }) => ip)).toEqual([`${subnet}.5`]);
  });
});
