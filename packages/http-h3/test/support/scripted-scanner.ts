import { definePlugin, type Observation, type Plugin, type Scanner, type ScanPlan, type ScanReport } from "@cadastre/inventory-core";

export type Script = (plan: ScanPlan, signal: AbortSignal) => AsyncIterable<ScanReport>;

/** A scanner that does what a test says, and notes what it was asked for. */
export class ScriptedScanner implements Scanner {
  readonly id = "scripted";
  readonly priority = 1;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly asked: { readonly scanType: string; readonly targets: readonly string[]; readonly signal: AbortSignal }[] = [];
  /** Why it cannot work, if it cannot. */
  why: string | null = null;
  script: Script = seeing({});

  async unavailable(): Promise<string | null> {
    return await Promise.resolve(this.why);
  }

  scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncIterable<ScanReport> {
    this.asked.push({ scanType: plan.scanType, targets: [...plan.targets], signal });
    return this.script(plan, signal);
  }

  get plugin(): Plugin {
    return definePlugin({ id: "scripted-scanner", engine: "*", scanners: [this] });
  }
}

/** What is seen of some hosts; all others are silent. */
export function seeing(hosts: Readonly<Record<string, Partial<Observation>>>): Script {
  return async function* scan(plan) {
    for (const ip of plan.targets) {
      const host = hosts[ip];
      if (host !== undefined) yield { kind: "observation", ip, evidence: "arp", ...host };
      yield { kind: "host-done", ip, outcome: host === undefined ? "silent" : "answered" };
    }
  };
}

/**
 * Host after host answers, each when the test lets it, after some addresses that are silent. Hosts are believed at once where more than a
 * tenth of the addresses are silent.
 */
export class Gate {
  readonly #silent: number;
  readonly #waiting: (() => void)[] = [];
  #open = 0;

  constructor(silent = 0) {
    this.#silent = silent;
  }

  /** Lets further addresses be done. */
  let(hosts: number): void {
    this.#open += hosts;
    while (this.#open > 0 && this.#waiting.length > 0) {
      this.#open -= 1;
      this.#waiting.shift()?.();
    }
  }

  readonly script: Script = async function* scan(this: Gate, plan: ScanPlan, signal: AbortSignal): AsyncGenerator<ScanReport> {
    let done = 0;
    for (const ip of plan.targets) {
      await this.#pass(signal);
      const isSilent = (done += 1) <= this.#silent;
      if (!isSilent) yield { kind: "observation", ip, evidence: "icmp" };
      yield { kind: "host-done", ip, outcome: isSilent ? "silent" : "answered" };
    }
  }.bind(this);

  async #pass(signal: AbortSignal): Promise<void> {
    if (this.#open > 0) return void (this.#open -= 1);
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(resolve);
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }
}

/** Hears no signal, and says nothing more. */
export const hanging: Script = async function* hang(plan) {
  const [first] = plan.targets;
  if (first !== undefined) yield { kind: "observation", ip: first, evidence: "icmp" };
  await new Promise(() => {});
};
