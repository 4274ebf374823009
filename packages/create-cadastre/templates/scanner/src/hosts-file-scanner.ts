import { readFile } from "node:fs/promises";
import { definePlugin, type Plugin, type Scanner, type ScanPlan, type ScanReport } from "@cadastre/inventory-core";

/** Finds the hosts of a text file: an address and a hardware address a line. It sends no packet. */
export class HostsFileScanner implements Scanner {
  readonly id = "hosts-file";
  readonly priority = 10;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick"], maxAddresses: 65_536 } as const;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async unavailable(): Promise<string | null> {
    return await readFile(this.#path).then(
      () => null,
      (error: Error) => error.message,
    );
  }

  async *scan(plan: ScanPlan, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<ScanReport> {
    const lines = (await readFile(this.#path, "utf8")).split("\n");
    const hosts = new Map(lines.map((line) => line.trim().split(/\s+/) as [string, string]));
    for (const ip of plan.targets) {
      signal.throwIfAborted();
      const macAddress = hosts.get(ip);
      if (macAddress !== undefined) yield { kind: "observation", ip, evidence: "arp", macAddress };
      yield { kind: "host-done", ip, outcome: macAddress === undefined ? "silent" : "answered" };
    }
  }
}

/** The plugin that cadastre.config.ts names. */
export const hostsFileScanner = ({ path }: { readonly path: string }): Plugin =>
  definePlugin({ id: "hosts-file-scanner", engine: "*", scanners: [new HostsFileScanner(path)] });
