import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../../../../../testing/built-file.ts";
import { checkSyncs, parseStrace } from "./strace-log.ts";

export interface SyncTrialOptions {
  readonly writes: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

export interface SyncTrialResult {
  /** Why there was no trial. */
  readonly skipped?: string;
  readonly acknowledged: number;
  readonly logWrites: number;
  readonly logSyncs: number;
  readonly seconds: number;
  /** Empty is a pass. */
  readonly violations: readonly string[];
}

const CHILD = builtFile(new URL("sync-child.ts", import.meta.url));

/** Watches the system calls of an engine on SQLite: no change is acknowledged before its part of the log is synced. */
export async function syncTrial({ writes, seed, report }: SyncTrialOptions): Promise<SyncTrialResult> {
  const began = Date.now();
  const nothing = { acknowledged: 0, logWrites: 0, logSyncs: 0, seconds: 0, violations: [] };
  const skipped = whyNot();
  if (skipped !== undefined) {
    report(`sync trial: skipped, ${skipped}`);
    return { skipped, ...nothing };
  }
  const folder = mkdtempSync(join(tmpdir(), "cadastre-sync-"));
  try {
    const log = join(folder, "strace.log");
    const trace = ["-f", "-y", "-s", "80", "-e", "trace=write,pwrite64,fdatasync,fsync", "-o", log];
    const child = spawn("strace", [...trace, process.execPath, CHILD, join(folder, "inventory.db"), String(writes), String(seed)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.resume();
    const [code] = (await once(child, "close")) as [number | null];
    const steps = parseStrace(readFileSync(log, "utf8"));
    const { acknowledged, violations: found } = checkSyncs(steps);
    const violations = [...found];
    if (code !== 0) violations.push(`the traced process ended with ${code}`);
    if (acknowledged < writes) violations.push(`the trace shows ${acknowledged} of ${writes} acknowledgements`);
    const logWrites = steps.filter(({ step }) => step === "log-written").length;
    const logSyncs = steps.filter(({ step }) => step === "log-synced").length;
    report(
      `sync trial: ${acknowledged} acknowledged, ${logWrites} writes to the log, ${logSyncs} syncs of it, ${violations.length} violations`,
    );
    return { acknowledged, logWrites, logSyncs, seconds: (Date.now() - began) / 1000, violations };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A container may have strace and not let it trace. */
function whyNot(): string | undefined {
  const tried = spawnSync("strace", ["-o", "/dev/null", "true"], { encoding: "utf8" });
  if (tried.error !== undefined) return "strace is not on PATH";
  return tried.status === 0 ? undefined : `strace cannot trace here: ${tried.stderr.trim().split("\n")[0]}`;
}
