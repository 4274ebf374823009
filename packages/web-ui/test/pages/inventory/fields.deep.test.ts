import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(2);

describe.skipIf(binary === undefined)("fields of one's own", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("are defined, changed and deleted with their values", async () => {
    const { fields, devices } = server.inventory;
    await visit(browser, { url: server.url, user: "root", expected: /400|409/ }, async (page) => {
      await page.goto("/fields");
      await page.getByText("No fields yet").waitFor();
      await press(page, "New field");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Type").selectOption("choice");
      await dialog(page).getByLabel("Name").fill("Service Tier");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page)
        .getByText(/Name must be 1–63 lower-case letters/)
        .waitFor();
      await dialog(page)
        .getByText(/Choices is required/)
        .waitFor();
      await dialog(page).getByLabel("Name").fill("tier");
      await dialog(page).getByLabel("Label").fill("Service tier");
      await dialog(page).getByLabel("Choices").fill("gold\nsilver\n");
      await dialog(page).getByLabel("Unique").check();
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /Service tier .*tier devices choice: gold, silver unique/ }).waitFor();
      await checkAccess(page);
      await devices.create({ name: "held 7", fields: { tier: "gold" } });
      await press(page, "Edit device field tier");
      await dialog(page).getByLabel("Choices").fill("silver");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page)
        .getByText(/1 value cannot become one of the choices/)
        .waitFor();
      await dialog(page).getByLabel("Choices").fill("silver\ngold\nbronze");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "choice: silver, gold, bronze" }).waitFor();
      await press(page, "Delete device field tier");
      await dialog(page).waitFor();
      await checkAccess(page);
      await press(page, "Delete field");
      await message(page, "Field tier deleted.").waitFor();
      expect(await fields.list()).toEqual([]);
      expect((await devices.list())[0]?.fields).toEqual({});
    });
  });

  it("are in forms, tables and details of every kind of record", async () => {
    const { fields, devices, networks, pools, datacenters, spaces } = server.inventory;
    for (const record of ["device", "network", "pool", "datacenter", "space"] as const) {
      await fields.create({ record, name: "owner", type: "text", label: "Who pays", required: true });
      await fields.create({ record, name: "units", type: "number", label: "Units" });
      await fields.create({ record, name: "runbook", type: "url", label: "Runbook" });
    }
    await fields.create({ record: "device", name: "leased", type: "boolean", label: "Leased" });
    await fields.create({ record: "device", name: "bought", type: "date", label: "Bought" });
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/devices");
      await page.getByRole("columnheader", { name: "Who pays" }).waitFor();
      await press(page, "New device");
      await dialog(page).getByLabel("Name").first().fill("fielded 7");
      await dialog(page).getByLabel("Who pays").fill("Ada");
      await dialog(page).getByLabel("Units").fill("two");
      await dialog(page).getByLabel("Runbook").fill("wiki/x");
      await dialog(page).getByLabel("Leased").selectOption("yes");
      await dialog(page).getByLabel("Bought").fill("2024-02-29");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByText("Units must be a number").waitFor();
      await dialog(page)
        .getByText(/Runbook is an invalid URL/)
        .waitFor();
      await dialog(page).getByLabel("Units").fill("2");
      await dialog(page).getByLabel("Runbook").fill("https://wiki.example/x");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "fielded 7" }).waitFor();
      expect(await page.getByRole("link", { name: "https://wiki.example/x" }).getAttribute("href")).toBe("https://wiki.example/x");
      await checkAccess(page);
      const [device] = (await devices.list()).filter(({ name }) => name === "fielded 7");
      const bought = { owner: "Ada", units: 2, runbook: "https://wiki.example/x", leased: true, bought: "2024-02-29" };
      expect(device?.fields).toEqual(bought);
      // Only what is typed over changes.
      await press(page, "Edit");
      await dialog(page).getByLabel("Units").fill("");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "fielded 7 saved.").waitFor();
      expect((await devices.get(device?.id ?? "")).fields).toEqual({ ...bought, units: null });

      await page.goto("/datacenters");
      await press(page, "New datacenter");
      await dialog(page).getByLabel("Name").fill("site 7");
      await dialog(page).getByLabel("Who pays").fill("Bob");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /site 7 .*Bob/ }).waitFor();
      expect((await datacenters.list())[0]?.fields).toEqual({ owner: "Bob", units: null, runbook: null });

      await page.goto("/spaces");
      await press(page, "New space");
      await dialog(page).getByLabel("Name").fill("space 7");
      await dialog(page).getByLabel("Who pays").fill("Eve");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /space 7 .*Eve/ }).waitFor();
      expect((await spaces.list())[0]?.fields).toEqual({ owner: "Eve", units: null, runbook: null });

      const network = await networks.create({ name: "lan 7", subnet: "10.9.0.0/24", fields: { owner: "Carol" } });
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("definition").filter({ hasText: "Carol" }).waitFor();
      await press(page, "New pool");
      await dialog(page).getByLabel("Name").fill("desks");
      await dialog(page).getByLabel("First address").fill("10.9.0.10");
      await dialog(page).getByLabel("Last address").fill("10.9.0.20");
      await dialog(page).getByLabel("Who pays").fill("Dan");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /desks .*Dan/ }).waitFor();
      expect((await pools.list(network.id))[0]?.fields).toEqual({ owner: "Dan", units: null, runbook: null });
    });
  });

  it("limit the list of devices, as its address says, and a change takes a device into it", async () => {
    const { fields, devices } = server.inventory;
    await fields.create({ record: "device", name: "color", type: "choice", choices: ["red", "blue"], label: "Color" });
    await fields.create({ record: "device", name: "seats", type: "number", label: "Seats" });
    const [owner] = (await fields.list()).some(({ name }) => name === "owner") ? [{ owner: "Eve" }] : [{}];
    await devices.create({ name: "red 7", fields: { ...owner, color: "red", seats: 4 } });
    const blue = await devices.create({ name: "blue 7", fields: { ...owner, color: "blue", seats: 4 } });
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/devices");
      await page.locator("summary").click();
      await page.getByRole("search").getByLabel("Color").selectOption("red");
      await page.getByText("1 matching the filter").waitFor();
      await page.getByRole("link", { name: "red 7" }).waitFor();
      await page.waitForURL(/field\.color=red/);
      await checkAccess(page);
      await devices.update(blue.id, { fields: { color: "red" } });
      await page.getByRole("link", { name: "blue 7" }).waitFor();
      await page.getByRole("search").getByLabel("Seats").fill("four");
      await page.getByText("Seats must be a number").waitFor();
      await page.getByRole("search").getByLabel("Seats").fill("4.0");
      await page.getByText("2 matching the filter").waitFor();
      await page.reload();
      await page.getByText("More filters, 2 set").waitFor();
      await page.getByText("2 matching the filter").waitFor();
      expect(await page.getByRole("search").getByLabel("Seats").inputValue()).toBe("4.0");
      await page.getByRole("search").getByLabel("Seats").fill("5");
      await page.getByRole("button", { name: "Show all devices" }).click();
      await page.getByText("in total").waitFor();
      expect(await page.getByRole("search").getByLabel("Seats").inputValue()).toBe("");
    });
  });
});
