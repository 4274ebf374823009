import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, COPY_OF, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(6);

/** Whether anything is drawn in the picture. */
const isDrawn = async (page: Page): Promise<boolean> =>
  await page.evaluate<boolean>(
    `${COPY_OF} [...document.querySelectorAll("canvas")].some((canvas) => canvas.width > 0 && copyOf(canvas).data.some((value) => ` +
      `value !== 0))`,
  );

/** What the browser is given to keep. */
async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
  return await readFile(await download.path());
}

describe.skipIf(binary === undefined)("the topology", () => {
  let browser: Browser;
  let server: PageServer;
  let empty: PageServer;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    [browser, server, empty] = await Promise.all([launch(), startPage(), startPage()]);
    await whenBuilt(server.url);
    await whenBuilt(empty.url);
    const { datacenters, devices, relationships } = server.inventory;
    const lyon = await datacenters.create({ name: "Lyon" });
    const make = async (name: string, more: object = {}): Promise<void> => void ids.set(name, (await devices.create({ name, ...more })).id);
    await make("rack", { datacenter_id: lyon.id, tags: ["dc"] });
    await make("switch", { datacenter_id: lyon.id, tags: ["dc", "network"] });
    await make("web <b>1</b>", { tags: ["web"], status: "maintenance" });
    await make("database", { tags: ["web"], status: "planned" });
    await make("lonely");
    const relate = async (parent: string, type: "contains" | "connected_to" | "depends_on", child: string): Promise<unknown> =>
      await relationships.create(ids.get(parent) ?? "", { child_id: ids.get(child) ?? "", type });
    await relate("rack", "contains", "switch");
    await relate("web <b>1</b>", "connected_to", "switch");
    await relate("web <b>1</b>", "depends_on", "database");
    await server.user("reader", "viewer");
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await empty[Symbol.asyncDispose]();
  });

  it("of a datacenter shows all that is related there, however many devices come before them by name", async () => {
    await using own = await startPage();
    const { datacenters, devices, relationships } = own.inventory;
    await whenBuilt(own.url);
    const large = await datacenters.create({ name: "large" });
    const before = Array.from({ length: 2100 }, (_, index) => ({ name: `a-${String(index).padStart(5, "0")}`, datacenter_id: large.id }));
    for (let at = 0; at < before.length; at += 1000) await devices.createMany(before.slice(at, at + 1000));
    const [one, two] = [
      await devices.create({ name: "z-one", datacenter_id: large.id }),
      await devices.create({ name: "z-two", datacenter_id: large.id }),
    ];
    await relationships.create(one.id, { child_id: two.id, type: "depends_on" });
    await visit(browser, { url: own.url, user: "root" }, async (page) => {
      await page.goto(`/topology?datacenter=${large.id}&view=table`);
      await page.getByText("2 devices and 1 relationship are shown. 2,100 devices without relationships are not shown.").waitFor();
      expect(await page.getByRole("rowheader").allInnerTexts()).toEqual(["z-one", "z-two"]);
    });
  });

  it("is a picture and a table of the same, filtered by what is in the address of the page", async () => {
    await visit(browser, { url: server.url, user: "reader" }, async (page) => {
      await page.goto("/");
      await page.getByRole("link", { name: "Topology" }).click();
      await heading(page, "Topology").waitFor();
      await page.getByText("4 devices and 3 relationships are shown. 1 device without relationships is not shown.").waitFor();
      await page.getByRole("img", { name: /^Diagram of devices/ }).waitFor();
      await eventually(async () => await isDrawn(page)).toBe(true);
      await checkAccess(page);
      await press(page, "Zoom in");
      await press(page, "Fit to view");
      await press(page, "Show as table");
      const names = async (): Promise<string[]> => await page.getByRole("rowheader").allInnerTexts();
      await eventually(names).toEqual(["database", "rack", "switch", "web <b>1</b>"]);
      expect(
        await page
          .getByRole("row", { name: /^web/ })
          .getByRole("listitem")
          .allInnerTexts()
          .then((texts) => texts.toSorted()),
      ).toEqual(["depends on database", "is connected to switch"]);
      await checkAccess(page);
      await page.getByLabel("Relationships", { exact: true }).selectOption("depends_on");
      await eventually(names).toEqual(["database", "web <b>1</b>"]);
      await page.getByLabel("Relationships", { exact: true }).selectOption("");
      await page.getByLabel("Datacenter").selectOption("Lyon");
      await eventually(names).toEqual(["rack", "switch"]);
      await page.getByLabel("Tags (comma-separated)").fill("nothing has it");
      await page.getByText("No devices match the filter").waitFor();
      await checkAccess(page);
      await page.getByLabel("Tags (comma-separated)").fill("network");
      await eventually(names).toEqual(["switch"]);
      await page.reload();
      await eventually(names).toEqual(["switch"]);
      await page.getByLabel("Tags (comma-separated)").fill("");
      await page.getByRole("textbox", { name: "Search" }).fill("rac");
      await eventually(names).toEqual(["rack"]);
    });
  });

  it("goes as far from a device as is asked, by the keyboard too", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/topology?view=table");
      await page.getByRole("combobox", { name: "Center on device" }).fill("rack");
      await page.getByRole("option", { name: /rack/ }).waitFor();
      await page.keyboard.press("Enter");
      const names = async (): Promise<string[]> => await page.getByRole("rowheader").allInnerTexts();
      await eventually(names).toEqual(["rack", "switch"]);
      await page.getByLabel("Depth").selectOption("2");
      await eventually(names).toEqual(["rack", "switch", "web <b>1</b>"]);
      await checkAccess(page);
      await page.getByLabel("Depth").selectOption("3");
      await eventually(names).toEqual(["database", "rack", "switch", "web <b>1</b>"]);
      await press(page, "Neighbors of database");
      await eventually(async () => new URL(page.url()).searchParams.get("device")).toBe(ids.get("database"));
      await page.getByLabel("Depth").selectOption("1");
      await eventually(names).toEqual(["database", "web <b>1</b>"]);
      await press(page, "Show all");
      await eventually(names).toHaveLength(4);
    });
  });

  it("is kept as a picture and as JSON", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/topology");
      await eventually(async () => await isDrawn(page)).toBe(true);
      const picture = await saved(page, "Save as PNG");
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      expect(picture.readUInt32BE(16)).toBeGreaterThan(100);
      const { devices, relationships } = JSON.parse((await saved(page, "Save as JSON")).toString()) as {
        devices: { name: string }[];
        relationships: { type: string }[];
      };
      expect(devices.map(({ name }) => name)).toEqual(["database", "rack", "switch", "web <b>1</b>"]);
      expect(relationships.map(({ type }) => type).toSorted()).toEqual(["connected_to", "contains", "depends_on"]);
    });
  });

  it("asks for a filter where there are more devices than can be drawn, and says where there is none", async () => {
    if ((await empty.inventory.devices.list()).length === 0) {
      await visit(browser, { url: empty.url, user: "root" }, async (page) => {
        await page.goto("/topology");
        await page.getByText("No relationships yet").waitFor();
        await checkAccess(page);
      });
      for (const from of [0, 1000, 2000])
        await empty.inventory.devices.createMany(
          Array.from({ length: from < 2000 ? 1000 : 1 }, (_, index) => ({
            name: `bulk-${from + index}`,
            tags: [from === 1000 ? "other" : "first"],
          })),
        );
    }
    await visit(browser, { url: empty.url, user: "root" }, async (page) => {
      const lists: string[] = [];
      page.on(
        "request",
        (request) => void (/\/api\/(devices|relationships)$/.test(new URL(request.url()).pathname) && lists.push(request.url())),
      );
      await page.goto("/topology");
      await page.getByText("Too many devices for a diagram").waitFor();
      await page.getByText("2,001 in total.").waitFor();
      await checkAccess(page);
      expect(lists).toEqual([]);
      await page.goto("/topology?tags=first&alone=1&view=table");
      await page
        .getByText("1,000 devices and 0 relationships are shown. 1 further device is not shown: narrow the filter to see it.")
        .waitFor();
      expect(await page.getByRole("rowheader").count()).toBe(1000);
    });
  });

  it("is on the page of a device, beside who changed it", async () => {
    const root = await server.as("root");
    const { id } = await root.devices.create({ name: "watched 7", os: "debian 12" });
    await root.devices.update(id, { os: "debian 13", tags: ["new"] });
    await root.relationships.create(id, { child_id: ids.get("database") ?? "", type: "depends_on" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices/${id}`);
      await page
        .getByRole("img", { name: "The relationships of watched 7 as a diagram; the list above has the same information" })
        .waitFor();
      await eventually(async () => await isDrawn(page)).toBe(true);
      const history = page.getByRole("region", { name: "History" });
      await history.getByText("debian 13").waitFor();
      expect((await history.getByRole("row").allInnerTexts()).slice(1).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
        expect.stringMatching(/root Updated .*Operating system debian 12 → debian 13/),
        expect.stringMatching(/root Created Undo$/),
      ]);
      await checkAccess(page);
      await page.getByRole("link", { name: "Show in topology" }).click();
      await page.getByText("3 devices and 2 relationships are shown.").waitFor();
    });
    await visit(browser, { url: server.url, user: "reader" }, async (page) => {
      await page.goto(`/devices/${id}`);
      // Who may read the device is told what became of it, and needs no right to the log.
      await page.getByRole("region", { name: "History" }).getByText("debian 13").waitFor();
      expect(await page.getByRole("link", { name: "Show in audit log" }).count()).toBe(0);
    });
    await root.devices.delete(id);
  });

  it("ends the page of a network, for who may read it", async () => {
    const root = await server.as("root");
    const { id } = await root.networks.create({ name: "watched network", subnet: "10.77.0.0/24" });
    await root.networks.update(id, { vlan_id: 77 });
    await visit(browser, { url: server.url, user: "reader" }, async (page) => {
      await page.goto(`/networks/${id}`);
      const history = page.getByRole("region", { name: "History" });
      await history.getByText("→ 77").waitFor();
      expect((await history.getByRole("row").nth(1).innerText()).replaceAll(/\s+/g, " ")).toMatch(/root Updated .*VLAN.* → 77$/i);
      await checkAccess(page);
    });
    await root.networks.delete(id);
  });
});
