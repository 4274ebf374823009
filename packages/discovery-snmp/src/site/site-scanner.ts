import { isRefused, type Scanner } from "@cadastre/inventory-core/scanning";
import { type SnmpTargets, SnmpTablesScanner } from "../snmp-tables-scanner.ts";
import { receivedTargets } from "./sent-targets.ts";

/** Milliseconds that one device may take, as a server takes them unless it is set otherwise. */
const DEVICE_TIME_MS = 20_000;

/**
 * The witness of an agent: it asks the devices that the server tells it of, and keeps what it asks them with for the scan alone.
 * @param doNotProbe addresses that receive no packet whatever the server asks for, separated by commas, checked before
 */
export function snmpSiteScanner(doNotProbe: string): Scanner {
  return new SnmpTablesScanner({
    deviceTimeMs: DEVICE_TIME_MS,
    source: {
      targetsFor: async (_networkId, reads): Promise<SnmpTargets> => {
        if (reads === undefined) return { targets: [], warnings: [] };
        const { targets, warnings, tellsNeighbours = false } = receivedTargets(reads);
        const refused = targets.filter(({ address }) => isRefused(address, doNotProbe));
        return {
          tellsNeighbours,
          targets: targets.filter((target) => !refused.includes(target)),
          warnings: [
            ...warnings,
            ...refused.map(
              ({ name, address }) =>
                `the SNMP device ${name} is not asked: its address ${address} is on the do-not-probe list of the agent`,
            ),
          ],
        };
      },
    },
  });
}
