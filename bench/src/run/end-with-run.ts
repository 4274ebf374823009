import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Ends a process with this one, when it has not ended before: what is thrown or interrupted leaves none behind. */
export function endWithRun(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}
