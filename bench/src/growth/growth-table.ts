import type { Measurement } from "./measure-growth.ts";

/** What was measured at one number of devices. */
export interface Size {
  readonly devices: number;
  readonly measured: readonly Measurement[];
}

/** Greatest exponent of what answers one record, or what comes first of a list. */
export const MAX_EXPONENT = 0.2;

/** Longest time to the first page of a list or a search, in milliseconds. */
export const MAX_FIRST_MS = 50;

/** Below so many milliseconds, what differs is the machine, and not the operation. */
const MIN_MS = 0.05;

/** The power of the number of devices that times grow with: the slope of the line through their logarithms, by least squares. */
export function exponentOf(points: readonly (readonly [devices: number, ms: number])[]): number {
  const logs = points.map(([devices, ms]) => [Math.log(devices), Math.log(Math.max(ms, MIN_MS))] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const [above, below] = logs.reduce(([a, b], log) => [a + (log[0] - x) * (log[1] - y), b + (log[0] - x) ** 2], [0, 0]);
  return below === 0 ? 0 : above / below;
}

const time = (ms: number): string =>
  ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(2)} ms`;

/** Lines of a table in Markdown: times by size, exponent, ratio to a look-up and longest turn at the largest one; `!` marks what misses. */
export function growthTable(sizes: readonly Size[]): readonly string[] {
  const head = ["Operation", ...sizes.map(({ devices }) => devices.toLocaleString("en")), "Exponent", "× look-up", "Longest turn", ""];
  const largest = sizes.at(-1);
  const rows = (largest?.measured ?? []).map((last) => {
    const points = sizes.flatMap(({ devices, measured }): [number, number][] => {
      const own = measured.find(({ name }) => name === last.name);
      return own === undefined ? [] : [[devices, own.ms]];
    });
    const exponent = exponentOf(points);
    const holds = last.growth === "all" ? true : last.growth === "first" ? last.ms <= MAX_FIRST_MS : exponent <= MAX_EXPONENT;
    const times = sizes.map(({ devices }) => {
      const own = points.find(([of]) => of === devices);
      return own === undefined ? "" : time(own[1]);
    });
    return [last.name, ...times, exponent.toFixed(2), last.ratio.toFixed(0), `${last.turnMs.toFixed(0)} ms`, holds ? "" : "!"];
  });
  return [head, ["---", ...head.slice(1).map(() => "--:")], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}
