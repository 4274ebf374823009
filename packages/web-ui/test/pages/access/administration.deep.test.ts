import { webhooksPlugin } from "@cadastre/webhooks";
import { KeyRing } from "@cadastre/inventory-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("administration", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([webhooksPlugin()], { keyRing: KeyRing.parse(KeyRing.generate()) })]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("of webhooks: made, refused where they may not go, tried, and looked into", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/webhooks");
      await heading(page, "Webhooks").waitFor();
      await page.getByRole("button", { name: /New webhook/ }).click();
      await dialog(page).getByLabel("Name").fill("chat 7");
      await dialog(page).getByLabel("URL").fill("http://127.0.0.1:9/hook");
      await dialog(page).getByRole("checkbox").nth(1).check();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).locator("[aria-invalid=true]").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("URL").fill("http://nowhere.invalid/hook");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await heading(page, "chat 7").waitFor();
      await page.getByText("No deliveries yet").waitFor();
      await checkAccess(page);
      await press(page, "Send test event");
      await page.getByRole("gridcell", { name: "webhook.ping", exact: true }).waitFor();
      // What went wrong stays until it is read.
      await page.getByRole("button", { name: "Dismiss" }).last().click();
      await press(page, /^Details/);
      await dialog(page).getByText("Sent", { exact: true }).waitFor();
      await checkAccess(page);
    });
  });

  it("of users, keys and the audit log", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/users");
      await press(page, "New user");
      await dialog(page).getByLabel("User name").fill("ann-7");
      await dialog(page).getByLabel("Password").fill(PASSWORD);
      await dialog(page).getByLabel("Role").selectOption("operator");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: new RegExp("ann-7 .*operator.*active") }).waitFor();
      await checkAccess(page);
      await page.goto("/keys");
      await press(page, "New key");
      await dialog(page).getByLabel("Name").fill("backup 7");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByText("shown only once").waitFor();
      const key = await dialog(page).locator("code").innerText();
      await checkAccess(page);
      expect((await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
      await press(page, "Done");
      await press(page, "Delete backup 7");
      await press(page, "Delete key");
      await eventually(async () => (await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(
        401,
      );
      await page.goto("/audit?resource=user&action=create");
      await page
        .getByRole("gridcell", { name: /^Created user/ })
        .first()
        .waitFor();
      await checkAccess(page);
      await page
        .getByRole("button", { name: /^Details/ })
        .first()
        .click();
      await dialog(page).getByRole("definition").filter({ hasText: "ann-7" }).first().waitFor();
      await checkAccess(page);
      await page.goto("/account");
      await heading(page, "Your account").waitFor();
      await checkAccess(page);
    });
  });

  it("of datacenters, which keep address spaces apart", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/datacenters");
      await press(page, "Create a datacenter");
      await dialog(page).getByLabel("Name").fill("site 7");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("link", { name: "site 7" }).waitFor();
      const [site] = await server.inventory.datacenters.list({ name: "site 7" });
      await server.inventory.networks.create({ name: "of 7", subnet: "10.0.0.0/24", datacenter_id: site?.id ?? null });
      await page.getByRole("row", { name: new RegExp("site 7 1 ") }).waitFor();
      await checkAccess(page);
      await press(page, "Edit site 7");
      await eventually(async () => await dialog(page).getByLabel("Name").inputValue()).toBe("site 7");
      await dialog(page).getByLabel("Location").fill("the cellar");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "the cellar" }).waitFor();
      await page.goto("/networks");
      await page.getByRole("row", { name: new RegExp("site 7.*1 top-level network") }).waitFor();
      await checkAccess(page);
      await server.inventory.datacenters.delete(site?.id ?? "");
    });
  });

  it("of spaces, which datacenters and networks name", async () => {
    // One that is named is not deleted.
    await visit(browser, { url: server.url, user: "root", expected: /409 \(Conflict\)/ }, async (page) => {
      await page.goto("/spaces");
      await press(page, "Create a space");
      await dialog(page).getByLabel("Name").fill("red 8");
      await dialog(page).getByLabel("Route distinguisher").fill("65000:8");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("cell", { name: "65000:8" }).waitFor();
      await page.goto("/datacenters");
      await press(page, "Create a datacenter");
      await dialog(page).getByLabel("Name").fill("site 8");
      await dialog(page).getByLabel("Address space").selectOption("red 8");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("cell", { name: "red 8" }).waitFor();
      await checkAccess(page);
      const [site] = await server.inventory.datacenters.list({ name: "site 8" });
      const [red] = await server.inventory.spaces.list();
      expect(site?.space_id).toBe(red?.id);
      await server.inventory.networks.create({ name: "common 8", subnet: "10.0.0.0/8" });
      await page.goto("/networks");
      await press(page, "New network");
      await dialog(page).getByLabel("Name").fill("plan 8");
      await dialog(page).getByLabel("Subnet").fill("10.0.0.0/8");
      await dialog(page).getByLabel("Address space").selectOption("red 8");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /red 8.*1 top-level network/ }).waitFor();
      await page.getByLabel("Space", { exact: true }).selectOption("red 8");
      await eventually(async () => await page.getByRole("link", { name: "common 8" }).count()).toBe(0);
      await page.getByRole("link", { name: "plan 8" }).click();
      await page.getByText("space red 8").waitFor();
      await checkAccess(page);
      await page.goto("/spaces");
      await page.getByRole("row", { name: /red 8 65000:8 1 1/ }).waitFor();
      await press(page, "Delete red 8");
      await dialog(page).getByRole("button", { name: "Delete space" }).click();
      await dialog(page)
        .getByText(/1 datacenter and 1 network/)
        .waitFor();
      await checkAccess(page);
      await page.goto(`/devices?space=${red?.id}`);
      await page.getByText("No devices match the filter").waitFor();
    });
  });
});
