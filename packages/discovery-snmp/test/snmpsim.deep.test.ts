import type { ScanReport } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SnmpTarget } from "../src/session/snmp-target.ts";
import { SnmpTablesScanner } from "../src/snmp-tables-scanner.ts";
import { type DeviceTables, readDeviceTables } from "../src/tables/device-tables.ts";
import { Agent } from "./support/agent.ts";
import { version3 } from "./support/real-agents.ts";
import { recording, RECORDINGS, recordingText, vlanRecordings } from "./support/recording.ts";
import { DEBIAN_RECORDINGS, hasSnmpsim, recordingsOf, Snmpsim } from "./support/snmpsim.ts";
import { targetAt } from "./support/target.ts";

const { signal } = new AbortController();
const VERSIONS = ["2c", "3"] as const;
/** A folder of recordings of one's own. */
const OWN = process.env["TEST_SNMP_RECORDINGS"] ?? "";

const tablesOf = async (target: SnmpTarget): Promise<DeviceTables> => await readDeviceTables(target, { timeMs: 60_000 }, signal);

async function scanned(targets: readonly SnmpTarget[]): Promise<readonly ScanReport[]> {
  const scanner = new SnmpTablesScanner({ source: { targetsFor: async () => ({ targets, warnings: [] }) }, deviceTimeMs: 60_000 });
  const hosts = new Set(Array.from({ length: 256 }, (_, at) => `10.20.0.${at}`));
  return await Array.fromAsync(scanner.scan({ targets: hosts, scanType: "quick" } as never, { signal }));
}

/** A recorded device of these tests, with its VLANs where they are asked for by community. */
async function recorded(name: string, version: (typeof VERSIONS)[number]): Promise<{ agent: Agent; target: SnmpTarget }> {
  const vlans = [...vlanRecordings(name)].map(([vlan, file]) => [vlan, recording(file)] as const);
  // Who is asked for a context of its own is asked for no VLANs.
  const community = version === "2c" ? "public" : "public@1";
  const agent = await Agent.start(recording(name), {}, community, new Map(vlans));
  return { agent, target: targetAt(agent.port, { name, credentials: { version: "2c", community } }) };
}

describe.skipIf(!hasSnmpsim)("snmpsim with our recordings (skipped where snmpsim is not installed)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => {
    const files = RECORDINGS.flatMap((name) => [name, ...vlanRecordings(name).values()]);
    const contexts = [...vlanRecordings("catalyst")].map(([vlan, file]) => [`vlan-${vlan}`, file] as const);
    // What snmpsim answers without a context.
    const named = [...files.map((file) => [file, file] as const), ...contexts, [Snmpsim.WITHOUT_CONTEXT, "catalyst"] as const];
    simulator = await Snmpsim.start(named.map(([name, file]) => [name, () => recordingText(file)]));
  });
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  const simulated = (name: string, version: (typeof VERSIONS)[number]): SnmpTarget =>
    targetAt(simulator.port, { name, credentials: Snmpsim.credentialsOf(name)[version] });

  it.each(RECORDINGS.flatMap((name) => VERSIONS.map((version) => [name, version] as const)))(
    "%s by version %s tells the same as the recorded device of these tests",
    async (name, version) => {
      const { agent, target } = await recorded(name, version);
      await using _ = agent;
      const tables = await tablesOf(simulated(name, version));
      expect(tables.problems).toEqual([]);
      expect(tables).toEqual(await tablesOf(target));
    },
  );

  it.each(VERSIONS)("gives a scan the same by version %s", async (version) => {
    const all = await Promise.all(RECORDINGS.map(async (name) => await recorded(name, version)));
    try {
      const reports = await scanned(RECORDINGS.map((name) => simulated(name, version)));
      expect(reports.filter(({ kind }) => kind === "observation").length).toBeGreaterThan(8);
      expect(reports).toEqual(await scanned(all.map(({ target }) => target)));
    } finally {
      await Promise.all(all.map(async ({ agent }) => await agent[Symbol.asyncDispose]()));
    }
  });

  it("tells VLANs by context of version 3 as by community of version 2c", async () => {
    const byContext = await tablesOf(targetAt(simulator.port, { credentials: version3() }));
    expect(byContext.bridgeTable.size).toBe(6);
    expect(byContext).toEqual(await tablesOf(simulated("catalyst", "2c")));
  });
});

const cisco = hasSnmpsim ? recordingsOf(DEBIAN_RECORDINGS).get("cisco_16_switch") : undefined;

describe.skipIf(cisco === undefined)("the Catalyst that Debian's snmpsim has a recording of (skipped where it is not installed)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => void (simulator = await Snmpsim.start([["cisco", cisco as () => string]])));
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  it.each(VERSIONS)("tells all of its tables by version %s", async (version) => {
    const tables = await tablesOf(targetAt(simulator.port, { credentials: Snmpsim.credentialsOf("cisco")[version] }));
    // VLANs are asked for one by one where there is no context; the recording is of VLAN 1 alone.
    const silent = { table: "MAC addresses of VLANs", failure: { reason: "timeout" } };
    expect(tables.problems).toMatchObject(version === "2c" ? [silent] : []);
    expect(tables.name).toBe("Profiler3750");
    expect(tables.description).toMatch(/^Cisco IOS Software, C3750 Software .*Version 12\.2\(55\)SE10/);
    expect(tables.interfaces.size).toBe(59);
    expect(tables.interfaces.get(11_048)).toMatchObject({ name: "Fa3/0/48", description: "FastEthernet3/0/48" });
    expect(tables.ipNeighbours.size).toBe(85);
    expect([...tables.bridgePorts.values()].every((ifIndex) => tables.interfaces.has(ifIndex))).toBe(true);
    expect(tables.bridgePorts.size).toBe(34);
    expect(tables.bridgeTable.size).toBe(1);
    expect(tables.cdpNeighbours).toMatchObject([
      { ifIndex: 11_048, name: "C2960X.uac.local", port: "GigabitEthernet1/0/8", addresses: ["10.204.88.10"], isSwitch: true },
    ]);
  });
});

const own = recordingsOf(hasSnmpsim ? OWN : "");

describe.skipIf(own.size === 0)("recordings of the folder TEST_SNMP_RECORDINGS (skipped where it names none)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => void (simulator = await Snmpsim.start(own)), 300_000);
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  it.each([...own.keys()])("%s is read", async (name) => {
    const tables = await tablesOf(targetAt(simulator.port, { credentials: Snmpsim.credentialsOf(name)["3"] }));
    const { interfaces, ipNeighbours, bridgePorts, bridgeTable, lldpNeighbours, cdpNeighbours } = tables;
    const counts = { interfaces, ipNeighbours, bridgePorts, bridgeTable };
    const told = Object.entries(counts).map(([table, { size }]) => `${table} ${size}`);
    const heard = [`lldpNeighbours ${lldpNeighbours.length}`, `cdpNeighbours ${cdpNeighbours.length}`];
    process.stdout.write(`${name}: ${[...told, ...heard].join(", ")}\n`);
    expect(tables.problems).toEqual([]);
  });
});
