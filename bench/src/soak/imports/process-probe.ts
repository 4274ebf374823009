import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into a program with `node --import`, whose parent asks by messages: "begin", and "end", which is answered with a
// `ProbeReading`; a program that ends by itself leaves the reading in the file PROBE_FILE. It knows nothing of it.

const MEMORY_SAMPLED_EVERY_MS = 20;

const delays = monitorEventLoopDelay({ resolution: 1 });
let heap = 0;
let resident = 0;
let busyMicroseconds = 0;
let before = processorTime();
let sampledAt = performance.now();

function sample(): void {
  const { heapUsed, external, rss } = process.memoryUsage();
  heap = Math.max(heap, heapUsed + external);
  resident = Math.max(resident, rss);
}

/** Of the main thread; of all of them before Node 23.9. */
function processorTime(): NodeJS.CpuUsage {
  return (process as Partial<NodeJS.Process>).threadCpuUsage?.() ?? process.cpuUsage();
}

/** Processor time of the main thread since the last turn: other programs on the machine make it no longer. */
function turn(): void {
  const now = processorTime();
  busyMicroseconds = Math.max(busyMicroseconds, now.user + now.system - before.user - before.system);
  before = now;
  if (performance.now() - sampledAt < MEMORY_SAMPLED_EVERY_MS) return;
  sampledAt = performance.now();
  sample();
}

setInterval(turn, 1).unref();
delays.enable();

const mebibytes = (bytes: number): number => Math.round(bytes / 1_048_576);

function reading(): object {
  sample();
  return {
    longestMs: Math.round(delays.max / 1e6),
    busyMs: Math.round(busyMicroseconds / 1000),
    heapMiB: mebibytes(heap),
    residentMiB: mebibytes(resident),
  };
}

process.on("message", (message) => {
  if (message === "begin") {
    delays.reset();
    busyMicroseconds = 0;
    heap = 0;
    resident = 0;
  }
  if (message === "end") process.send?.(reading());
});
// Who listens to its parent would not end by itself.
process.channel?.unref();

const { PROBE_FILE: file } = process.env;
if (file !== undefined) process.on("exit", () => writeFileSync(file, JSON.stringify(reading())));
