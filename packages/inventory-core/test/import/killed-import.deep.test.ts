import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";

const CHILD = builtFile(new URL("import-child.ts", import.meta.url));

function start(folder: string, rows: number, mode: string) {
  const child = spawn(process.execPath, [CHILD, join(folder, "inventory.db"), join(folder, "plan.ndjson"), String(rows), mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Record<string, unknown>> => {
    const { value } = (await lines.next()) as { value?: string };
    if (value === undefined) throw new Error("the import ended too soon");
    return JSON.parse(value) as Record<string, unknown>;
  };
  return { child, next };
}

/** Waits until a file has grown, without a sleep of its own that could be too short. */
async function hasGrown(file: string, bytes: number): Promise<void> {
  while ((await stat(file).catch(() => ({ size: 0 }))).size < bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("an import in a process of its own", () => {
  it("that is killed in the middle of its transaction leaves nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-import-"));
    try {
      const { child, next } = start(folder, 20_000, "whole");
      expect(await next()).toMatchObject({ planned: { create: 20_001, error: 0 } });
      expect(await next()).toEqual({ applying: true });
      // What does not fit in the cache goes to the log before the commit: it is well under way.
      await hasGrown(join(folder, "inventory.db-wal"), 8_000_000);
      child.kill("SIGKILL");
      await once(child, "exit");
      await using inventory = await createInventory({ storage: sqlite(join(folder, "inventory.db")) });
      expect(await inventory.devices.list()).toEqual([]);
      expect(await inventory.networks.list()).toEqual([]);
      expect((await inventory.events.read()).events).toEqual([]);
      expect((await inventory.verify()).differences).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("tells every faulty row of many, applies the good ones row by row, and does not hold all in memory", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-import-"));
    try {
      const { child, next } = start(folder, 10_000, "per_row");
      expect(await next()).toMatchObject({ planned: { rows: 10_001, create: 9001, error: 1000 } });
      await next();
      const told = (await next()) as { report: unknown; errors: number; heapMiB: number };
      expect(told).toMatchObject({ report: { created: 9001, updated: 0, unchanged: 0, failed: 1000 }, errors: 1000 });
      expect(told.heapMiB).toBeLessThan(220);
      await once(child, "exit");
      await using inventory = await createInventory({ storage: sqlite(join(folder, "inventory.db")) });
      const [network] = await inventory.networks.list();
      expect((await inventory.networks.utilization(network?.id ?? "")).used_ips).toBe(9000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
