import type { Inventory, Plan } from "@cadastre/inventory-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeStorage } from "../../support/large-inventory.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, eventually, launch, tellSkipped, visit } from "../browser.ts";

tellSkipped(2);

const UPDATED = 9960;
const DELETED = 30;

/** Changes 9,960 devices, one of them to the address of another, deletes 30 and creates one. */
async function planOfMany({ devices, plans }: Inventory): Promise<Plan> {
  const all = await devices.list({ limit: 10_000 });
  const updated = all.slice(0, UPDATED);
  const [moved, holder] = updated.filter(({ datacenter_id: id }) => id === updated[0]?.datacenter_id).slice(500);
  return await plans.create({
    title: "Move to Debian 14",
    steps: [
      { operation: "devices.bulkUpdate", body: { ids: updated.map(({ id }) => id), set: { os: "Debian 14" } } },
      { operation: "devices.update", params: { id: moved?.id ?? "" }, body: { addresses: [{ ip: holder?.addresses[0]?.ip ?? "" }] } },
      { operation: "devices.bulkDelete", body: { ids: all.slice(UPDATED, UPDATED + DELETED).map(({ id }) => id) } },
      { operation: "devices.create", body: { name: "brand-new" } },
    ],
  });
}

describe.skipIf(binary === undefined)("the page of a plan of 10,000 records", () => {
  let browser: Browser;
  let server: PageServer;
  let plan: Plan;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), largeStorage().then(async (storage) => await startPage([], { storage }))]);
    plan = await planOfMany(server.inventory);
    await whenBuilt(server.url);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  const textOf = async (page: Page): Promise<string> => await page.getByRole("main").innerText();

  it("shows conflicts and exceptions first, and counts each group as the API does", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/plans/${plan.id}`);
      await page.getByRole("heading", { name: `Changes: ${(UPDATED + DELETED + 1).toLocaleString("en")}` }).waitFor();
      const groups = page.locator("details > summary");
      await eventually(async () => await groups.allInnerTexts()).toEqual([
        "Changed device: addresses, operating system (1)",
        "Deleted devices (30)",
        "Changed devices: operating system (9,959)",
        "New device (1)",
      ]);
      const counts = (await groups.allInnerTexts()).map((text) => Number(/\(([\d,]+)\)/.exec(text)?.[1]?.replace(",", "")));
      expect(new Set(counts)).toEqual(new Set(plan.groups.map(({ count }) => count)));
      await page.getByRole("heading", { name: "Conflicts that it opens" }).waitFor();
      const text = await textOf(page);
      const places = ["Conflicts that it opens", "Exceptions", "Deleted devices (30)", "Changed devices: operating system"].map((part) =>
        text.indexOf(part),
      );
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
      await checkAccess(page);
    });
  });

  it("shows the first 50 of a group and more by page, and finds a record by its name", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/plans/${plan.id}`);
      const list = page.getByRole("list", { name: /^Changed devices: operating system/ });
      const items = async (): Promise<number> => await list.locator(":scope > li").count();
      await eventually(items).toBe(50);
      await page.getByText("50 of 9,959 shown").waitFor();
      await page.getByRole("button", { name: /^Show more of Changed devices/ }).click();
      await eventually(items).toBe(100);
      await page.getByText("100 of 9,959 shown").waitFor();
      const last = plan.effects.records.findLast(({ action }) => action === "update")?.name ?? "";
      await page.getByLabel("Search records").fill(last.toUpperCase());
      await eventually(async () => await page.getByRole("list", { name: "Records found" }).getByRole("heading").allInnerTexts()).toEqual([
        `Changed device\n${last}`,
      ]);
      await page.getByLabel("Search records").fill("no such record");
      await page.getByText("No records found").waitFor();
      await page.getByLabel("Search records").fill("");
      await eventually(items).toBe(100);
    });
  });
});
