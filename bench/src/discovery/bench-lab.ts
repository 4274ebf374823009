import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { buildScanChild } from "./build-scan-child.ts";
import type {
  AgentCancelCommand,
  AgentCancelResult,
  AgentScanCommand,
  AgentScanResult,
  LabCommand,
  ScanCommand,
  ScanResult,
  ServerScanCommand,
  ServerScanResult,
  ToolResult,
} from "./lab-commands.ts";
import { readGreppable, type ToolFindings } from "./tool-findings.ts";

const CHILD = fileURLToPath(new URL("lab-child.ts", import.meta.url));
/** In namespaces of its own, which end with the process: no way leads out of them. */
const ISOLATED = ["--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;

/** Networks of known truth inside this machine, where scans and other tools are run in turns. */
export class BenchLab {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  /** Whether a network at a hundred milliseconds could be made. */
  isFarBuilt = false;

  private constructor(child: ChildProcess) {
    this.#process = child;
    if (child.stdout === null) throw new Error("the lab has no output");
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<BenchLab> {
    const lab = new BenchLab(
      spawn("unshare", [...ISOLATED, process.execPath, CHILD, await buildScanChild()], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    lab.isFarBuilt = (await lab.#read()) === true;
    return lab;
  }

  async scan(scan: ScanCommand): Promise<ScanResult> {
    // A neighbour that is known already would be no find.
    await this.#ask({ do: "forget" });
    return (await this.#ask({ do: "scan", scan })) as ScanResult;
  }

  async serverScan(serve: ServerScanCommand): Promise<ServerScanResult> {
    await this.#ask({ do: "forget" });
    return (await this.#ask({ do: "serve", serve })) as ServerScanResult;
  }

  async agentScan(agent: AgentScanCommand): Promise<AgentScanResult> {
    await this.#ask({ do: "forget" });
    return (await this.#ask({ do: "agent", agent })) as AgentScanResult;
  }

  async agentCancel(cancel: AgentCancelCommand): Promise<readonly AgentCancelResult[]> {
    await this.#ask({ do: "forget" });
    return (await this.#ask({ do: "cancel-agent", cancel })) as readonly AgentCancelResult[];
  }

  /** One ping a millisecond, one repetition: the quickest that a usual tool goes through a network. */
  async fping(net: string): Promise<{ readonly found: readonly string[]; readonly tookMs: number } | undefined> {
    if (!isInstalled("fping")) return undefined;
    const { stdout, tookMs } = await this.#tool("fping", ["-a", "-q", "-i", "1", "-r", "1", "-g", net], 600_000);
    return { found: stdout.trim().split("\n").filter(Boolean), tookMs };
  }

  async nmap(
    args: readonly string[],
    maxMs: number,
  ): Promise<(ToolFindings & { readonly tookMs: number; readonly cut: boolean }) | undefined> {
    if (!isInstalled("nmap")) return undefined;
    const { stdout, tookMs, cut } = await this.#tool("nmap", ["-n", "-oG", "-", ...args], maxMs);
    return { ...readGreppable(stdout), tookMs, cut };
  }

  async loss<T>(percent: number, work: () => Promise<T>): Promise<T> {
    await this.#ask({ do: "loss", percent });
    try {
      return await work();
    } finally {
      await this.#ask({ do: "loss", percent: 0 });
    }
  }

  close(): void {
    this.#process.kill("SIGKILL");
  }

  async #tool(command: string, args: readonly string[], maxMs: number): Promise<ToolResult> {
    await this.#ask({ do: "forget" });
    return (await this.#ask({ do: "tool", tool: { command, args, maxMs } })) as ToolResult;
  }

  async #ask(command: LabCommand): Promise<unknown> {
    this.#process.stdin?.write(`${JSON.stringify(command)}\n`);
    return await this.#read();
  }

  async #read(): Promise<unknown> {
    const { done, value } = await this.#lines.next();
    if (done === true) throw new Error("the lab has ended");
    const { error, value: answer } = JSON.parse(value) as { error?: string; value?: unknown };
    if (error !== undefined) throw new Error(error);
    return answer;
  }
}
