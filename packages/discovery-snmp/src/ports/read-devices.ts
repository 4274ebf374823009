import { type CallContext, coreErrors, serviceToken } from "@cadastre/inventory-core";
import { turnsAs } from "@cadastre/inventory-core/discovery";
import type { SnmpTarget } from "../session/snmp-target.ts";
import { type DeviceTables, readDeviceTables, type WantedTables } from "../tables/device-tables.ts";

export const DEVICE_TURNS = serviceToken<DeviceTurns>("snmp-device-turns");

/** Devices that are asked at the same time. */
const MAX_AT_ONCE = 8;
/** Callers for whom a server asks devices at the same time, in one call each. */
const MAX_CALLERS = 4;
/** About as long as silent devices take. */
const RETRY_AFTER_SECONDS = 3;

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

/** Turns of calls that wait for devices: these take seconds where they are silent, and cost no computing time that is charged. */
export class DeviceTurns {
  readonly #callers = new Set<string>();

  /** Runs a call that asks devices. The program itself is not limited. @throws BUSY */
  async run<T>(call: CallContext, work: () => Promise<T>): Promise<T> {
    if (call.principal.kind === "system") return await work();
    const caller = turnsAs(call);
    if (this.#callers.has(caller)) throw busy("another call of yours is asking SNMP devices");
    if (this.#callers.size >= MAX_CALLERS) throw busy(`SNMP devices are being asked for ${MAX_CALLERS} other callers`);
    this.#callers.add(caller);
    try {
      return await work();
    } finally {
      this.#callers.delete(caller);
    }
  }
}

const busy = (reason: string): Error => coreErrors.BUSY({ reason }, { retryAfterSeconds: RETRY_AFTER_SECONDS });
