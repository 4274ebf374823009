import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(3);

describe.skipIf(binary === undefined)("the tree of networks", () => {
  let browser: Browser;
  let server: PageServer;
  let plan: string;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    const { networks } = server.inventory;
    plan = (await networks.create({ name: "plan", subnet: "10.20.0.0/22", status: "container", tags: ["core"] })).id;
    await networks.create({ name: "first", subnet: "10.20.0.0/24" });
    await networks.create({ name: "third", subnet: "10.20.2.0/24" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("has free blocks as rows, in which networks are created", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/networks");
      await page.getByRole("row", { name: /third/ }).waitFor();
      expect(await page.getByText("Free", { exact: true }).count()).toBe(0);
      await page.getByLabel("Show free blocks").check();
      const rows = page.getByRole("row");
      await eventually(async () => await rows.allTextContents()).toEqual([
        expect.stringContaining("Subnet"),
        expect.stringContaining("plan"),
        expect.stringContaining("first"),
        expect.stringContaining("10.20.1.0/24"),
        expect.stringContaining("third"),
        expect.stringContaining("10.20.3.0/24"),
      ]);
      expect(new URL(page.url()).searchParams.get("free")).toBe("true");
      await checkAccess(page);
      // By the keyboard: the row of a free block begins a network there.
      await page.getByRole("row", { name: /10\.20\.1\.0/ }).focus();
      await page.keyboard.press("Enter");
      expect(await dialog(page).getByLabel("Subnet").inputValue()).toBe("10.20.1.0/24");
      await dialog(page).getByLabel("Name").fill("second");
      await page.keyboard.press("Enter");
      await page.getByText("Network second (10.20.1.0/24) created.").last().waitFor();
      await eventually(async () => await page.getByRole("button", { name: /^Create here/ }).count()).toBe(1);
      const [second] = await server.inventory.networks.list({ name: "second" });
      expect(second).toMatchObject({ parent_id: plan, subnet: "10.20.1.0/24" });
    });
  });

  it("keeps selected and folded rows when a person goes back, and shows free blocks in a filtered list", async () => {
    const { networks, datacenters } = server.inventory;
    const site = await datacenters.create({ name: "ams2" });
    await networks.create({ name: "servers", subnet: "10.60.0.0/24", datacenter_id: site.id });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/networks");
      await page.getByRole("link", { name: "servers", exact: true }).waitFor();
      await press(page, "Collapse ams2");
      await eventually(async () => await page.getByRole("link", { name: "servers", exact: true }).count()).toBe(0);
      await page.getByLabel("Select first").check();
      await page.getByRole("link", { name: "first", exact: true }).click();
      await heading(page, "first").waitFor();
      await page.goBack();
      await page.getByText("1 selected").waitFor();
      expect(await page.getByLabel("Select first").isChecked()).toBe(true);
      await page.getByRole("button", { name: "Expand ams2" }).waitFor();
      expect(await page.getByRole("link", { name: "servers", exact: true }).count()).toBe(0);
      await page.goto("/networks?q=plan&free=true");
      await page.getByRole("row", { name: /10\.20\.3\.0\/24.*Create here/ }).waitFor();
      await page.goto("/networks?status=container");
      await page.getByText("1 matching the filter").waitFor();
      await checkAccess(page);
      await datacenters.delete(site.id);
      for (const { id } of await networks.list({ name: "servers" })) await networks.delete(id);
    });
  });

  it("is gone through from network to network, and gives networks where there is room", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto(`/networks/${plan}`);
      await heading(page, "plan").waitFor();
      await page.getByRole("row", { name: /10\.20\.3\.0\/24.*Create here/ }).waitFor();
      await checkAccess(page);
      await press(page, "Add subnet");
      await dialog(page).getByLabel("Name").fill("team a");
      await dialog(page).getByLabel("Prefix length").fill("25");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByText("Network team a (10.20.3.0/25) created.").last().waitFor();
      await page.getByRole("row", { name: /10\.20\.3\.128\/25.*Create here/ }).waitFor();
      await press(page, "Add subnet");
      await dialog(page).getByLabel("Name").fill("too large");
      await dialog(page).getByLabel("Prefix length").fill("23");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await dialog(page)
        .getByText(/10\.20\.3\.128\/25/)
        .waitFor();
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("link", { name: "team a", exact: true }).click();
      await heading(page, "team a").waitFor();
      await page.getByRole("link", { name: "plan (10.20.0.0/22)" }).click();
      await heading(page, "plan").waitFor();
    });
  });
});
