import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Milliseconds without an ended test in a file until its worker is killed. No test has a time limit of its own. */
export const HANG_TIMEOUT_MS = process.env["DEEP"] === "full" ? 1_800_000 : 300_000;

/** Milliseconds of waits inside tests: a little less, so that they report what they waited for. */
export const WAIT_TIMEOUT_MS = HANG_TIMEOUT_MS - 30_000;

export interface WatchdogOptions {
  /** Milliseconds without an ended test in a file until its worker is killed. */
  readonly hangMs?: number;
  readonly checkIntervalMs?: number;
  /** Milliseconds that a worker has to write its diagnostic report. */
  readonly reportMs?: number;
}

/** Folder where each worker stores the file it runs, as `<pid>` (worker-file.ts), and where Node writes diagnostic reports. */
const FOLDER = "TEST_WORKERS";

/**
 * Kills the worker of a test file in which no test has ended for {@link HANG_TIMEOUT_MS}, after a diagnostic report of its JavaScript
 * stack and open handles. The file then fails; the others go on. It runs in the main process, so it also finds a worker whose event loop
 * is blocked.
 */
export class Watchdog implements Reporter {
  /** Time of the last progress of each running file, by its absolute path. */
  readonly #progress = new Map<string, number>();
  readonly #options: Required<WatchdogOptions>;
  #timer: NodeJS.Timeout | undefined;

  constructor({ hangMs = HANG_TIMEOUT_MS, checkIntervalMs = 5_000, reportMs = 5_000 }: WatchdogOptions = {}) {
    this.#options = { hangMs, checkIntervalMs, reportMs };
  }

  onInit(): void {
    const folder = mkdtempSync(join(tmpdir(), "cadastre-workers-"));
    process.env[FOLDER] = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    this.#timer = setInterval(() => void this.#check(), this.#options.checkIntervalMs).unref();
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#progress.set(moduleId, performance.now());
  }

  onTestCaseResult({ module }: TestCase): void {
    this.#progress.set(module.moduleId, performance.now());
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#progress.delete(moduleId);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    for (const [file, since] of this.#progress) {
      if (performance.now() - since < this.#options.hangMs) continue;
      this.#progress.delete(file);
      for (const pid of workersOf(file)) await this.#end(file, pid);
    }
  }

  async #end(file: string, pid: number): Promise<void> {
    console.error(`${file}: no test ended for ${this.#options.hangMs / 1000} s; killing its worker ${pid}`);
    process.kill(pid, "SIGUSR2");
    await delay(this.#options.reportMs);
    const folder = process.env[FOLDER] as string;
    const report = readdirSync(folder).find((name) => name.startsWith("report.") && name.includes(`.${pid}.`));
    if (report !== undefined) console.error(stackOf(readFileSync(join(folder, report), "utf8")));
    process.kill(pid, "SIGKILL");
  }
}

function workersOf(file: string): readonly number[] {
  const folder = process.env[FOLDER] as string;
  const pids = readdirSync(folder).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => readFileSync(join(folder, pid), "utf8") === file).map(Number);
}

/** The JavaScript stack of a diagnostic report. */
function stackOf(report: string): string {
  const { javascriptStack } = JSON.parse(report) as { readonly javascriptStack?: { readonly message: string; readonly stack?: string[] } };
  // A worker that waits for something outside has no stack.
  return javascriptStack === undefined ? "" : [javascriptStack.message, ...(javascriptStack.stack ?? [])].join("\n  ");
}
