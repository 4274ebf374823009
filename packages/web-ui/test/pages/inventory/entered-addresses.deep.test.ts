import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { act, binary, checkAccess, dialog, eventually, heading, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(7);

describe.skipIf(binary === undefined)("addresses in forms", () => {
  let browser: Browser;
  let server: PageServer;
  let ams: string;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin], { discovery: { missingAfter: 1 } })]);
    await whenBuilt(server.url);
    const { datacenters, networks, devices, pools } = server.inventory;
    ams = (await datacenters.create({ name: "ams2" })).id;
    const { id } = await networks.create({ name: "servers", subnet: "10.16.2.0/24", datacenter_id: ams });
    await devices.create({ name: "esx-7", datacenter_id: ams, addresses: [{ ip: "10.16.2.20" }] });
    const pool = await pools.create(id, { name: "dhcp", start_ip: "10.16.2.100", end_ip: "10.16.2.110" });
    await pools.allocate(pool.id, { ip: "10.16.2.101", note: "for the printer" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("an address that a device holds, or that no network holds, is said before the device is saved", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices?datacenter=${ams}`);
      await page.getByText("1 matching the filter").waitFor();
      await press(page, "New device");
      expect(await dialog(page).getByLabel("Datacenter").locator("option:checked").textContent()).toBe("ams2");
      await dialog(page).getByLabel("Name").first().fill("second");
      await press(page, "Add an address");
      const address = dialog(page).getByLabel("Address 1", { exact: true });
      await address.fill("10.16.2.20");
      await dialog(page).getByText("10.16.2.20 is assigned to esx-7.").waitFor();
      await dialog(page).getByRole("link", { name: "esx-7" }).waitFor();
      await checkAccess(page);
      await address.fill("10.16.2.101");
      await dialog(page).getByText("10.16.2.101 is reserved by an allocation: for the printer.").waitFor();
      await address.fill("10.99.0.1");
      await dialog(page).getByText("No network of ams2 contains 10.99.0.1.").waitFor();
      await address.fill("10.16.2.21");
      await dialog(page).getByText("10.16.2.21 is free in servers 10.16.2.0/24.").waitFor();
      await dialog(page).getByLabel("Datacenter").selectOption("None");
      await dialog(page).getByText("No network without a datacenter contains 10.16.2.21; servers 10.16.2.0/24 is in ams2.").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Datacenter").selectOption("ams2");
      await dialog(page).getByText("10.16.2.21 is free in servers 10.16.2.0/24.").waitFor();
      await dialog(page).getByLabel("Switch port 1").fill("Gi1/0/7");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await heading(page, "second").waitFor();
      await page.getByRole("cell", { name: "Gi1/0/7" }).waitFor();
      const made = (await server.inventory.devices.list()).find(({ name }) => name === "second");
      expect(made).toMatchObject({ datacenter_id: ams, addresses: [{ ip: "10.16.2.21", switch_port: "Gi1/0/7" }] });
      // Its own address is not somebody else's.
      await press(page, "Edit");
      await dialog(page).getByLabel("Switch port 1").fill("Gi1/0/8");
      expect(
        await dialog(page)
          .getByText(/is assigned to/)
          .count(),
      ).toBe(0);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "Gi1/0/8" }).waitFor();
      await checkAccess(page);
    });
  });

  it("two rows of one form with the same address are said too", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices?datacenter=${ams}`);
      await press(page, "New device");
      for (const index of [1, 2]) {
        await press(page, "Add an address");
        await dialog(page).getByLabel(`Address ${index}`, { exact: true }).fill("10.16.2.30");
      }
      await dialog(page).getByText("10.16.2.30 is in this form twice.").waitFor();
    });
  });

  it("of a list that is filtered by network, the datacenter of the network is the default of a new device", async () => {
    const [network] = await server.inventory.networks.list();
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices?network=${network?.id}`);
      await eventually(async () => await page.getByRole("combobox", { name: "Network" }).inputValue()).toBe(network?.name);
      await press(page, "New device");
      await eventually(async () => await dialog(page).getByLabel("Datacenter").locator("option:checked").textContent()).toBe("ams2");
    });
  });

  it("the space of a filtered list of networks is the default of a new network", async () => {
    const { id } = await server.inventory.spaces.create({ name: "guests" });
    await server.inventory.networks.create({ name: "guest lan", subnet: "10.30.0.0/24", space_id: id });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks?space=${id}`);
      await page.getByText("guest lan").waitFor();
      await press(page, "New network");
      await eventually(async () => await dialog(page).getByLabel("Address space").locator("option:checked").textContent()).toBe("guests");
    });
  });

  it("the datacenter of the network in which a host was found is the default of its device, in the list of all networks too", async () => {
    const { id } = await server.inventory.networks.create({ name: "lab 8", subnet: "10.8.0.0/30", datacenter_id: ams });
    const root = await server.as("root");
    await root.scans.start(id, {});
    scanner.tell(...answered("10.8.0.1"), { kind: "host-done", ip: "10.8.0.2", outcome: "silent" }, "over");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/discovery");
      await press(page, /^Promote 10.8.0.1/);
      await eventually(async () => await dialog(page).getByLabel("Datacenter").locator("option:checked").textContent()).toBe("ams2");
    });
  });

  it("a device of another datacenter is said before it gets an address of a network, or of a host that was found", async () => {
    const { networks, devices } = server.inventory;
    const lon = await server.inventory.datacenters.create({ name: "lon4" });
    await devices.create({ name: "lon-switch", datacenter_id: lon.id });
    const { id } = await networks.create({ name: "lab 9", subnet: "10.9.0.0/29", datacenter_id: ams });
    const root = await server.as("root");
    await root.scans.start(id, {});
    scanner.tell(...answered("10.9.0.1"));
    for (const last of [2, 3, 4, 5, 6]) scanner.tell({ kind: "host-done", ip: `10.9.0.${last}`, outcome: "silent" });
    scanner.tell("over");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const choose = async (name: string): Promise<void> => {
        await dialog(page).getByRole("combobox", { name: "Device" }).fill(name);
        await page.getByRole("option", { name }).click();
      };
      await page.goto(`/networks/${id}`);
      await page.getByRole("button", { name: "10.9.0.5, free" }).click();
      await dialog(page).getByLabel("Existing device").check();
      await choose("lon-switch");
      await dialog(page).getByText("lon-switch is in lon4, but the network lab 9 is in ams2.").waitFor();
      await checkAccess(page);
      await choose("esx-7");
      await eventually(
        async () =>
          await dialog(page)
            .getByText(/but the network/)
            .count(),
      ).toBe(0);
      await press(page, "Cancel");
      await page.goto(`/discovery?network=${id}`);
      await act(page, /^Link 10.9.0.1/);
      await choose("lon-switch");
      await dialog(page).getByText("lon-switch is in lon4, but the network lab 9 is in ams2.").waitFor();
    });
  });

  it("a host that is missing is decommissioned, or scanned for again", async () => {
    const { networks, devices } = server.inventory;
    const { id } = await networks.create({ name: "lab 7", subnet: "10.7.0.0/29" });
    for (const last of [1, 2]) await devices.create({ name: `gone-${last}`, addresses: [{ ip: `10.7.0.${last}` }] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/discovery?network=${id}`);
      await press(page, "Scan this network");
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await page.getByRole("progressbar").waitFor();
      scanner.tell(...answered("10.7.0.3"));
      for (const last of [1, 2, 4, 5, 6]) scanner.tell({ kind: "host-done", ip: `10.7.0.${last}`, outcome: "silent" });
      scanner.tell("over");
      await page.getByText("completed").waitFor();
      await press(page, "Decommission gone-1");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Decommission" }).click();
      await message(page, "Device gone-1 decommissioned.").waitFor();
      await eventually(async () => await page.getByRole("button", { name: "Decommission gone-1" }).count()).toBe(0);
      expect((await devices.list()).find(({ name }) => name === "gone-1")).toMatchObject({
        status: "decommissioned",
        addresses: [{ ip: "10.7.0.1" }],
      });
      await press(page, "Scan again gone-2");
      await dialog(page).getByText("lab 7").waitFor();
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await page.getByRole("progressbar").waitFor();
      scanner.tell(...answered("10.7.0.2"));
      for (const last of [1, 3, 4, 5, 6]) scanner.tell({ kind: "host-done", ip: `10.7.0.${last}`, outcome: "silent" });
      scanner.tell("over");
      await eventually(async () => await page.getByRole("button", { name: "Decommission gone-2" }).count()).toBe(0);
    });
  });
});
