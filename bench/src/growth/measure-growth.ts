import { median, timePerStep } from "../measure.ts";
import type { RawDatabase } from "../raw/raw-database.ts";
import { TurnWatch } from "../turn-watch.ts";
import { type Growth, type Place, READS, WHOLE, WRITES } from "./operations.ts";

/** How often an operation is measured at most, and for how long in all. */
const MAX_TIMES = 40;
const MAX_MS = 3000;

/** The first times are not counted: the database reads what it has not read yet. */
const WARM_UPS = 2;

/** An operation at one size. */
export interface Measurement {
  readonly name: string;
  readonly growth: Growth;
  /** Median, in milliseconds. */
  readonly ms: number;
  /** How many times as long as a look-up of one row by its key takes in the same run. */
  readonly ratio: number;
  /** Longest turn of the event loop meanwhile, in milliseconds of processor time. */
  readonly turnMs: number;
}

async function timesOf(once: () => Promise<number>, maxMs: number): Promise<number> {
  const times: number[] = [];
  const start = performance.now();
  for (let time = 0; time < WARM_UPS; time += 1) {
    const ms = await once();
    // What takes so long is not measured again.
    if (ms > maxMs) return ms;
  }
  while (times.length < MAX_TIMES && (times.length === 0 || performance.now() - start < maxMs)) times.push(await once());
  return median(times);
}

const timed = async (work: () => Promise<unknown>): Promise<number> => (await timePerStep(work, 1)) / 1000;

/** Milliseconds of a look-up by a key: what a database takes at least for anything. */
async function lookUpMs(raw: RawDatabase, place: Place): Promise<number> {
  const look = async (): Promise<unknown> => await raw.get("select doc from device where id = ?", [place.samples.next("device")]);
  return await timesOf(async () => (await timePerStep(look, 200)) / 1000, MAX_MS);
}

/** Which operations: those whose name has a part in it, and none of some others. */
export interface Chosen {
  readonly only: string;
  readonly skip: readonly string[];
}

/** Measures the operations that are chosen, one after the other. */
export async function measureAll(
  raw: RawDatabase,
  place: Place,
  { only, skip }: Chosen,
  report: (measurement: Measurement) => void,
): Promise<readonly Measurement[]> {
  const found: Measurement[] = [];
  const isAsked = ({ name }: { readonly name: string }): boolean => name.includes(only) && !skip.some((part) => name.includes(part));
  const add = async (name: string, growth: Growth, once: () => Promise<number>, maxMs: number): Promise<void> => {
    const limit = await lookUpMs(raw, place);
    const watch = new TurnWatch();
    const ms = await watch.during(async () => await timesOf(once, maxMs));
    const measurement = { name, growth, ms, ratio: ms / limit, turnMs: watch.longestMs };
    found.push(measurement);
    report(measurement);
  };
  for (const one of READS.filter(isAsked))
    await add(one.name, one.growth, async () => await timed(async () => await one.run(place)), MAX_MS);
  for (const one of WRITES.filter(isAsked)) {
    const once = async (): Promise<number> => {
      const { timed: work, after } = await one.prepare(place);
      const ms = await timed(work);
      await after();
      return ms;
    };
    await add(one.name, one.growth, once, MAX_MS);
  }
  for (const one of WHOLE.filter(isAsked)) await add(one.name, one.growth, async () => await timed(async () => await one.run(place)), 0);
  return found;
}
