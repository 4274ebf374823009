import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, launch, tellSkipped, visit } from "./browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("a conflict", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  async function twoHolders(ip: string): Promise<readonly [string, string]> {
    const { devices } = server.inventory;
    const first = await devices.create({ name: `first of ${ip}`, addresses: [{ ip }] });
    const second = await devices.create({ name: `second of ${ip}`, addresses: [{ ip }] });
    return [first.id, second.id];
  }

  it("of an address is resolved by the device that keeps it, and the dialog says what happens to the others", async () => {
    const ip = "10.90.0.1";
    const [first, second] = await twoHolders(ip);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/conflicts");
      await page
        .getByRole("row")
        .filter({ hasText: ip })
        .getByRole("button", { name: /^Resolve/ })
        .click();
      // Only choices that the server accepts.
      await eventually(async () => await dialog(page).getByRole("radio").count()).toBe(2);
      const resolve = dialog(page).getByRole("button", { name: "Resolve" });
      expect(await resolve.isEnabled()).toBe(false);
      await dialog(page).getByText(`Choose the device that keeps ${ip}.`).waitFor();
      await dialog(page).getByLabel(`first of ${ip}`).check();
      await dialog(page).getByText(`first of ${ip} keeps ${ip}. The address is removed from second of ${ip}.`).waitFor();
      await checkAccess(page);
      await resolve.click();
      await page.getByText("Conflict resolved.").last().waitFor();
    });
    const { devices } = server.inventory;
    expect((await devices.get(first)).addresses).toHaveLength(1);
    expect((await devices.get(second)).addresses).toEqual([]);
  });

  it("of subnets has no button that fails, and says what ends it", async () => {
    const { networks } = server.inventory;
    await networks.create({ name: "twice a", subnet: "10.91.0.0/24" });
    await networks.create({ name: "twice b", subnet: "10.91.0.0/24" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/conflicts");
      const conflict = page.getByRole("row").filter({ hasText: "Overlapping subnets" });
      await conflict.getByText("Ends when one of the networks gets another subnet or is deleted.").waitFor();
      expect(await conflict.getByRole("button", { name: /^Resolve/ }).count()).toBe(0);
      await conflict.getByRole("button", { name: /^Ignore/ }).waitFor();
      await checkAccess(page);
    });
  });

  it("of allocations alone says what ends it", async () => {
    const { datacenters, networks, pools } = server.inventory;
    const [a, b] = [await datacenters.create({ name: "a 9" }), await datacenters.create({ name: "b 9" })];
    const moving: string[] = [];
    for (const [datacenter, prefix] of [
      [a, 24],
      [b, 25],
    ] as const) {
      const network = await networks.create({ name: `in ${datacenter.name}`, subnet: `10.92.0.0/${prefix}`, datacenter_id: datacenter.id });
      const pool = await pools.create(network.id, { name: "desks", start_ip: "10.92.0.5", end_ip: "10.92.0.9" });
      await pools.allocate(pool.id, {});
      moving.push(network.id);
    }
    await networks.update(moving[1] ?? "", { datacenter_id: a.id });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/conflicts");
      const conflict = page.getByRole("row").filter({ hasText: "10.92.0.5" });
      await conflict.getByText("Ends when all allocations of the address but one are released.").waitFor();
      expect(await conflict.getByRole("button", { name: /^Resolve/ }).count()).toBe(0);
    });
  });

  it("names the permission that resolving it needs", async () => {
    const ip = "10.93.0.1";
    await twoHolders(ip);
    const root = await server.as("root");
    const { id } = await root.users.create({ username: "settler-9", password: PASSWORD });
    const permissions = ["conflict:list", "conflict:read", "conflict:update", "device:read"];
    await root.roles.create({ name: "settler 9", permissions });
    await root.users.grantRole({ user_id: id, role: "settler 9" });
    await visit(browser, { url: server.url, user: "settler-9" }, async (page) => {
      await page.goto("/conflicts");
      await page
        .getByRole("row")
        .filter({ hasText: ip })
        .getByRole("button", { name: /^Resolve/ })
        .click();
      const button = dialog(page).getByRole("button", { name: "Resolve (needs device:update)" });
      await button.waitFor();
      expect(await button.isEnabled()).toBe(false);
    });
  });
});
