import { definePlugin, type Plugin, type ScanReport } from "@cadastre/inventory-core";

/** A scanner that reports what a test tells it, when the test tells it. */
export class ConductedScanner {
  #wake: (() => void) | undefined;
  readonly #reports: (ScanReport | "over")[] = [];

  readonly plugin: Plugin = definePlugin({
    id: "conducted-scanner",
    engine: "*",
    scanners: [
      {
        id: "conducted",
        priority: 1,
        capabilities: { families: [4], scanTypes: ["quick", "full"], maxAddresses: 256 },
        unavailable: async () => null,
        scan: (_, { signal }) => this.#scan(signal),
      },
    ],
  });

  tell(...reports: readonly (ScanReport | "over")[]): void {
    this.#reports.push(...reports);
    this.#wake?.();
  }

  async *#scan(signal: AbortSignal): AsyncGenerator<ScanReport> {
    for (;;) {
      const report = this.#reports.shift();
      if (report === "over") return;
      if (report !== undefined) yield report;
      else
        await new Promise<void>(
          (resolve, reject) => (
            (this.#wake = resolve),
            signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })
          ),
        );
    }
  }
}

/** What is told of an address where somebody answered. @param seen what else was seen of the host */
export const answered = (ip: string, seen: { readonly macAddress?: string } = {}): readonly ScanReport[] => [
  { kind: "observation", ip, evidence: "icmp", ...seen },
  { kind: "host-done", ip, outcome: "answered" },
];
