import type { Row } from "../../report.ts";
import { type BenchRun, ratioRow, row, seconds, share, skipped } from "../bench-run.ts";
import { type NetName, NETS, visibleHosts } from "../networks.ts";

const FPING = "fping -i1 -r1";
/** Sockets outlive two collections of the young generation, which node lets grow to 64 MB and more for them. */
const SMALL_YOUNG_GENERATION = "--max-semi-space-size=4";

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
  const small = await run.scan(net, { type: "quick", nodeOptions: [SMALL_YOUNG_GENERATION] });
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
      `${size} routed: the same with node ${SMALL_YOUNG_GENERATION}`,
      small.memoryMostMb,
      "MB",
      { most: 150 },
      `${small.found.length} found in ${seconds(small.tookMs)}; delay p99 ${small.loopDelayP99Ms.toFixed(0)} ms`,
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
