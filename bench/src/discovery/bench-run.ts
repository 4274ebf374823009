import { median } from "../measure.ts";
import type { Reach, Row } from "../report.ts";
import { publishedCommand } from "../published-command.ts";
import type { BenchLab } from "./bench-lab.ts";
import type { ScanCommand, ScanResult } from "./lab-commands.ts";
import { liveHosts, type NetName, NETS, OWN } from "./networks.ts";

/** One kind of work. */
export type DiscoveryWork = (run: BenchRun) => Promise<Row[]>;

/** What the works of one run share. */
export class BenchRun {
  readonly lab: BenchLab;
  /** How often each scan and its limit are measured, in turns. */
  readonly rounds: number;
  /** Leaves out what takes minutes. */
  readonly quick: boolean;
  #scans = 0;
  readonly #wrong = new Set<string>();

  constructor(lab: BenchLab, quick: boolean) {
    this.lab = lab;
    this.quick = quick;
    this.rounds = quick ? 1 : 3;
  }

  /** Arguments of Node for `cadastre` as users get it, which is built when it is asked for first. */
  async command(): Promise<readonly string[]> {
    return [await publishedCommand()];
  }

  /** Scans a network of the lab; whoever is found there and is not there counts against the run. */
  async scan(net: NetName, command: Omit<ScanCommand, "net" | "scanner"> & { readonly scanner?: string }): Promise<ScanResult> {
    const own = net === "segment" || net === "wide" ? [OWN[net]] : [];
    const result = await this.lab.scan({ scanner: "connect", net: NETS[net], exclude: own, ...command });
    if (result.reason !== undefined) return result;
    this.#scans += 1;
    const live = new Set(liveHosts(net).map(({ ip }) => ip));
    for (const ip of result.found) if (!live.has(ip)) this.#wrong.add(ip);
    return result;
  }

  get falsePositives(): Row {
    const some = [...this.#wrong].slice(0, 5).join(", ");
    return {
      work: "found where nobody is, all scans",
      limit: "",
      value: this.#wrong.size,
      unit: "addresses",
      reach: { most: 0 },
      note: `${this.#scans} scans${some === "" ? "" : `; ${some}`}`,
    };
  }
}

/** What of the truth was found, in percent. */
export const share = (found: number, truth: number): number => (100 * found) / truth;

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

/** How many times as long as a tool it takes; without a value where the tool is missing. */
export function ratioRow(work: string, tool: string, ours: readonly number[], theirs: readonly number[], most: number, note = ""): Row {
  const limit = theirs.length === 0 ? undefined : median(theirs);
  return {
    work,
    limit: tool,
    value: limit === undefined ? undefined : median(ours) / limit,
    unit: "x",
    reach: { most },
    note:
      limit === undefined
        ? `${seconds(median(ours))}; not compared: ${tool.split(" ")[0]} is not installed`
        : `${seconds(median(ours))} / ${seconds(limit)}${note === "" ? "" : `; ${note}`}`,
  };
}

export const row = (work: string, value: number, unit: Row["unit"], reach: Reach, note = ""): Row => ({
  work,
  limit: "",
  value,
  unit,
  reach,
  note,
});

export const skipped = (work: string, why: string): Row => ({ work, limit: "", value: undefined, unit: "x", note: `not measured: ${why}` });
