import type { Client, Device } from "@cadastre/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { largeStorage, LON4 } from "../../support/large-inventory.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, eventually, launch, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

/** Numbers of a sentence, without thousands separators. */
const shown = async (page: Page): Promise<string> => await page.getByText(/are shown/).innerText();

describe.skipIf(binary === undefined)("the topology of a site of 10,800 devices", () => {
  let browser: Browser;
  let server: PageServer;
  let root: Client;
  let lon4: string;
  const devices = new Map<string, Device>();

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), largeStorage().then(async (storage) => await startPage([], { storage }))]);
    await whenBuilt(server.url);
    root = await server.as("root");
    lon4 = (await root.datacenters.list().then((all) => all.find(({ name }) => name === "lon4")))?.id ?? "";
    for (const device of await server.inventory.devices.list()) devices.set(device.id, device);
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  it("shows each device with relationships, and names the other ends of links that lead out", async () => {
    const all = await server.inventory.relationships.listAll();
    const isInside = (id: string): boolean => devices.get(id)?.datacenter_id === lon4;
    const touching = all.filter((one) => isInside(one.parent_id) || isInside(one.child_id));
    const ends = [...new Set(touching.flatMap((one) => [one.parent_id, one.child_id]))];
    const [inside, outside] = [ends.filter(isInside), ends.filter((id) => !isInside(id))];
    expect([inside.length, touching.length]).toEqual([LON4.related, LON4.within + LON4.leadingOut]);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/topology?datacenter=${lon4}&view=table`);
      const sentence = await shown(page);
      expect(sentence).toContain(`${inside.length} devices and ${touching.length} relationships are shown.`);
      expect(sentence).toContain(`${LON4.leadingOut} of them lead to ${outside.length} devices that the filter excludes.`);
      expect(sentence).toContain("1,476 devices without relationships are not shown.");
      const rows = page.getByRole("rowheader");
      expect((await rows.allInnerTexts()).toSorted()).toEqual(inside.map((id) => devices.get(id)?.name ?? "").toSorted());
      const named = await page.getByRole("row").getByRole("listitem").getByRole("link").allInnerTexts();
      const expected = touching.flatMap((one) =>
        [one.parent_id, one.child_id].flatMap((id, at) =>
          isInside(id) ? [devices.get([one.child_id, one.parent_id][at] ?? "")?.name ?? ""] : [],
        ),
      );
      expect(named.toSorted()).toEqual(expected.toSorted());
      await checkAccess(page);
    });
  });

  it("draws the stubs, and leads from a stub to its device", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/topology?datacenter=${lon4}&q=srv-lon4-00007`);
      await page.getByText("1 device and 3 relationships are shown.").waitFor();
      await page.getByRole("img", { name: /^Diagram of devices/ }).waitFor();
      await page.getByText("excluded by the filter").waitFor();
      await page.getByRole("button", { name: "Show as table" }).click();
      await page.getByRole("link", { name: "srv-fra1-00007" }).click();
      await page.getByRole("heading", { level: 1, name: "srv-fra1-00007" }).waitFor();
    });
  });

  it("draws up to 1,000 devices, and counts those that it leaves out", async () => {
    const { id } = await root.datacenters.create({ name: "hub" });
    const { failed } = await server.inventory.devices.createMany([
      { name: "hub-1", datacenter_id: id },
      ...Array.from({ length: 999 }, (_, index) => ({ name: `leaf-${index}`, datacenter_id: id })),
    ]);
    expect(failed).toBe(0);
    const [hub, ...leaves] = (await server.inventory.devices.list({ datacenter_id: id })).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    for (const leaf of leaves) await server.inventory.relationships.create(hub?.id ?? "", { child_id: leaf.id, type: "connected_to" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/topology?datacenter=${id}&view=table`);
      expect(await shown(page)).toBe("1,000 devices and 999 relationships are shown.");
      const further = await root.devices.create({ name: "one too many", datacenter_id: id });
      await root.relationships.create(hub?.id ?? "", { child_id: further.id, type: "connected_to" });
      await page.reload();
      expect(await shown(page)).toBe(
        "1,000 devices and 999 relationships are shown. 1 further device is not shown: narrow the filter to see it.",
      );
    });
  });

  it("says that devices have no relationships, and not that no device matches", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/topology?datacenter=${lon4}&q=srv-lon4-01700`);
      await page.getByText("1 device matches, and has no relationships").waitFor();
      await page.getByLabel("Relationships", { exact: true }).selectOption("contains");
      await page.getByRole("textbox", { name: "Search" }).fill("srv-lon4-00007");
      await page.getByText("1 device matches, and has no relationships of this type").waitFor();
      await eventually(async () => await page.getByText("1 device without relationships of this type is not shown.").count()).toBe(1);
    });
  });
});
