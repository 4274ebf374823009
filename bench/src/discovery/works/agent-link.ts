import { median } from "../../measure.ts";
import type { Row } from "../../report.ts";
import { type BenchRun, row, seconds } from "../bench-run.ts";
import type { AgentScanResult } from "../lab-commands.ts";
import { NETS, OWN } from "../networks.ts";

const MAX_MB = 120;
const MAX_RATIO = 1.3;

/** A /24 with a hundred hosts, by an agent with a link of 100 ms and 5 % loss to its server, against the same agent beside the server. */
export async function agentLink(run: BenchRun): Promise<Row[]> {
  const rows: Row[] = [];
  for (const scanType of run.quick ? (["deep"] as const) : (["quick", "deep"] as const)) {
    const near: AgentScanResult[] = [];
    const far: AgentScanResult[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const scan = { command: await run.command(), net: NETS.segment, scanType, exclude: [OWN.segment] };
      near.push(await run.lab.agentScan(scan));
      far.push(await run.lab.agentScan({ ...scan, seed: round + 1 }));
    }
    const truth = new Set(near.flatMap(({ found }) => found));
    const unlike = far.map(({ found }) => unlikeOf(found, truth));
    const times = [far, near].map((results) => median(results.map(({ tookMs }) => tookMs))) as [number, number];
    const most = Math.max(...far.map(({ memoryMostMb }) => memoryMostMb));
    const work = `/24, ${scanType}, by an agent over 100 ms and 5 % loss`;
    rows.push(
      row(`${work}: hosts found otherwise`, Math.max(...unlike), "addresses", { most: 0 }, `of ${truth.size}, by ports and services too`),
      {
        work: `${work}: time`,
        limit: "the same agent beside the server",
        value: times[0] / times[1],
        unit: "x",
        reach: { most: MAX_RATIO },
        note: `${times.map(seconds).join(" / ")}; ${far.map(({ tookMs, link }) => `${seconds(tookMs)}: ${link}`).join("; ")}`,
      },
      row(
        `${work}: memory of the agent`,
        most,
        "MB",
        { most: MAX_MB },
        `beside the server ${Math.max(...near.map(({ memoryMostMb }) => memoryMostMb)).toFixed(0)} MB`,
      ),
    );
  }
  return rows;
}

/** How many lines only one of the two has. */
function unlikeOf(found: readonly string[], truth: ReadonlySet<string>): number {
  const common = found.filter((line) => truth.has(line)).length;
  return found.length + truth.size - 2 * common;
}
