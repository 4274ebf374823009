import { ChangeState } from "../contract/storage/change-state.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import { DEVICE_STATUSES, type Device } from "./device.ts";

type Status = Device["status"];

/** How many devices there are of each status. */
export type StatusCounts = Record<Status, number>;

/** Rows of each status, one of which a change adds to: where there was one alone, all changes would wait for each other's commits. */
const SLOTS = 64;

const noDevices = (): StatusCounts => ({ planned: 0, active: 0, maintenance: 0, decommissioned: 0 });

const added = new ChangeState((change) => {
  change.beforeCommit(async () => await writeCounts(change));
  return noDevices();
});

/** Notes that a device came, went, or has another status: what a change did in all is added up before its commit. */
export function countDevice(change: Change, before: Pick<Device, "status"> | undefined, after: Pick<Device, "status"> | undefined): void {
  if (before?.status === after?.status) return;
  const counts = added.of(change);
  if (before !== undefined) counts[before.status] -= 1;
  if (after !== undefined) counts[after.status] += 1;
}

/** In the order of the statuses, so that changes which meet in rows do not wait for each other in a ring. */
async function writeCounts(change: Change): Promise<void> {
  const counts = added.of(change);
  // What comes after this, as a further step of a plan, is written anew.
  added.forget(change);
  const changed = DEVICE_STATUSES.filter((status) => counts[status] !== 0);
  if (changed.length === 0) return;
  const slot = Math.floor(Math.random() * SLOTS);
  await addRows(
    change,
    changed.map((status) => [status, slot, counts[status]] as const),
  );
}

async function addRows(change: Change, rows: readonly (readonly [status: Status, slot: number, devices: number])[]): Promise<void> {
  await change.exec(
    `insert into device_count (status, slot, devices) values ${rows.map(() => "(?, ?, ?)").join(", ")} on conflict (status, slot) ` +
      "do update set devices = device_count.devices + excluded.devices",
    rows.flat(),
  );
}

/** How many devices there are of each status, by the rows that count them. */
export async function countedDevices(queries: Queries): Promise<StatusCounts> {
  const counts = noDevices();
  const rows = await queries.all<{ status: Status; devices: number }>(
    "select status, sum(devices) as devices from device_count group by status",
  );
  for (const { status, devices } of rows) counts[status] = devices;
  return counts;
}

/** Replaces what is counted of a status. The caller holds the topology exclusively. */
export async function recountDevices(change: Change, status: Status, devices: number): Promise<void> {
  await change.exec("delete from device_count where status = ?", [status]);
  await addRows(change, [[status, 0, devices]]);
}
