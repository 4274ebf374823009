import type { ScanReport } from "@cadastre/inventory-core";
import { ReportQueue } from "./report-queue.ts";

/** The work of a scan: it ends, soon, when its signal aborts. */
export type ScanWork = (reports: ReportQueue, signal: AbortSignal) => Promise<void>;

/** Runs the work of a scan and yields its reports. Whatever ends the reading ends the work, and waits until it has. */
export async function* reportStream(work: ScanWork, signal: AbortSignal): AsyncGenerator<ScanReport, void, undefined> {
  signal.throwIfAborted();
  const stop = new AbortController();
  const reports = new ReportQueue();
  const onAbort = (): void => {
    stop.abort(signal.reason);
    reports.end({ error: signal.reason });
  };
  signal.addEventListener("abort", onAbort, { once: true });
  const ended = work(reports, stop.signal).then(
    () => reports.end(),
    (error: unknown) => reports.end({ error }),
  );
  try {
    yield* reports.read();
  } finally {
    // Also when the reader goes away: nothing is sent for nobody.
    signal.removeEventListener("abort", onAbort);
    stop.abort();
    reports.end();
    await ended;
  }
}
