import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(8);

describe.skipIf(binary === undefined)("devices", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage()]);
    await whenBuilt(server.url);
    const { devices, networks } = server.inventory;
    await networks.create({ name: "office", subnet: "10.1.5.0/24" });
    await devices.create({ name: "alpha", os: "debian", tags: ["web"], addresses: [{ ip: "10.1.5.20" }] });
    await devices.create({ name: "beta", status: "planned", addresses: [{ ip: "10.1.5.3" }] });
    await devices.create({ name: "gamma", tags: ["web", "prod"] });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("are a list with filters in the address of the page, sorted, with an empty state", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices?sort=-created_at");
      const names = async (): Promise<string[]> => await page.getByRole("grid").getByRole("rowheader").getByRole("link").allInnerTexts();
      await eventually(names).toEqual(["gamma", "beta", "alpha"]);
      await checkAccess(page);
      await press(page, "Name");
      await eventually(names).toEqual(["alpha", "beta", "gamma"]);
      await page.getByRole("search").getByLabel("Tags").fill("web");
      await page.keyboard.press("Enter");
      await eventually(names).toEqual(["alpha", "gamma"]);
      await page.getByRole("search").getByLabel("Search").fill("10.1.5.0/27");
      await eventually(names).toEqual(["alpha"]);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tags: "web", q: "10.1.5.0/27" });
      await page.reload();
      await eventually(names).toEqual(["alpha"]);
      await page.getByRole("search").getByLabel("Status").selectOption("planned");
      await page.getByText("No devices match the filter").waitFor();
      await checkAccess(page);
      await press(page, "Show all devices");
      await eventually(names).toEqual(["alpha", "beta", "gamma"]);
    });
  });

  it("get tags and other fields together by a plan, also all that match the filter", async () => {
    const edit = async (page: Page): Promise<void> =>
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
    const { devices } = server.inventory;
    for (let index = 0; index < 201; index += 1) await devices.create({ name: `one of many ${index}`, tags: ["crowd"] });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices?tags=crowd");
      await page.getByText("201 matching the filter").waitFor();
      await page.getByLabel("Select all").check();
      await page.getByText("200 selected").waitFor();
      await press(page, "Select all 201");
      await page.getByText("201 selected").waitFor();
      await checkAccess(page);
      await edit(page);
      await dialog(page).getByLabel("Add tags").fill("7, shared");
      await dialog(page).getByLabel("Location").fill("hall 2");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Preview" }).click();
      await heading(page, "Change 201 devices").waitFor();
      expect(await devices.list({ tags: ["7"] })).toEqual([]);
      await press(page, /^Apply/);
      await eventually(async () => (await devices.list({ tags: ["7", "shared"] })).length).toBe(201);
      for (const { id } of await devices.list({ tags: ["crowd"] })) await devices.delete(id);
    });
  });

  it("take the MAC of an address as it is written anywhere, and say which one is none", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/devices");
      await press(page, "New device");
      await dialog(page).getByLabel("Name").first().fill("with a card");
      await press(page, "Add an address");
      await dialog(page).getByLabel("Address 1", { exact: true }).fill("10.88.0.7");
      await dialog(page).getByLabel("MAC address 1").fill("02:00:5e:00:53");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page)
        .getByText(/^MAC address 1 .*(12|MAC)/)
        .waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("MAC address 1").fill("0200.5E00.53AF");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await heading(page, "with a card").waitFor();
      await page.getByRole("cell", { name: "02:00:5e:00:53:af" }).waitFor();
      const [device] = (await server.inventory.devices.list()).filter(({ name }) => name === "with a card");
      expect(device?.addresses).toMatchObject([{ ip: "10.88.0.7", mac: "02:00:5e:00:53:af" }]);
    });
  });

  it("that somebody else changed meanwhile are not overwritten unseen", async () => {
    const { id } = await server.inventory.devices.create({ name: "edited 7", os: "debian 12" });
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      await page.goto(`/devices/${id}`);
      await heading(page, "edited 7").waitFor();
      await checkAccess(page);
      await press(page, "Edit");
      await eventually(async () => await dialog(page).getByLabel("Operating system").inputValue()).toBe("debian 12");
      await dialog(page).getByLabel("Location").fill("rack 7");
      await server.inventory.devices.update(id, { os: "debian 13", hostname: "theirs" });
      await dialog(page).getByRole("button", { name: "Save" }).click();
      const note = dialog(page).getByRole("alert");
      await note.waitFor();
      expect(await note.innerText()).toContain("debian 13");
      expect(await note.innerText()).toContain("theirs");
      // In sight, above what is typed into.
      const top = async (locator: ReturnType<typeof page.locator>): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;
      expect(await top(note)).toBeGreaterThan(0);
      expect(await top(note)).toBeLessThan(await top(dialog(page).getByLabel(/^Name/)));
      expect(await dialog(page).getByLabel("Location").inputValue()).toBe("rack 7");
      expect(await dialog(page).getByLabel("Operating system").inputValue()).toBe("debian 13");
      await checkAccess(page);
      const sent = page.waitForRequest((request) => request.method() === "PUT");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      expect((await sent).postDataJSON()).toEqual({ location: "rack 7" });
      await page.getByText("edited 7 saved.").last().waitFor();
      expect(await server.inventory.devices.get(id)).toMatchObject({ os: "debian 13", hostname: "theirs", location: "rack 7" });
    });
  });

  it("whose fields two people changed show theirs beside mine, and one of the two is taken", async () => {
    const { id } = await server.inventory.devices.create({ name: "fought over", os: "debian 12", location: "rack 1" });
    await visit(browser, { url: server.url, user: "root", expected: /412/ }, async (page) => {
      await page.goto(`/devices/${id}`);
      await press(page, "Edit");
      await eventually(async () => await dialog(page).getByLabel("Operating system").inputValue()).toBe("debian 12");
      await dialog(page).getByLabel("Operating system").fill("ubuntu");
      await dialog(page).getByLabel("Location").fill("rack 2");
      await server.inventory.devices.update(id, { os: "debian 13", location: "rack 3" });
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await dialog(page)
        .getByRole("row", { name: /^Operating system debian 13 ubuntu/ })
        .waitFor();
      await dialog(page)
        .getByRole("row", { name: /^Location rack 3 rack 2/ })
        .waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Take theirs: Operating system" }).click();
      expect(await dialog(page).getByLabel("Operating system").inputValue()).toBe("debian 13");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "fought over saved.").waitFor();
      expect(await server.inventory.devices.get(id)).toMatchObject({ os: "debian 13", location: "rack 2" });
    });
  });

  it("are changed after a dry run by a user who may not make plans, and the change waits out a rate limit", async () => {
    const { devices } = server.inventory;
    const names = ["one", "two", "three"];
    for (const name of names) await devices.create({ name: `tagged ${name}`, tags: ["batch"] });
    const root = await server.as("root");
    await root.roles.create({ name: "changer", permissions: ["device:list", "device:read", "device:update"] });
    await server.user("chan", "changer");
    await visit(browser, { look: "dark", url: server.url, user: "chan", expected: /429|400|404/ }, async (page) => {
      await page.clock.install();
      let limited = 0;
      await page.route("**/api/devices/bulk-update", async (route) => {
        if (limited === 2) return await route.fallback();
        limited += 1;
        await route.fulfill({
          status: 429,
          headers: { "retry-after": "60" },
          json: { code: "RATE_LIMIT_EXCEEDED", error: "too many requests" },
        });
      });
      const preview = async (field: string, tags: string): Promise<void> => {
        await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
        await dialog(page).getByLabel(field).fill(tags);
        await dialog(page).getByRole("button", { name: "Preview" }).click();
        await dialog(page).getByText("3 changes").waitFor();
      };
      await page.goto("/devices?tags=batch");
      for (const name of names) await page.getByLabel(`Select tagged ${name}`).check();
      await preview("Add tags", "a, b");
      await dialog(page).getByText("tagged one").waitFor();
      await checkAccess(page);
      expect(await devices.list({ tags: ["a"] })).toEqual([]);
      await dialog(page).getByRole("button", { name: "Apply" }).click();
      await page.getByText("Rate limit reached: requests continue").first().waitFor();
      expect(await page.getByText("Cadastre is not responding").count()).toBe(0);
      // Only while it waits: a jump beside a request would be the end of that request's time.
      await eventually(async () => {
        if ((await page.getByText("Rate limit reached: requests continue").count()) > 0) await page.clock.fastForward(62_000);
        return (await devices.list({ tags: ["a", "b"] })).length;
      }).toBe(3);
      expect(limited).toBe(2);
      await eventually(async () => await dialog(page).count()).toBe(0);
      // One of them is deleted meanwhile: none is changed, and the dialog says why.
      for (const name of names) await page.getByLabel(`Select tagged ${name}`).check();
      await preview("Remove tags", "batch");
      const [gone] = await devices.list({ tags: ["batch"] });
      await page.route("**/api/devices/bulk-update", async (route) => {
        await devices.delete(gone?.id ?? "");
        await route.fallback();
      });
      await dialog(page).getByRole("button", { name: "Apply" }).click();
      await dialog(page).getByRole("alert").getByText("names no device").waitFor();
      await checkAccess(page);
      expect(await devices.list({ tags: ["batch"] })).toHaveLength(2);
    });
  });

  it("come, change and go as events tell, without a list being asked for again", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const lists: string[] = [];
      await page.goto("/devices");
      await page.getByRole("link", { name: "gamma" }).waitFor();
      // The stream is open when its first event shows.
      const early = await server.inventory.devices.create({ name: "early 7" });
      await eventually(async () => {
        await server.inventory.devices.update(early.id, { description: crypto.randomUUID(), name: "early bird 7" });
        return await page.getByRole("link", { name: "early bird 7" }).count();
      }).toBe(1);
      page.on("request", (request) => void (new URL(request.url()).pathname === "/api/devices" && lists.push(request.url())));
      const { id } = await server.inventory.devices.create({ name: "live 7" });
      await page.getByRole("link", { name: "live 7" }).waitFor();
      await server.inventory.devices.update(id, { name: "lively 7" });
      await page.getByRole("link", { name: "lively 7" }).waitFor();
      await server.inventory.devices.delete(id);
      await eventually(async () => await page.getByRole("link", { name: "lively 7" }).count()).toBe(0);
      await server.inventory.devices.delete(early.id);
      expect(lists).toEqual([]);
    });
  });

  it("are found from anywhere by / and Ctrl-K, and ? tells the keys", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      await checkAccess(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
      await checkAccess(page);
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search" }).fill("10.1.5.20");
      await page.getByRole("option", { name: /alpha/ }).waitFor();
      await checkAccess(page);
      // The address itself comes first.
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await heading(page, "alpha").waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search" }).fill("nobody has this");
      await page.getByText("No results.").waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("g");
      await page.keyboard.press("n");
      await heading(page, "Networks").waitFor();
    });
  });

  it("say when the server cannot be reached, and go on when it is back", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /ERR_|Failed to (load|fetch)/ }, async (page, window) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      await page.getByRole("region", { name: /^Messages/ }).waitFor({ state: "attached" });
      await window.setOffline(true);
      await page.getByText("Server unreachable").waitFor();
      await checkAccess(page);
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      await page.getByText("This page could not be loaded.").last().waitFor();
      await window.setOffline(false);
      await eventually(async () => await page.getByText("Server unreachable").count()).toBe(0);
      await page.getByRole("link", { name: "Devices", exact: true }).first().click();
      await page.getByRole("link", { name: "gamma" }).waitFor();
    });
  });

  it("say that a form could not be loaded, and open it when the server is back", async () => {
    await visit(
      browser,
      { url: server.url, user: "root", expected: /ERR_|Failed to (load|fetch)|could not be loaded/ },
      async (page, window) => {
        await page.goto("/devices");
        await page.getByRole("link", { name: "gamma" }).waitFor();
        await page.getByRole("region", { name: /^Messages/ }).waitFor({ state: "attached" });
        await window.setOffline(true);
        await press(page, "New device");
        await page.getByText("could not be loaded").last().waitFor();
        await window.setOffline(false);
        await eventually(async () => await page.getByText("Server unreachable").count()).toBe(0);
        await press(page, "New device");
        await dialog(page).getByLabel(/^Name/).waitFor();
      },
    );
  });
});
