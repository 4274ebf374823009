import { getList } from "../../http/get-list.ts";
import type { Row } from "../../report.ts";
import { RARE_WORD } from "../../rows/device-fields.ts";
import { LISTED_DEVICES, type PeerScale } from "../scale.ts";
import { measuredHere, peerRow, type Side, stepByStep, takeTurns } from "../turns.ts";
import { byClients, CLIENTS, type Front, type Fronts, read } from "./front.ts";

/** Ids of the first devices. */
export async function someIds(front: Front): Promise<string[]> {
  const [list = ""] = front.lists(LISTED_DEVICES);
  return ((await read(front, list)) as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** GET by id, by several clients. */
function gets(front: Front, ids: readonly string[], total: number): Side {
  let nth = 0;
  const get = async (): Promise<number> =>
    await byClients(front, total, async (connection) => await connection.get(`/api/devices/${ids[(nth += 1) % ids.length]}`));
  return measuredHere(get, front.used);
}

/** Paths that are read one after the other, by one client: what they answer together is one step. */
function reads(front: Front, paths: readonly string[], times: number): Side {
  const step = async (): Promise<void> => {
    for (const path of paths) await getList(front, path);
  };
  return stepByStep(step, times, front.used);
}

async function recordsOf(front: Front, paths: readonly string[]): Promise<number> {
  let records = 0;
  for (const path of paths) records += ((await read(front, path)) as readonly unknown[]).length;
  return records;
}

/** What both answer with must be as much. @returns how much */
async function sameRecords(
  { ours, theirs }: Fronts,
  [ourPaths, theirPaths]: readonly [readonly string[], readonly string[]],
): Promise<number> {
  const records = await recordsOf(ours, ourPaths);
  const beside = await recordsOf(theirs, theirPaths);
  if (records !== beside) throw new Error(`${ourPaths[0]} has ${records} records, with rackd ${beside}`);
  return records;
}

/** GET by id, lists and searches of as many devices as a scale has. */
export async function readRows(fronts: Fronts, { rounds, gets: total, reads: times, devices }: PeerScale): Promise<Row[]> {
  const { ours, theirs } = fronts;
  const [ourIds, theirIds] = [await someIds(ours), await someIds(theirs)];
  const rows = [
    peerRow(
      `GET device by id, ${CLIENTS} connections, ${devices} devices`,
      "rackd",
      await takeTurns(gets(ours, ourIds, total), gets(theirs, theirIds, total), rounds),
    ),
  ];
  const compared = async (work: string, paths: readonly [readonly string[], readonly string[]], note = ""): Promise<void> => {
    const records = await sameRecords(fronts, paths);
    const turns = await takeTurns(reads(ours, paths[0], times), reads(theirs, paths[1], times), rounds);
    rows.push(peerRow(`${work}: ${records} of ${devices}`, "rackd", turns, 1, note));
  };
  const pages = theirs.lists(devices);
  const cut = `${pages.length} ${pages.length === 1 ? "list" : "lists"} of rackd, which has at most ${LISTED_DEVICES} in one`;
  await compared("list devices", [ours.lists(devices), pages], cut);
  for (const [work, q] of [
    ["search devices for a name", "device-000417"],
    ["search devices for a rare word", RARE_WORD],
    ["search devices for a tag of a fortieth", "rack-17"],
  ] as const) {
    const path = `/api/devices/search?q=${q}`;
    await compared(work, [[path], [path]]);
  }
  return rows;
}
