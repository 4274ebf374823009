import { readFile } from "node:fs/promises";
import { FORMATS } from "@cadastre/importers";
import { definePlugin } from "@cadastre/inventory-core";
import { defineRecord, integer, name as nameField, reference } from "@cadastre/inventory-core/records";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../../support/page-server.ts";
import { binary, checkAccess, eventually, heading, launch, press, tellSkipped, visit } from "../browser.ts";

tellSkipped(8);

const Circuit = defineRecord({
  name: "circuit",
  fields: { name: nameField(), bandwidth_mbps: integer({ min: 1 }).optional(), device_id: reference("device").optional() },
});

const NMAP =
  `<?xml version="1.0"?><nmaprun scanner="nmap"><host><status state="up"/><address addr="10.1.5.77" ` +
  `addrtype="ipv4"/><hostnames><hostname name="printer.example" type="PTR"/></hostnames></host></nmaprun>`;

const choose = async (page: Page, name: string, text: string | Buffer): Promise<void> => {
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await press(page, "Preview import");
};
/** The numbers of a plan, by what they count. */
const countsOf = async (page: Page): Promise<Record<string, string>> => {
  const [names, numbers] = [await page.locator("dl dt").allInnerTexts(), await page.locator("dl dd").allInnerTexts()];
  return Object.fromEntries(names.map((name, index) => [name, numbers[index] ?? ""]));
};
const planned = (page: Page) => page.getByRole("grid", { name: "Import preview" });

describe.skipIf(binary === undefined)("the import", () => {
  let browser: Browser;
  let server: PageServer;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([definePlugin({ id: "circuits", engine: "*", records: [Circuit] })])]);
    await whenBuilt(server.url);
    await server.user("reader", "viewer");
  });
  beforeEach(async () => {
    for (const { id } of await server.inventory.devices.list()) await server.inventory.devices.delete(id);
    await server.inventory.devices.create({ name: "alpha", os: "debian 12", tags: ["web"], addresses: [{ ip: "10.1.5.20" }] });
    await server.inventory.devices.create({ name: "=beta", description: 'with "quotes", commas\nand lines' });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });
  const namesOf = async (): Promise<string[]> => (await server.inventory.devices.list()).map(({ name }) => name);

  it("of a table shows what each line would do, and does what can be done row by row", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "Import" }).click();
      await heading(page, "Import").waitFor();
      await page.locator("input[type=file]").waitFor();
      expect(await page.getByLabel("Format").getByRole("option").allInnerTexts()).toEqual(
        FORMATS.filter(({ source }) => source !== "service").map(({ label }) => label),
      );
      await checkAccess(page);
      await choose(
        page,
        "devices.csv",
        "name;ip;os;colour\nalpha;10.1.5.20;debian 13;red\ngamma;10.1.5.21;;red\ndelta;10.1.5.999;;red\n=beta;;;red\n",
      );
      await eventually(async () => await countsOf(page)).toEqual({
        create: "1",
        update: "1",
        unchanged: "1",
        conflict: "0",
        error: "1",
        warning: "1",
      });
      const row = (name: RegExp) => planned(page).getByRole("row", { name });
      expect(await row(/^update/).innerText()).toMatch(/line 2\s+device\s+alpha\s+Operating system: debian 12 → debian 13/);
      expect(await row(/^error/).innerText()).toMatch(/line 4/);
      expect(await row(/^warning/).innerText()).toContain("colour");
      await checkAccess(page);
      await page.getByLabel("Show", { exact: true }).selectOption("create");
      await page.getByText("1 of 5 shown").waitFor();
      await page.getByLabel("Search in rows").fill("nothing has this");
      await page.getByText("Nothing to show").waitFor();
      await checkAccess(page);
      expect(await page.getByRole("button", { name: "Apply 2 changes" }).isDisabled()).toBe(true);
      await page.getByText("1 row cannot be imported").waitFor();
      expect(await namesOf()).toEqual(["=beta", "alpha"]);
      await page.getByLabel("Mode", { exact: true }).selectOption("per_row");
      await press(page, "Apply 2 changes");
      await page.getByText("1 created, 1 updated, 1 unchanged, 1 not imported.").waitFor();
      await page
        .getByRole("grid", { name: "Rows not imported" })
        .getByRole("row", { name: /line 4/ })
        .waitFor();
      await checkAccess(page);
      expect(await namesOf()).toEqual(["=beta", "alpha", "gamma"]);
      expect((await server.inventory.devices.search({ q: "alpha" }))[0]).toMatchObject({ os: "debian 13", tags: ["web"] });
    });
  });

  it("takes definitions of fields of one's own from a table, then what records have in them", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices/import");
      const type = page.getByLabel("Record type of the lines");
      await type.waitFor();
      expect(await type.getByRole("option").allInnerTexts()).toContain("field");
      await type.selectOption("field");
      await choose(page, "fields.csv", "record,name,label,type,choices\ndevice,tier,Tier,choice,gold;silver\nrack,owner,Owner,text,\n");
      const row = (name: RegExp) => planned(page).getByRole("row", { name });
      await row(/^create/).waitFor();
      expect(await row(/^create/).innerText()).toMatch(/line 2\s+field\s+tier/);
      expect(await row(/^error/).innerText()).toMatch(/line 3\s+field\s+owner\s+Record /);
      await checkAccess(page);
      await page.getByLabel("Mode", { exact: true }).selectOption("per_row");
      await press(page, "Apply 1 change");
      await page.getByText("1 created, 0 updated, 0 unchanged, 1 not imported.").waitFor();
      expect(await server.inventory.fields.list({})).toMatchObject([{ record: "device", name: "tier", choices: ["gold", "silver"] }]);
      await press(page, "Another file");
      await type.selectOption("device");
      await choose(page, "devices.csv", "name,field.tier\nalpha,gold\ndelta,bronze\n");
      await row(/^update/).waitFor();
      await eventually(async () => await row(/^update/).innerText()).toMatch(/line 2\s+device\s+alpha\s+Tier: \(empty\) → gold/);
      expect(await row(/^error/).innerText()).toMatch(/line 3\s+device\s+delta\s+Tier must be one of gold, silver/);
      await page.getByLabel("Mode", { exact: true }).selectOption("per_row");
      await press(page, "Apply 1 change");
      await page.getByText("0 created, 1 updated, 0 unchanged, 1 not imported.").waitFor();
      expect((await server.inventory.devices.search({ q: "alpha" }))[0]).toMatchObject({ fields: { tier: "gold" } });
    });
    for (const { id } of await server.inventory.fields.list({})) await server.inventory.fields.delete(id, { values: "drop" });
  });

  it("takes records of a kind that the server declares", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices/import");
      await page.getByLabel("Record type of the lines").selectOption("circuit");
      await choose(page, "circuits.csv", "name,bandwidth_mbps,device\nC-1,100,alpha\nC-2,fast,\n");
      const row = (name: RegExp) => planned(page).getByRole("row", { name });
      expect(await row(/^create/).innerText()).toMatch(/line 2\s+circuit\s+C-1/);
      expect(await row(/^error/).innerText()).toMatch(/line 3\s+circuit\s.*must be a whole number/s);
      await page.getByLabel("Mode", { exact: true }).selectOption("per_row");
      await press(page, "Apply 1 change");
      await page.getByText(/^1 created, 0 updated, 0 unchanged/).waitFor();
    });
    const { circuits } = server.inventory as unknown as {
      circuits: { list(): Promise<{ id: string }[]>; delete(id: string): Promise<void> };
    };
    const made = await circuits.list();
    expect(made).toMatchObject([{ name: "C-1", bandwidth_mbps: 100, device_id: expect.any(String) }]);
    await circuits.delete(made[0]?.id ?? "");
  });

  it("that is overtaken by another change writes nothing, says so, and is planned again", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /409/ }, async (page) => {
      await page.goto("/devices/import");
      await choose(page, "devices.csv", "name,os\nalpha,debian 13\ngamma,\n");
      await page.getByRole("button", { name: "Apply 2 changes" }).waitFor();
      const [{ id } = { id: "" }] = await server.inventory.devices.search({ q: "alpha" });
      await server.inventory.devices.update(id, { os: "theirs" });
      await press(page, "Apply 2 changes");
      await page.getByRole("alert").getByText("The inventory has changed since the plan was made").waitFor();
      expect(await namesOf()).toEqual(["=beta", "alpha"]);
      await checkAccess(page);
      await press(page, "Plan again");
      await planned(page).getByText("Operating system: theirs → debian 13").waitFor();
      await press(page, "Apply 2 changes");
      await page.getByText("1 created, 1 updated, 0 unchanged, 0 not imported.").waitFor();
      expect(await namesOf()).toEqual(["=beta", "alpha", "gamma"]);
    });
  });

  it("reads what the page exports, and the formats of other programs", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "alpha" }).waitFor();
      const exported = async (name: RegExp): Promise<Buffer> => {
        const [download] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
        return await readFile(await download.path());
      };
      const [csv, json] = [await exported(/^CSV/), await exported(/^JSON/)];
      // What a spreadsheet would take for a formula is kept from it.
      expect(csv.toString()).toContain("'=beta");
      expect((JSON.parse(json.toString()) as { name: string }[]).map(({ name }) => name)).toEqual(["=beta", "alpha"]);
      const unchanged = { create: "0", update: "0", unchanged: "2", conflict: "0", error: "0", warning: "0" };
      await page.goto("/devices/import");
      for (const [name, file] of [
        ["devices.csv", csv],
        ["devices.json", json],
      ] as const) {
        await choose(page, name, file);
        await eventually(async () => await countsOf(page)).toEqual(unchanged);
        await page.getByText("Nothing to import: all rows are already in the inventory.").waitFor();
        await press(page, "Another file");
      }
      await choose(page, "scan.xml", NMAP);
      await planned(page).getByText("printer.example", { exact: true }).waitFor();
      await press(page, "Apply 1 change");
      await page.getByText("1 created, 0 updated, 0 unchanged, 0 not imported.").waitFor();
      expect((await server.inventory.devices.search({ q: "10.1.5.77" })).map(({ hostname }) => hostname)).toEqual(["printer.example"]);
    });
  });

  it("says why a file cannot be read, and lets another one be chosen", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices/import");
      await choose(page, "devices.csv", Buffer.from("name\nalpha\n", "utf16le"));
      await page
        .getByRole("alert")
        .getByText(/devices\.csv is not UTF-8/)
        .waitFor();
      await checkAccess(page);
      await choose(page, "devices.csv", "colour,taste\nred,sweet\n");
      await page
        .getByRole("alert")
        .getByText(/contains no column names of a device/)
        .waitFor();
      await choose(page, "devices.csv", "name\nalpha\n");
      await eventually(async () => (await countsOf(page))["unchanged"]).toBe("1");
      expect(await page.getByRole("alert").count()).toBe(0);
    });
  });

  it("of thousands of rows draws those that are seen, and is applied whole", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/devices/import");
      await choose(
        page,
        "devices.csv",
        `name\n${Array.from({ length: 3000 }, (_, index) => `bulk-${String(index).padStart(4, "0")}`).join("\n")}\n`,
      );
      await page.getByRole("button", { name: "Apply 3,000 changes" }).waitFor();
      expect(await planned(page).getByRole("row").count()).toBeLessThan(60);
      await planned(page).getByRole("row").nth(1).focus();
      // A page that is still being laid out has another end.
      await eventually(async () => {
        await page.keyboard.press("End");
        return await planned(page).getByText("bulk-2999").isVisible();
      }).toBe(true);
      await press(page, "Apply 3,000 changes");
      await page.getByText("3,000 created, 0 updated, 0 unchanged, 0 not imported.").waitFor();
      expect(await namesOf()).toHaveLength(3002);
    });
  });

  it("is not offered to who may not", async () => {
    await visit(browser, { look: "dark", url: server.url, user: "reader" }, async (page) => {
      await page.goto("/devices");
      await page.getByRole("link", { name: "alpha" }).waitFor();
      expect(await page.getByRole("link", { name: "Import" }).count()).toBe(0);
      await page.goto("/devices/import");
      await page.getByText("Import not allowed").waitFor();
      await checkAccess(page);
    });
  });
});
