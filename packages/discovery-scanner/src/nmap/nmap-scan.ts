import type { ScanPlan } from "@cadastre/inventory-core";
import { realTimers } from "@cadastre/inventory-core/scanning";
import { acceptsAll, acceptsAllMessage } from "../hosts/accepts-all.ts";
import { inParallel } from "../in-parallel.ts";
import type { ReportQueue } from "../report-queue.ts";
import type { NmapRun } from "./nmap-arguments.ts";
import { observationsOf, openPortsOf } from "./nmap-observations.ts";
import { type NmapOutcome, runNmap } from "./nmap-process.ts";
import type { NmapHost } from "./nmap-xml.ts";

/** Addresses of one run: what is done is told when it ends, and kept when the scan is cancelled. */
const GROUP = 32;
const QUICK_RUNS = 4;
const RUNS = 2;
/** Ports besides the open ones in a closer look: nmap needs one that is closed to know a system. */
const OTHER_PORTS = 5;
/** Addresses of one MAC address from which on they are asked again without ARP: a router may answer it for hosts behind it. */
const FEW_ADDRESSES = 4;

/** How much of a host's time its ports get, when a closer look follows; what they leave is added to that. */
const PORTS_SHARE = 0.6;

export interface NmapScanOptions {
  readonly program: string;
  readonly plan: ScanPlan;
  readonly ports: readonly number[];
  readonly raw: boolean;
  readonly reports: ReportQueue;
  readonly signal: AbortSignal;
}

/** One scan: runs of nmap over groups of addresses, some at a time. */
export class NmapScan {
  readonly #options: NmapScanOptions;
  readonly #failed = new AbortController();
  readonly #signal: AbortSignal;
  /** Number of addresses by MAC address. */
  readonly #hardware = new Map<string, number>();
  readonly #waiting: string[] = [];

  constructor(options: NmapScanOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#failed.signal]);
  }

  /** @throws when a run of nmap fails */
  async run(): Promise<void> {
    await this.#groups(this.#allowed(), true);
    if (this.#signal.aborted) return;
    await this.#groups(this.#waiting.splice(0), false);
  }

  /** Nmap is given nothing else: what must not be probed is left out, whoever made the plan. */
  async *#allowed(): AsyncGenerator<string> {
    const { plan, reports } = this.#options;
    for (const ip of plan.targets) {
      if (plan.targets.has(ip)) yield ip;
      else await reports.send({ kind: "host-done", ip, outcome: "skipped", reason: "no-permission" });
    }
  }

  async #groups(addresses: Iterable<string> | AsyncIterable<string>, neighbours: boolean): Promise<void> {
    const runs = this.#options.plan.scanType === "quick" ? QUICK_RUNS : RUNS;
    await inParallel(groupsOf(addresses), runs, async (group) => {
      try {
        await this.#group(group, neighbours);
      } catch (error) {
        // The other runs end with the scan.
        this.#failed.abort();
        throw error;
      }
    });
  }

  async #group(group: readonly string[], neighbours: boolean): Promise<void> {
    const { plan, reports } = this.#options;
    const { hostBudgetMs } = plan.limits;
    const begun = realTimers.performance.now();
    const portsMs = this.#looksCloser ? hostBudgetMs * PORTS_SHARE : hostBudgetMs;
    const outcome = await this.#nmap(
      { step: plan.scanType === "quick" ? "hosts" : "ports", ports: this.#options.ports, neighbours, budgetMs: portsMs },
      group,
    );
    const leftMs = hostBudgetMs - Math.min(portsMs, realTimers.performance.now() - begun);
    if (this.#signal.aborted) return;
    const hosts = [...outcome.hosts.values()];
    const closer = await this.#closer(hosts, leftMs);
    if (this.#signal.aborted) return;
    for (const host of hosts) {
      if (neighbours) this.#count(host);
      const isWaiting = neighbours && this.#mayBeProxied(host);
      await this.#report(host, closer.get(host.ip), isWaiting);
      if (isWaiting) this.#waiting.push(host.ip);
    }
    if (outcome.failure !== undefined) throw new Error(`nmap failed: ${outcome.failure}`);
    if (outcome.tooMuch)
      await reports.send({
        kind: "warning",
        code: "TOOL",
        message: "the nmap output for some hosts is too large: nmap was stopped, and the other hosts of its group are not reported",
      });
    for (const ip of group) {
      if (outcome.hosts.has(ip)) continue;
      // It answered ARP before.
      if (!neighbours) await reports.send({ kind: "host-done", ip, outcome: "answered" });
      else if (outcome.noRoute.has(ip)) await reports.send({ kind: "host-done", ip, outcome: "skipped", reason: "no-route" });
      else if (outcome.tooMuch) await reports.send({ kind: "host-done", ip, outcome: "skipped", reason: "local-limit" });
      else await reports.send({ kind: "host-done", ip, outcome: "silent" });
    }
  }

  /** What a second run tells of hosts with open ports: services in a deep scan, the system as far as raw packets may be sent. */
  async #closer(hosts: readonly NmapHost[], budgetMs: number): Promise<ReadonlyMap<string, NmapHost>> {
    const { plan, ports } = this.#options;
    const chosen = hosts.filter((host) => openPortsOf(host).length > 0 && !acceptsAll(openPortsOf(host).length, ports.length));
    if (chosen.length === 0 || !this.#looksCloser) return new Map();
    const wanted = new Set([...chosen.flatMap(openPortsOf), ...ports.slice(0, OTHER_PORTS)]);
    const step = plan.scanType === "deep" ? "services" : "system";
    const { hosts: found } = await this.#nmap(
      { step, ports: [...wanted], neighbours: true, budgetMs },
      chosen.map(({ ip }) => ip),
    );
    return found;
  }

  /** Whether there is more to know than ports: services, or a system that raw packets tell. */
  get #looksCloser(): boolean {
    const { plan, raw } = this.#options;
    return plan.scanType === "deep" || (plan.scanType === "full" && raw);
  }

  async #nmap(run: Pick<NmapRun, "step" | "ports" | "neighbours" | "budgetMs">, addresses: readonly string[]): Promise<NmapOutcome> {
    const { program, plan, raw } = this.#options;
    const runs = plan.scanType === "quick" ? QUICK_RUNS : RUNS;
    return await runNmap(program, { ...run, plan, raw, runs, groupSize: GROUP }, addresses, this.#signal);
  }

  #count({ macAddress }: NmapHost): void {
    if (macAddress !== undefined) this.#hardware.set(macAddress, (this.#hardware.get(macAddress) ?? 0) + 1);
  }

  /** Whether it answered nothing but ARP, as several others did with its MAC address. */
  #mayBeProxied(host: NmapHost): boolean {
    const count = this.#hardware.get(host.macAddress ?? "") ?? 0;
    return count >= FEW_ADDRESSES && !host.refused && openPortsOf(host).length === 0;
  }

  /** @param isWaiting whether it is asked again before it is done */
  async #report(host: NmapHost, closer: NmapHost | undefined, isWaiting: boolean): Promise<void> {
    const { plan, ports, reports } = this.#options;
    const all = acceptsAll(openPortsOf(host).length, ports.length) && plan.scanType !== "quick";
    if (all) await reports.send({ kind: "warning", code: "MIDDLEBOX", message: acceptsAllMessage(host.ip) });
    const seen = await observationsOf({
      host,
      ...(closer === undefined ? {} : { closer }),
      scanType: plan.scanType,
      acceptsAll: all,
    });
    for (const observation of seen) await reports.send(observation);
    if (!isWaiting)
      await reports.send({ kind: "host-done", ip: host.ip, outcome: "answered", ...(host.timedOut ? { cutShort: true } : {}) });
  }
}

async function* groupsOf(addresses: Iterable<string> | AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  let group: string[] = [];
  for await (const ip of addresses) {
    if (group.push(ip) < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
