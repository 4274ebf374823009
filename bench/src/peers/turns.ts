import { median, type Pair, timePerStep, WARM_UP } from "../measure.ts";
import { type Row, timeRow } from "../report.ts";

/** What one turn of one side took. */
export interface Turn {
  readonly steps: number;
  readonly wallUs: number;
  /** Of all processes that did it; undefined where it is not known. */
  readonly processorUs: number | undefined;
}

/** Does its work once more. */
export type Side = () => Promise<Turn>;

/** Microseconds of a step of ours and of theirs. */
export interface Turns {
  /** Medians of all turns. */
  readonly wall: Pair;
  /** Of all turns together: it is counted in hundredths of a second. */
  readonly processor: Pair | undefined;
}

/** Milliseconds of processor time that were used so far; undefined where that is not known. */
export type Used = () => number | undefined;

/** No step is begun in a turn that has taken so long. */
const TURN_MS = 2000;
/** No turn is begun when all have taken so long, after the least number of them. */
const ALL_MS = 20_000;
const MIN_TURNS = 3;

/** A side of steps that are done here one after the other, `times` in a turn unless they take too long. */
export function stepByStep(step: () => Promise<unknown>, times: number, used: Used): Side {
  return measuredHere(async () => {
    let steps = 0;
    const counted = async (): Promise<void> => {
      steps += 1;
      await step();
    };
    await timePerStep(counted, times, TURN_MS);
    return steps;
  }, used);
}

/** A side whose turn is measured here. @param work returns how many steps it has done */
export function measuredHere(work: () => Promise<number>, used: Used): Side {
  return async () => {
    const usedBefore = used();
    const start = performance.now();
    const steps = await work();
    const wallUs = (performance.now() - start) * 1000;
    const usedAfter = used();
    return {
      steps,
      wallUs,
      processorUs: usedBefore === undefined || usedAfter === undefined ? undefined : (usedAfter - usedBefore) * 1000,
    };
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const perStep = (turns: readonly Turn[]): number => median(turns.map(({ steps, wallUs }) => wallUs / steps));

function processorPerStep(turns: readonly Turn[]): number | undefined {
  const used = turns.map(({ processorUs }) => processorUs);
  return used.every((us) => us !== undefined) ? sum(used) / sum(turns.map(({ steps }) => steps)) : undefined;
}

/** Several turns that are not counted, unless they take too long. */
async function warmUp(side: Side): Promise<void> {
  const start = performance.now();
  for (let turn = 0; turn < WARM_UP && performance.now() - start < TURN_MS; turn += 1) await side();
}

/** Both in turns, so that a noisy neighbour hits both alike. @param warm is called when both are warm, and what follows counts */
export async function takeTurns(ours: Side, theirs: Side, rounds: number, warm = (): void => {}): Promise<Turns> {
  await warmUp(ours);
  await warmUp(theirs);
  warm();
  const turns: { readonly ours: Turn; readonly theirs: Turn }[] = [];
  const start = performance.now();
  for (let round = 0; round < rounds && (round < MIN_TURNS || performance.now() - start < ALL_MS); round += 1)
    turns.push({ ours: await ours(), theirs: await theirs() });
  const [of, against] = [turns.map((both) => both.ours), turns.map((both) => both.theirs)];
  const [measured, limit] = [processorPerStep(of), processorPerStep(against)];
  return {
    wall: { measured: perStep(of), limit: perStep(against) },
    processor: measured === undefined || limit === undefined || limit === 0 ? undefined : { measured, limit },
  };
}

function ratio({ measured, limit }: Pair): string {
  const times = measured / limit;
  return times.toFixed(times < 0.1 ? 4 : 2);
}

/** How many times as long as a peer we take, with the ratio of processor time beside it. @param most what the ratio should be at most */
export function peerRow(work: string, peer: string, { wall, processor }: Turns, most = 1, note = ""): Row {
  const used = processor === undefined ? "" : `processor time ${ratio(processor)}×`;
  return timeRow(work, peer, wall, most, [used, note].filter((part) => part !== "").join("; "));
}
