import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { act, binary, checkAccess, dialog, heading, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("a deleted record", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  const undo = async (page: Page, name = "Undo"): Promise<void> => {
    await dialog(page)
      .getByText(/^\d+ records?$/)
      .waitFor();
    await checkAccess(page);
    await dialog(page).getByRole("button", { name, exact: true }).click();
    await dialog(page).waitFor({ state: "detached" });
    await message(page, "Change undone.").waitFor();
  };
  const toast = (page: Page, text: string) => message(page, text).locator("..");

  it("is restored from the message about its deletion, with the records of the same change", async () => {
    const { devices, networks, pools, relationships } = server.inventory;
    const lan = await networks.create({ name: "toasted", subnet: "10.70.0.0/24" });
    const pool = await pools.create(lan.id, { name: "desks", start_ip: "10.70.0.10", end_ip: "10.70.0.20" });
    const device = await devices.create({ name: "printer", addresses: [{ ip: "10.70.0.30" }] });
    const other = await devices.create({ name: "switch" });
    await relationships.create(device.id, { child_id: other.id, type: "connected_to" });
    await visit(browser, { url: server.url, user: "root", expected: /404/ }, async (page) => {
      await page.goto(`/devices/${device.id}`);
      await press(page, "Delete");
      await press(page, "Delete device");
      await toast(page, "Device printer deleted.").getByRole("button", { name: "Undo" }).click();
      await undo(page);
      expect((await devices.get(device.id)).addresses.map(({ ip }) => ip)).toEqual(["10.70.0.30"]);
      expect(await relationships.list(device.id)).toHaveLength(1);
      await page.goto(`/devices/${device.id}`);
      await press(page, /^Remove/);
      await toast(page, "Relationship of printer deleted").getByRole("button", { name: "Undo" }).click();
      await undo(page);
      expect(await relationships.list(device.id)).toHaveLength(1);
      await page.goto(`/networks/${lan.id}`);
      await act(page, "Delete pool desks");
      await press(page, "Delete pool");
      await toast(page, "Pool desks deleted.").getByRole("button", { name: "Undo" }).click();
      await undo(page);
      await page.getByRole("rowheader", { name: "desks" }).waitFor();
      expect((await pools.get(pool.id)).name).toBe("desks");
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await press(page, "Delete network");
      await toast(page, "Network toasted deleted.").getByRole("button", { name: "Undo" }).click();
      await undo(page);
      expect((await pools.get(pool.id)).network_id).toBe(lan.id);
    });
  });

  it("is shown whole and by name in the audit log, and restored from there", async () => {
    const { devices } = server.inventory;
    const device = await devices.create({
      name: "ap-06925",
      hostname: "ap-06925.example",
      location: "hall 4",
      tags: ["wifi"],
      addresses: [{ ip: "10.71.0.9" }],
    });
    await devices.delete(device.id);
    await visit(browser, { url: server.url, user: "root", expected: /404/ }, async (page) => {
      await page.goto("/audit?resource=device&action=delete");
      const row = page.getByRole("row").filter({ hasText: "ap-06925" });
      await row.getByRole("gridcell", { name: "Deleted device ap-06925", exact: true }).waitFor();
      await row.getByRole("button", { name: /^Details/ }).click();
      const details = dialog(page);
      for (const [label, value] of [
        ["Name", "ap-06925"],
        ["Host name", "ap-06925.example"],
        ["Location", "hall 4"],
        ["Tags", "wifi"],
        ["Addresses", "10.71.0.9"],
      ] as const)
        await details
          .locator("div")
          .filter({ has: page.getByText(label, { exact: true }) })
          .getByText(value, { exact: true })
          .first()
          .waitFor();
      await checkAccess(page);
      await press(page, "Close");
      await row.getByRole("button", { name: /^Undo/ }).click();
      await undo(page);
      expect((await devices.get(device.id)).hostname).toBe("ap-06925.example");
    });
  });

  it("is restored from the history of its network", async () => {
    const { devices, networks } = server.inventory;
    const lan = await networks.create({ name: "parent", subnet: "10.72.0.0/24" });
    const device = await devices.create({ name: "leaver", addresses: [{ ip: "10.72.0.5" }] });
    await devices.delete(device.id);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${lan.id}`);
      const history = page.getByRole("region", { name: "History" });
      await history.getByLabel("With what is inside").check();
      const row = history.getByRole("row").filter({ hasText: "leaver" }).filter({ hasText: "Deleted" });
      await row.getByRole("button", { name: /^Undo/ }).click();
      await undo(page);
      expect((await devices.get(device.id)).name).toBe("leaver");
    });
  });

  it("has a page that says who deleted it and restores it", async () => {
    const { devices, networks } = server.inventory;
    const root = await server.as("root");
    const device = await devices.create({ name: "gone-1", location: "hall 7" });
    const lan = await networks.create({ name: "gone-2", subnet: "10.73.0.0/24" });
    await root.devices.delete(device.id);
    await root.networks.delete(lan.id);
    await visit(browser, { url: server.url, user: "root", expected: /404/ }, async (page) => {
      for (const [path, name] of [
        [`/devices/${device.id}`, "gone-1"],
        [`/networks/${lan.id}`, "gone-2"],
      ] as const) {
        await page.goto(path);
        await heading(page, name).waitFor();
        await page.getByText(/^Deleted by root on /).waitFor();
        await checkAccess(page);
        await press(page, "Restore");
        await undo(page, "Restore");
        await page.getByRole("button", { name: "Edit", exact: true }).first().waitFor();
      }
      expect((await devices.get(device.id)).location).toBe("hall 7");
      expect((await networks.get(lan.id)).subnet).toBe("10.73.0.0/24");
      // A record that there never was is not said to be deleted.
      await page.goto("/devices/never-there");
      await page.getByText("Device not found.").waitFor();
      expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
    });
    await server.user("looker", "viewer");
    await devices.delete(device.id);
    await visit(browser, { url: server.url, user: "looker", expected: /404/ }, async (page) => {
      await page.goto(`/devices/${device.id}`);
      await page.getByText(/^Deleted by/).waitFor();
      expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
    });
  });
});
