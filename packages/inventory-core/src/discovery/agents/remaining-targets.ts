import { textOf } from "../../address/ip-address.ts";
import type { ScanProgress } from "../scans/scan-progress.ts";

/** What is still to be probed, as an agent is told. */
export function remainingTargets(progress: ScanProgress): readonly string[] {
  return progress.targets.remaining().map(({ lo, hi }) => (lo === hi ? textOf(lo) : `${textOf(lo)}-${textOf(hi)}`));
}
