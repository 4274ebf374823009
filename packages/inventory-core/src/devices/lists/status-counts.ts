import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { DEVICE_STATUSES, type Device } from "../device.ts";

/** Devices that one statement counts of each status, where it keeps everybody else waiting. */
const COUNTED_PER_STEP = 2000;

type Status = Device["status"];

/** How many devices there are of each status. On SQLite those of many devices are counted in steps. */
export async function countByStatus({ read, text }: OpenStorage): Promise<Record<Status, number>> {
  const counts: Record<Status, number> = { planned: 0, active: 0, maintenance: 0, decommissioned: 0 };
  if (text.steps === undefined) {
    const rows = await read.all<{ status: Status; count: number }>("select status, count(*) as count from device group by status");
    for (const { status, count } of rows) counts[status] = count;
    return counts;
  }
  const firsts = await read.get<Record<Status, number>>(
    `select ${DEVICE_STATUSES.map(
      (status) => `(select count(*) from (select 1 from device where status = ? limit ${COUNTED_PER_STEP}) as "of") as ${status}`,
    ).join(", ")}`,
    DEVICE_STATUSES,
  );
  for (const status of DEVICE_STATUSES) {
    const first = firsts?.[status] ?? 0;
    counts[status] = first < COUNTED_PER_STEP ? first : await countInSteps(read, status);
  }
  return counts;
}

async function countInSteps(read: Queries, status: Status): Promise<number> {
  let after: readonly [name: string, id: string] = ["", ""];
  for (let count = 0; ; count += COUNTED_PER_STEP) {
    const last: { name: string; id: string } | undefined = await read.get(
      `select name, id from device where status = ? and (name, id) > (?, ?) order by name, id limit 1 offset ${COUNTED_PER_STEP - 1}`,
      [status, ...after],
    );
    if (last === undefined) {
      const rest = await read.get<{ count: number }>("select count(*) as count from device where status = ? and (name, id) > (?, ?)", [
        status,
        ...after,
      ]);
      return count + (rest?.count ?? 0);
    }
    after = [last.name, last.id];
  }
}
