import { median, percentile } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { RARE_WORD } from "../../rows/device-fields.ts";
import type { PeerScale } from "../scale.ts";
import { measuredHere, peerRow, type Side, stepByStep, takeTurns } from "../turns.ts";
import { byClients, CLIENTS, type Front, type Fronts, withConnection } from "./front.ts";
import { type FrontPlace, usualDevice } from "./inventory.ts";
import { someIds } from "./read-rows.ts";

/** Processor time of a device that one client creates, and p99 of creating one under mixed load: at most so many times rackd's. */
const MAX_PROCESSOR = 0.8;
const MAX_MIXED = 0.7;

/** Of so many requests of the mixed load, one creates, and of more, one searches; the others are GET by id. */
const CREATE_EVERY = 4;
const SEARCH_EVERY = 16;

/** A server that devices are created in, from the number that it has. */
export interface Written {
  readonly front: Front;
  readonly place: FrontPlace;
  /** Number of the next device. */
  next: number;
}

/** Creates the next device. @returns what it is sent */
function nextDevice(written: Written): string {
  const device = usualDevice(written.place, written.next);
  written.next += 1;
  return device;
}

/** A turn of the mixed load. @param creates milliseconds of each device that was created, which are added */
async function mixed(written: Written, ids: readonly string[], total: number, creates: number[]): Promise<number> {
  let nth = 0;
  return await byClients(written.front, total, async (connection) => {
    nth += 1;
    if (nth % CREATE_EVERY === 0) {
      const device = nextDevice(written);
      const start = performance.now();
      await connection.post("/api/devices", device);
      creates.push(performance.now() - start);
    } else if (nth % SEARCH_EVERY === 1) await connection.get(`/api/devices/search?q=${RARE_WORD}`);
    else await connection.get(`/api/devices/${ids[nth % ids.length]}`);
  });
}

/** A device created by one client; then by several clients who read and search as well. */
export async function writeRows(ours: Written, theirs: Written, { rounds, creates, mixed: total }: PeerScale): Promise<Row[]> {
  const one = await withConnection(ours.front, async (our) => {
    return await withConnection(theirs.front, async (their) => {
      const create = (written: Written, connection: typeof our): Side =>
        stepByStep(async () => await connection.post("/api/devices", nextDevice(written)), creates, written.front.used);
      return await takeTurns(create(ours, our), create(theirs, their), rounds);
    });
  });
  return [
    peerRow("create a device, one client", "rackd", one),
    ...(one.processor === undefined
      ? []
      : [timeRow("the same: processor time, of servers and database", "rackd", one.processor, MAX_PROCESSOR)]),
    ...(await mixedRows({ ours: ours.front, theirs: theirs.front }, { ours, theirs }, rounds, total)),
  ];
}

async function mixedRows(
  fronts: Fronts,
  written: { readonly ours: Written; readonly theirs: Written },
  rounds: number,
  total: number,
): Promise<Row[]> {
  const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  const side = async (who: "ours" | "theirs"): Promise<Side> => {
    const ids = await someIds(fronts[who]);
    return measuredHere(async () => await mixed(written[who], ids, total, times[who]), fronts[who].used);
  };
  const warm = (): void => {
    for (const all of Object.values(times)) all.length = 0;
  };
  const turns = await takeTurns(await side("ours"), await side("theirs"), rounds, warm);
  const at = (of: (ms: readonly number[]) => number) => ({ measured: of(times.ours) * 1000, limit: of(times.theirs) * 1000 });
  const middle = at(median);
  const note = `median ${(middle.measured / 1000).toFixed(1)} ms / ${(middle.limit / 1000).toFixed(1)} ms, of ${times.ours.length} each`;
  const load = `${CLIENTS} clients, of ${SEARCH_EVERY} requests ${SEARCH_EVERY / CREATE_EVERY} create and one searches`;
  return [
    timeRow(
      `p99 of creating a device under mixed load (${load})`,
      "rackd",
      at((ms) => percentile(ms, 99)),
      MAX_MIXED,
      note,
    ),
    peerRow("the same: a request of that load", "rackd", turns),
  ];
}
