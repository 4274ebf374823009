import { printable } from "@cadastre/inventory-core/scanning";
import { inParallel } from "../in-parallel.ts";
import type { LocalSegments } from "../neighbours/local-segments.ts";
import type { Neighbour } from "../neighbours/neighbour-sweep.ts";
import { lineReader } from "../programs/line-reader.ts";
import { runProgram } from "../programs/run-program.ts";
import type { ScanContext } from "../scan-context.ts";
import { allowance } from "./allowance.ts";

/** How often an address is asked, and how long an answer may take at first. */
const TRIES = 3;
const ANSWER_MS = 300;
const PROCESSES = 4;
const MIN_BATCH = 32;
const MAX_BATCH = 512;

/**
 * Finds who is on the segments with arp-scan, which fills no table of the kernel. Yields hosts as they answer.
 *
 * @returns why it could not be done: what was not found then has to be found otherwise
 */
export async function* sweepWithArpScan(
  context: ScanContext,
  addresses: readonly string[],
  segments: LocalSegments,
): AsyncGenerator<Neighbour, string | undefined, undefined> {
  const { plan, signal } = context;
  const found: Neighbour[] = [];
  let wake = (): void => {};
  let failure: string | undefined;
  let ended = false;
  const size = Math.max(MIN_BATCH, Math.min(MAX_BATCH, Math.floor(plan.limits.probesPerSecond / 10)));
  const seen = new Set<string>();
  const read = (line: string): void => {
    const neighbour = neighbourIn(line);
    if (neighbour === undefined || seen.has(neighbour.ip) || !plan.targets.has(neighbour.ip)) return;
    seen.add(neighbour.ip);
    found.push(neighbour);
    wake();
  };
  const work = inParallel(batches(addresses, segments, size), PROCESSES, async ({ device, ips }) => {
    if (failure === undefined) failure = await askBatch(context, device, ips, read);
  });
  const done = work.finally(() => {
    ended = true;
    wake();
  });
  // Whoever stops reading has ended the scan: what runs ends with its signal.
  done.catch(() => {});
  for (;;) {
    yield* found.splice(0);
    if (ended && found.length === 0) break;
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (ended || found.length > 0) resolve();
    });
  }
  await done;
  return signal.aborted ? undefined : failure;
}

/** @returns why it failed */
async function askBatch(
  { bucket, plan, signal }: ScanContext,
  device: string,
  ips: readonly string[],
  read: (line: string) => void,
): Promise<string | undefined> {
  const microseconds = Math.ceil(1_000_000 / plan.limits.probesPerSecond);
  const args = ["-x", "-q", "-g", "-N", "-I", device, "-r", `${TRIES}`, "-t", `${ANSWER_MS}`, "-i", `${microseconds}u`, "-f", "-"];
  await allowance(bucket, ips.length, signal);
  const run = runProgram("arp-scan", args, { signal, input: ips, onOutput: lineReader(read) });
  // What it asks again holds the others back while it does.
  const [{ code, complaint }] = await Promise.all([run, allowance(bucket, ips.length * (TRIES - 1), signal)]);
  return code === 0 || signal.aborted ? undefined : printable(complaint) || "the program ended early";
}

/** @param line address and hardware address, with a tab between them */
export function neighbourIn(line: string): Neighbour | undefined {
  const [, ip, mac] = /^((?:\d{1,3}\.){3}\d{1,3})\t((?:[\da-f]{2}:){5}[\da-f]{2})(?:\s|$)/i.exec(line) ?? [];
  return ip === undefined || mac === undefined ? undefined : { ip, macAddress: mac.toLowerCase(), cached: false };
}

function* batches(
  addresses: readonly string[],
  segments: LocalSegments,
  size: number,
): Generator<{ readonly device: string; readonly ips: readonly string[] }, void, undefined> {
  const byDevice = Map.groupBy(addresses, (ip) => segments.deviceOf(ip));
  for (const [device, ips] of byDevice) {
    if (device === undefined) continue;
    for (let from = 0; from < ips.length; from += size) yield { device, ips: ips.slice(from, from + size) };
  }
}
