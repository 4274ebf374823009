import { type AddressKey, distance } from "../address/address-key.ts";
import { percentUsed, toWireCount } from "../address/host-count.ts";

/** How full a pool is. @param taken addresses of it that are used or held */
export function fullnessOf(start: AddressKey, end: AddressKey, taken: number): { total: number | string; utilization: number } {
  const total = distance(start, end);
  return { total: toWireCount(total), utilization: percentUsed(BigInt(taken), total) };
}
