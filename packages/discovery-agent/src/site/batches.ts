import { HostEvidence, ScanReport } from "@cadastre/inventory-core/scanning";
import { MAX_PORTS, MAX_SERVICES } from "../scan-work/limits.ts";

/** Reports, and characters, of one batch: well below what the server takes, also with the last host that comes in. */
const BATCH_REPORTS = 500;
const BATCH_LENGTH = 300_000;
/** Reports, and characters, of one host. */
const MAX_OF_A_HOST = 200;
const MAX_HOST_LENGTH = 300_000;
/** Characters of what one device hears: as the reports of a host, it is below what the server takes with all that is beside it. */
const MAX_NEIGHBOURS_LENGTH = 200_000;
/** Hardware addresses that are kept of what switches have heard. */
const MAX_HARDWARE = 200_000;

type Warning = Extract<ScanReport, { kind: "warning" }>;

/** What was seen of one host, or what is of none. */
interface Group {
  readonly reports: readonly ScanReport[];
  readonly length: number;
}

/** Puts what a scanner tells into batches: all of a host is in one, so that the server may take them in any order. */
export class Batches {
  readonly #open = new Map<string, ScanReport[]>();
  readonly #ready: Group[] = [];
  /** Ports of switches by hardware address; "" where none is known. */
  readonly #hardware = new Map<string, string>();
  #isOverfull = false;
  #reports = 0;

  /** Takes what a scanner tells, whatever that is: the server would refuse a batch for one wrong report. */
  take(told: unknown): void {
    const report: ScanReport = ScanReport.safeParse(told).data ?? {
      kind: "warning",
      code: "TOOL",
      message: "the scanner sent invalid reports, which were skipped",
    };
    if (report.kind === "warning") return this.warn(report);
    if (report.kind === "hardware") return this.#hear(report);
    if (report.kind === "neighbours") return this.#close([shortened(report)]);
    const reports = this.#open.get(report.ip) ?? [];
    if (report.kind === "host-done") {
      this.#open.delete(report.ip);
      return this.#close([...reports, ...this.#atSwitch(report.ip, reports), report]);
    }
    this.#open.set(report.ip, reports);
    if (reports.length < MAX_OF_A_HOST) reports.push(bounded(report));
  }

  /** Something limits what the scan can tell. */
  warn({ code, message }: Pick<Warning, "code" | "message">): void {
    this.#close([{ kind: "warning", code, message }]);
  }

  /** Whether a batch is full. */
  get isFull(): boolean {
    return this.#reports >= BATCH_REPORTS;
  }

  /** Hosts that are not done are not looked at any more: what was seen of them is ready. */
  closeAll(): void {
    for (const [ip, reports] of this.#open) this.#close([...reports, ...this.#atSwitch(ip, reports)]);
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

  #hear({ macAddress, switchPort = "" }: Extract<ScanReport, { kind: "hardware" }>): void {
    if (this.#hardware.size < MAX_HARDWARE || this.#hardware.has(macAddress)) this.#hardware.set(macAddress, switchPort);
    else if (!this.#isOverfull) {
      this.#isOverfull = true;
      this.warn({
        code: "WITNESS",
        message: `switches have heard of more than ${MAX_HARDWARE} hardware addresses: the others were left out`,
      });
    }
  }

  /** What switches have heard of the hardware of a host: they are not asked again by the server, which takes each batch by itself. */
  #atSwitch(ip: string, reports: readonly ScanReport[]): readonly ScanReport[] {
    if (this.#hardware.size === 0) return [];
    const evidence = new HostEvidence(ip);
    for (const report of reports) if (report.kind === "observation") evidence.add(report);
    const { macAddress, switchPort } = evidence.sighting(this.#hardware) ?? {};
    if (macAddress === undefined || !this.#hardware.has(macAddress)) return [];
    return [{ kind: "observation", ip, evidence: "switch-table", ...(switchPort === undefined ? {} : { switchPort }) }];
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

/** The first neighbours that there is room for. */
function shortened(report: Extract<ScanReport, { kind: "neighbours" }>): ScanReport {
  let length = 0;
  const neighbours = report.neighbours.filter((neighbour) => (length += JSON.stringify(neighbour).length) <= MAX_NEIGHBOURS_LENGTH);
  return { ...report, neighbours };
}

function bounded(report: Extract<ScanReport, { kind: "observation" }>): ScanReport {
  const { openPorts, services } = report;
  return {
    ...report,
    ...(openPorts === undefined ? {} : { openPorts: openPorts.slice(0, MAX_PORTS) }),
    ...(services === undefined ? {} : { services: services.slice(0, MAX_SERVICES) }),
  };
}
