import type { Device, Inventory } from "@cadastre/inventory-core";
import { atDepth } from "../../../../testing/depth.ts";

/** Numbers of devices that hold one address. */
export const HOLDERS = atDepth({ few: [250, 500, 1000], many: [1000, 2000, 4000] });
/** Work may grow as the number of holders to this power. */
export const MAX_EXPONENT = 1.3;
export const IP = "127.0.0.9";

const IN_BULK = 500;

/** Creates devices that hold the address. @returns two of them */
export async function addHolders({ devices }: Inventory, holders: number): Promise<readonly [Device, Device]> {
  const first = await devices.create({ name: "first", addresses: [{ ip: IP }] });
  const second = await devices.create({ name: "second", addresses: [{ ip: IP }] });
  for (let at = 2; at < holders; at += IN_BULK) {
    const count = Math.min(IN_BULK, holders - at);
    await devices.createMany(Array.from({ length: count }, (_, index) => ({ name: `d ${at + index}`, addresses: [{ ip: IP }] })));
  }
  return [first, second];
}

/** Returns the power of the number of holders that work grew with, from the least number to the one at an index. */
export const growthOf = (least: number, work: number, index: number): number =>
  Math.log(work / least) / Math.log((HOLDERS[index] as number) / (HOLDERS[0] as number));
