import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory, type Inventory } from "@cadastre/inventory-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporarySqlite } from "../../../../testing/sqlite-database.ts";
import { webUiPlugin } from "../../src/index.ts";
import { whenBuilt } from "../support/page-server.ts";
import { binary, dialog, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(1);

describe.skipIf(binary === undefined)("for the users of an application", () => {
  let browser: Browser;
  let inventory: Inventory;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const users = applicationUsers(({ cookies }) =>
      cookies.get("app") === "ann" ? { id: "7", username: "ann", role: "admin", credential: "session" } : null,
    );
    [browser, inventory] = await Promise.all([launch(), createInventory({ storage: temporarySqlite(), plugins: [users, webUiPlugin()] })]);
    const handler = createHandler(inventory.host, { basePath: "/ipam", rateLimit: { enabled: false } });
    server = createServer(handler.node).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ipam`;
    await whenBuilt(`${url}/`);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await inventory.close();
  });

  it("the page knows who they are and changes what they may, and leaves accounts and signing out to the application", async () => {
    await visit(browser, { url }, async (page, window) => {
      await window.addCookies([{ name: "app", value: "ann", url }]);
      await page.goto(`${url}/datacenters`);
      await heading(page, "Datacenters").waitFor();
      await press(page, "New datacenter");
      await dialog(page).getByRole("textbox").first().fill("fra1");
      await dialog(page).getByRole("textbox").first().press("Enter");
      await page.getByText("fra1").first().waitFor();
      expect(await inventory.datacenters.list()).toMatchObject([{ name: "fra1" }]);
      await page.getByRole("link", { name: "ann" }).click();
      await heading(page, "Settings").waitFor();
      expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
      expect(await page.getByRole("link", { name: "Account and password" }).count()).toBe(0);
      expect(await page.getByRole("link", { name: "Users", exact: true }).count()).toBe(0);
    });
  });
});
