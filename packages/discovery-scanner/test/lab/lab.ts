import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Observation, ScanLimits, ScanReport, ScanType } from "@cadastre/inventory-core";
import type { DiscoveryScannerOptions } from "../../src/scan-settings.ts";

export type LabCommand =
  | {
      readonly do: "scan";
      readonly net: string;
      readonly type: ScanType;
      readonly exclude?: readonly string[];
      readonly ports?: readonly number[];
      readonly limits?: Partial<ScanLimits>;
      /** The connecting one unless it is said. */
      readonly scanner?: "nmap";
      /** Without other programs unless it is said. */
      readonly settings?: DiscoveryScannerOptions;
      readonly cancelAfterMs?: number;
      /** How long nothing gets through at first. */
      readonly silentForMs?: number;
      /** Cancels when so many hosts are done. */
      readonly cancelAfterDone?: number;
    }
  | { readonly do: "loss"; readonly percent: number }
  | { readonly do: "excluded" | "forget" }
  | { readonly do: "fping"; readonly net: string };

/** What a scan brought, and what it cost. */
export interface LabAnswer {
  readonly reports: readonly ScanReport[];
  readonly tookMs: number;
  /** How long it went on after it was cancelled. */
  readonly afterCancelMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly delayP99Ms: number;
  /** Files and sockets that are open afterwards. */
  readonly files: number;
  readonly handles: number;
  /** Programs that still run. */
  readonly children: number;
}

/** In namespaces of its own, which end with the process: no way leads out of them. */
export const ISOLATED = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Why there can be no lab here, or null. */
export function labForbidden(): string | null {
  const missing = missingProgram("unshare", "ip", "nft", "mount", "sysctl");
  if (missing !== null) return missing;
  const script =
    "mount -t tmpfs tmpfs /run && ip netns add probe && ip link add v0 type veth peer name v1 && ip link add m0 link v0 type macvlan " +
    "&& nft list ruleset";
  const tried = spawnSync("unshare", [...ISOLATED, "sh", "-c", script], { encoding: "utf8" });
  return tried.status === 0 ? null : `no network namespaces: ${tried.stderr.trim()}`;
}

/** Which of some programs is not installed, or null. */
export function missingProgram(...programs: readonly string[]): string | null {
  const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
  return missing.length === 0 ? null : `${missing.join(", ")} not installed`;
}

/** A network of a hundred hosts inside this machine. */
export class Lab {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess) {
    this.#process = child;
    if (child.stdout === null) throw new Error("the lab has no output");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** @param descriptors most open files of the scanner @param raw false takes the right to send raw packets away */
  static async start({ descriptors, raw = true }: { readonly descriptors?: number; readonly raw?: boolean } = {}): Promise<Lab> {
    const node = [
      ...(raw ? [] : ["setpriv", "--bounding-set", "-net_raw"]),
      process.execPath,
      new URL("lab-process.ts", import.meta.url).pathname,
    ];
    const limited = descriptors === undefined ? node : ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", ...node];
    const lab = new Lab(spawn("unshare", [...ISOLATED, ...limited], { stdio: ["pipe", "pipe", "inherit"] }));
    await lab.#read();
    return lab;
  }

  async scan(command: Omit<Extract<LabCommand, { do: "scan" }>, "do">): Promise<Seen> {
    return new Seen((await this.ask({ do: "scan", ...command })) as LabAnswer);
  }

  async ask(command: LabCommand): Promise<unknown> {
    this.#process.stdin?.write(`${JSON.stringify(command)}\n`);
    return await this.#read();
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }

  async #read(): Promise<unknown> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error("the lab has ended");
    const { error, value: answer } = JSON.parse(value) as { error?: string; value?: unknown };
    if (error !== undefined) throw new Error(error);
    return answer;
  }
}

/** The reports of a scan, put in order. */
export class Seen {
  readonly cost: LabAnswer;

  constructor(answer: LabAnswer) {
    this.cost = answer;
  }

  get found(): string[] {
    return this.#done("answered");
  }

  get done(): string[] {
    return this.cost.reports.flatMap((report) => (report.kind === "host-done" ? [report.ip] : []));
  }

  get cutShort(): string[] {
    return this.cost.reports.flatMap((report) => (report.kind === "host-done" && report.cutShort === true ? [report.ip] : []));
  }

  get warnings(): string[] {
    return this.cost.reports.flatMap((report) => (report.kind === "warning" ? [report.code] : []));
  }

  of(ip: string): Observation[] {
    return this.cost.reports.filter((report): report is Observation => report.kind === "observation" && report.ip === ip);
  }

  ports(ip: string): readonly number[] {
    return this.of(ip).flatMap(({ openPorts }) => openPorts ?? []);
  }

  services(ip: string): string[] {
    return this.of(ip).flatMap(({ services }) =>
      (services ?? []).map(({ port, service, version, guessed }) => `${port} ${service}${guessed === true ? "?" : ""} ${version}`.trim()),
    );
  }

  #done(outcome: string): string[] {
    return this.cost.reports.flatMap((report) => (report.kind === "host-done" && report.outcome === outcome ? [report.ip] : []));
  }
}
