import type { Row } from "../../report.ts";
import { type BenchRun, row, share } from "../bench-run.ts";
import { liveHosts, visibleHosts } from "../networks.ts";

const DESCRIPTORS = 256;

/** Machines that are short of something find the same, and say so. */
export async function limits(run: BenchRun): Promise<Row[]> {
  const few = await run.scan("routed", { type: "quick", descriptors: DESCRIPTORS });
  const fewFull = await run.scan("routed", { type: "full", descriptors: DESCRIPTORS });
  const wide = await run.scan("wide", { type: "quick", settings: { tools: "none" } });
  const swept = await run.scan("wide", { type: "quick" });
  const truth = visibleHosts("routed").length;
  const wideTruth = liveHosts("wide").length;
  const told = (warnings: readonly string[], code: string): string => (warnings.includes(code) ? `says ${code}` : `does not say ${code}`);
  return [
    row(
      `${DESCRIPTORS} file descriptors, quick: found, of ${truth}`,
      few.warnings.includes("FILE_DESCRIPTORS") ? share(few.found.length, truth) : 0,
      "%",
      { least: 100 },
      `${told(few.warnings, "FILE_DESCRIPTORS")}; ${(few.tookMs / 1000).toFixed(1)} s`,
    ),
    row(
      `${DESCRIPTORS} file descriptors, full: found, of ${truth}`,
      fewFull.warnings.includes("FILE_DESCRIPTORS") ? share(fewFull.found.length, truth) : 0,
      "%",
      { least: 100 },
      `${told(fewFull.warnings, "FILE_DESCRIPTORS")}; ${(fewFull.tookMs / 1000).toFixed(1)} s`,
    ),
    row(
      `/22 on the same segment, table of 1024 neighbours: found, of ${wideTruth}`,
      wide.warnings.includes("NEIGHBOUR_TABLE") ? share(wide.found.length, wideTruth) : 0,
      "%",
      { least: 100 },
      `${told(wide.warnings, "NEIGHBOUR_TABLE")}; ${(wide.tookMs / 1000).toFixed(1)} s`,
    ),
    row(
      "the same with the programs that are installed: found",
      share(swept.found.length, wideTruth),
      "%",
      { least: 100 },
      `${(swept.tookMs / 1000).toFixed(1)} s`,
    ),
  ];
}
