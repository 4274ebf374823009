import { type CallContext, coreErrors, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import { realTimers } from "@cadastre/inventory-core/scanning";
import type { DeviceTurns } from "./device-turns.ts";
import { problemsOf, readDevices } from "../ports/read-devices.ts";
import { askedByAgent, type ListedTargetSource } from "./listed-targets.ts";
import { rowWith } from "./snmp-device-service.ts";
import type { SnmpReading } from "./snmp-device.ts";

export const DEVICE_TEST = serviceToken<DeviceTest>("snmp-device-test");

/** Asks one device for its tables, to see whether it tells them. */
export class DeviceTest {
  readonly #storage: OpenStorage;
  readonly #source: ListedTargetSource;
  readonly #turns: DeviceTurns;
  readonly #deviceTimeMs: number;

  constructor(storage: OpenStorage, source: ListedTargetSource, turns: DeviceTurns, deviceTimeMs: number) {
    this.#storage = storage;
    this.#source = source;
    this.#turns = turns;
    this.#deviceTimeMs = deviceTimeMs;
  }

  /** @throws NOT_FOUND, CONFLICT for a device that this host may not ask, BUSY as {@link DeviceTurns.run} */
  async run(id: string, call: CallContext): Promise<SnmpReading> {
    return await this.#turns.run(call, async () => await this.#run(id, call.signal));
  }

  async #run(id: string, signal: AbortSignal = new AbortController().signal): Promise<SnmpReading> {
    const { listed, warnings, away } = await this.#source.one(await rowWith(this.#storage.read, id));
    if (listed.length === 0) throw coreErrors.CONFLICT({ reason: [...warnings, ...away.map(askedByAgent)].join("; ") });
    const begun = realTimers.performance.now();
    const readings = await readDevices(
      listed.map(({ target }) => target),
      this.#deviceTimeMs,
      signal,
    );
    const [reading] = readings;
    const tables = reading?.tables;
    return {
      name: tables?.name ?? "",
      description: tables?.description ?? "",
      interfaces: tables?.interfaces.size ?? 0,
      ip_neighbours: tables?.ipNeighbours.size ?? 0,
      mac_addresses: tables?.bridgeTable.size ?? 0,
      lldp_neighbours: tables?.lldpNeighbours.length ?? 0,
      cdp_neighbours: tables?.cdpNeighbours.length ?? 0,
      problem: problemsOf(readings)[0] ?? null,
      duration_ms: Math.round(realTimers.performance.now() - begun),
    };
  }
}
