import type { Inventory } from "@cadastre/inventory-core";
import type { RecordServices } from "@cadastre/inventory-core/records";
import type { Rack } from "../../../../examples/custom-plugin/src/rack.ts";
import { racksPlugin } from "../../../../examples/custom-plugin/src/racks-plugin.ts";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { binary, checkAccess, dialog, drawn, eventually, heading, launch, message, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(3);

describe.skipIf(binary === undefined)("records of a plugin", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([racksPlugin()])]);
    await whenBuilt(server.url);
    await server.user("vera", "viewer");
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const racks = () => (server.inventory as Inventory & RecordServices<typeof Rack>).racks;
  // A test that is repeated begins without racks, too.
  afterEach(async () => {
    for (const { id } of await racks().list()) await racks().delete(id);
  });

  it("are listed, made, shown, changed and deleted, by what the manifest tells of them", async () => {
    // 404: an event of the change may have the page read the rack again while it is deleted.
    await visit(browser, { url: server.url, user: "root", expected: /40[04]/ }, async (page) => {
      const units = async (): Promise<string> => await dialog(page).getByLabel("Height units").inputValue();
      await page.goto("/");
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Racks" }).click();
      await heading(page, "Racks").waitFor();
      await page.getByText("No racks yet").waitFor();
      await checkAccess(page);
      await press(page, "New rack");
      await eventually(units).toBe("42");
      await dialog(page).getByText("Height in rack units").waitFor();
      await dialog(page).getByLabel("Name").fill("row 1, A");
      await dialog(page).getByLabel("Height units").fill("99");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByText("must be between 1 and 60").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Height units").fill("24");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await message(page, "Rack row 1, A saved.").waitFor();
      await page.getByRole("columnheader", { name: "Height units" }).waitFor();
      expect(await racks().list()).toMatchObject([{ name: "row 1, A", height_units: 24 }]);

      await page.getByRole("link", { name: "row 1, A" }).click();
      await heading(page, "row 1, A").waitFor();
      await drawn(page);
      await checkAccess(page);
      // A form that was there before its record would lose what is typed meanwhile.
      const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/\/api\/racks\/[^/]+$/, async (route) => {
        asked.resolve();
        await answered.promise;
        await route.fallback();
      });
      await press(page, "Edit");
      await asked.promise;
      expect(await dialog(page).count()).toBe(0);
      answered.resolve();
      await eventually(units).toBe("24");
      await page.unrouteAll({ behavior: "wait" });
      await dialog(page).getByLabel("Height units").fill("30");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "Rack saved.").waitFor();
      await page.getByRole("region", { name: "Fields" }).getByText("30", { exact: true }).waitFor();
      expect(await racks().list()).toMatchObject([{ name: "row 1, A", height_units: 30 }]);

      await press(page, "Delete");
      await press(page, "Delete rack");
      await page.getByText("No racks yet").waitFor();
      expect(await racks().list()).toEqual([]);
    });
  });

  it("that somebody else changed meanwhile are not overwritten unseen", async () => {
    const { id } = await racks().create({ name: "watched" });
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      await page.goto(`/records/racks/${id}`);
      await press(page, "Edit");
      await eventually(async () => await dialog(page).getByLabel("Name").inputValue()).toBe("watched");
      await racks().update(id, { height_units: 10 });
      await dialog(page).getByLabel("Name").fill("renamed");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).getByRole("alert").getByText(/→ 10$/).waitFor();
      expect(await racks().get(id)).toMatchObject({ name: "watched", height_units: 10 });
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "Rack saved.").waitFor();
      expect(await racks().get(id)).toMatchObject({ name: "renamed", height_units: 10 });
    });
  });

  it("offer what the caller may do, and nothing else", async () => {
    const { id } = await racks().create({ name: "seen" });
    await visit(browser, { url: server.url, user: "vera" }, async (page) => {
      await page.goto("/records/racks");
      await page.getByRole("link", { name: "seen" }).waitFor();
      await drawn(page);
      expect(await page.getByRole("button", { name: /New rack|Edit|Delete/ }).count()).toBe(0);
      await page.goto(`/records/racks/${id}`);
      await heading(page, "seen").waitFor();
      await drawn(page);
      expect(await page.getByRole("button", { name: /Edit|Delete/ }).count()).toBe(0);
      await page.goto("/records/shelves");
      await page.getByText("The server has no list of shelves.").waitFor();
      await checkAccess(page);
    });
  });
});
