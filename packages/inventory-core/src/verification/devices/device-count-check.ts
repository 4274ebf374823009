import type { OpenStorage, Queries } from "../../contract/storage/storage.ts";
import { countedDevices, recountDevices, type StatusCounts } from "../../devices/device-counts.ts";
import { DEVICE_STATUSES, type Device } from "../../devices/device.ts";
import type { Check } from "../check.ts";

/** Devices that one statement counts of each status, where it keeps everybody else waiting. */
const COUNTED_PER_STEP = 2000;

type Status = Device["status"];

/** How many devices there are of each status, against the devices themselves: all in one slice, as each counts in the sum. */
export function deviceCountCheck({ text }: OpenStorage): Check {
  return {
    name: "device counts",
    async slice(queries) {
      const stored = await countedDevices(queries);
      const expected = text.steps === undefined ? await countAtOnce(queries) : await countInSteps(queries);
      const wrong = DEVICE_STATUSES.filter((status) => stored[status] !== expected[status]);
      return {
        rows: Object.values(expected).reduce((sum, count) => sum + count, 0),
        differences: wrong.map((status) => ({
          check: "device counts",
          table: "device_count",
          id: status,
          column: "devices",
          stored: String(stored[status]),
          expected: String(expected[status]),
        })),
        next: null,
        mend: async (change) => {
          for (const status of wrong) await recountDevices(change, status, expected[status]);
        },
      };
    },
  };
}

async function countAtOnce(queries: Queries): Promise<StatusCounts> {
  const counts: StatusCounts = { planned: 0, active: 0, maintenance: 0, decommissioned: 0 };
  const rows = await queries.all<{ status: Status; count: number }>("select status, count(*) as count from device group by status");
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}

/** On SQLite, where a statement that counts many keeps the event loop. */
async function countInSteps(queries: Queries): Promise<StatusCounts> {
  const counts: StatusCounts = { planned: 0, active: 0, maintenance: 0, decommissioned: 0 };
  for (const status of DEVICE_STATUSES) counts[status] = await countStatus(queries, status);
  return counts;
}

async function countStatus(queries: Queries, status: Status): Promise<number> {
  let after: readonly [name: string, id: string] = ["", ""];
  for (let count = 0; ; count += COUNTED_PER_STEP) {
    const last: { name: string; id: string } | undefined = await queries.get(
      `select name, id from device where status = ? and (name, id) > (?, ?) order by name, id limit 1 offset ${COUNTED_PER_STEP - 1}`,
      [status, ...after],
    );
    if (last === undefined) {
      const rest = await queries.get<{ count: number }>("select count(*) as count from device where status = ? and (name, id) > (?, ?)", [
        status,
        ...after,
      ]);
      return count + (rest?.count ?? 0);
    }
    after = [last.name, last.id];
  }
}
