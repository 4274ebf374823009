import type { SnmpTarget } from "../session/snmp-target.ts";
import { type DeviceTables, readDeviceTables, type WantedTables } from "../tables/device-tables.ts";

/** Devices that are asked at the same time. */
const MAX_AT_ONCE = 8;

/** A device, and what was read of it. */
export interface DeviceReading {
  readonly target: SnmpTarget;
  readonly tables: DeviceTables;
}

/**
 * Reads the tables of devices, some at a time.
 * @param timeMs milliseconds that each may take
 * @returns in the order of the devices
 * @throws what the signal aborted with
 */
export async function readDevices(
  targets: readonly SnmpTarget[],
  timeMs: number,
  signal: AbortSignal,
  wanted: WantedTables = "all",
): Promise<readonly DeviceReading[]> {
  const readings: DeviceReading[] = [];
  let next = 0;
  const read = async (): Promise<void> => {
    for (let at = next++; at < targets.length; at = next++) {
      const target = targets[at] as SnmpTarget;
      readings[at] = { target, tables: await readDeviceTables(target, { timeMs }, signal, wanted) };
    }
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, read));
  return readings;
}

/** What could not be read, in a sentence for each device. */
export function problemsOf(readings: readonly DeviceReading[]): string[] {
  return readings.flatMap(({ target, tables: { problems } }) => {
    const [first] = problems;
    if (first === undefined) return [];
    const tables = problems.map(({ table }) => table).join(", ");
    return [`the SNMP device ${target.name} ${first.failure.message} (${tables})`];
  });
}
