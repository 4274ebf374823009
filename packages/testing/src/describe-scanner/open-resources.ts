import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** What a scanner opens: sockets, name queries, pipes, processes and timers. */
const KINDS = /TCP|UDP|Query|GetAddrInfo|Connect|Pipe|Process|Timeout/i;

const POLL_INTERVAL_MS = 10;

/** What this process holds open now, by kind. */
export function openResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) if (KINDS.test(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Resolves when no more is open than was; what closes may take its time. */
export async function settleTo(before: ReadonlyMap<string, number>, ms: number): Promise<void> {
  const until = performance.now() + ms;
  for (;;) {
    const more = [...openResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (more.length === 0) return;
    if (performance.now() > until)
      assert.fail(`still open: ${more.map(([kind, count]) => `${kind} ${count}, before ${before.get(kind) ?? 0}`).join("; ")}`);
    await sleep(POLL_INTERVAL_MS);
  }
}
