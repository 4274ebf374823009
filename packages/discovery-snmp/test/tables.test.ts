import { expect, it } from "vitest";
import { BridgeTable } from "../src/tables/bridge-table.ts";
import { readDeviceTables } from "../src/tables/device-tables.ts";
import { Agent } from "./support/agent.ts";
import { recordedRows, recording } from "./support/recording.ts";
import { targetAt } from "./support/target.ts";

const never = new AbortController().signal;

it("a switch: interfaces, bridge table and LLDP", async () => {
  await using agent = await Agent.start(recording("access-switch"));
  const tables = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(tables.problems).toEqual([]);
  expect(tables).toMatchObject({ name: "access1.example.net", description: "Example Switch 48" });
  expect(tables.interfaces.get(10_103)).toEqual({
    name: "Gi1/0/3",
    description: "GigabitEthernet1/0/3",
    alias: "desk 3",
    mac: "00:1b:54:00:01:03",
  });
  expect(Object.fromEntries(tables.bridgeTable)).toEqual({
    "3c:52:82:00:00:10": 10_101,
    "3c:52:82:00:00:11": 10_102,
    "3c:52:82:00:00:21": 10_103,
    "3c:52:82:00:00:77": 10_149,
    "52:54:00:00:00:30": 10_104,
    "52:54:00:00:00:31": 10_104,
    "00:04:f2:00:00:20": 10_103,
    "00:1c:73:00:00:01": 10_149,
  });
  expect(tables.lldpNeighbours).toEqual([
    { localPort: 3, name: "SEP0004F2000020", port: "1", macs: ["00:04:f2:00:00:20"], addresses: [], isSwitch: false },
    { localPort: 4, name: "hypervisor1", port: "eth0", macs: ["52:54:00:00:00:30"], addresses: [], isSwitch: false },
    { localPort: 9, name: "core1.example.net", port: "Eth1", macs: ["00:1c:73:00:00:01"], addresses: ["10.20.0.1"], isSwitch: true },
  ]);
  expect(tables.ownMacs.has("00:1b:54:00:00:01")).toBe(true);
});

it("a router: its ARP table without entries that were taken back", async () => {
  await using agent = await Agent.start(recording("router"));
  const { ipNeighbours } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(Object.fromEntries(ipNeighbours)).toMatchObject({ "10.20.0.10": "3c:52:82:00:00:10", "10.20.0.99": "3c:52:82:00:00:99" });
  expect(ipNeighbours.has("10.20.0.50")).toBe(false);
});

it("a router with the newer table: IPv6 too, without what nobody answered to, and not the older one", async () => {
  await using agent = await Agent.start(recording("router-ipv6"));
  const { ipNeighbours } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(Object.fromEntries(ipNeighbours)).toEqual({
    "10.20.0.10": "3c:52:82:00:00:10",
    "2001:db8::10": "3c:52:82:00:00:10",
    "fe80::1": "3c:52:82:00:00:11",
  });
});

it("a switch that has only IPv6 in the newer table: IPv4 of the older one, but what the newer one says nobody answered to", async () => {
  await using agent = await Agent.start(recording("campus-switch"));
  const { ipNeighbours, problems } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(problems).toEqual([]);
  expect(Object.fromEntries(ipNeighbours)).toEqual({ "2001:db8::11": "3c:52:82:00:01:10", "10.30.0.10": "3c:52:82:00:01:10" });
});

it("takes no bridge port for the interface of its number, but for a switch without bridge ports", async () => {
  await using campus = await Agent.start(recording("campus-switch"));
  await using plain = await Agent.start(recording("plain-switch"));
  const read = async ({ port }: Agent) => await readDeviceTables(targetAt(port), { timeMs: 10_000 }, never);
  expect(Object.fromEntries((await read(campus)).bridgeTable)).toEqual({ "3c:52:82:00:01:10": 7 });
  expect(Object.fromEntries((await read(plain)).bridgeTable)).toEqual({ "3c:52:82:00:02:10": 2 });
});

it("the older table is read no further where the newer one has the same", async () => {
  const lines = Array.from({ length: 500 }, (_, at) => {
    const ip = `10.40.${at >> 8}.${at & 255}`;
    const mac = `3c5282${at.toString(16).padStart(6, "0")}`;
    return `1.3.6.1.2.1.4.22.1.2.1.${ip}|4x|${mac}\n1.3.6.1.2.1.4.22.1.4.1.${ip}|2|3\n1.3.6.1.2.1.4.35.1.4.1.1.4.${ip}|4x|${mac}`;
  });
  await using agent = await Agent.start(recordedRows(lines.join("\n")));
  const { ipNeighbours } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(ipNeighbours.size).toBe(500);
  expect(agent.asked.filter(({ oids }) => oids[0]?.startsWith("1.3.6.1.2.1.4.22."))).toHaveLength(1);
});

it("places a host on a port by learned and configured entries of the bridge table, and by entries without a status", async () => {
  await using agent = await Agent.start(recording("fdb-status"));
  const { bridgeTable, problems } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(problems).toEqual([]);
  expect(Object.fromEntries(bridgeTable)).toEqual({ "02:00:00:00:00:10": 1, "02:00:00:00:00:23": 2 });
  const [port, status] = ["1.3.6.1.2.1.17.4.3.1.2", "1.3.6.1.2.1.17.4.3.1.3"];
  // 1 other, 2 invalid, 3 learned, 4 self, 5 mgmt; the sixth entry has none.
  const plain = [1, 2, 3, 4, 5].map((value) => `${status}.2.0.0.0.0.${value}|2|${value}`);
  const ports = [1, 2, 3, 4, 5, 6].map((last) => `${port}.2.0.0.0.0.${last}|2|7`);
  await using older = await Agent.start(recordedRows([...ports, ...plain].join("\n")));
  const read = await readDeviceTables(targetAt(older.port), { timeMs: 10_000 }, never);
  expect([...read.bridgeTable.keys()]).toEqual(["02:00:00:00:00:03", "02:00:00:00:00:05", "02:00:00:00:00:06"]);
});

it("skips entries of the newer neighbour table whose type is invalid, and keeps those of the router itself", async () => {
  const entry = (last: number, type: number): string[] => [
    `1.3.6.1.2.1.4.35.1.4.1.1.4.10.20.0.${last}|4x|3c528200000${last}`,
    `1.3.6.1.2.1.4.35.1.6.1.1.4.10.20.0.${last}|2|${type}`,
    `1.3.6.1.2.1.4.35.1.7.1.1.4.10.20.0.${last}|2|1`,
  ];
  // 1 other, 2 invalid, 3 dynamic, 4 static, 5 local.
  await using agent = await Agent.start(recordedRows([1, 2, 3, 4, 5].flatMap((type) => entry(type, type)).join("\n")));
  const { ipNeighbours } = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect([...ipNeighbours.keys()]).toEqual(["10.20.0.1", "10.20.0.3", "10.20.0.4", "10.20.0.5"]);
});

it("an address that a switch has at several interfaces is at none, however often it comes again", () => {
  const table = new BridgeTable();
  for (const ifIndex of [1, 1, 2, 3, 1]) table.learn("3c:52:82:00:00:10", ifIndex);
  table.learn("3c:52:82:00:00:11", 4);
  table.learn("3c:52:82:00:00:11", 4);
  expect([...table.interfaces]).toEqual([["3c:52:82:00:00:11", 4]]);
});
