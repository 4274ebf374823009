import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhooksPlugin } from "@cadastre/webhooks";
import { KeyRing } from "@cadastre/inventory-core";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(4);

describe.skipIf(binary === undefined)("settings, sending and export", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([webhooksPlugin()], { keyRing: KeyRing.parse(KeyRing.generate()) })]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const rootData = async (page: Page, name: string): Promise<string | undefined> =>
    await page.evaluate<string | undefined>(`document.documentElement.dataset[${JSON.stringify(name)}]`);

  it("tell what the server is and has, and keep what this browser likes", async () => {
    await server.user("sam-7", "viewer");
    await visit(browser, { url: server.url, user: "sam-7" }, async (page) => {
      await page.goto("/settings");
      await heading(page, "Settings").waitFor();
      await page.getByText(/^Cadastre \d+\.\d+\.\d+/).waitFor();
      await page
        .getByRole("listitem")
        .filter({ hasText: /^webhooks.*on$/ })
        .waitFor();
      await page
        .getByRole("listitem")
        .filter({ hasText: /^oauth.*off$/ })
        .waitFor();
      await page.getByText(`${server.url}/api/openapi.json`, { exact: true }).waitFor();
      await page.getByText("Your permissions").click();
      await checkAccess(page);
      expect(await rootData(page, "theme")).toBe("light");
      await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
      await page.getByLabel("Density").selectOption("compact");
      await eventually(async () => [await rootData(page, "theme"), await rootData(page, "density")]).toEqual(["dark", "compact"]);
      await checkAccess(page);
      await page.reload();
      await heading(page, "Settings").waitFor();
      expect([await rootData(page, "theme"), await rootData(page, "density")]).toEqual(["dark", "compact"]);
      await page.getByLabel("Density").selectOption("comfortable");
      await eventually(async () => await rootData(page, "density")).toBe("comfortable");
    });
  });

  it("of webhooks: headers, time, further attempts and what becomes of the secret", async () => {
    const name = "carrier 7";
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/webhooks");
      await page.getByRole("button", { name: /New webhook/ }).click();
      await dialog(page).getByLabel("Name").fill(name);
      await dialog(page).getByLabel("URL").fill("http://nowhere.invalid/hook");
      await dialog(page).getByLabel("Secret").fill("the first secret of it");
      await dialog(page).getByLabel("Timeout (seconds)").fill("61");
      await dialog(page).getByLabel("Retries").fill("many");
      await press(page, "Add a header");
      await dialog(page).getByRole("textbox", { name: "Header 1" }).fill("X-Service-Event");
      await dialog(page).getByLabel("Value 1").fill("mine");
      await dialog(page).getByLabel("Device created").check();
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await eventually(async () => await dialog(page).locator("[aria-invalid=true]").count()).toBe(3);
      await checkAccess(page);
      await dialog(page).getByLabel("Timeout (seconds)").fill("5");
      await dialog(page).getByLabel("Retries").fill("0");
      await dialog(page).getByRole("textbox", { name: "Header 1" }).fill("Authorization");
      await press(page, "Add a header");
      await dialog(page).getByRole("textbox", { name: "Header 2" }).fill("authorization");
      await dialog(page).getByText("The header authorization is set twice").waitFor();
      await checkAccess(page);
      await press(page, "Remove header 2");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await heading(page, name).waitFor();
      await page.getByText("Authorization", { exact: true }).waitFor();
      const root = await server.as("root");
      const read = async () => (await root.webhooks.list()).find((one) => one.name === name);
      expect(await read()).toMatchObject({ headers: { Authorization: "mine" }, timeout_seconds: 5, retry_count: 0, has_secret: true });
      await checkAccess(page);
      await press(page, "Edit");
      await eventually(async () => await dialog(page).getByLabel("Value 1").inputValue()).toBe("mine");
      expect(await dialog(page).getByLabel("New secret").count()).toBe(0);
      await dialog(page).getByLabel("Secret").selectOption("other");
      await dialog(page).getByLabel("New secret").fill("the second secret of it");
      await dialog(page).getByLabel("Previous secret").selectOption("3600");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByText("Previous secret valid until").waitFor();
      expect((await read())?.previous_secret_expires_at).not.toBeNull();
      await press(page, "Edit");
      await eventually(async () => await dialog(page).getByLabel("Value 1").inputValue()).toBe("mine");
      await dialog(page).getByLabel("Secret").selectOption("none");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByText("not signed").waitFor();
      expect(await read()).toMatchObject({ has_secret: false, headers: { Authorization: "mine" } });
    });
  });

  it("what was not delivered is on the dashboard", async () => {
    const root = await server.as("root");
    for (const { id } of await root.webhooks.list()) await root.webhooks.delete(id);
    await server.inventory.networks.create({ name: "net 7", subnet: "10.7.0.0/24" });
    const { id } = await root.webhooks.create({
      name: "lost 7",
      url: "http://nowhere.invalid/hook",
      events: ["device.created"],
      retry_count: 0,
    });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/");
      await heading(page, "Dashboard").waitFor();
      expect(await page.getByText("Failed deliveries").count()).toBe(0);
      await root.webhooks.ping(id);
      await page.reload();
      await page.getByRole("heading", { name: "Failed deliveries" }).waitFor();
      await page.getByRole("listitem").filter({ hasText: "webhook.ping" }).waitFor();
      await checkAccess(page);
      await page.getByRole("link", { name: "lost 7" }).click();
      await heading(page, "lost 7").waitFor();
    });
  });

  it("the audit log is saved as it is filtered, by who may", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/audit?action=login&status=success");
      await page
        .getByRole("gridcell", { name: /^Signed in/ })
        .first()
        .waitFor();
      await checkAccess(page);
      for (const format of ["CSV", "JSON"]) {
        const [file] = await Promise.all([page.waitForEvent("download"), press(page, `Export ${format}`)]);
        expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
        const parts: Buffer[] = [];
        for await (const part of await file.createReadStream()) parts.push(part as Buffer);
        const text = Buffer.concat(parts).toString();
        const actions =
          format === "JSON"
            ? (JSON.parse(text) as { action: string }[]).map(({ action }) => action)
            : text
                .trim()
                .split(/\r?\n/)
                .slice(1)
                .map((line) => (line.includes(",login,") ? "login" : line));
        expect(new Set(actions)).toEqual(new Set(["login"]));
      }
    });
    const root = await server.as("root");
    const role = await root.roles.create({ name: "log reader 7", permissions: ["audit:list"] });
    await server.user("rex-7", role.name);
    await visit(browser, { url: server.url, user: "rex-7" }, async (page) => {
      await page.goto("/audit");
      await page
        .getByRole("gridcell", { name: /^Signed in/ })
        .first()
        .waitFor();
      expect(await page.getByRole("button", { name: /^Export/ }).count()).toBe(0);
    });
  });
});
