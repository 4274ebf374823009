import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, COPY_OF, dialog, eventually, heading, launch, LOOKS, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(6 + LOOKS.length);

const NAMES = ['<img src=x onerror="alert(1)">', "\u200Fرواق שלום", "🏢 tower"];

describe.skipIf(binary === undefined)("networks", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    const { networks, devices, pools } = server.inventory;
    await networks.create({ name: "all of ten", subnet: "10.0.0.0/8" });
    await networks.create({ name: "site", subnet: "10.1.0.0/16" });
    const office = await networks.create({ name: "office", subnet: "10.1.5.0/24", vlan_id: 20 });
    await pools.create(office.id, { name: "dhcp", start_ip: "10.1.5.100", end_ip: "10.1.5.199" });
    await devices.create({ name: "gateway", addresses: [{ ip: "10.1.5.1" }, { ip: "10.1.77.7" }] });
    for (const [index, name] of NAMES.entries()) await networks.create({ name, subnet: `172.16.${index}.0/24` });
    await networks.create({ name: "wide", subnet: "2001:db8::/64" });
    await networks.create({ name: "everything", subnet: "0.0.0.0/0" });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("show an empty state that starts the first one", async () => {
    await using fresh = await startPage();
    await whenBuilt(fresh.url);
    await visit(browser, { url: fresh.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/networks");
      await page.getByText("No networks yet").waitFor();
      await checkAccess(page);
      await press(page, "Create a network");
      await dialog(page).getByLabel("Name").fill("lab");
      await dialog(page).getByLabel("Subnet").fill("10.0.0.1/24");
      await page.keyboard.press("Enter");
      await dialog(page).getByText("has host bits set").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Subnet").fill("10.0.0.0/24");
      await page.keyboard.press("Enter");
      await page.getByRole("row", { name: /lab/ }).waitFor();
      await checkAccess(page);
      // A message stays until it is read.
      await page.getByText("Network lab (10.0.0.0/24) created.").last().waitFor();
      await press(page, "Dismiss");
      await eventually(async () => await page.getByText("created.").count()).toBe(0);
    });
  });

  it("are a tree by containment with utilization, by keyboard too", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/networks");
      const rows = page.getByRole("row");
      await eventually(async () => await rows.count()).toBe(9);
      const office = page.getByRole("row", { name: /office/ });
      expect(await office.getAttribute("aria-level")).toBe("4");
      expect(await office.getByRole("meter").getAttribute("aria-valuenow")).toBe("0.39");
      await checkAccess(page);
      await page.getByRole("row", { name: /site/ }).focus();
      await page.keyboard.press("ArrowLeft");
      await eventually(async () => await office.count()).toBe(0);
      await page.keyboard.press("ArrowRight");
      await office.waitFor();
      await page.keyboard.press("ArrowDown");
      await office.and(page.locator(":focus")).waitFor();
      await page.keyboard.press("Enter");
      await heading(page, "office").waitFor();
      await page.goBack();
      await page.getByRole("textbox", { name: "Search" }).fill("vlan 20");
      await eventually(async () => await rows.count()).toBe(5);
      expect(new URL(page.url()).searchParams.get("q")).toBe("vlan 20");
    });
  });

  it("show names as text, whatever is in them", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      page.on("dialog", () => expect.unreachable("a name was run"));
      await page.goto("/networks");
      for (const name of NAMES) await page.getByRole("link", { name, exact: true }).waitFor();
      await page.getByRole("link", { name: NAMES[0] as string, exact: true }).click();
      await heading(page, NAMES[0] as string).waitFor();
      expect(await page.locator("img").count()).toBe(0);
    });
  });

  it("have their grid first, and a free cell is allocated in one dialog", async () => {
    const [office] = await server.inventory.networks.list({ name: "office" });
    const ip = "10.1.5.7";
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto(`/networks/${office?.id}`);
      const cell = page.getByRole("button", { name: `${ip}, free` });
      await cell.waitFor();
      await page.getByRole("button", { name: "10.1.5.1, used by gateway" }).waitFor();
      await page.getByRole("button", { name: "10.1.5.255, reserved" }).waitFor();
      await checkAccess(page);
      // By the keyboard alone: along a line and down.
      await page.getByRole("button", { name: "10.1.5.0, reserved" }).focus();
      for (let step = 0; step < Number(ip.split(".")[3]); step += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await dialog(page).getByText(`Allocate ${ip}`).waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Name", { exact: false }).first().fill("printer 7");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: `${ip}, used by printer 7` }).waitFor();
      await page.getByText(`${ip} allocated to printer 7.`).last().waitFor();
      await checkAccess(page);
      const [made] = await server.inventory.devices.search({ q: "printer 7" });
      expect(made?.addresses).toMatchObject([{ ip, network_id: office?.id }]);
    });
  });

  it("give an address of a network inside to that network, and hold it in that network's pool", async () => {
    const { networks, pools, devices } = server.inventory;
    const outer = await networks.create({ name: "outer", subnet: "10.77.0.0/24" });
    const inner = await networks.create({ name: "inner", subnet: "10.77.0.64/26" });
    const pool = await pools.create(inner.id, { name: "inside", start_ip: "10.77.0.80", end_ip: "10.77.0.90" });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${outer.id}`);
      await page.getByRole("button", { name: "10.77.0.82, free" }).click();
      await dialog(page).getByText("In the network inner (10.77.0.64/26).").waitFor();
      await dialog(page)
        .getByText(/Reserved for you/)
        .waitFor();
      expect((await pools.allocations(pool.id)).map(({ ip }) => ip)).toEqual(["10.77.0.82"]);
      await dialog(page).getByLabel("Name", { exact: false }).first().fill("inside the inner");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: "10.77.0.82, used" }).waitFor();
      const [made] = await devices.search({ q: "inside the inner" });
      expect(made?.addresses).toMatchObject([{ ip: "10.77.0.82", network_id: inner.id, pool_id: pool.id }]);
      await page.getByRole("button", { name: "10.77.0.5, free" }).click();
      await dialog(page).getByText("In the network outer (10.77.0.0/24).").waitFor();
    });
  });

  it("hold the next free address of a pool while a form is filled, and give it back", async () => {
    const [office] = await server.inventory.networks.list({ name: "office" });
    const [pool] = await server.inventory.pools.list(office?.id ?? "");
    const held = async (): Promise<readonly string[]> =>
      (await server.inventory.pools.allocations(pool?.id ?? "")).filter(({ status }) => status === "held").map(({ ip }) => ip);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${office?.id}`);
      await press(page, /Assign next IP/);
      await dialog(page)
        .getByText(/Allocate 10\.1\.5\.1\d\d/)
        .waitFor();
      expect(await held()).toHaveLength(1);
      await page.keyboard.press("Escape");
      await eventually(held).toEqual([]);
      await press(page, /Assign next IP/);
      await dialog(page)
        .getByText(/Allocate 10\.1\.5\.1\d\d/)
        .waitFor();
      await dialog(page).getByText("Existing device").click();
      await dialog(page).getByRole("combobox", { name: "Device" }).fill("gatew");
      await page.getByRole("option", { name: /gateway/ }).waitFor();
      await checkAccess(page);
      await page.keyboard.press("Enter");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByText("allocated to gateway.").last().waitFor();
      expect(await held()).toEqual([]);
      const [gateway] = await server.inventory.devices.search({ q: "gateway" });
      expect(gateway?.addresses.filter(({ pool_id: id }) => id === pool?.id)).toHaveLength(1);
    });
  });

  it.each(LOOKS)("of any size are drawn: a /16 by address, an IPv6 /64 and a /0 by block (%s)", async (look) => {
    const all = await server.inventory.networks.list();
    const idOf = (name: string): string => all.find((network) => network.name === name)?.id ?? "";
    await visit(browser, { look, url: server.url, user: "root", expected: /404/ }, async (page) => {
      await page.goto(`/networks/${idOf("site")}`);
      // Beside the map there is a chart, once it has come.
      const map = page.getByRole("region", { name: "Addresses" }).locator("canvas");
      await map.waitFor();
      await page.getByRole("combobox", { name: "Address block" }).fill("10.1.77.0");
      await page.getByRole("option", { name: "10.1.77.0 – 10.1.77.255: 1 used, 255 free" }).click();
      await page.getByRole("button", { name: "10.1.77.7, used" }).waitFor();
      await checkAccess(page);
      // What is drawn has the colours of the cells: used, then free.
      const [drawn, cells] = await page.evaluate<[string[], string[]]>(`(() => {
        ${COPY_OF}
        const { data, width } = copyOf(document.querySelector('section[aria-label="Addresses"] canvas'));
        const drawn = [7, 8].map((x) => 4 * (77 * width + x)).map((from) => "rgb(" + data.slice(from, from + 3).join(", ") + ")");
        const cells = ["10.1.77.7, used", "10.1.77.8, free"].map((name) => document.querySelector('[aria-label^="' + name + '"]'));
        return [drawn, cells.map((cell) => getComputedStyle(cell).backgroundColor)];
      })()`);
      expect(drawn).toEqual(cells);
      // A click on the map leads to its block.
      await map.click({ position: { x: 3, y: 2 } });
      await page
        .getByRole("button", { name: /^10\.1\.1\./ })
        .first()
        .waitFor();
      for (const [name, cell] of [
        ["wide", /2001:db8::\/72/],
        ["everything", /^10\.0\.0\.0\/8, \d+ used/],
      ] as const) {
        await page.goto(`/networks/${idOf(name)}`);
        await page.getByRole("button", { name: cell }).waitFor();
        await checkAccess(page);
      }
      await page.goto("/networks/none");
      await page.getByText("Network not found").waitFor();
    });
  });
});
