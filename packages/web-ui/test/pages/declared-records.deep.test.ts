import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { circuitsPlugin } from "../support/circuits.ts";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { act, binary, checkAccess, dialog, eventually, heading, launch, LOOKS, message, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(11);

interface Circuit {
  readonly id: string;
  readonly [field: string]: unknown;
}

describe.skipIf(binary === undefined)("records of a declared kind", () => {
  let browser: Browser;
  let server: PageServer;
  let site: string;
  let router: string;
  let cookie: string;
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { cookie, "content-type": "application/json", "x-requested-with": "XMLHttpRequest" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.status === 204 ? undefined : await answer.json();
  };
  const create = async (body: object): Promise<Circuit> => (await call("POST", "circuits", body)) as Circuit;
  const circuits = async (query = ""): Promise<readonly Circuit[]> => (await call("GET", `circuits${query}`)) as readonly Circuit[];

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startPage([circuitsPlugin()])]);
    await whenBuilt(server.url);
    await server.user("vera", "viewer");
    cookie = await server.cookieOf("root");
    const { datacenters, devices, fields } = server.inventory;
    site = (await datacenters.create({ name: "fra1" })).id;
    router = (await devices.create({ name: "edge-router" })).id;
    await devices.create({ name: "edge-switch" });
    await fields.create({ record: "circuit", name: "owner", label: "Owner", type: "text" });
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  const choose = async (page: Page, field: string, text: string): Promise<void> => {
    await dialog(page).getByRole("combobox", { name: field }).fill(text);
    await page.getByRole("option", { name: text }).click();
  };
  const undo = async (page: Page): Promise<void> => {
    await dialog(page)
      .getByText(/^\d+ records?$/)
      .waitFor();
    await checkAccess(page);
    await dialog(page).getByRole("button", { name: "Undo", exact: true }).click();
    await message(page, "Change undone.").waitFor();
  };

  it("are created in a form of their fields, with pickers by name, and shown in a page with their history", async () => {
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/");
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Circuits" }).click();
      await heading(page, "Circuits").waitFor();
      await page.getByText("No circuits yet").waitFor();
      await checkAccess(page);
      await press(page, "New circuit");
      expect(await dialog(page).getByLabel("Status").inputValue()).toBe("active");
      expect(await dialog(page).getByLabel("Managed").inputValue()).toBe("false");
      await dialog(page).getByLabel("Name").fill("C-1");
      await dialog(page).getByLabel("Provider").fill("Acme");
      await dialog(page).getByLabel("Bandwidth mbps").fill("0");
      await choose(page, "Datacenter", "fra1");
      await choose(page, "Devices", "edge-router");
      await choose(page, "Devices", "edge-switch");
      await dialog(page).getByLabel("Contract until").fill("2027-03-31");
      await dialog(page).getByLabel("Owner").fill("net");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page)
        .getByText(/must be between 1/)
        .waitFor();
      await checkAccess(page);
      await dialog(page).getByLabel("Bandwidth mbps").fill("1000");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await message(page, "Circuit C-1 saved.").waitFor();
      const [made] = await circuits();
      expect(made).toMatchObject({
        provider: "Acme",
        bandwidth_mbps: 1000,
        status: "active",
        datacenter_id: site,
        managed: false,
        contract_until: "2027-03-31",
        tested_at: null,
        portal: "",
        options: {},
        fields: { owner: "net" },
      });
      expect(made?.["device_ids"]).toHaveLength(2);
      await page.getByRole("link", { name: "C-1" }).click();
      await heading(page, "C-1").waitFor();
      await page.getByRole("definition").getByRole("link", { name: "edge-router" }).waitFor();
      await page.getByRole("definition").getByRole("link", { name: "fra1" }).waitFor();
      await page.getByRole("definition").getByText("net", { exact: true }).waitFor();
      await page.getByRole("table", { name: "History" }).getByText("Created").waitFor();
      await checkAccess(page);

      await press(page, "Edit");
      await dialog(page).getByLabel("Status").selectOption("planned");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await message(page, "Circuit saved.").waitFor();
      const changes = page.getByRole("table", { name: "History" }).getByRole("row").nth(1);
      await changes.getByText("planned").waitFor();
      await changes.getByRole("button", { name: /^Undo/ }).click();
      await undo(page);
      expect(await circuits()).toMatchObject([{ status: "active", bandwidth_mbps: 1000, portal: "" }]);
    });
  });

  it("are filtered, sorted and exported as a list, which follows changes of others", async () => {
    for (const name of ["B-2", "B-1"]) await create({ name, provider: "Beta", status: "planned", fields: { owner: "ops" } });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/records/circuits");
      const names = async (): Promise<readonly string[]> => await page.getByRole("rowheader").allInnerTexts();
      await eventually(names).toEqual(["B-1", "B-2", "C-1"]);
      await page.getByText("3 in total").waitFor();
      await page.getByRole("columnheader", { name: "Owner" }).waitFor();
      await page.getByRole("button", { name: "Name" }).click();
      await eventually(names).toEqual(["C-1", "B-2", "B-1"]);
      await page.getByLabel("Status").selectOption("planned");
      await page.getByLabel("Provider").fill("beta");
      await eventually(() => Promise.resolve(new URL(page.url()).search)).toBe("?sort=-name&status=planned&provider=beta");
      await eventually(names).toEqual(["B-2", "B-1"]);
      await create({ name: "B-3", provider: "Beta", status: "planned" });
      await eventually(names).toEqual(["B-3", "B-2", "B-1"]);
      const [file] = await Promise.all([page.waitForEvent("download"), press(page, /^CSV/)]);
      const csv = await readFile(await file.path(), "utf8");
      expect(file.suggestedFilename()).toBe("circuits.csv");
      expect(csv.split("\n")[0]).toMatch(/^id,name,provider,bandwidth_mbps,status,datacenter_id,device_ids,.*field\.owner,created_at/);
      expect(
        csv
          .split("\n")
          .slice(1, -1)
          .map((line) => line.split(",")[1]),
      ).toEqual(["B-3", "B-2", "B-1"]);
      await page.goto("/records/circuits?field.owner=ops");
      await eventually(names).toEqual(["B-1", "B-2"]);
      await checkAccess(page);
    });
  });

  it("are linked from the records that they refer to, and found by the search", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/devices/${router}`);
      await page.getByRole("link", { name: "Circuits (1)" }).click();
      await page.getByText("1 matching the filter").waitFor();
      expect(new URL(page.url()).search).toBe(`?device_ids=${router}`);
      await page.goto(`/devices?datacenter=${site}`);
      await page.getByRole("link", { name: "Circuits (1)" }).waitFor();
      await checkAccess(page);
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.getByRole("combobox", { name: "Search" }).fill("acme");
      await page.getByRole("option", { name: "C-1" }).click();
      await heading(page, "C-1").waitFor();
    });
  });

  it("are not deleted while others refer to them, which the question says, and come back by an undo", async () => {
    const [one] = await circuits("?name=c-1");
    const end = (await call("POST", "circuit-ends", { name: "fra1 side", circuit_id: one?.id })) as Circuit;
    await visit(browser, { url: server.url, user: "root", expected: /404|409/ }, async (page) => {
      await page.goto(`/records/circuits/${one?.id}`);
      await page.getByRole("link", { name: "Circuit ends (1)" }).waitFor();
      await press(page, "Delete");
      await press(page, "Delete circuit");
      await dialog(page)
        .getByText(/1 circuit end/)
        .waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await call("DELETE", `circuit-ends/${end.id}`);
      await page.getByRole("link", { name: "Circuit ends (1)" }).waitFor({ state: "detached" });
      await press(page, "Delete");
      await press(page, "Delete circuit");
      const said = message(page, "Circuit C-1 deleted.").locator("..");
      await said.getByRole("button", { name: "Undo" }).click();
      await undo(page);
      expect(await circuits("?name=c-1")).toMatchObject([{ id: one?.id, provider: "Acme" }]);
      await page.goto("/records/circuits");
      await act(page, "Delete C-1");
      await press(page, "Delete circuit");
      await message(page, "Circuit C-1 deleted.").waitFor();
      await page.goto(`/records/circuits/${one?.id}`);
      await page.getByRole("button", { name: "Restore" }).waitFor();
      await checkAccess(page);
    });
  });

  it("are filtered for records without a reference, and keep that filter on another visit", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await create({ name: "placed", provider: "Beta", datacenter_id: site });
      await page.goto("/records/circuits?provider=beta");
      const names = async (): Promise<readonly string[]> => await page.getByRole("rowheader").allInnerTexts();
      await eventually(names).toEqual(["B-1", "B-2", "B-3", "placed"]);
      await page.getByRole("combobox", { name: "Datacenter" }).click();
      await page.getByRole("option", { name: "None" }).click();
      await eventually(names).toEqual(["B-1", "B-2", "B-3"]);
      expect(new URL(page.url()).searchParams.get("datacenter_id")).toBe("none");
      await page.reload();
      await eventually(names).toEqual(["B-1", "B-2", "B-3"]);
      expect(await page.getByRole("combobox", { name: "Datacenter" }).inputValue()).toBe("None");
    });
  });

  it("are changed and deleted together, by a plan of the selected ones or of all that match a filter", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/records/circuits?provider=beta");
      await page.getByLabel("Select placed").check();
      await page.getByLabel("Select B-1").check();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog", { name: "Edit 2 circuits" }).waitFor();
      await dialog(page).getByLabel("Status").selectOption("terminated");
      await dialog(page).getByRole("combobox", { name: "Datacenter" }).click();
      await page.getByRole("option", { name: "None" }).click();
      await dialog(page).getByLabel("Owner").fill("desk");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Preview" }).click();
      await heading(page, "Change 2 circuits").waitFor();
      await press(page, /^Apply/);
      const changed = { status: "terminated", datacenter_id: null, provider: "Beta", fields: { owner: "desk" } };
      await eventually(async () => await circuits("?status=terminated")).toMatchObject([
        { name: "B-1", ...changed },
        { name: "placed", ...changed },
      ]);
      await page.goto("/records/circuits?status=terminated");
      await page.getByLabel("Select placed").check();
      await page.getByRole("button", { name: "Select all 2" }).click();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await dialog(page).getByLabel("Action").selectOption("Delete them");
      await dialog(page).getByRole("button", { name: "Preview" }).click();
      await heading(page, "Delete 2 circuits").waitFor();
      await press(page, /^Apply/);
      await eventually(async () => (await circuits("?status=terminated")).length).toBe(0);
      await create({ name: "B-1", provider: "Beta", status: "planned" });
    });
  });

  it("are changed after a dry run by a user who may not make plans", async () => {
    const root = await server.as("root");
    await root.roles.create({ name: "changer", permissions: ["circuit:list", "circuit:read", "circuit:update"] });
    await server.user("chan", "changer");
    await visit(browser, { url: server.url, user: "chan" }, async (page) => {
      await page.goto("/records/circuits");
      await page.getByLabel("Select B-2").check();
      await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Edit" }).click();
      await eventually(async () => await dialog(page).getByLabel("Action").getByRole("option").allInnerTexts()).toEqual([
        "Change fields and tags",
      ]);
      await dialog(page).getByLabel("Bandwidth mbps").fill("300");
      await dialog(page).getByRole("button", { name: "Preview" }).click();
      await dialog(page).getByText("1 change", { exact: true }).waitFor();
      expect(await circuits("?bandwidth_mbps=300")).toEqual([]);
      await dialog(page).getByRole("button", { name: "Apply" }).click();
      await message(page, "1 circuit changed.").waitFor();
      expect(await circuits("?bandwidth_mbps=300")).toMatchObject([{ name: "B-2" }]);
    });
  });

  it("get custom fields on the page of fields", async () => {
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/fields");
      await page.getByRole("row", { name: /Owner .*circuits/ }).waitFor();
      await press(page, "New field");
      await dialog(page).getByLabel("Kind of record").selectOption("circuit_end");
      await dialog(page).getByLabel("Name").fill("panel");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await page.getByRole("row", { name: /panel .*circuit ends/ }).waitFor();
      await page.goto("/records/circuitEnds?new=true");
      await dialog(page).getByLabel("panel").waitFor();
    });
  });

  it("are created from the search, and linked from networks and spaces", async () => {
    const { networks, spaces } = server.inventory;
    const network = await networks.create({ name: "transit", subnet: "10.77.0.0/24" });
    const space = await spaces.create({ name: "blue" });
    await call("POST", "uplinks", { name: "U-1", network_id: network.id, space_id: space.id });
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto(`/networks/${network.id}`);
      await page.getByRole("link", { name: "Uplinks (1)" }).click();
      await page.getByRole("link", { name: "U-1" }).waitFor();
      await page.goto(`/networks?space=${space.id}`);
      await page.getByRole("link", { name: "Uplinks (1)" }).waitFor();
      await checkAccess(page);
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search" }).fill("new upl");
      await page.getByRole("option", { name: "New uplink" }).click();
      await page.getByRole("dialog", { name: "New uplink" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/records/uplinks");
      await dialog(page).getByLabel("Name").fill("U-2");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await message(page, "Uplink U-2 saved.").waitFor();
    });
  });

  it("show a viewer no button that changes them", async () => {
    await visit(browser, { url: server.url, user: "vera" }, async (page) => {
      await page.goto("/records/circuits");
      await page.getByRole("link", { name: "B-1" }).click();
      await heading(page, "B-1").waitFor();
      await page.getByRole("table", { name: "History" }).waitFor();
      expect(await page.getByRole("button", { name: /New circuit|Edit|Delete|Undo/ }).count()).toBe(0);
    });
  });

  it("fit a phone in both themes", async () => {
    for (const look of LOOKS)
      await visit(browser, { url: server.url, user: "root", look }, async (page) => {
        const fits = async (name: string): Promise<void> => {
          const folder = process.env["PICTURES"];
          if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${look}.png`, fullPage: true });
        };
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 });
          await page.goto("/records/circuits");
          await page.getByRole("link", { name: "B-1" }).waitFor();
          expect(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
          await fits(`list-${width}`);
          await page.getByRole("link", { name: "B-1" }).click();
          await page.getByRole("table", { name: "History" }).waitFor();
          expect(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
          await checkAccess(page);
          await fits(`record-${width}`);
          await press(page, "Edit");
          await dialog(page).getByLabel("Provider").waitFor();
          await fits(`form-${width}`);
        }
      });
  });
});
