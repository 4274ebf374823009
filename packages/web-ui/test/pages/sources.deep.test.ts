import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { KeyRing } from "@cadastre/inventory-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PageServer, startPage, whenBuilt } from "../support/page-server.ts";
import { act, binary, checkAccess, dialog, heading, launch, press, tellSkipped, visit } from "./browser.ts";

tellSkipped(3);

/** When no lease of these tests has ended yet: 2100-01-01, in seconds. */
const LATER = 4_102_444_800;

describe.skipIf(binary === undefined)("agents, SNMP devices and lease sources", () => {
  let browser: Browser;
  let server: PageServer;
  const folder = mkdtempSync(path.join(tmpdir(), "page-leases-"));
  beforeAll(async () => {
    [browser, server] = await Promise.all([
      launch(),
      startPage(
        [
          discoveryAgentPlugin(),
          discoverySnmpPlugin({ deviceTimeMs: 1000 }),
          leaseSourcesPlugin({ read: false, folders: [folder], allow: "127.0.0.1" }),
        ],
        {
          keyRing: KeyRing.parse(KeyRing.generate()),
          discovery: { allow: "127.0.0.1" },
        },
      ),
    ]);
    await whenBuilt(server.url);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it("registers an agent, shows its token once, and makes another one", async () => {
    await server.inventory.networks.create({ name: "north 9", subnet: "10.9.0.0/24" });
    const root = await server.as("root");
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/discovery");
      await page.getByRole("link", { name: "Agents" }).click();
      await heading(page, "Agents").waitFor();
      await press(page, "New agent");
      await dialog(page).getByLabel("Name").fill("north");
      await dialog(page).getByLabel("north 9 10.9.0.0/24").check();
      await dialog(page).getByLabel("Labels").fill("site=north\nfloor=2");
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      const token = dialog(page).locator("code").filter({ hasText: /^cag_/ });
      await token.waitFor();
      const first = await token.textContent();
      await dialog(page).getByText(`cadastre agent --server ${server.url} --token-file agent.token`).waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await page.getByText("not seen yet").waitFor();
      await page.getByRole("cell", { name: "north 9" }).waitFor();
      expect(await page.getByText("cag_").count()).toBe(0);
      const [agent] = await root.agents.list();
      expect(agent).toMatchObject({ name: "north", labels: { site: "north", floor: "2" } });
      await act(page, "New token north");
      await dialog(page).getByRole("button", { name: "Create a new token" }).click();
      await token.waitFor();
      expect(await token.textContent()).not.toBe(first);
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await act(page, "Edit north");
      await dialog(page).getByLabel("north 9 10.9.0.0/24").uncheck();
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "nothing" }).waitFor();
      await act(page, "Delete north");
      await dialog(page).getByRole("button", { name: "Delete agent" }).click();
      await page.getByText("No agents yet").waitFor();
    });
  });

  it("lists a switch, says that it does not answer, and keeps its community when it is changed", async () => {
    const asked: string[] = [];
    const device = createSocket("udp4").on("message", (bytes) => void asked.push(bytes.toString("latin1")));
    device.bind(0, "127.0.0.1");
    await once(device, "listening");
    const root = await server.as("root");
    // Of the port that is no number.
    await visit(browser, { url: server.url, user: "root", expected: /400/ }, async (page) => {
      await page.goto("/discovery/snmp-devices");
      await press(page, "New SNMP device");
      await dialog(page).getByLabel("Name", { exact: false }).first().fill("access-9");
      await dialog(page).getByLabel("Address").fill("127.0.0.1");
      await dialog(page).getByLabel("UDP port").fill("none");
      await dialog(page).getByLabel("Community").fill("community-canary");
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await dialog(page).getByText("UDP port must be a whole number").waitFor();
      await dialog(page).getByLabel("UDP port").fill(String(device.address().port));
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await act(page, "Test access-9");
      await dialog(page).getByText("MAC addresses at ports").waitFor();
      await dialog(page)
        .getByRole("alert")
        .getByText(/did not respond|took longer/)
        .waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await act(page, "Edit access-9");
      await dialog(page).getByLabel("Description").fill("rack 4");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByText("SNMP device access-9 saved.").last().waitFor();
      asked.length = 0;
      await act(page, "Test access-9");
      await dialog(page).getByText("MAC addresses at ports").waitFor();
      await expect.poll(() => asked.join("\n")).toContain("community-canary");
      await dialog(page).getByRole("button", { name: "Done" }).click();
      await press(page, "Plan connections");
      await dialog(page).getByText("No new connections").waitFor();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Done" }).click();
      expect(await page.content()).not.toContain("community-canary");
    });
    device.close();
    expect((await root.snmpDevices.list())[0]).toMatchObject({ name: "access-9", description: "rack 4" });
  });

  it("reads a lease file, shows its leases, and says why it cannot", async () => {
    await server.inventory.networks.create({ name: "guests 9", subnet: "10.19.0.0/24" });
    const file = path.join(folder, "dnsmasq.leases");
    writeFileSync(file, `${LATER} 02:00:00:00:00:09 10.19.0.9 phone-9 *\n${LATER} 02:00:00:00:00:0a 10.20.0.9 tablet-9 *\n`);
    await visit(browser, { url: server.url, user: "root" }, async (page) => {
      await page.goto("/discovery/lease-sources");
      await press(page, "New lease source");
      await dialog(page).getByLabel("Name").fill("guests-dhcp");
      await dialog(page).getByLabel("Lease file").fill(file);
      await dialog(page).getByLabel("guests 9 10.19.0.0/24").check();
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Create" }).click();
      await act(page, "Read now guests-dhcp");
      await page.getByRole("cell", { name: "1, 1 outside its networks" }).waitFor();
      await act(page, "Leases guests-dhcp");
      await dialog(page).getByText("phone-9").waitFor();
      expect(await dialog(page).getByText("tablet-9").count()).toBe(0);
      await checkAccess(page);
      await dialog(page).getByRole("button", { name: "Close" }).click();
      rmSync(file);
      await act(page, "Read now guests-dhcp");
      await page.getByRole("rowheader").getByText("There is no such file").waitFor();
      await checkAccess(page);
      // One of another site is read by the agent there.
      await page.getByRole("cell", { name: "This service" }).waitFor();
      await server.inventory.datacenters.create({ name: "site 9" });
      await page.reload();
      await act(page, "Edit guests-dhcp");
      await dialog(page).getByLabel("Read by").selectOption({ label: "The agent of site 9" });
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "The agent of site 9" }).waitFor();
      await act(page, "Read now guests-dhcp");
      await page.getByText("guests-dhcp: its agent reads it when it connects.").last().waitFor();
    });
  });
});
