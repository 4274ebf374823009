import type { ScanReport } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SnmpTarget } from "../src/session/snmp-target.ts";
import { SnmpTablesScanner } from "../src/snmp-tables-scanner.ts";
import { type DeviceTables, readDeviceTables } from "../src/tables/device-tables.ts";
import { Agent } from "./support/agent.ts";
import { recording, RECORDINGS, recordingText } from "./support/recording.ts";
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

describe.skipIf(!hasSnmpsim)("snmpsim with our recordings (skipped where snmpsim is not installed)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => void (simulator = await Snmpsim.start(RECORDINGS.map((name) => [name, () => recordingText(name)]))));
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  const simulated = (name: string, version: (typeof VERSIONS)[number]): SnmpTarget =>
    targetAt(simulator.port, { name, credentials: Snmpsim.credentialsOf(name)[version] });

  it.each(RECORDINGS.flatMap((name) => VERSIONS.map((version) => [name, version] as const)))(
    "%s by version %s tells the same as the recorded device of these tests",
    async (name, version) => {
      await using agent = await Agent.start(recording(name));
      const tables = await tablesOf(simulated(name, version));
      expect(tables.problems).toEqual([]);
      expect(tables).toEqual(await tablesOf(targetAt(agent.port)));
    },
  );

  it.each(VERSIONS)("gives a scan the same by version %s", async (version) => {
    const agents = await Promise.all(RECORDINGS.map(async (name) => await Agent.start(recording(name))));
    try {
      const reports = await scanned(RECORDINGS.map((name) => simulated(name, version)));
      expect(reports.filter(({ kind }) => kind === "observation").length).toBeGreaterThan(8);
      expect(reports).toEqual(await scanned(agents.map(({ port }, at) => targetAt(port, { name: RECORDINGS[at] as string }))));
    } finally {
      await Promise.all(agents.map(async (agent) => await agent[Symbol.asyncDispose]()));
    }
  });
});

const cisco = hasSnmpsim ? recordingsOf(DEBIAN_RECORDINGS).get("cisco_16_switch") : undefined;

describe.skipIf(cisco === undefined)("the Catalyst that Debian's snmpsim has a recording of (skipped where it is not installed)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => void (simulator = await Snmpsim.start([["cisco", cisco as () => string]])));
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  it.each(VERSIONS)("tells all of its tables by version %s", async (version) => {
    const tables = await tablesOf(targetAt(simulator.port, { credentials: Snmpsim.credentialsOf("cisco")[version] }));
    expect(tables.problems).toEqual([]);
    expect(tables.name).toBe("Profiler3750");
    expect(tables.description).toMatch(/^Cisco IOS Software, C3750 Software .*Version 12\.2\(55\)SE10/);
    expect(tables.interfaces.size).toBe(59);
    expect(tables.interfaces.get(11_048)).toMatchObject({ name: "Fa3/0/48", description: "FastEthernet3/0/48" });
    expect(tables.ipNeighbours.size).toBe(85);
    expect([...tables.bridgePorts.values()].every((ifIndex) => tables.interfaces.has(ifIndex))).toBe(true);
    expect(tables.bridgePorts.size).toBe(34);
    expect(tables.bridgeTable.size).toBe(1);
  });
});

const own = recordingsOf(hasSnmpsim ? OWN : "");

describe.skipIf(own.size === 0)("recordings of the folder TEST_SNMP_RECORDINGS (skipped where it names none)", () => {
  let simulator: Snmpsim;
  beforeAll(async () => void (simulator = await Snmpsim.start(own)), 300_000);
  afterAll(async () => await simulator?.[Symbol.asyncDispose]());

  it.each([...own.keys()])("%s is read", async (name) => {
    const tables = await tablesOf(targetAt(simulator.port, { credentials: Snmpsim.credentialsOf(name)["2c"] }));
    const { interfaces, ipNeighbours, bridgePorts, bridgeTable, lldpNeighbours } = tables;
    const counts = { interfaces, ipNeighbours, bridgePorts, bridgeTable };
    const told = Object.entries(counts).map(([table, { size }]) => `${table} ${size}`);
    process.stdout.write(`${name}: ${[...told, `lldpNeighbours ${lldpNeighbours.length}`].join(", ")}\n`);
    expect(tables.problems).toEqual([]);
  });
});
