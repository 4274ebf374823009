import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { act, binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(6);

describe.skipIf(binary === undefined)("pools and what is found", () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin])]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  async function prepared(second: number) {
    const prefix = `10.${second}.1`;
    const network = await server.inventory.networks.create({ name: `office ${second} 7`, subnet: `${prefix}.0/24` });
    const pool = await server.inventory.pools.create(network.id, {
      name: "desks",
      start_ip: `${prefix}.100`,
      end_ip: `${prefix}.199`,
      tags: ["dhcp"],
    });
    const held = async (): Promise<readonly string[]> =>
      (await server.inventory.pools.allocations(pool.id)).filter(({ status }) => status === "held").map(({ ip }) => ip);
    return { prefix, network, pool, held };
  }

  it("hold exactly the address that is clicked, and give it to a device", async () => {
    const { prefix, network, pool, held } = await prepared(1);
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("row", { name: /^desks/ }).waitFor();
      await page.getByRole("button", { name: `${prefix}.150, free` }).click();
      await dialog(page)
        .getByText(/Reserved for you for 10 minutes/)
        .waitFor();
      expect(await held()).toEqual([`${prefix}.150`]);
      await checkAccess(page);
      await page.keyboard.press("Escape");
      await eventually(held).toEqual([]);
      await page.getByRole("button", { name: `${prefix}.150, free` }).click();
      await dialog(page).getByLabel("Name").first().fill("desk 7");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: `${prefix}.150, used by desk 7` }).waitFor();
      expect(await server.inventory.pools.allocations(pool.id)).toMatchObject([{ ip: `${prefix}.150`, status: "confirmed" }]);
      // Somebody was faster: that is told, nothing else is taken instead, and the grid, which had not heard of it, shows it.
      const told = Promise.withResolvers<void>();
      await page.route("**/heatmap*", async (route) => {
        await told.promise;
        await route.continue();
      });
      await server.inventory.pools.allocate(pool.id, { ip: `${prefix}.151`, note: "by Ann" });
      await page.getByRole("button", { name: `${prefix}.151, free` }).click();
      await dialog(page)
        .getByText(/is held by another allocation/)
        .waitFor();
      told.resolve();
      expect(await dialog(page).getByRole("button", { name: "Allocate" }).count()).toBe(0);
      await checkAccess(page);
      await press(page, "Close");
      await page.getByRole("button", { name: `${prefix}.151, reserved` }).waitFor();
      expect(await held()).toEqual([`${prefix}.151`]);
      // An answer that comes after the dialog was closed and opened for another address: the first goes back.
      const late = Promise.withResolvers<void>();
      await page.route(
        "**/allocations",
        async (route) => {
          const response = await route.fetch();
          await late.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.getByRole("button", { name: `${prefix}.160, free` }).click();
      await dialog(page).getByText(`Reserving ${prefix}.160`).waitFor();
      await eventually(held).toContain(`${prefix}.160`);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: `${prefix}.161, free` }).click();
      await dialog(page)
        .getByText(/Reserved for you/)
        .waitFor();
      late.resolve();
      await eventually(held).toEqual([`${prefix}.151`, `${prefix}.161`]);
      await dialog(page)
        .getByRole("heading", { name: `Allocate ${prefix}.161` })
        .waitFor();
      await page.keyboard.press("Escape");
      await eventually(held).toEqual([`${prefix}.151`]);
      // Outside the pool nothing can be held, and it is allocated as before.
      await page.getByRole("button", { name: `${prefix}.7, free` }).click();
      await dialog(page).getByText(`Allocate ${prefix}.7`).waitFor();
      expect(
        await dialog(page)
          .getByText(/Reserved for you/)
          .count(),
      ).toBe(0);
    });
  });

  it("are changed and deleted where they stand", async () => {
    const { prefix, network, pool } = await prepared(2);
    await server.inventory.pools.create(network.id, { name: "printers", start_ip: `${prefix}.10`, end_ip: `${prefix}.19` });
    await visit(browser, { url: server.url, user: "root", expected: /409|412/ }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      await act(page, "History pool desks");
      await dialog(page)
        .getByRole("row", { name: /Created/ })
        .waitFor();
      await page.keyboard.press("Escape");
      await act(page, "Edit pool desks");
      await dialog(page).getByRole("button", { name: "Remove dhcp" }).waitFor();
      await dialog(page).getByLabel("First address").fill(`${prefix}.15`);
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page)
        .getByRole("alert")
        .getByText(/printers/)
        .waitFor();
      await server.inventory.pools.update(pool.id, { description: "by Ann" });
      await dialog(page).getByLabel("First address").fill(`${prefix}.120`);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page).getByRole("alert").getByText("by Ann").waitFor();
      await dialog(page).getByLabel("Tags").fill("desks");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("row", { name: new RegExp(`^desks by Ann ${prefix}.120 ${prefix}.199`) }).waitFor();
      expect(await server.inventory.pools.get(pool.id)).toMatchObject({
        start_ip: `${prefix}.120`,
        tags: ["dhcp", "desks"],
        description: "by Ann",
      });
      await checkAccess(page);
      await act(page, "Delete pool desks");
      await dialog(page).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Delete pool" }).click();
      await eventually(async () => await page.getByRole("row", { name: /^desks/ }).count()).toBe(0);
      await eventually(async () => (await server.inventory.pools.list(network.id)).map(({ name }) => name)).toEqual(["printers"]);
    });
  });

  it("are made smaller when the allocations outside are released", async () => {
    const { prefix, network, pool, held } = await prepared(5);
    for (const last of [101, 150]) await server.inventory.pools.allocate(pool.id, { ip: `${prefix}.${last}` });
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      await act(page, "Edit pool desks");
      const save = dialog(page).getByRole("button", { name: "Save" });
      const release = dialog(page).getByLabel("Release allocations outside the range");
      await eventually(async () => await dialog(page).getByLabel("Name").inputValue()).toBe("desks");
      expect(await release.count()).toBe(0);
      await dialog(page).getByLabel("First address").fill(`${prefix}.120`);
      await save.click();
      await dialog(page).getByRole("alert").getByText(`${prefix}.101`, { exact: true }).waitFor();
      expect(await dialog(page).getByRole("alert").getByRole("listitem").allInnerTexts()).toEqual([`${prefix}.101`]);
      await checkAccess(page);
      await release.check();
      // Another range leaves others outside: they are shown first.
      await dialog(page).getByLabel("First address").fill(`${prefix}.160`);
      await eventually(async () => await release.count()).toBe(0);
      await save.click();
      await dialog(page).getByRole("alert").getByText(`${prefix}.150`, { exact: true }).waitFor();
      expect(await release.isChecked()).toBe(false);
      expect(await held()).toEqual([`${prefix}.101`, `${prefix}.150`]);
      await dialog(page).getByLabel("First address").fill(`${prefix}.120`);
      await eventually(async () => await release.count()).toBe(0);
      await save.click();
      await release.check();
      await save.click();
      await page.getByRole("row", { name: new RegExp(`^desks ${prefix}.120 ${prefix}.199`) }).waitFor();
      expect(await held()).toEqual([`${prefix}.150`]);
    });
  });

  it("are only shown to who may only read", async () => {
    const { prefix, network } = await prepared(3);
    await server.user("paula-7", "viewer");
    await visit(browser, { url: server.url, user: "paula-7" }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("row", { name: /^desks/ }).waitFor();
      expect(await page.getByRole("button", { name: /^(?!History ).*(pool|Assign|Allocate)/ }).count()).toBe(0);
      await page.getByRole("button", { name: `${prefix}.150, free` }).click();
      expect(await dialog(page).count()).toBe(0);
      await checkAccess(page);
    });
  });

  it("what is found is taken in one by one with its fields, or all at once", async () => {
    const prefix = `10.4.1`;
    const network = await server.inventory.networks.create({ name: "lab 7", subnet: `${prefix}.0/29` });
    const { id: scanId } = await server.inventory.scans.start(network.id, { scan_type: "quick" });
    for (const last of [1, 2, 3, 4, 5, 6])
      scanner.tell(
        ...(last < 5 ? answered(`${prefix}.${last}`) : [{ kind: "host-done", ip: `${prefix}.${last}`, outcome: "silent" } as const]),
      );
    scanner.tell("over");
    await eventually(async () => (await server.inventory.scans.get(scanId)).status).toBe("completed");
    await visit(browser, { url: server.url, user: "root", expected: /400|404|409/ }, async (page) => {
      await page.goto(`/discovery?network=${network.id}`);
      await heading(page, "Discovery").waitFor();
      await act(page, `Promote ${prefix}.1`);
      await dialog(page).getByLabel("Name").fill("core 7");
      await dialog(page).getByLabel("Make and model").fill("Aruba 6300M");
      await dialog(page).getByLabel("Description").fill("in the cellar");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Promote" }).click();
      await page.getByText("Device core 7 promoted.").last().waitFor();
      const [made] = await server.inventory.devices.search({ q: "core 7" });
      expect(made).toMatchObject({ make_model: "Aruba 6300M", description: "in the cellar", addresses: [{ ip: `${prefix}.1` }] });
      await page.getByLabel("Search hosts").fill(`${prefix}.2`);
      await page.getByText("1 of 4 found.").waitFor();
      await page.getByLabel("Select all").check();
      await page.getByRole("button", { name: "Promote 1", exact: true }).waitFor();
      await page.getByLabel("Search hosts").fill("");
      await page.getByText("4 found.", { exact: true }).waitFor();
      await page.getByLabel("Select all").check();
      // One of them goes just before: none is promoted, and trying again with the others is one click.
      const gone =
        (await server.inventory.discoveredDevices.list({ network_id: network.id })).find(({ ip }) => ip === `${prefix}.3`)?.id ?? "";
      await page.route(
        "**/discovery/promote",
        async (route) => {
          await server.inventory.discoveredDevices.delete(gone);
          await route.continue();
        },
        { times: 1 },
      );
      await press(page, /^Promote 3$/);
      await page.getByRole("alert").filter({ hasText: "None of them was promoted" }).waitFor();
      await checkAccess(page);
      await press(page, /^Promote 2$/);
      await page.getByText("2 devices promoted.").last().waitFor();
      await eventually(async () => await page.getByRole("link", { name: "in the inventory" }).count()).toBe(3);
      expect((await server.inventory.networks.devices(network.id)).map(({ addresses }) => addresses[0]?.ip ?? "").toSorted()).toEqual(
        [1, 2, 4].map((last) => `${prefix}.${last}`),
      );
    });
  });

  it("what is found and recorded already is told, and taken in a second time only when one says so", async () => {
    const prefix = `10.6.1`;
    const network = await server.inventory.networks.create({ name: "shop 7", subnet: `${prefix}.0/29` });
    const { id: scanId } = await server.inventory.scans.start(network.id, { scan_type: "quick" });
    for (const last of [1, 2, 3]) scanner.tell(...answered(`${prefix}.${last}`));
    for (const last of [4, 5, 6]) scanner.tell({ kind: "host-done", ip: `${prefix}.${last}`, outcome: "silent" });
    scanner.tell("over");
    await eventually(async () => (await server.inventory.scans.get(scanId)).status).toBe("completed");
    async function holders(last: number): Promise<number> {
      const devices = await server.inventory.networks.devices(network.id);
      return devices.filter(({ addresses }) => addresses[0]?.ip === `${prefix}.${last}`).length;
    }
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto(`/discovery?network=${network.id}`);
      await act(page, `Promote ${prefix}.1`);
      await dialog(page).getByLabel("Name").fill("second till 7");
      // Somebody records it while the form is filled in.
      const till = await server.inventory.devices.create({ name: "till 7", addresses: [{ ip: `${prefix}.1` }] });
      await dialog(page).getByRole("button", { name: "Promote" }).click();
      await dialog(page).getByRole("alert").getByText(`${prefix}.1 or its MAC address is already in the inventory.`).waitFor();
      const link = dialog(page).getByRole("link", { name: "Open that device" });
      expect(await link.getAttribute("href")).toBe(`/devices/${till.id}`);
      expect(await holders(1)).toBe(1);
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create a second device" }).click();
      await page.getByText("Device second till 7 promoted.").last().waitFor();
      expect(await holders(1)).toBe(2);
      // Or just before many are promoted: none is, and it is told of which device the page has not heard yet.
      await page.getByLabel("Select all").check();
      let scale = "";
      await page.route(
        "**/discovery/promote",
        async (route) => {
          scale = (await server.inventory.devices.create({ name: "scale 7", addresses: [{ ip: `${prefix}.2` }] })).id;
          await route.continue();
        },
        { times: 1 },
      );
      await press(page, /^Promote 2$/);
      const refused = page.getByRole("alert").filter({ hasText: "None of them was promoted" });
      await refused.getByText("is recorded already").waitFor();
      await checkAccess(page);
      await press(page, /^Promote 1$/);
      await page.getByText("1 device promoted.").last().waitFor();
      expect(await holders(3)).toBe(1);
      expect((await server.inventory.devices.get(scale)).addresses.map(({ ip }) => ip)).toEqual([`${prefix}.2`]);
    });
  });
});
