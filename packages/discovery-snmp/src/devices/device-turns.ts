import { type CallContext, coreErrors, serviceToken } from "@cadastre/inventory-core";
import { turnsAs } from "@cadastre/inventory-core/discovery";

export const DEVICE_TURNS = serviceToken<DeviceTurns>("snmp-device-turns");

/** Callers for whom a server asks devices at the same time, in one call each. */
const MAX_CALLERS = 4;
/** About as long as silent devices take. */
const RETRY_AFTER_SECONDS = 3;

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
