import { realTimers } from "@cadastre/inventory-core/scanning";
import type { DeviceBudget } from "../session/device-budget.ts";
import { SnmpFailure } from "../session/snmp-failure.ts";
import { REQUEST_TIMEOUT_MS, type SnmpSession, timesOver, type Varbind } from "../session/snmp-session.ts";

/** Rows of one response: about what a datagram of 1,500 octets holds. */
const MAX_ROWS_A_REQUEST = 40;
/** A device that takes longer for a response is asked for less, one that takes less than a fifth of it for more. */
const SLOW_MS = REQUEST_TIMEOUT_MS / 2;

/** How often a device may go back to a row from one behind it: a table that changes while it is read has rows twice. */
const MAX_RETURNS = 2;

/** A value of a column, and the numbers of its object id after that of the column. */
export interface Cell {
  readonly index: readonly number[];
  readonly value: Varbind["value"];
}

/** What tables are read with. */
export interface Reading {
  readonly session: SnmpSession;
  readonly budget: DeviceBudget;
}

/**
 * The values of a column, as the device has them. Some devices sort their tables otherwise than SNMP says, and come to an end all the
 * same; those that go back to one row again and again do not.
 * @throws SnmpFailure, also after it has yielded some
 */
export async function* walkColumn({ session, budget }: Reading, column: string): AsyncGenerator<Cell, void> {
  const prefix = `${column}.`;
  const returns = new Map<string, number>();
  let last = column;
  let most = MAX_ROWS_A_REQUEST;
  for (let rows = 0; ;) {
    const begun = realTimers.performance.now();
    const { varbinds, asked } = await after(session, last, most);
    const tookMs = realTimers.performance.now() - begun;
    most = tookMs > SLOW_MS ? Math.max(1, Math.floor(asked / 2)) : tookMs < SLOW_MS / 5 ? MAX_ROWS_A_REQUEST : asked;
    if (varbinds.length === 0) return;
    for (const { oid, value } of varbinds) {
      if (!oid.startsWith(prefix)) return;
      if (!comesAfter(oid, last)) {
        const times = (returns.get(oid) ?? 0) + 1;
        if (times > MAX_RETURNS) throw new SnmpFailure("loop");
        returns.set(oid, times);
      }
      last = oid;
      if ((rows += 1) > budget.rowsOfTable) throw new SnmpFailure("too-long");
      budget.takeRow();
      yield { index: numbersOf(oid.slice(prefix.length)), value };
    }
  }
}

/** Asks again for less where the device does not respond in time: it may be slow, or its response too large for the way. */
async function after(session: SnmpSession, oid: string, most: number): Promise<{ varbinds: readonly Varbind[]; asked: number }> {
  return await timesOver(async (attempt) => {
    const asked = Math.max(1, Math.floor(most / 4 ** attempt));
    return { varbinds: await session.after(oid, asked), asked };
  });
}

const numbersOf = (dotted: string): number[] => dotted.split(".").map(Number);

/** Whether an object id is behind another one, number by number. */
function comesAfter(oid: string, other: string): boolean {
  const [one, two] = [numbersOf(oid), numbersOf(other)];
  for (const [at, number] of two.entries()) {
    const own = one[at];
    if (own === undefined || own < number) return false;
    if (own > number) return true;
  }
  return one.length > two.length;
}
