import type { Row } from "../../report.ts";
import { type BenchRun, ratioRow, row, seconds, share, skipped } from "../bench-run.ts";
import { type NetName, NETS, visibleHosts } from "../networks.ts";

const FPING = "fping -i1 -r1";
/** Memory that a scan adds to a server. */
const ADDED_MB = 60;

/** A thousand hosts in large networks behind a router, while the same process serves an API. */
export async function large(run: BenchRun): Promise<Row[]> {
  const smaller = await sweep(run, "slash20", "/20", 1.2);
  return [
    ...smaller,
    ...(run.quick ? [skipped("/16 routed", "it takes minutes, and this is a quick run")] : await sweep(run, "slash16", "/16", 1.4)),
  ];
}

async function sweep(run: BenchRun, net: NetName, size: string, most: number): Promise<Row[]> {
  const truth = visibleHosts(net).length;
  const fping = await run.lab.fping(NETS[net]);
  const scan = await run.scan(net, { type: "quick" });
  const { requests } = scan;
  const server = await run.lab.serverScan({ command: await run.command(), net: NETS[net], scanType: "quick" });
  return [
    row(
      `${size} routed: found, of ${truth}`,
      share(scan.found.length, truth),
      "%",
      { least: 99.5 },
      `${scan.found.length}${fping === undefined ? "" : `; ${FPING} ${fping.found.length}`}`,
    ),
    ratioRow(
      `${size} routed: time`,
      FPING,
      [scan.tookMs],
      fping === undefined ? [] : [fping.tookMs],
      most,
      `processor ${seconds(scan.processorMs)}`,
    ),
    row(
      `${size} routed: memory of the process`,
      scan.memoryMostMb,
      "MB",
      { most: 150 },
      `before the scan ${scan.memoryBeforeMb.toFixed(0)} MB`,
    ),
    row(
      `${size} routed: memory that it adds to a server`,
      server.memoryMostMb - server.memoryBeforeMb,
      "MB",
      { most: ADDED_MB },
      `${server.memoryBeforeMb.toFixed(0)} MB before, ${server.memoryMostMb.toFixed(0)} at most; ` +
        `${server.found} found in ${seconds(server.tookMs)}`,
    ),
    row(
      `${size} routed: delay of the event loop, p99`,
      scan.loopDelayP99Ms,
      "ms",
      { most: 50 },
      `at most ${scan.loopDelayMostMs.toFixed(0)} ms; ${requests.count} requests meanwhile, p99 ${requests.p99Ms.toFixed(0)} ms`,
    ),
  ];
}
