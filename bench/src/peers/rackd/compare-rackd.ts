import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { type Host, startHost } from "../../http/host.ts";
import { postgresProcessorMs } from "../../http/postgres-usage.ts";
import { processorMs } from "../../http/process-usage.ts";
import { publishedCommand } from "../../published-command.ts";
import type { Row } from "../../report.ts";
import type { Engine, Subject } from "../../subject.ts";
import { LISTED_DEVICES, type PeerScale } from "../scale.ts";
import { addressRows } from "./address-rows.ts";
import type { Front } from "./front.ts";
import { createDevices, type FrontPlace, usualPlace } from "./inventory.ts";
import { memoryRows, type Remembering } from "./memory-rows.ts";
import { startRackd } from "./rackd-server.ts";
import { readRows, someIds } from "./read-rows.ts";
import { writeRows } from "./write-rows.ts";

/** What is known of a server between two of its starts. */
interface Kept extends Omit<Remembering, "start"> {
  readonly headers: Host["headers"];
  readonly place: FrontPlace;
}

type Start = (headers?: Host["headers"]) => Promise<Host>;
type FrontOf = (host: Host) => Front;

/** Ours, with the processor time of the database server that it has. */
async function oursOf({ storage, raw }: Subject): Promise<FrontOf> {
  const database = storage === "sqlite" ? () => 0 : await postgresProcessorMs(raw);
  return ({ url, headers, pid }) => ({
    url,
    headers,
    used: () => (database === undefined ? undefined : processorMs(pid) + database()),
    lists: () => ["/api/devices"],
  });
}

const theirsOf: FrontOf = ({ url, headers, pid }) => ({
  url,
  headers,
  used: () => processorMs(pid),
  lists: (devices) =>
    Array.from({ length: Math.ceil(devices / LISTED_DEVICES) }, (_, page) => {
      return `/api/devices?limit=${LISTED_DEVICES}&offset=${page * LISTED_DEVICES}`;
    }),
});

async function withHost<T>(start: Start, headers: Host["headers"] | undefined, work: (host: Host) => Promise<T>): Promise<T> {
  const host = await start(headers);
  try {
    return await work(host);
  } finally {
    await host.stop();
  }
}

/** Starts a server for the first time, and makes the first devices. */
async function seeded(start: Start, frontOf: FrontOf): Promise<Kept> {
  return await withHost(start, undefined, async (host) => {
    const front = frontOf(host);
    const place = await usualPlace(front);
    await createDevices(front, place, 0, LISTED_DEVICES);
    return { headers: host.headers, place, ids: await someIds(front), list: front.lists(LISTED_DEVICES)[0] ?? "" };
  });
}

/**
 * Our published server on a storage beside rackd, which has its own SQLite, with the same requests over HTTP.
 * @param program what was built of rackd
 * @param folder a folder for its database
 * @param add hears of each kind of work when it is measured: all take minutes
 */
export async function compareRackd(
  engine: Engine,
  { program, folder, scale }: { readonly program: string; readonly folder: string; readonly scale: PeerScale },
  add: (rows: readonly Row[]) => void,
): Promise<void> {
  const main = await publishedCommand();
  const subject = await engine.open();
  try {
    const data = await mkdtemp(join(folder, "rackd-data-"));
    const startOurs: Start = async (headers) => await startHost(subject.url, {}, { main, ...(headers === undefined ? {} : { headers }) });
    const startTheirs: Start = async (headers) => await startRackd(program, data, headers);
    const frontOf = await oursOf(subject);
    const ours = await seeded(startOurs, frontOf);
    const theirs = await seeded(startTheirs, theirsOf);
    await subject.settle();
    add(
      await memoryRows(
        { ...ours, start: async () => await startOurs(ours.headers) },
        { ...theirs, start: async () => await startTheirs(theirs.headers) },
        scale,
      ),
    );
    await withHost(startOurs, ours.headers, async (ourHost) => {
      await withHost(startTheirs, theirs.headers, async (theirHost) => {
        const fronts = { ours: frontOf(ourHost), theirs: theirsOf(theirHost) };
        await createDevices(fronts.ours, ours.place, LISTED_DEVICES, scale.devices);
        await createDevices(fronts.theirs, theirs.place, LISTED_DEVICES, scale.devices);
        await subject.settle();
        add(await readRows(fronts, scale));
        const written = (front: Front, { place }: Kept) => ({ front, place, next: scale.devices });
        add(await writeRows(written(fronts.ours, ours), written(fronts.theirs, theirs), scale));
        add(await addressRows(fronts, scale));
      });
    });
  } finally {
    await subject.close();
  }
}
