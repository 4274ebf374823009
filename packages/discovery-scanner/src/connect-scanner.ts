import { setImmediate as turn } from "node:timers/promises";
import type { Scanner, ScanPlan, ScanReport, ScanWarning } from "@cadastre/inventory-core";
import { SMALL_PLAN } from "./hosts/find-routed.ts";
import { lookAtNeighbours } from "./hosts/look-at-neighbours.ts";
import { lookAtRouted } from "./hosts/look-at-routed.ts";
import { ReverseNames } from "./names/reverse-names.ts";
import { heardOf } from "./neighbours/heard-of.ts";
import { LocalSegments } from "./neighbours/local-segments.ts";
import { readNeighbours } from "./neighbours/neighbour-table.ts";
import { portsToScan } from "./ports.ts";
import { descriptorLimit } from "./probing/descriptor-limit.ts";
import { LossEstimate } from "./probing/loss-estimate.ts";
import { Prober } from "./probing/prober.ts";
import { TokenBucket } from "./probing/token-bucket.ts";
import type { ReportQueue } from "./report-queue.ts";
import { reportStream } from "./report-stream.ts";
import type { ScanContext } from "./scan-context.ts";
import type { ScanSettings } from "./scan-settings.ts";
import { Pings } from "./tools/pings.ts";
import { NO_TOOLS, toolsHere } from "./tools/tools-here.ts";

const MAX_CONNECTIONS = 2000;
/** Addresses that are sorted before others get their turn: 65,536 in one go would stop the process for a quarter of a second. */
const ADDRESSES_A_TURN = 2048;

/** Finds hosts without any right: by the neighbour table where it is attached, by TCP connections elsewhere. */
export class ConnectScanner implements Scanner {
  readonly id = "connect";
  readonly priority = 10;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly #settings: ScanSettings;

  constructor(settings: ScanSettings) {
    this.#settings = settings;
  }

  async unavailable(): Promise<string | null> {
    return null;
  }

  async neighbours(subnet: string): Promise<readonly string[]> {
    return await heardOf(subnet);
  }

  scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ScanReport, void, undefined> {
    return reportStream(async (reports, stop) => await this.#run(plan, reports, stop), signal);
  }

  async #run(plan: ScanPlan, reports: ReportQueue, signal: AbortSignal): Promise<void> {
    const context = await this.#contextOf(plan, reports, signal);
    const segments = new LocalSegments();
    const table = plan.family === 4 ? await readNeighbours() : undefined;
    const neighbours: string[] = [];
    const routed: string[] = [];
    for (const ip of plan.targets) {
      // Everything that is sent goes to one of these lists: what must not be probed is on none of them, whoever made the plan.
      if (!plan.targets.has(ip)) {
        await reports.send({ kind: "host-done", ip, outcome: "skipped", reason: "no-permission" });
        continue;
      }
      (table !== undefined && segments.isNeighbour(ip) ? neighbours : routed).push(ip);
      if ((neighbours.length + routed.length) % ADDRESSES_A_TURN === 0) await turn();
    }
    if (signal.aborted) return;
    await Promise.all([
      table === undefined ? undefined : lookAtNeighbours(context, neighbours, table, segments),
      lookAtRouted(context, routed, segments),
    ]);
  }

  async #contextOf(plan: ScanPlan, reports: ReportQueue, signal: AbortSignal): Promise<ScanContext> {
    const settings = this.#settings;
    const { probesPerSecond, connections } = plan.limits;
    const descriptors = (await descriptorLimit()) ?? MAX_CONNECTIONS * 2;
    const wanted = Math.min(MAX_CONNECTIONS, connections);
    const window = Math.max(1, Math.min(wanted, Math.floor(descriptors / 2)));
    const warn = async (code: ScanWarning["code"], message: string): Promise<void> =>
      await reports.send({ kind: "warning", code, message });
    if (window < wanted)
      await warn(
        "FILE_DESCRIPTORS",
        `the file descriptor limit of this process is ${descriptors}: the scan opens ${window} concurrent connections instead of ${wanted}`,
      );
    const warned = new Set<string>();
    const onShortage = (code: string): void => {
      if (warned.has(code)) return;
      warned.add(code);
      const descriptorsShort = code === "EMFILE" || code === "ENFILE";
      void warn(
        descriptorsShort ? "FILE_DESCRIPTORS" : "LOCAL_ERRORS",
        `this machine ran out of resources (${code}): the scan was slowed down`,
      );
    };
    const bucket = new TokenBucket(probesPerSecond);
    const loss = new LossEstimate();
    const tools = settings.tools === "auto" ? await toolsHere() : NO_TOOLS;
    const warnTool = async (message: string): Promise<void> => await warn("TOOL", message);
    return {
      plan,
      settings,
      ports: plan.scanType === "quick" ? [] : portsToScan([plan.ports, settings.ports], settings.probeFragilePorts),
      bucket,
      prober: new Prober({ window, bucket, signal, onShortage }),
      loss,
      tools,
      pings: new Pings({
        fping: tools.fping,
        family: plan.family,
        probesPerSecond,
        bucket,
        loss,
        twice: plan.targets.size <= SMALL_PLAN,
        warn: warnTool,
        signal,
      }),
      names: new ReverseNames({ enabled: settings.reverseNames, servers: settings.dnsServers, signal }),
      reports,
      signal,
    };
  }
}
