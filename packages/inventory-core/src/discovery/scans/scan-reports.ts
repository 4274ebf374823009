import { isTurnOver, turnUnderLock } from "../../background/loop-turn.ts";
import type { ScanReport } from "../../contract/scanning/scan-report.ts";
import type { Scanner, ScanPlan } from "../../contract/scanning/scanner.ts";

/**
 * What a scanner reports, until it ends or the signal is aborted. One that hangs does not hear the signal: it is not waited for. One that
 * never waits for anything itself leaves the event loop to others all the same.
 * @throws the reason of the signal, and what the scanner throws
 */
export async function* scanReports(scanner: Scanner, plan: ScanPlan, signal: AbortSignal): AsyncGenerator<ScanReport, void> {
  signal.throwIfAborted();
  let stopWaiting: (reason: unknown) => void = () => {};
  signal.addEventListener("abort", () => stopWaiting(signal.reason), { once: true });
  const reports = scanner.scan(plan, { signal })[Symbol.asyncIterator]();
  // Not a race with one promise of the signal, which would keep something of each report for as long as the scan takes.
  const next = async (): Promise<IteratorResult<ScanReport>> =>
    await new Promise((resolve, reject) => {
      stopWaiting = reject;
      Promise.resolve(reports.next()).then(resolve, reject);
    });
  try {
    for (;;) {
      const result = await next();
      signal.throwIfAborted();
      if (result.done === true) return;
      yield result.value;
      if (isTurnOver()) await turnUnderLock();
      signal.throwIfAborted();
    }
  } finally {
    // Whatever it does when it is told to end: what it has said is known by now.
    void (async () => await reports.return?.())().catch(() => {});
  }
}
