import { cpus, release, totalmem, type } from "node:os";

/** One line of the result. */
export interface Line {
  readonly storage: string;
  readonly workload: string;
  /** Microseconds. */
  readonly measured: number;
  readonly limit: number;
  /** The most that the ratio should be; undefined where nothing is set. */
  readonly aim?: number;
  readonly note?: string;
}

const time = (us: number): string => (us >= 10_000 ? `${(us / 1000).toFixed(1)} ms` : `${us.toFixed(1)} us`);

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")).join("\n");
}

export function printLines(lines: readonly Line[]): void {
  const head = ["storage", "workload", "measured", "limit", "ratio", "aim", ""];
  const rows = lines.map(({ storage, workload, measured, limit, aim, note }) => {
    const ratio = measured / limit;
    return [storage, workload, time(measured), time(limit), `${ratio.toFixed(2)}x`, aim === undefined ? "" : `${aim}x${ratio <= aim ? "" : " !"}`, note ?? ""];
  });
  console.log(`\n${table([head, ...rows])}`);
}

export function printMachine(): void {
  const [cpu] = cpus();
  console.log(`${cpus().length} x ${cpu?.model.trim() || "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.versions.node}`);
  console.log("Ratios hold on any machine, times on this one only. 1x is the limit: what the database itself needs.");
}
