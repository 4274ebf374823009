import { ScanReport } from "@cadastre/inventory-core/scanning";
import { MAX_PORTS, MAX_SERVICES } from "../scan-work/limits.ts";

/** Reports, and characters, of one batch: well below what the server takes, also with the last host that comes in. */
const BATCH_REPORTS = 500;
const BATCH_LENGTH = 300_000;
/** Reports, and characters, of one host. */
const MAX_OF_A_HOST = 200;
const MAX_HOST_LENGTH = 300_000;

/** What was seen of one host, or what is of none. */
interface Group {
  readonly reports: readonly ScanReport[];
  readonly length: number;
}

/** Puts what a scanner tells into batches: all of a host is in one, so that the server may take them in any order. */
export class Batches {
  readonly #open = new Map<string, ScanReport[]>();
  readonly #ready: Group[] = [];
  #reports = 0;

  /** Takes what a scanner tells, whatever that is: the server would refuse a batch for one wrong report. */
  take(told: unknown): void {
    const report: ScanReport = ScanReport.safeParse(told).data ?? {
      kind: "warning",
      code: "TOOL",
      message: "the scanner sent invalid reports, which were skipped",
    };
    if (!("ip" in report)) return this.#close([report]);
    const reports = this.#open.get(report.ip) ?? [];
    if (report.kind === "host-done") {
      this.#open.delete(report.ip);
      return this.#close([...reports, report]);
    }
    this.#open.set(report.ip, reports);
    if (reports.length < MAX_OF_A_HOST) reports.push(bounded(report));
  }

  /** Whether a batch is full. */
  get isFull(): boolean {
    return this.#reports >= BATCH_REPORTS;
  }

  /** Hosts that are not done are not looked at any more: what was seen of them is ready. */
  closeAll(): void {
    for (const reports of this.#open.values()) this.#close(reports);
    this.#open.clear();
  }

  /** The next batch; empty when nothing is ready. */
  next(): readonly ScanReport[] {
    const batch: ScanReport[] = [];
    let length = 0;
    while (this.#ready.length > 0 && batch.length < BATCH_REPORTS && length < BATCH_LENGTH) {
      const group = this.#ready.shift() as Group;
      batch.push(...group.reports);
      length += group.length;
    }
    this.#reports -= batch.length;
    return batch;
  }

  #close(reports: readonly ScanReport[]): void {
    let length = 0;
    // How a host ends is the last, and is never left out.
    const kept = reports.filter((report, index) => {
      length += JSON.stringify(report).length;
      return length <= MAX_HOST_LENGTH || index === reports.length - 1;
    });
    this.#ready.push({ reports: kept, length });
    this.#reports += kept.length;
  }
}

function bounded(report: Extract<ScanReport, { kind: "observation" }>): ScanReport {
  const { openPorts, services } = report;
  return {
    ...report,
    ...(openPorts === undefined ? {} : { openPorts: openPorts.slice(0, MAX_PORTS) }),
    ...(services === undefined ? {} : { services: services.slice(0, MAX_SERVICES) }),
  };
}
