import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const PAGE = 4096;
const TICK_MS = 10;
const SAMPLE_MS = 5;

/** Resident memory of a process, in MB; Linux only. */
export function residentMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE) / 2 ** 20;
}

/** Memory of a process, in MB. */
export interface Memory {
  readonly resident: number;
  /** Of it, what no other process shares: all but the pages of programs and libraries. */
  readonly own: number;
}

/** Linux only. */
export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) / 1024;
  return { resident: mb("Rss"), own: mb("Private_Clean") + mb("Private_Dirty") };
}

/** The most resident memory that a process ever had, in MB; Linux only. */
export function peakResidentMb(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Milliseconds of processor time that a process has used, all its threads. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The most memory that a process had while something ran, in MB. */
export async function maxResidentMb(pid: number, work: () => Promise<void>): Promise<number> {
  let most = residentMb(pid);
  let done = false;
  const sampled = (async () => {
    while (!done) {
      await sleep(SAMPLE_MS);
      most = Math.max(most, residentMb(pid));
    }
  })();
  try {
    await work();
  } finally {
    done = true;
    await sampled;
  }
  return most;
}
