import type { Clock } from "../../contract/clock.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Scanner, ScanPlan } from "../../contract/scanning/scanner.ts";
import type { ScanProgress } from "../scans/scan-progress.ts";
import { scanReports } from "../scans/scan-reports.ts";
import { AnswerScreen } from "../screening/answer-screen.ts";
import { chooseWitnesses } from "./choose-scanner.ts";

/** The scanner that probes is not kept waiting for longer. */
const MAX_WITNESS_MS = 120_000;
const MAX_REASON_CHARACTERS = 500;

/** What witnesses are asked about, and who hears what they say. */
export interface Hearing {
  readonly scanners: readonly Scanner[];
  readonly plan: ScanPlan;
  readonly progress: Pick<ScanProgress, "take" | "warn">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks every witness that can tell of a plan's addresses, all at once. One that fails or takes too long is a warning of the scan.
 * @throws the reason of the signal
 */
export async function hearWitnesses({ scanners, plan, progress, clock, signal }: Hearing): Promise<void> {
  const asked = { family: plan.family, scanType: plan.scanType, size: plan.targets.size };
  const witnesses = await chooseWitnesses(scanners, asked, clock);
  if (witnesses.length === 0) return;
  const late = new AbortController();
  const stopWaiting = clock.every(MAX_WITNESS_MS, () => late.abort(new Error("it took too long")));
  try {
    await Promise.all(
      witnesses.map(async (witness) => {
        try {
          await hear(witness, plan, progress, AbortSignal.any([signal, late.signal]));
        } catch (error) {
          if (signal.aborted) return;
          const reason = error instanceof Error ? messageOf(error).slice(0, MAX_REASON_CHARACTERS) : "";
          progress.warn({ code: "WITNESS", message: `the witness ${witness.id} was not heard to its end: ${reason || "no reason given"}` });
        }
      }),
    );
  } finally {
    stopWaiting();
  }
  signal.throwIfAborted();
}

async function hear(witness: Scanner, plan: ScanPlan, progress: Hearing["progress"], signal: AbortSignal): Promise<void> {
  const screen = new AnswerScreen(plan);
  try {
    for await (const report of scanReports(witness, plan, signal)) {
      // It does not probe them: that they are done is for the scanner to say that does.
      if ((report as { readonly kind?: unknown } | undefined)?.kind === "host-done") continue;
      for (const believed of screen.take(report)) progress.take(believed);
    }
  } finally {
    // Addresses that a table does not have are silent, also where it was not read to its end.
    for (const believed of screen.end(false)) progress.take(believed);
  }
}
