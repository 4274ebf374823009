import { WARM_UP } from "../../measure.ts";
import type { Row } from "../../report.ts";
import { MANY_ADDRESSES, type PeerScale } from "../scale.ts";
import { peerRow, type Side, stepByStep, takeTurns } from "../turns.ts";
import { create, type Front, type Fronts, withConnection } from "./front.ts";
import { type FrontPlace, largeDevice, placeIn } from "./inventory.ts";

/** A server, and the network that devices with many addresses fill. */
interface Filling {
  readonly front: Front;
  readonly place: FrontPlace;
  /** A device with many addresses. */
  readonly id: string;
  /** Number of the next one. */
  next: number;
}

async function begin(front: Front, { subnet, end }: PeerScale["filled"]): Promise<Filling> {
  const place = await placeIn(front, subnet, "20.0.0.1", end);
  return { front, place, id: await create(front, "/api/devices", largeDevice(place, 0, MANY_ADDRESSES)), next: 1 };
}

/** Devices of many addresses one after the other: each is one step, and makes the network fuller. */
function creating(filling: Filling, count: number): Side {
  const step = async (): Promise<void> => {
    const device = largeDevice(filling.place, filling.next, MANY_ADDRESSES);
    filling.next += 1;
    await withConnection(filling.front, async (connection) => await connection.post("/api/devices", device));
  };
  return stepByStep(step, count, filling.front.used);
}

function getting({ front }: Filling, path: string, times: number): Side {
  const step = async (): Promise<void> => await withConnection(front, async (connection) => await connection.get(path));
  return stepByStep(step, times, front.used);
}

/** A device with many addresses, created and read; then the next free address of the network that they have nearly filled. */
export async function addressRows(fronts: Fronts, { rounds, reads, filled }: PeerScale): Promise<Row[]> {
  const [ours, theirs] = [await begin(fronts.ours, filled), await begin(fronts.theirs, filled)];
  const compared = async (work: string, side: (filling: Filling) => Side, turns: number): Promise<Row> =>
    peerRow(work, "rackd", await takeTurns(side(ours), side(theirs), turns));
  // Turns that warm up create some as well, and one is there.
  const counted = Math.min(rounds, filled.devices - 1 - WARM_UP);
  const rows = [await compared(`create a device with ${MANY_ADDRESSES} addresses`, (filling) => creating(filling, 1), counted)];
  for (const filling of [ours, theirs]) {
    while (filling.next < filled.devices) await creating(filling, 1)();
  }
  rows.push(
    await compared(
      `get a device with ${MANY_ADDRESSES} addresses`,
      (filling) => getting(filling, `/api/devices/${filling.id}`, reads),
      rounds,
    ),
    await compared(
      `next free address of a ${filled.subnet.replace(/.*\//, "/")}, ${MANY_ADDRESSES * filled.devices} addresses taken`,
      (filling) => getting(filling, `/api/pools/${filling.place.poolId}/next-ip`, reads),
      rounds,
    ),
  );
  return rows;
}
