import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(6);

const HISTORY_UNDO = /^Undo the change of/;

describe.skipIf(binary === undefined)("undo of a change", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** Creates networks in one change. */
  async function networksOfOneChange(count: number, base: string): Promise<readonly string[]> {
    const { networks, plans } = server.inventory;
    const steps = Array.from({ length: count }, (_, index) => ({
      operation: "networks.create",
      body: { name: `${base}-${index}`, subnet: `${base}.${index}.0/24` },
    }));
    const plan = await plans.create({ title: `Create ${base}`, steps });
    await plans.apply(plan.id);
    const all = await networks.list();
    return all.filter(({ name }) => name.startsWith(`${base}-`)).map(({ id }) => id);
  }

  const undoRow = (page: Page, text: string) =>
    page.getByRole("region", { name: "History" }).getByRole("row").filter({ hasText: text }).getByRole("button", { name: HISTORY_UNDO });

  it("undoes the record of the row after it has shown and counted the effects, and keeps nothing before", async () => {
    const { networks, plans } = server.inventory;
    const [first = "", ...others] = await networksOfOneChange(12, "10.60");
    const before = (await plans.list({})).length;
    await visit(browser, { url: server.url, user: "root", expected: /404/ }, async (page) => {
      await page.goto(`/networks/${first}`);
      await undoRow(page, "Created").click();
      const { name } = await networks.get(first);
      await dialog(page).getByText("1 record", { exact: true }).waitFor();
      await dialog(page).getByText("11 other records of the change stay as they are.").waitFor();
      await dialog(page).getByRole("listitem").filter({ hasText: name }).waitFor();
      expect(await dialog(page).getByRole("listitem").count()).toBe(1);
      await checkAccess(page);
      await dialog(page).getByLabel("Records").selectOption({ label: "All 12 records of the change" });
      await dialog(page).getByText("12 records", { exact: true }).waitFor();
      // Nothing is kept.
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      expect(await plans.list({})).toHaveLength(before);
      await undoRow(page, "Created").click();
      await dialog(page).getByText("1 record", { exact: true }).waitFor();
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).waitFor({ state: "detached" });
      await message(page, "Change undone.").waitFor();
      expect((await networks.list()).map(({ id }) => id).filter((id) => others.includes(id))).toHaveLength(11);
      await page.getByText(/^Deleted by root on /).waitFor();
      await expect(networks.get(first)).rejects.toMatchObject({ kind: "not-found" });
    });
  });

  it("undoes the whole change where the person chooses it", async () => {
    const { networks } = server.inventory;
    const ids = await networksOfOneChange(3, "10.61");
    await visit(browser, { url: server.url, user: "root", expected: /404/ }, async (page) => {
      await page.goto(`/networks/${ids[0]}`);
      await undoRow(page, "Created").click();
      await dialog(page).getByLabel("Records").selectOption({ label: "All 3 records of the change" });
      await dialog(page).getByText("3 records", { exact: true }).waitFor();
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).waitFor({ state: "detached" });
      await message(page, "Change undone.").waitFor();
      expect((await networks.list()).filter(({ id }) => ids.includes(id))).toEqual([]);
    });
  });

  it("names what it reverts by labels and names, with who changed it", async () => {
    const { datacenters, networks } = server.inventory;
    const old = await datacenters.create({ name: "Oslo" });
    const next = await datacenters.create({ name: "Turin" });
    const { id } = await networks.create({ name: "guests", subnet: "10.62.0.0/24", vlan_id: 120, datacenter_id: old.id });
    const root = await server.as("root");
    await root.networks.update(id, { vlan_id: 121, datacenter_id: next.id });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${id}`);
      const row = page.getByRole("region", { name: "History" }).getByRole("row").filter({ hasText: "Updated" });
      const text = async (): Promise<string> => (await row.innerText()).replaceAll(/\s+/g, " ");
      await eventually(text).toContain("VLAN 120 → 121");
      await eventually(text).toContain("Datacenter Oslo → Turin");
      await row.getByRole("button", { name: HISTORY_UNDO }).click();
      await dialog(page)
        .getByText(/^Reverts VLAN 120 → 121, Datacenter Oslo → Turin by root, /)
        .waitFor();
      const shown = dialog(page).getByRole("listitem");
      await eventually(async () => (await shown.innerText()).replaceAll(/\s+/g, " ")).toContain("Datacenter Turin → Oslo");
      // A change of one record has no scope to choose.
      expect(await dialog(page).getByLabel("Records").count()).toBe(0);
      await press(page, "Make plan");
      await heading(page, "Undo the change of the network guests").waitFor();
      await page
        .getByText(/^Reverts the change by root of [^Z]+\d$/)
        .or(page.getByText(/^Reverts the change by root of [^TZ]+\.$/))
        .waitFor();
    });
  });

  it("says which permission is missing, and keeps nothing", async () => {
    const { devices, plans } = server.inventory;
    const { id } = await devices.create({ name: "permitted", location: "rack 1" });
    await devices.update(id, { location: "rack 2" });
    const root = await server.as("root");
    const reads = ["device:list", "device:read", "plan:list", "plan:read"];
    const before = (await plans.list({})).length;
    for (const [username, permissions, missing] of [
      ["no-apply", ["plan:create", "device:update"], "plan:apply"],
      ["no-create", ["plan:apply", "device:update"], "plan:create"],
      ["no-update", ["plan:create", "plan:apply"], "device:update"],
    ] as const) {
      const { id: user } = await root.users.create({ username, password: PASSWORD });
      const role = await root.roles.create({ name: username, permissions: [...reads, ...permissions] });
      await root.users.grantRole({ user_id: user, role: role.name });
      await visit(browser, { url: server.url, user: username }, async (page) => {
        await page.goto(`/devices/${id}`);
        await undoRow(page, "rack 2").click();
        const button = dialog(page).getByRole("button", { name: `Undo (needs ${missing})` });
        await button.waitFor();
        expect(await button.isEnabled()).toBe(false);
        await checkAccess(page);
      });
    }
    expect(await plans.list({})).toHaveLength(before);
    expect((await devices.get(id)).location).toBe("rack 2");
  });

  it("of many records names the permission that the server misses, and keeps no plan", async () => {
    const { networks, plans } = server.inventory;
    const ids = await networksOfOneChange(2, "10.63");
    const root = await server.as("root");
    const { id: user } = await root.users.create({ username: "no-delete", password: PASSWORD });
    const permissions = ["network:list", "network:read", "plan:list", "plan:read", "plan:create", "plan:apply"];
    await root.roles.create({ name: "no-delete", permissions });
    await root.users.grantRole({ user_id: user, role: "no-delete" });
    const before = (await plans.list({})).length;
    await visit(browser, { url: server.url, user: "no-delete", expected: /403/ }, async (page) => {
      await page.goto(`/networks/${ids[0]}`);
      await undoRow(page, "Created").click();
      await dialog(page).getByRole("button", { name: "Undo (needs network:delete)" }).waitFor();
      await dialog(page).getByLabel("Records").selectOption({ label: "All 2 records of the change" });
      await dialog(page).getByText("2 records", { exact: true }).waitFor();
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).getByRole("button", { name: "Undo (needs network:delete)" }).waitFor();
    });
    expect(await plans.list({})).toHaveLength(before);
    expect(await networks.list()).toEqual(expect.arrayContaining(ids.map((id) => expect.objectContaining({ id }))));
  });

  it("shows its effects again when they changed while the dialog was open", async () => {
    const { devices, plans } = server.inventory;
    const { id } = await devices.create({ name: "moving", location: "rack 1", description: "old" });
    await devices.update(id, { location: "rack 2", description: "new" });
    const before = (await plans.list({})).length;
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices/${id}`);
      await undoRow(page, "rack 2").click();
      await dialog(page).getByRole("listitem").filter({ hasText: "rack 2" }).waitFor();
      await devices.update(id, { location: "rack 3" });
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).getByText("The inventory has changed").waitFor();
      expect(await plans.list({})).toHaveLength(before);
      expect(await devices.get(id)).toMatchObject({ location: "rack 3", description: "new" });
      await dialog(page).getByText("location of the device moving was changed since, and stays").waitFor();
      await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
      await dialog(page).waitFor({ state: "detached" });
      await message(page, "Change undone.").waitFor();
      expect(await devices.get(id)).toMatchObject({ location: "rack 3", description: "old" });
    });
  });
});
