import type { Host } from "../../http/host.ts";
import { measureMemory, memoryRow, type ServerMemory } from "../../http/server-memory.ts";
import type { Row } from "../../report.ts";
import { LISTED_DEVICES, type PeerScale } from "../scale.ts";

/** One request of so many is for the list of all. */
const LIST_EVERY = 400;
/** MB that ours may have. */
const MAX_MB = { idle: 110, used: 180 };

/** Starts a server on the database that it had before. */
export type Start = () => Promise<Host>;

/** A server, and what it is asked for. */
export interface Remembering {
  readonly start: Start;
  readonly ids: readonly string[];
  /** Path of the list of all. */
  readonly list: string;
}

async function measured({ start, ids, list }: Remembering, requests: number): Promise<ServerMemory> {
  const host = await start();
  try {
    return await measureMemory(host, requests, (nth) => (nth % LIST_EVERY === 0 ? list : `/api/devices/${ids[nth % ids.length]}`));
  } finally {
    await host.stop();
  }
}

/** Resident memory of both servers after their start, and after many requests, started in turns; nobody has signed in since the start. */
export async function memoryRows(ours: Remembering, theirs: Remembering, { starts, memoryRequests }: PeerScale): Promise<Row[]> {
  const both: { readonly ours: ServerMemory[]; readonly theirs: ServerMemory[] } = { ours: [], theirs: [] };
  for (let start = 0; start < starts; start += 1) {
    both.ours.push(await measured(ours, memoryRequests));
    both.theirs.push(await measured(theirs, memoryRequests));
  }
  const list = `one of ${LIST_EVERY} for a list of ${LISTED_DEVICES}`;
  return [
    memoryRow("memory of the published server after its start", "printed beside: rackd", { ...both, when: "idle" }, MAX_MB.idle),
    memoryRow(`the same after ${memoryRequests} requests, ${list}`, "printed beside: rackd", { ...both, when: "used" }, MAX_MB.used),
  ];
}
