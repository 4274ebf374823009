import type { Row } from "../../report.ts";
import { type BenchRun, ratioRow, row, share } from "../bench-run.ts";
import { liveHosts, type NetName, NETS, visibleHosts } from "../networks.ts";

const LOSS = 5;
const FPING = "fping -i1 -r1";

/** A /24 with a hundred hosts, on the same segment and behind a router. */
export async function quick(run: BenchRun): Promise<Row[]> {
  return [
    ...(await slash24(run, "segment", liveHosts("segment").length, { times: 2.5, percent: 99 })),
    ...(await slash24(run, "routed", visibleHosts("routed").length, { times: 1, percent: 98 })),
  ];
}

async function slash24(
  run: BenchRun,
  net: NetName,
  truth: number,
  reach: { readonly times: number; readonly percent: number },
): Promise<Row[]> {
  const where = net === "segment" ? "/24 on the same segment" : "/24 routed";
  const ours: number[] = [];
  const theirs: number[] = [];
  const found: number[] = [];
  let pinged = 0;
  for (let round = 0; round < run.rounds; round += 1) {
    const fping = await run.lab.fping(NETS[net]);
    if (fping !== undefined) {
      theirs.push(fping.tookMs);
      pinged = fping.found.length;
    }
    const scan = await run.scan(net, { type: "quick" });
    ours.push(scan.tookMs);
    found.push(scan.found.length);
  }
  const lossy = await run.lab.loss(LOSS, async () => {
    const counts: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) counts.push((await run.scan(net, { type: "quick" })).found.length);
    return counts;
  });
  return [
    row(`${where}: found, of ${truth}`, share(Math.min(...found), truth), "%", { least: 100 }, `${found.join(", ")}; ${FPING} ${pinged}`),
    ratioRow(`${where}: time`, FPING, ours, theirs, reach.times),
    row(
      `${where}: found where ${LOSS} % of packets are lost each way`,
      share(Math.min(...lossy), truth),
      "%",
      { least: reach.percent },
      `the worst of ${lossy.join(", ")}`,
    ),
  ];
}
