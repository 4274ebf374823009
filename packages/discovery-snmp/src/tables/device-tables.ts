import { printable } from "@cadastre/inventory-core/scanning";
import { DeviceBudget, type DeviceLimits } from "../session/device-budget.ts";
import { SnmpFailure } from "../session/snmp-failure.ts";
import { SnmpSession } from "../session/snmp-session.ts";
import type { SnmpTarget } from "../session/snmp-target.ts";
import { BridgeTable, readBridgePorts, readBridgeTable } from "./bridge-table.ts";
import { readCdpNeighbours } from "./cdp-neighbours.ts";
import { type Interface, readAggregates, readInterfaces } from "./interfaces.ts";
import { readIpNeighbours } from "./ip-neighbours.ts";
import { type LldpPort, readLldpNeighbours, readLldpPorts } from "./lldp-neighbours.ts";
import type { Neighbour } from "./neighbour.ts";
import { BRIDGE, SYSTEM } from "./object-ids.ts";
import { macOf, octetsOf } from "./octets.ts";
import { readVlanBridgeTables } from "./vlan-bridge-tables.ts";
import type { Reading } from "./walk-column.ts";

/** What was read of a device; a table that could not be read is empty, or ends early. */
export interface DeviceTables {
  /** What it calls itself; empty for nothing. */
  readonly name: string;
  readonly description: string;
  readonly interfaces: ReadonlyMap<number, Interface>;
  /** ifIndex of the aggregate, by that of its member. */
  readonly aggregates: ReadonlyMap<number, number>;
  /** Hardware addresses by IP address. */
  readonly ipNeighbours: ReadonlyMap<string, string>;
  /** ifIndex by bridge port. */
  readonly bridgePorts: ReadonlyMap<number, number>;
  /** ifIndex by hardware address. */
  readonly bridgeTable: ReadonlyMap<string, number>;
  readonly lldpNeighbours: readonly Neighbour[];
  readonly cdpNeighbours: readonly Neighbour[];
  readonly lldpPorts: ReadonlyMap<number, LldpPort>;
  /** Hardware addresses of its own. */
  readonly ownMacs: ReadonlySet<string>;
  /** What could not be read, and why. */
  readonly problems: readonly TableProblem[];
}

/** Which tables are read: all, or those that tell of interfaces and LLDP neighbours. */
export type WantedTables = "all" | "links";

/** What a table is called, and how it is read. */
type Table = readonly [name: string, read: () => Promise<void>];

/** A table that could not be read, or not to its end. */
export interface TableProblem {
  readonly table: string;
  readonly failure: SnmpFailure;
}

/**
 * Asks a device for its tables, one request at a time, until all are read or it may take no longer. A device that misbehaves is no
 * error: what is wrong is among the problems.
 *
 * @throws what the signal aborted with
 */
export async function readDeviceTables(
  target: SnmpTarget,
  limits: DeviceLimits,
  signal: AbortSignal,
  wanted: WantedTables = "all",
): Promise<DeviceTables> {
  const budget = new DeviceBudget(limits);
  using session = await SnmpSession.open(target, budget, signal);
  const reading: Reading = { session, budget };
  const problems: TableProblem[] = [];
  const system = { name: "", description: "" };
  const interfaces = new Map<number, Interface>();
  const aggregates = new Map<number, number>();
  const ipNeighbours = new Map<string, string>();
  const bridgePorts = new Map<number, number>();
  const bridgeTable = new BridgeTable();
  let hasBridgePorts = true;
  let tellsVlans = true;
  const lldpNeighbours: Neighbour[] = [];
  const cdpNeighbours: Neighbour[] = [];
  const lldpPorts = new Map<number, LldpPort>();
  const ownMacs = new Set<string>();
  const macTables: readonly Table[] = [
    [
      "MAC addresses",
      async () => void (tellsVlans = await readBridgeTable(reading, hasBridgePorts ? bridgePorts : undefined, bridgeTable)),
    ],
    ["MAC addresses of VLANs", async () => (tellsVlans ? undefined : await readVlanBridgeTables(reading, target, signal, bridgeTable))],
  ];
  const tables: readonly Table[] = [
    [
      "system",
      async () => {
        const values = await session.get([SYSTEM.name, SYSTEM.description, BRIDGE.address]);
        const octets = (oid: string): Buffer => octetsOf(values.find((varbind) => varbind.oid === oid)?.value ?? null);
        system.name = printable(octets(SYSTEM.name));
        system.description = printable(octets(SYSTEM.description));
        const mac = macOf(octets(BRIDGE.address));
        if (mac !== undefined) ownMacs.add(mac);
      },
    ],
    ["interfaces", async () => await readInterfaces(reading, interfaces)],
    ["link aggregation", async () => await readAggregates(reading, aggregates)],
    ...(wanted === "links"
      ? []
      : [["ARP and neighbour discovery", async () => await readIpNeighbours(reading, ipNeighbours)] satisfies Table]),
    ["bridge ports", async () => void (hasBridgePorts = await readBridgePorts(reading, bridgePorts))],
    ["LLDP ports", async () => await readLldpPorts(reading, lldpPorts)],
    ["LLDP neighbours", async () => await readLldpNeighbours(reading, lldpNeighbours)],
    ["CDP neighbours", async () => await readCdpNeighbours(reading, cdpNeighbours)],
    // The largest come last: what there is no time for is their end.
    ...(wanted === "links" ? [] : macTables),
  ];
  for (const [table, read] of tables) {
    try {
      await read();
    } catch (error) {
      if (signal.aborted || !(error instanceof SnmpFailure)) throw error;
      problems.push({ table, failure: error });
      if (error.isFinal) break;
    }
  }
  for (const { mac } of interfaces.values()) if (mac !== undefined) ownMacs.add(mac);
  return {
    ...system,
    interfaces,
    aggregates,
    ipNeighbours,
    bridgePorts,
    bridgeTable: bridgeTable.interfaces,
    lldpNeighbours,
    cdpNeighbours,
    lldpPorts,
    ownMacs,
    problems,
  };
}
