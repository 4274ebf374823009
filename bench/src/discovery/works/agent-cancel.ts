import type { Row } from "../../report.ts";
import { type BenchRun, row } from "../bench-run.ts";
import type { AgentCancelMoment } from "../lab-commands.ts";
import { NETS, OWN } from "../networks.ts";

const MAX_MS = 250;

/** In the middle of a sweep, of open ports, and of talks with hosts that hold on. */
const MOMENTS: readonly AgentCancelMoment[] = [
  { net: NETS.slash20, exclude: [], scanType: "quick", cancelAfterMs: 2000 },
  { net: NETS.segment, exclude: [OWN.segment], scanType: "full", cancelAfterMs: 1500 },
  { net: NETS.routed, exclude: [], scanType: "deep", cancelAfterMs: 3000 },
  { net: NETS.hostile, exclude: [], scanType: "deep", cancelAfterMs: 1500 },
];
const WHAT = "quick /20, full /24, deep /24, deep of hostile hosts";

/** How soon an agent stops once it is told that its scan was cancelled. */
export async function agentCancelled(run: BenchRun): Promise<Row[]> {
  const rounds = run.quick ? 1 : 5;
  const moments = Array.from({ length: rounds }, () => MOMENTS).flat();
  const results = await run.lab.agentCancel({ command: await run.command(), moments });
  const of = (pick: (result: (typeof results)[number]) => number): readonly number[] => results.map(pick);
  const all = (values: readonly number[]): string => values.map((ms) => ms.toFixed(0)).join(", ");
  const [last, ended] = [of(({ lastProbeMs }) => lastProbeMs), of(({ endedMs }) => endedMs)];
  const sent = of(({ probes }) => probes);
  return [
    row(
      `an agent, cancelled ${results.length} times (${WHAT}): last probe after it hears of it`,
      Math.max(...last),
      "ms",
      { most: MAX_MS },
      `${all(last)} ms; after ${Math.min(...sent)}–${Math.max(...sent)} probes`,
    ),
    row(
      "the same: its scan has ended",
      Math.max(...ended),
      "ms",
      { most: MAX_MS },
      `${all(ended)} ms; it hears of it ${all(of(({ heardAfterMs }) => heardAfterMs))} ms after the cancel`,
    ),
  ];
}
