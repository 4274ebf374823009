import { describe, expect, it } from "vitest";
import { edgePorts } from "../src/ports/edge-ports.ts";
import { neighboursOf } from "../src/ports/neighbours-of.ts";
import { type DeviceTables, readDeviceTables } from "../src/tables/device-tables.ts";
import { Agent } from "./support/agent.ts";
import { recordedRows, recording, recordingText, vlanRecordings } from "./support/recording.ts";
import { targetAt } from "./support/target.ts";

const never = new AbortController().signal;
const vlans = new Map([...vlanRecordings("catalyst")].map(([vlan, file]) => [vlan, recording(file)]));

const startCatalyst = async (more = "", own = vlans): Promise<Agent> =>
  await Agent.start(recordedRows(`${recordingText("catalyst")}${more}`), {}, "public", own);

const read = async ({ port }: Agent, community = "public"): Promise<DeviceTables> =>
  await readDeviceTables(targetAt(port, { credentials: { version: "2c", community } }), { timeMs: 20_000 }, never);

describe("a switch with a bridge table for each VLAN", () => {
  it("is asked for those that are in use, those of access ports first", async () => {
    await using agent = await startCatalyst();
    const { bridgeTable, problems } = await read(agent);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(bridgeTable)).toEqual({
      "3c:52:82:00:03:01": 10_124,
      "3c:52:82:00:03:09": 10_124,
      "3c:52:82:00:03:10": 10_102,
      "3c:52:82:00:03:11": 10_102,
      "3c:52:82:00:03:20": 10_101,
      "3c:52:82:00:03:21": 10_103,
    });
    const communities = new Set(agent.asked.map(({ community }) => community));
    expect([...communities]).toEqual(["public", "public@20", "public@10"]);
  });

  it("that keeps silent about VLANs is asked for three of them, once", async () => {
    const more = [11, 12, 13, 14].map((vlan) => `1.3.6.1.4.1.9.9.46.1.3.1.1.2.1.${vlan}|2|1\n1.3.6.1.4.1.9.9.46.1.3.1.1.3.1.${vlan}|2|1`);
    await using agent = await startCatalyst(more.join("\n"));
    const { bridgeTable, problems } = await read(agent);
    expect(problems).toMatchObject([{ table: "MAC addresses of VLANs", failure: { reason: "timeout" } }]);
    expect(bridgeTable.size).toBe(6);
    const silent = agent.asked.filter(({ community }) => /@1[1-4]$/.test(community));
    expect(silent.map(({ community }) => community)).toEqual(["public@11", "public@12", "public@13"]);
  });

  it("that tells of VLANs by itself, or is asked for one of them, is asked for no others", async () => {
    await using ofItself = await startCatalyst("1.3.6.1.2.1.17.7.1.2.2.1.2.20.60.82.130.0.3.32|2|24");
    expect((await read(ofItself)).bridgeTable.size).toBe(1);
    await using forOne = await startCatalyst("", new Map([["5", recordedRows(recordingText("catalyst"))]]));
    expect((await read(forOne, "public@5")).bridgeTable.size).toBe(1);
    for (const { asked } of [ofItself, forOne]) expect(new Set(asked.map(({ community }) => community)).size).toBe(1);
  });

  it("has no more rows in all for its VLANs", async () => {
    await using agent = await startCatalyst();
    const { problems } = await readDeviceTables(targetAt(agent.port), { timeMs: 20_000, rows: 50 }, never);
    expect(problems).toMatchObject([{ table: "MAC addresses of VLANs", failure: { reason: "too-much" } }]);
  });
});

describe("neighbours", () => {
  it("by CDP: names without serial numbers, telephones and access points as edge, what ProCurve writes as text", async () => {
    await using agent = await startCatalyst();
    const { cdpNeighbours } = await read(agent);
    const heard = cdpNeighbours.map(({ ifIndex, name, port, macs, addresses, isSwitch }) => [
      ifIndex,
      name,
      port,
      macs,
      addresses,
      isSwitch,
    ]);
    expect(heard).toEqual([
      [10_102, "access-point-7", "GigabitEthernet0", [], ["10.20.0.64"], false],
      [10_103, "SEP0004F2000020", "Port 1", [], [], false],
      [10_103, "", "", ["3c:52:82:00:03:88"], [], false],
      [10_124, "core1.example.net", "Ethernet1/7", [], ["10.20.0.1"], true],
    ]);
  });

  it("by CDP lead to other switches as those by LLDP do", async () => {
    await using agent = await startCatalyst();
    const ports = await edgePorts([{ name: "catalyst1", tables: await read(agent) }]);
    expect(ports.get("3c:52:82:00:03:09")).toBe("");
    expect(ports.get("3c:52:82:00:03:10")).toBe("catalyst1 / Gi0/2");
    expect(ports.get("3c:52:82:00:03:88")).toBe("catalyst1 / Gi0/3");
  });

  it("by both are told once", async () => {
    const lldp = (column: number, kind: string, value: string): string => `1.0.8802.1.1.2.1.4.1.1.${column}.0.10124.1|${kind}|${value}`;
    const more = [lldp(4, "2", "4"), lldp(5, "4x", "001c73000001"), lldp(9, "4", "Core1"), lldp(12, "4x", "2800")].join("\n");
    await using agent = await startCatalyst(more);
    const names = neighboursOf(await read(agent)).map(({ name }) => name);
    expect(names).toEqual(["Core1", "access-point-7", "SEP0004F2000020", ""]);
  });

  it("by the newer tables of LLDP: ports are interfaces, and rows of a wrong length are none", async () => {
    await using agent = await Agent.start(recording("newer-lldp"));
    const { lldpNeighbours, problems } = await read(agent);
    expect(problems).toEqual([]);
    expect(lldpNeighbours).toEqual([
      {
        localPort: 5,
        ifIndex: 5,
        name: "core1.example.net",
        port: "Eth1",
        macs: ["00:1c:73:00:00:01"],
        addresses: ["10.20.0.1"],
        isSwitch: true,
      },
    ]);
  });
});
