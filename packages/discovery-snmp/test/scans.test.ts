import {
  createInventory,
  definePlugin,
  type Inventory,
  KeyRing,
  type Scanner,
  type ScanReport,
  servicesOf,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { discoverySnmpPlugin, snmpDeviceOperations } from "../src/index.ts";
import { Agent } from "./support/agent.ts";
import { recording } from "./support/recording.ts";
import { DATABASES } from "../../../testing/storages.ts";

const COMMUNITY = "community-canary";
const KEY = KeyRing.parse(KeyRing.generate());

/** Finds no host, but one that says its hardware address itself. */
const prober: Scanner = {
  id: "prober",
  priority: 1,
  capabilities: { families: [4, 6], scanTypes: ["quick"], maxAddresses: 65_536 },
  unavailable: async () => await Promise.resolve(null),
  async *scan({ targets }): AsyncGenerator<ScanReport> {
    for (const ip of targets) {
      const isThere = ip === "10.20.0.11";
      if (isThere) yield { kind: "observation", ip, evidence: "arp", macAddress: "3c:52:82:00:00:11" };
      yield { kind: "host-done", ip, outcome: isThere ? "answered" : "silent" };
    }
  },
};

interface Lab extends AsyncDisposable {
  readonly inventory: Inventory;
  readonly devices: ReturnType<typeof servicesOf<typeof snmpDeviceOperations>>;
  readonly access: Agent;
  readonly router: Agent;
}

/** An inventory with a switch and a router, whose agents are on loopback. */
async function openLab(openPlace: (typeof DATABASES)[number][1], allow = "127.0.0.0/8"): Promise<Lab> {
  const place = await openPlace();
  const inventory = await createInventory({
    storage: place.storage(),
    clock: new FakeClock(),
    keyRing: KEY,
    discovery: { allow },
    plugins: [definePlugin({ id: "prober", engine: "*", scanners: [prober] }), discoverySnmpPlugin()],
  });
  const [access, router] = await Promise.all([
    Agent.start(recording("access-switch"), {}, COMMUNITY),
    Agent.start(recording("router"), {}, COMMUNITY),
  ]);
  const devices = servicesOf(inventory.host, snmpDeviceOperations);
  await devices.create({ name: "access1", address: "127.0.0.1", port: access.port, community: COMMUNITY });
  await devices.create({ name: "core1", address: "127.0.0.1", port: router.port, community: COMMUNITY });
  return {
    inventory,
    devices,
    access,
    router,
    [Symbol.asyncDispose]: async () => {
      await inventory.close();
      await Promise.all([access[Symbol.asyncDispose](), router[Symbol.asyncDispose]()]);
      await place[Symbol.asyncDispose]();
    },
  };
}

async function scanned({ inventory }: Lab, networkId: string) {
  const { id } = await inventory.scans.start(networkId, {});
  return await vi.waitFor(async () => {
    const scan = await inventory.scans.get(id);
    expect(scan.status).toBe("completed");
    return scan;
  });
}

describe.each(DATABASES)("scans beside switches and routers, on %s", (_, openPlace) => {
  it("give hosts behind a router their hardware address, and each the port at which it is", async () => {
    await using lab = await openLab(openPlace);
    const network = await lab.inventory.networks.create({ name: "office", subnet: "10.20.0.0/26" });
    const scan = await scanned(lab, network.id);
    expect(scan).toMatchObject({ scanner: "prober", coverage: { answered: 1, warnings: [] } });
    const seen = await lab.inventory.discoveredDevices.list({ network_id: network.id });
    expect(seen.map((one) => [one.ip, one.mac_address, one.switch_port, one.confidence])).toEqual([
      // The router itself, which the switch hears by LLDP; and the switch, which the router does.
      ["10.20.0.1", "00:1c:73:00:00:01", "access1 / Te1/1/1", 58],
      ["10.20.0.2", "00:1b:54:00:00:01", "core1 / Eth1", 58],
      ["10.20.0.10", "3c:52:82:00:00:10", "access1 / Gi1/0/1", 58],
      ["10.20.0.11", "3c:52:82:00:00:11", "access1 / Gi1/0/2", 87],
      // A telephone and the computer behind it.
      ["10.20.0.20", "00:04:f2:00:00:20", "access1 / Gi1/0/3", 58],
      ["10.20.0.21", "3c:52:82:00:00:21", "access1 / Gi1/0/3", 58],
      ["10.20.0.30", "52:54:00:00:00:30", "access1 / Gi1/0/4", 58],
      ["10.20.0.31", "52:54:00:00:00:31", "access1 / Gi1/0/4", 58],
    ]);
    // No port of what only the router remembers.
    const whole = await lab.inventory.networks.create({ name: "all", subnet: "10.20.0.64/26" });
    await scanned(lab, whole.id);
    const [remembered] = await lab.inventory.discoveredDevices.list({ network_id: whole.id });
    expect(remembered).toMatchObject({ ip: "10.20.0.99", mac_address: "3c:52:82:00:00:99", switch_port: "", confidence: 30 });
  });

  it("ask the devices of their network and no others, and none behind the fence", async () => {
    await using lab = await openLab(openPlace);
    const datacenter = await lab.inventory.datacenters.create({ name: "Berlin" });
    const office = await lab.inventory.networks.create({ name: "office", subnet: "10.20.0.0/26", datacenter_id: datacenter.id });
    const other = await lab.inventory.networks.create({ name: "other", subnet: "10.20.0.64/26" });
    const [access, core] = await lab.devices.list();
    await lab.devices.update(access?.id ?? "", { network_ids: [other.id] });
    await lab.devices.update(core?.id ?? "", { datacenter_id: datacenter.id });
    await scanned(lab, office.id);
    expect([lab.access.asked.length > 0, lab.router.asked.length > 0]).toEqual([false, true]);
    await lab.devices.update(access?.id ?? "", { enabled: false });
    lab.router.asked.length = 0;
    await scanned(lab, other.id);
    expect([lab.access.asked, lab.router.asked]).toEqual([[], []]);
  });

  it("warn of a device that may not be asked, or does not respond, and tell nothing of what it is asked with", async () => {
    await using lab = await openLab(openPlace, "127.0.0.1");
    const network = await lab.inventory.networks.create({ name: "office", subnet: "10.20.0.0/29" });
    const [access] = await lab.devices.list();
    await lab.devices.update(access?.id ?? "", { address: "127.0.0.2", community: COMMUNITY });
    await lab.router[Symbol.asyncDispose]();
    const { coverage } = await scanned(lab, network.id);
    expect(coverage.warnings).toEqual([
      {
        code: "WITNESS",
        message:
          "the SNMP device access1 is not asked: its address 127.0.0.2 is loopback, link-local, multicast or an address of this server " +
          "itself (DISCOVERY_ALLOW opens it)",
      },
      { code: "WITNESS", message: "the SNMP device core1 cannot be reached (system)" },
    ]);
    lab.router[Symbol.asyncDispose] = async () => await Promise.resolve();
  });
});

describe.each(DATABASES)("links that LLDP tells of, on %s", (_, openPlace) => {
  it("become a plan, once, of devices that are told by name, address and hardware address; and nothing by themselves", async () => {
    await using lab = await openLab(openPlace);
    const { inventory, devices } = lab;
    const switchDevice = await inventory.devices.create({ name: "Access1.Example.net" });
    const routerDevice = await inventory.devices.create({ name: "the router", addresses: [{ ip: "10.20.0.1" }] });
    const host = await inventory.devices.create({ name: "vmhost", addresses: [{ ip: "10.20.0.30", mac: "52:54:00:00:00:30" }] });
    const core = (await devices.list()).find(({ name }) => name === "core1");
    await devices.update(core?.id ?? "", { device_id: routerDevice.id });
    const proposal = await devices.planLinks();
    expect(proposal).toMatchObject({
      known: 0,
      problems: [],
      proposed: [
        { device_id: switchDevice.id, port: "Gi1/0/4", neighbour_id: host.id, neighbour_port: "eth0" },
        { device_id: switchDevice.id, port: "Te1/1/1", neighbour_id: routerDevice.id, neighbour_port: "Eth1" },
      ],
      unmatched: [{ heard_by: "access1", port: "Gi1/0/3", name: "SEP0004F2000020", macs: ["00:04:f2:00:00:20"] }],
    });
    const planId = proposal.plan_id ?? "";
    expect(await inventory.plans.get(planId)).toMatchObject({ status: "open", stale: false });
    expect(await inventory.relationships.listAll()).toEqual([]);
    expect(await devices.planLinks()).toMatchObject({ plan_id: null, known: 2, proposed: [] });
    await inventory.plans.apply(planId);
    expect(await devices.planLinks()).toMatchObject({ plan_id: null, known: 2, proposed: [] });
    const relationships = await inventory.relationships.listAll();
    expect(relationships.map(({ type }) => type)).toEqual(["connected_to", "connected_to"]);
    await inventory.relationships.delete(switchDevice.id, host.id, "connected_to");
    expect(await devices.planLinks()).toMatchObject({ known: 1, proposed: [{ neighbour_id: host.id }] });
  });

  it("say why they relate nothing: no device, or two that it may be", async () => {
    await using lab = await openLab(openPlace);
    const { inventory, devices } = lab;
    await inventory.devices.create({ name: "access1" });
    await inventory.devices.create({ name: "core1" });
    await inventory.devices.create({ name: "core", hostname: "core1.example.net" });
    const { plan_id: planId, unmatched } = await devices.planLinks();
    expect(planId).toBeNull();
    expect(unmatched.map(({ name, reason }) => [name, reason])).toEqual(
      expect.arrayContaining([
        ["core1.example.net", "several devices have its name or address"],
        ["hypervisor1", "no device has its name, hardware address or management address"],
        ["access1.example.net", "core1 is no device of the inventory: several devices have its name or address"],
      ]),
    );
  });
});
