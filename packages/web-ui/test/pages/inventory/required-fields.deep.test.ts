import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { circuitsPlugin } from "../../support/circuits.ts";
import { answered, ConductedScanner } from "../../support/conducted-scanner.ts";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, dialog, eventually, heading, launch, message, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(5);

/** A required custom field of each type, as devices and networks have them, with the text that is typed and the value that is stored. */
const REQUIRED = [
  { name: "owner", type: "text", label: "Owner", typed: "Ada", value: "Ada" },
  { name: "units", type: "number", label: "Units", typed: "2", value: 2 },
  { name: "leased", type: "boolean", label: "Leased", typed: "no", value: false },
  { name: "bought", type: "date", label: "Bought", typed: "2024-02-29", value: "2024-02-29" },
  { name: "runbook", type: "url", label: "Runbook", typed: "https://wiki.example/x", value: "https://wiki.example/x" },
  { name: "tier", type: "choice", label: "Service tier", choices: ["gold", "silver"] as string[], typed: "gold", value: "gold" },
] as const;
const VALUES = Object.fromEntries(REQUIRED.map(({ name, value }) => [name, value]));

async function fillRequired(form: Locator): Promise<void> {
  for (const { type, label, typed } of REQUIRED) {
    const field = form.getByLabel(new RegExp(`^${label}`));
    await (type === "boolean" || type === "choice" ? field.selectOption(typed) : field.fill(typed));
  }
}

describe.skipIf(binary === undefined)("required custom fields", () => {
  let browser: Browser;
  let server: PageServer;
  const scanner = new ConductedScanner();
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([scanner.plugin, circuitsPlugin()])]);
    await whenBuilt(server.url);
    for (const record of ["device", "network", "pool", "datacenter", "circuit", "vlan"] as const) {
      for (const { typed: _, value: __, ...field } of REQUIRED) await server.inventory.fields.create({ ...field, record, required: true });
      await server.inventory.fields.create({ record, name: "note", type: "text", label: "Remark" });
    }
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const network = async (name: string, subnet: string): Promise<string> =>
    (await server.inventory.networks.create({ name, subnet, fields: VALUES })).id;
  const deviceNamed = async (wanted: string) => (await server.inventory.devices.list()).find(({ name }) => name === wanted);

  it("are in the form that allocates an address from the grid", async () => {
    const id = await network("lab 1", "10.1.0.0/28");
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto(`/networks/${id}`);
      await page.getByRole("button", { name: "10.1.0.5, free" }).click();
      await dialog(page).getByLabel("Name").first().fill("allocated-1");
      await dialog(page).getByLabel("Owner").waitFor();
      expect(await dialog(page).getByLabel("Remark").count()).toBe(0);
      await fillRequired(dialog(page));
      await dialog(page).getByLabel("Units").fill("two");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await dialog(page).getByText("Units must be a number").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Units").fill("2");
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await page.getByRole("button", { name: "10.1.0.5, used by allocated-1" }).waitFor();
      expect((await deviceNamed("allocated-1"))?.fields).toEqual({ ...VALUES, note: null });
    });
  });

  it("are in the form that promotes a discovered device, and in that of many", async () => {
    const subnet = "10.2.0";
    const id = await network("lab 2", `${subnet}.0/29`);
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto(`/discovery?network=${id}`);
      await press(page, "Scan this network");
      await dialog(page).getByRole("button", { name: "Start scan" }).click();
      await page.getByRole("progressbar").waitFor();
      for (const last of [1, 2, 3]) scanner.tell(...answered(`${subnet}.${last}`));
      for (const last of [4, 5, 6]) scanner.tell({ kind: "host-done", ip: `${subnet}.${last}`, outcome: "silent" });
      scanner.tell("over");
      await page.getByText("completed").waitFor();
      await press(page, new RegExp(`^Promote ${subnet}.1`));
      await fillRequired(dialog(page));
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Promote" }).click();
      await message(page, `Device ${subnet}.1 promoted.`).waitFor();
      expect((await deviceNamed(`${subnet}.1`))?.fields).toEqual({ ...VALUES, note: null });
      await page.getByLabel(`Select ${subnet}.2`).check();
      await page.getByLabel(`Select ${subnet}.3`).check();
      await press(page, /^Promote 2$/);
      await fillRequired(dialog(page));
      await dialog(page).getByLabel("Units").fill("two");
      await dialog(page).getByRole("button", { name: "Promote" }).click();
      await dialog(page).getByText("Units must be a number").waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Units").fill("2");
      await dialog(page).getByRole("button", { name: "Promote" }).click();
      await message(page, "2 devices promoted.").waitFor();
      for (const last of [2, 3]) expect((await deviceNamed(`${subnet}.${last}`))?.fields).toEqual({ ...VALUES, note: null });
    });
  });

  it("are in the form that allocates a network in another", async () => {
    const id = await network("lab 3", "10.3.0.0/16");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${id}`);
      await press(page, /^Add subnet/);
      await dialog(page).getByLabel("Name").fill("inner 3");
      await fillRequired(dialog(page));
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Allocate" }).click();
      await dialog(page).waitFor({ state: "detached" });
      const made = (await server.inventory.networks.list()).find(({ name }) => name === "inner 3");
      expect(made?.fields).toEqual({ ...VALUES, note: null });
    });
  });

  it("are in the full form of each kind of record, which the browser does not send without them", async () => {
    const id = await network("lab 4", "10.4.0.0/24");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      for (const [path, button] of [
        ["/devices", "New device"],
        ["/networks", "New network"],
        [`/networks/${id}`, "New pool"],
        ["/datacenters", "New datacenter"],
        ["/records/circuits", "New circuit"],
        ["/records/vlans", "New VLAN"],
      ] as const) {
        await page.goto(path);
        await press(page, button);
        await dialog(page).getByLabel("Owner").waitFor();
        const missing = await dialog(page).locator("form").locator("fieldset :invalid").count();
        expect(`${button}: ${missing} of ${REQUIRED.length}`).toBe(`${button}: ${REQUIRED.length} of ${REQUIRED.length}`);
        await fillRequired(dialog(page));
        expect(await dialog(page).locator("form").locator("fieldset :invalid").count()).toBe(0);
        await press(page, "Cancel");
      }
    });
  });

  it("are set for many devices by one plan, together with other fields", async () => {
    for (const name of ["bulk-1", "bulk-2"]) await server.inventory.devices.create({ name, fields: VALUES });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices?q=bulk-");
      await page.getByText("2 matching the filter").waitFor();
      await page.getByLabel("Select all").check();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await dialog(page).getByLabel("Owner").fill("Grace");
      await dialog(page).getByLabel("Remark").fill("moved");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Preview" }).click();
      await heading(page, "Change 2 devices").waitFor();
      await press(page, /^Apply/);
      await eventually(async () => (await deviceNamed("bulk-2"))?.fields).toEqual({ ...VALUES, owner: "Grace", note: "moved" });
    });
  });
});
