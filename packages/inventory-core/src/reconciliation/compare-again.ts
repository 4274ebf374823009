import type { Queries } from "../contract/storage/storage.ts";
import type { DiscoveredDevice } from "./discovered-device.ts";
import { compareWithRecorded } from "./recorded-devices.ts";
import { rewriteSeen } from "./seen-rows.ts";

/** Writes those of which it stands otherwise than before. */
export async function compareAgain(
  writer: Queries & Parameters<typeof rewriteSeen>[0],
  space: number,
  all: readonly DiscoveredDevice[],
  now: string,
): Promise<void> {
  const compared = await compareWithRecorded(writer, space, all);
  const changes = compared.flatMap((after, index) => {
    const before = all[index] as DiscoveredDevice;
    return standsAlike(before, after) ? [] : [{ before, after: { ...after, updated_at: now } }];
  });
  if (changes.length > 0) await rewriteSeen(writer, changes);
}

/** Whether two records of what was seen say the same of how it stands to what is recorded. */
export const standsAlike = (one: DiscoveredDevice, other: DiscoveredDevice): boolean =>
  one.state === other.state && one.device_id === other.device_id && JSON.stringify(one.differences) === JSON.stringify(other.differences);
