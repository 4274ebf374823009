import { cpus, release, totalmem, type } from "node:os";
import type { Pair } from "./measure.ts";

/** What a number should be. */
export type Reach = { readonly most: number } | { readonly least: number };

/** One line of the result. */
export interface Row {
  /** What was done, and how large. */
  readonly work: string;
  /** What it is held against. */
  readonly limit: string;
  /** Undefined where there is nothing to measure yet. */
  readonly value: number | undefined;
  readonly unit: "x" | "ms" | "s" | "MB" | "KiB" | "%" | "addresses" | "events/s";
  readonly reach?: Reach | undefined;
  /** The times behind a ratio, and what else was seen. */
  readonly note: string;
}

const time = (us: number): string => (us >= 10_000 ? `${(us / 1000).toFixed(1)} ms` : `${us.toFixed(1)} µs`);

const noteOf = ({ measured, limit }: Pair, note = ""): string => `${time(measured)} / ${time(limit)}${note === "" ? "" : `; ${note}`}`;

/** How many times as long as the limit it takes. */
export function timeRow(work: string, limit: string, pair: Pair, most?: number, note?: string): Row {
  return {
    work,
    limit,
    value: pair.measured / pair.limit,
    unit: "x",
    reach: most === undefined ? undefined : { most },
    note: noteOf(pair, note),
  };
}

/** How many times as much as the limit it does in the same time. */
export function rateRow(work: string, limit: string, pair: Pair, least?: number, note?: string): Row {
  return {
    work,
    limit,
    value: pair.limit / pair.measured,
    unit: "x",
    reach: least === undefined ? undefined : { least },
    note: noteOf(pair, note),
  };
}

const HEAD = ["work", "limit in the same run", "measured", "reach", "", "times and notes"];

function cells(storage: string, { work, limit, value, unit, reach, note }: Row): string[] {
  const mark = unit === "x" ? "×" : ` ${unit}`;
  const digits = (value ?? 1) < 0.1 && unit === "x" ? 4 : 2;
  const aim = reach === undefined ? "" : "most" in reach ? `≤ ${reach.most}${mark}` : `≥ ${reach.least}${mark}`;
  const holds = value !== undefined && reach !== undefined && ("most" in reach ? value <= reach.most : value >= reach.least);
  return [
    storage,
    work,
    limit,
    value === undefined ? "" : `${value.toFixed(digits)}${mark}`,
    aim,
    reach === undefined || value === undefined ? "" : holds ? "ok" : "!",
    note,
  ];
}

export type Result = readonly [storage: string, row: Row];

/** @param of what the first column tells */
export function printResults(results: readonly Result[], of = "storage"): void {
  const head = [of, ...HEAD];
  const rows = [head, ...results.map(([storage, row]) => cells(storage, row))];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 3 || column === 4 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  "),
  );
  console.log(`\n${lines.map((line) => line.trimEnd()).join("\n")}`);
}

/** @param of what the first column tells */
export function printMarkdown(results: readonly Result[], of = "storage"): void {
  const head = [of, ...HEAD];
  const line = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  console.log(`\n${[line(head), line(head.map(() => "---")), ...results.map(([storage, row]) => line(cells(storage, row)))].join("\n")}`);
}

/** A line as soon as it is known: a run takes a while. */
export function printProgress([storage, row]: Result): void {
  console.error(
    cells(storage, row)
      .filter((cell) => cell !== "")
      .join("  "),
  );
}

/** @param limit what the limit is */
export function printMachine(limit?: string): void {
  const [cpu] = cpus();
  console.log(
    `${cpus().length} x ${cpu?.model.trim() || "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ` +
      `${release()}, Node ${process.versions.node}`,
  );
  if (limit !== undefined) console.log(`Ratios hold on any machine, times on this one only. The limit is what ${limit} in the same run.`);
}
