import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeStorage } from "../../support/large-inventory.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(6);

const scrollOf = async (page: Page, label: string): Promise<number> =>
  await page.evaluate<number>(`document.querySelector('table[aria-label="${label}"]')?.parentElement?.scrollTop ?? -1`);

/** Scrolls a list until a link in it can be clicked, and tells its position. */
async function scrollTo(page: Page, label: string, name: string): Promise<number> {
  await page.getByRole("link", { name, exact: true }).click({ trial: true });
  return await scrollOf(page, label);
}

describe.skipIf(binary === undefined)("lists of 10,800 devices", () => {
  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), largeStorage().then(async (storage) => await startPage([], { storage }))]);
    await whenBuilt(server.url);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  it("are searched with the network of a CIDR and the record of a name first", async () => {
    await server.inventory.datacenters.create({ name: "Plans" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      for (const [text, first] of [
        ["10.64.8.0/24", /^net-lon4-8/],
        ["10.64.7", /^net-lon4-7\s/],
        ["10.64.7.", /^net-lon4-7\s/],
        ["net-ams2-3", /^net-ams2-3/],
        ["lon4", /^lon4/],
        ["plans", /^Plans\s*$/],
      ] as const) {
        await press(page, "Search");
        await page.getByRole("combobox", { name: "Search" }).fill(text);
        await page
          .getByRole("status")
          .getByText(/found|best/)
          .waitFor();
        expect(await page.getByRole("option").first().innerText(), text).toMatch(first);
        if (text !== "10.64.8.0/24") {
          await page.keyboard.press("Escape");
          continue;
        }
        await page.keyboard.press("Enter");
        await heading(page, "net-lon4-8").waitFor();
      }
    });
  });

  it("are searched for what was typed while the search loaded", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      const { promise: typed, resolve } = Promise.withResolvers<void>();
      await page.route(/search-palette/, async (route) => {
        await typed;
        await route.continue();
      });
      await heading(page, "Dashboard").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("net-ams2-3");
      resolve();
      await page
        .getByRole("option", { name: /^net-ams2-3/ })
        .first()
        .waitFor();
      expect(await page.getByRole("combobox", { name: "Search" }).inputValue()).toBe("net-ams2-3");
    });
  });

  it("are where they were, with their filter, when a person goes back", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices?datacenter=&q=srv");
      await page.getByText("10,800 matching the filter").waitFor();
      await page.evaluate(`document.querySelector('table[aria-label="Devices"]').parentElement.scrollTop = 60000`);
      const name = "srv-ams2-01505";
      const place = await scrollTo(page, "Devices", name);
      expect(place).toBeGreaterThan(50_000);
      await page.getByRole("link", { name }).click();
      await heading(page, name).waitFor();
      await page.goBack();
      await eventually(async () => await scrollOf(page, "Devices")).toBe(place);
      await page.getByRole("link", { name }).waitFor();
      expect(new URL(page.url()).searchParams.get("q")).toBe("srv");
      await page.goForward();
      await heading(page, name).waitFor();
    });
  });

  it("keep the filter and the position when a device of them is deleted", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices?q=srv-lon4");
      await page.getByText("1,800 matching the filter").waitFor();
      await page.evaluate(`document.querySelector('table[aria-label="Devices"]').parentElement.scrollTop = 40000`);
      const place = await scrollTo(page, "Devices", "srv-lon4-01005");
      expect(place).toBeGreaterThan(30_000);
      await page.getByRole("link", { name: "srv-lon4-01005" }).click();
      await heading(page, "srv-lon4-01005").waitFor();
      await press(page, "Delete");
      await dialog(page).getByRole("button", { name: "Delete device" }).click();
      await page.getByText("1,799 matching the filter").waitFor();
      expect(new URL(page.url()).search).toBe("?q=srv-lon4");
      await eventually(async () => await scrollOf(page, "Devices")).toBe(place);
    });
  });

  it("of networks are where they were, and another page begins at its top", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 500 });
      await page.goto("/networks?q=net");
      await page.getByRole("row", { name: /net-ams2-0/ }).waitFor();
      await page.evaluate(`document.querySelector('table[aria-label="Networks"]').parentElement.scrollTop = 3000`);
      await eventually(async () => await page.getByRole("link", { name: "net-ams2-0", exact: true }).count()).toBe(0);
      // The rows that are drawn change with the position: a link is known by its name.
      const name = await page.getByRole("treegrid").getByRole("link").nth(20).innerText();
      const place = await scrollTo(page, "Networks", name);
      expect(place).toBeGreaterThan(2500);
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { name: "History" }).waitFor();
      await eventually(async () => await page.getByText("Loading …").count()).toBe(0);
      const top = await page.evaluate<number>("(window.scrollTo(0, 400), window.scrollY)");
      expect(top).toBeGreaterThan(300);
      await page.getByRole("link", { name: "Audit log", exact: true }).click();
      await heading(page, "Audit log").waitFor();
      await eventually(async () => await page.evaluate<number>("window.scrollY")).toBe(0);
      await page.goBack();
      await eventually(async () => await page.evaluate<number>("window.scrollY")).toBe(top);
      await page.goBack();
      await eventually(async () => await scrollOf(page, "Networks")).toBe(place);
    });
  });

  it("are counted as the API counts them", async () => {
    const root = await server.as("root");
    const { counts } = await root.dashboard.get();
    const open = (await root.conflicts.list()).filter(({ status }) => status === "active").length;
    const lon4 = (await root.datacenters.list()).find(({ name }) => name === "lon4")?.id ?? "";
    const [network] = await root.networks.list({ name: "net-lon4-7" });
    const utilization = await root.networks.utilization(network?.id ?? "");
    const ids = (await root.devices.list({ datacenter_id: lon4, limit: 77 })).map(({ id }) => id);
    await root.plans.create({ title: "Many", steps: [{ operation: "devices.bulkUpdate", body: { ids, set: { os: "BSD" } } }] });
    const [summary] = await root.plans.list({ status: "open" });
    expect(summary?.record_count).toBe(77);
    const ofLon4 = (await root.networks.list({ datacenter_id: lon4 })).length;
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const main = page.getByRole("main");
      const text = (count: number | undefined | null): string => (count ?? -1).toLocaleString("en");
      await page.goto("/");
      for (const [name, count] of [
        ["Networks", counts.networks],
        ["Devices", counts.devices],
        ["Open conflicts", open],
      ] as const)
        await main.getByRole("link", { name: new RegExp(`^\\s*${text(count)}\\s*${name}$`) }).waitFor();
      await page.goto("/devices");
      await main.getByText(`${text(counts.devices)} in total`).waitFor();
      await page.goto(`/devices?datacenter=${lon4}`);
      await main.getByText(`${text((await root.datacenters.devices(lon4)).length)} matching the filter`).waitFor();
      await page.goto("/networks");
      await main.getByText(`${text(counts.networks)} in total`).waitFor();
      await main
        .getByRole("row", { name: /ams2 1 top-level network$/ })
        .first()
        .waitFor();
      await page.goto("/networks?q=lon4");
      await main.getByText(`${ofLon4} networks`).first().waitFor();
      await page.goto("/datacenters");
      const ofSite = async (): Promise<string> => await main.getByRole("row", { name: /^lon4 / }).innerText();
      await eventually(ofSite).toMatch(new RegExp(`\\s${ofLon4}\\s`));
      await page.goto("/plans");
      await main.getByRole("row", { name: /^Many/ }).getByText(text(summary?.record_count), { exact: true }).waitFor();
      await page.goto(`/networks/${network?.id ?? ""}`);
      await main
        .getByText(text(Number(utilization.used_ips)))
        .first()
        .waitFor();
      await main
        .getByText(text(Number(utilization.available_ips)))
        .first()
        .waitFor();
      await page.goto("/conflicts");
      expect(open).toBeGreaterThan(0);
      await eventually(async () => Number(await main.getByLabel("Conflicts").getAttribute("aria-rowcount"))).toBe(open + 1);
    });
  });
});
