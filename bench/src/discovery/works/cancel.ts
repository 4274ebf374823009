import type { Row } from "../../report.ts";
import { type BenchRun, row, skipped } from "../bench-run.ts";

/** In the middle of a sweep, of open ports, and of talks with hosts that hold on. */
const MOMENTS = [
  { net: "slash20", type: "quick", cancelAfterMs: 2000 },
  { net: "segment", type: "full", cancelAfterMs: 1500 },
  { net: "routed", type: "deep", cancelAfterMs: 3000 },
  { net: "hostile", type: "deep", cancelAfterMs: 1500 },
] as const;

/** How soon a scan ends that is told to. */
export async function cancel(run: BenchRun): Promise<Row[]> {
  return [...(await cancelled(run, "connect", 250)), ...(await cancelled(run, "nmap", 1000))];
}

async function cancelled(run: BenchRun, scanner: string, maxMs: number): Promise<Row[]> {
  const work = `cancelled (${scanner})`;
  const after: number[] = [];
  let left = 0;
  const kept: number[] = [];
  for (const { net, type, cancelAfterMs } of MOMENTS) {
    const scan = await run.scan(net, { scanner, type, cancelAfterMs });
    if (scan.reason !== undefined) return [skipped(work, scan.reason)];
    after.push(scan.tookMs - cancelAfterMs);
    left = Math.max(left, scan.left);
    kept.push(scan.seen);
  }
  return [
    row(
      `${work}: ends after`,
      Math.max(...after),
      "ms",
      { most: maxMs },
      `the worst of ${after.map((ms) => ms.toFixed(0)).join(", ")} ms (quick /20, full /24, deep /24, deep of hostile ` +
        `hosts); had told of ${kept.join(", ")} hosts; ${left} sockets or processes left`,
    ),
  ];
}
