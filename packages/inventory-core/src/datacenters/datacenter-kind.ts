import { datacenterDeleted, datacenterMoved } from "../cascades/datacenter-cascade.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { withFunctions } from "../records/functions/bound-functions.ts";
import { Datacenter, spaceOf } from "./datacenter.ts";

/** Moves what is in a datacenter with it to another address space, and releases it when the datacenter is deleted. */
async function around(change: Change, before: Datacenter, record: Datacenter | null, write: () => Promise<void>): Promise<void> {
  if (before.space_id === record?.space_id) return await write();
  const { id } = before;
  const numbers = await change.get<{ readonly space: number; readonly home: number }>("select space, home from datacenter where id = ?", [
    id,
  ]);
  const place = { id, space: Number(numbers?.home) };
  if (record === null) return await datacenterDeleted(change, place, write);
  const named = await spaceOf(change, record.space_id);
  const space = named ?? Number(numbers?.space);
  await datacenterMoved(change, place, { space, fallsBack: named === undefined }, async () => {
    await change.exec("update datacenter set home = ? where id = ?", [space, id]);
    await write();
  });
}

/** The declaration of datacenters, with what moves with them. */
export const DatacenterKind: typeof Datacenter = withFunctions(Datacenter, [], () => ({ around }));
