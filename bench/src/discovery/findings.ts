import type { ScanReport } from "@cadastre/inventory-core";
import type { Findings } from "./lab-commands.ts";

/** Puts reports in order without keeping them: what a scan makes is to be measured, not what a reader hoards. */
export class FindingsOf {
  readonly #found: string[] = [];
  readonly #ports: Record<string, readonly number[]> = {};
  readonly #services: Record<string, string[]> = {};
  readonly #warnings = new Set<string>();
  readonly #seen = new Set<string>();
  #done = 0;

  take(report: ScanReport): void {
    if (report.kind === "warning") this.#warnings.add(report.code);
    else if (report.kind === "host-done") {
      this.#done += 1;
      if (report.outcome === "answered") this.#found.push(report.ip);
    } else if (report.kind === "observation") {
      this.#seen.add(report.ip);
      if (report.openPorts !== undefined) this.#ports[report.ip] = report.openPorts;
      const named = (report.services ?? []).filter(({ guessed }) => guessed !== true);
      if (named.length > 0) (this.#services[report.ip] ??= []).push(...named.map(({ port, service }) => `${port} ${service}`));
    }
  }

  get result(): Findings {
    return {
      found: this.#found,
      done: this.#done,
      seen: this.#seen.size,
      ports: this.#ports,
      services: this.#services,
      warnings: [...this.#warnings],
    };
  }
}
