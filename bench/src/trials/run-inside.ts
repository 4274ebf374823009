import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TrialContext } from "./trial.ts";

/**
 * Runs the part of a trial that works inside namespaces, a program of ours whose lines are what it reports.
 * @param command the words that lead into the namespaces, before Node
 * @throws with what it said on standard error when it does not end with 0
 */
export async function runInside(
  [program = "", ...words]: readonly string[],
  file: URL,
  args: readonly string[],
  { signal, report }: Pick<TrialContext, "signal" | "report">,
): Promise<void> {
  const child = spawn(program, [...words, process.execPath, file.pathname, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const end = (): void => void child.kill("SIGKILL");
  signal.addEventListener("abort", end, { once: true });
  let wrong = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (wrong += text));
  createInterface({ input: child.stdout }).on("line", report);
  const [code] = (await once(child, "close")) as [number | null];
  signal.removeEventListener("abort", end);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${file.pathname} ended with ${code}:\n${wrong}`);
}
