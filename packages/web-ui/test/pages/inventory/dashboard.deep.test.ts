import { KeyRing } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { PASSWORD, type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, eventually, heading, launch, tellSkipped, visit } from "../browser.ts";

tellSkipped(2);

describe.skipIf(binary === undefined)("the dashboard", () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  let scanned = "";

  beforeAll(async () => {
    const keyRing = KeyRing.parse(KeyRing.generate());
    [browser, server] = await Promise.all([launch(), startPage([webhooksPlugin(), scanner.plugin], { keyRing })]);
    await whenBuilt(server.url);
    const { networks, pools, devices, scans } = server.inventory;
    const office = await networks.create({ name: "office", subnet: "10.1.0.0/24" });
    const desks = await pools.create(office.id, { name: "desks", start_ip: "10.1.0.100", end_ip: "10.1.0.109" });
    await pools.allocate(desks.id, { count: 6 });
    for (const name of ["alpha", "beta"]) await devices.create({ name, status: "maintenance", addresses: [{ ip: "10.1.0.7" }] });
    // It is not among the fullest: its name is not told with them.
    const lab = await networks.create({ name: "lab", subnet: "10.2.0.0/29" });
    scanned = (await scans.start(lab.id, { scan_type: "quick" })).id;
    scanner.tell(...answered("10.2.0.1"));
    const root = await server.as("root");
    const nowhere = { url: "http://nowhere.invalid/hook", retry_count: 0 };
    const { id } = await root.webhooks.create({ name: "lost", events: ["network.deleted"], ...nowhere });
    await root.webhooks.ping(id);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** A figure as it is read: "2 Networks". */
  async function figure(page: Page, text: string): Promise<string | undefined> {
    const [found] = await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(`${text}$`) })
      .allInnerTexts();
    return found?.replaceAll(/\s+/g, " ");
  }

  it("is one request, and follows what happens", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      const asked: string[] = [];
      page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
      const live = page.waitForResponse(/\/api\/events\/stream/);
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      await page.getByRole("heading", { name: "Fullest networks" }).waitFor();
      await page.getByRole("region", { name: "Fullest networks" }).getByRole("link", { name: "office" }).waitFor();
      expect(await page.getByRole("meter", { name: /desks, 10\.1\.0\.100–10\.1\.0\.109/ }).getAttribute("aria-valuenow")).toBe("60");
      await page.getByRole("article", { name: "Scan of lab" }).waitFor();
      await page.getByRole("region", { name: "Failed deliveries" }).getByRole("link", { name: "lost" }).waitFor();
      expect([await figure(page, "Networks"), await figure(page, "Open conflicts")]).toEqual(["2 Networks", "1 Open conflicts"]);
      await checkAccess(page);
      expect(asked.filter((path) => path === "/api/dashboard")).toHaveLength(1);
      const replaced = /^\/api\/(networks(\/utilization)?|devices\/status-counts|discovery\/scans|conflicts|webhooks(\/.*)?)$/;
      expect(asked.filter((path) => replaced.test(path))).toEqual([]);
      await live;
      const { id } = await server.inventory.devices.create({ name: "new 7" });
      await eventually(async () => await figure(page, "Devices")).toBe("3 Devices");
      await server.inventory.devices.delete(id);
      await eventually(async () => await figure(page, "Devices")).toBe("2 Devices");
      await server.inventory.scans.cancel(scanned);
      await eventually(async () => await page.getByRole("article").count()).toBe(0);
    });
  });

  it("shows nothing of what its user may not list", async () => {
    const root = await server.as("root");
    const { id: user } = await root.users.create({ username: "counter-7", password: PASSWORD });
    const role = await root.roles.create({ name: "counter 7", permissions: ["network:list"] });
    await root.users.grantRole({ user_id: user, role: role.name });
    await visit(browser, { url: server.url, user: "counter-7" }, async (page) => {
      await page.goto("/");
      await page.getByRole("region", { name: "Fullest networks" }).waitFor();
      expect(await page.getByRole("main").getByRole("heading").allInnerTexts()).toEqual(["Dashboard", "Fullest networks"]);
      expect(await figure(page, "Networks")).toBe("2 Networks");
      for (const other of ["Devices", "In maintenance", "Open conflicts"]) expect(await figure(page, other)).toBeUndefined();
      await checkAccess(page);
    });
  });
});
