import { definePlugin, type Plugin, type Scanner, type ScanPlan, type ScanReport } from "@cadastre/inventory-core";

type Script = (plan: ScanPlan, signal: AbortSignal) => AsyncIterable<ScanReport>;

/** A scanner that does what a test says. */
export class ScriptedScanner implements Scanner {
  readonly id: string;
  readonly priority = 1;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  /** Addresses of each plan, in the order they were asked for. */
  readonly asked: string[][] = [];
  readonly plans: ScanPlan[] = [];
  readonly signals: AbortSignal[] = [];
  why: string | null = null;
  /** What it has heard of in any network. */
  heard: readonly string[] = [];
  script: Script;

  constructor(script: Script, id = "scripted") {
    this.script = script;
    this.id = id;
  }

  async neighbours(): Promise<readonly string[]> {
    return this.heard;
  }

  async unavailable(): Promise<string | null> {
    return this.why;
  }

  scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncIterable<ScanReport> {
    this.plans.push(plan);
    this.asked.push([...plan.targets]);
    this.signals.push(signal);
    return this.script(plan, signal);
  }

  get plugin(): Plugin {
    return definePlugin({ id: `${this.id}-scanner`, engine: "*", scanners: [this] });
  }
}

/** Some hosts answer with a hardware address, all others are silent. */
export function answering(hosts: Readonly<Record<string, string>>): Script {
  return async function* scan(plan, signal) {
    for (const ip of plan.targets) {
      signal.throwIfAborted();
      const macAddress = hosts[ip];
      if (macAddress !== undefined) yield { kind: "observation", ip, evidence: "arp", macAddress };
      yield { kind: "host-done", ip, outcome: macAddress === undefined ? "silent" : "answered" };
    }
  };
}

/**
 * Reports the first addresses of a plan as silent, and further ones as answering, then waits until it is told to stop, or for ever. Hosts
 * that answer are believed at once where more than a tenth of the addresses are silent.
 */
export function stuckAfter(count: number, hearsSignal = true, silent = 0): Script {
  return async function* scan(plan, signal) {
    let done = 0;
    for (const ip of plan.targets) {
      if (done === silent + count) break;
      done += 1;
      if (done <= silent) {
        yield { kind: "host-done", ip, outcome: "silent" };
        continue;
      }
      yield { kind: "observation", ip, evidence: "icmp" };
      yield { kind: "host-done", ip, outcome: "answered" };
    }
    await new Promise((_, reject) => {
      if (hearsSignal) signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  };
}
