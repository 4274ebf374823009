import type { ScanPlan } from "@cadastre/inventory-core";

/** More probes in flight than nmap advises are asked for by nobody. */
const MAX_IN_FLIGHT = 300;
/** Where nobody answers, nmap by itself would ask a handful of addresses a second. */
const MIN_RATE = 400;
/** On a busy machine nmap reads answers late, and by itself it gives up on them after 100 ms: live hosts would be missed. */
const MIN_TIMEOUT_MS = 400;
/** What a run of nmap is about; it takes its targets from standard input. */
export interface NmapRun {
  readonly plan: Pick<ScanPlan, "family" | "limits">;
  /** `hosts` finds them, `ports` also tries ports, `system` and `services` look closer at hosts that were found. */
  readonly step: "hosts" | "ports" | "system" | "services";
  readonly ports: readonly number[];
  /** Whether packets of its own making may be sent. */
  readonly raw: boolean;
  /** False asks hosts of a segment as if a router led to them. */
  readonly neighbours: boolean;
  /** Milliseconds that a host may take in this run. */
  readonly budgetMs: number;
  /** Runs at the same time, which share the limits. */
  readonly runs: number;
  readonly groupSize: number;
}

/** Arguments of nmap: a list of constants and numbers, nothing that came from outside. */
export function nmapArguments({ plan: { family, limits }, step, ports, raw, neighbours, budgetMs, runs, groupSize }: NmapRun): string[] {
  const rate = Math.max(1, Math.floor(limits.probesPerSecond / runs));
  const inFlight = Math.max(1, Math.min(MAX_IN_FLIGHT, Math.floor(limits.connections / runs), limits.connectionsPerHost * groupSize));
  return [
    "-n",
    "--no-stylesheet",
    "-oX",
    "-",
    "-iL",
    "-",
    ...(family === 6 ? ["-6"] : []),
    raw ? "--privileged" : "--unprivileged",
    "-T4",
    "--max-rate",
    `${rate}`,
    "--min-rate",
    `${Math.min(rate, MIN_RATE)}`,
    "--max-parallelism",
    `${inFlight}`,
    "--max-retries",
    "2",
    ...(step === "system" || step === "services" ? ["-Pn"] : discovery(raw, neighbours)),
    ...(step === "hosts"
      ? ["-sn", "--min-rtt-timeout", `${MIN_TIMEOUT_MS}ms`]
      : [
          raw ? "-sS" : "-sT",
          "-p",
          ports.join(","),
          "--min-hostgroup",
          `${groupSize}`,
          "--host-timeout",
          `${Math.max(1, Math.floor(budgetMs))}ms`,
        ]),
    ...(step === "services" ? ["-sV", "--version-intensity", "2"] : []),
    ...(raw && (step === "system" || step === "services") ? ["-O", "--osscan-limit", "--max-os-tries", "1"] : []),
  ];
}

/** How hosts are found. On a segment nmap asks by ARP first, when it may. */
function discovery(raw: boolean, neighbours: boolean): string[] {
  if (!raw) return ["-PS443,80,22,445,3389,8443"];
  return ["-PE", "-PS443,22,445,3389,8443", "-PA80", ...(neighbours ? [] : ["--disable-arp-ping"])];
}
