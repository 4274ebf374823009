import { setImmediate as turn } from "node:timers/promises";
import type { Scanner, ScanPlan, ScanReport } from "@cadastre/inventory-core/scanning";
import { edgePorts } from "./ports/edge-ports.ts";
import { problemsOf, readDevices } from "./ports/read-devices.ts";
import { neighboursHeard, reported } from "./ports/neighbours-heard.ts";
import type { SnmpTarget } from "./session/snmp-target.ts";

/** Reports that are made before others get their turn. */
const REPORTS_A_TURN = 1000;

/** Who knows which devices tell of a network. */
export interface SnmpTargetSource {
  /**
   * The devices that are asked for a scan, with their credentials, and what the scan is to be warned of.
   * @param networkId of the network that is scanned; undefined where it is none of an inventory
   * @param reads what the server says to an agent; undefined at a server
   */
  targetsFor(networkId: string | undefined, reads?: Readonly<Record<string, unknown>>): Promise<SnmpTargets>;
}

/** Devices that are asked for a scan, with their credentials, and what the scan is to be warned of. Secret. */
export interface SnmpTargets {
  readonly targets: readonly SnmpTarget[];
  readonly warnings: readonly string[];
  /** Whether the scan tells what devices hear of each other; it does not unless it is true. */
  readonly tellsNeighbours?: boolean;
}

/** Id of the scanner, at a server and at other sites. */
export const SNMP_TABLES = "snmp-tables";

/** What {@link SnmpTablesScanner} is made of. */
export interface SnmpTablesScannerParts {
  readonly source: SnmpTargetSource;
  /** Milliseconds that one device may take. */
  readonly deviceTimeMs: number;
}

/** Tells of the hosts of a scan what routers and switches have in their tables: hardware addresses, and at which port they are. */
export class SnmpTablesScanner implements Scanner {
  readonly id = SNMP_TABLES;
  readonly priority = 0;
  readonly isWitness = true;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly #parts: SnmpTablesScannerParts;

  constructor(parts: SnmpTablesScannerParts) {
    this.#parts = parts;
  }

  async unavailable(): Promise<string | null> {
    return null;
  }

  async *scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ScanReport, void> {
    signal.throwIfAborted();
    const { targets: hosts, networkId, witnesses } = plan;
    if (hosts.size === 0) return;
    const { targets, warnings, tellsNeighbours = false } = await this.#parts.source.targetsFor(networkId, witnesses?.[this.id]);
    for (const message of warnings) yield { kind: "warning", code: "WITNESS", message };
    // Whoever stops to read stops what is asked.
    const left = new AbortController();
    try {
      const readings = await readDevices(targets, this.#parts.deviceTimeMs, AbortSignal.any([signal, left.signal]));
      for (const message of problemsOf(readings)) yield { kind: "warning", code: "WITNESS", message };
      let reports = 0;
      const mayGoOn = async (): Promise<void> => {
        if ((reports += 1) % REPORTS_A_TURN === 0) await turn();
        signal.throwIfAborted();
      };
      if (tellsNeighbours)
        for (const { target, tables } of readings) {
          const heard = neighboursHeard(target.id, tables);
          // Of one that does not respond, what was heard before goes on.
          if (heard.neighbours.length === 0 && tables.problems.length > 0) continue;
          await mayGoOn();
          yield reported(heard);
        }
      const ports = await edgePorts(readings.map(({ target: { name }, tables }) => ({ name, tables })));
      for (const [macAddress, switchPort] of ports) {
        await mayGoOn();
        yield { kind: "hardware", macAddress, ...(switchPort === "" ? {} : { switchPort }) };
      }
      const told = new Set<string>();
      for (const { tables } of readings)
        for (const [ip, macAddress] of tables.ipNeighbours) {
          if (told.has(ip) || !hosts.has(ip)) continue;
          told.add(ip);
          await mayGoOn();
          yield { kind: "observation", ip, evidence: "router-table", macAddress };
        }
    } finally {
      left.abort();
    }
  }
}
