import { createInventory, type EventType, type Inventory, STORAGE, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { atDepth } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const CHILD = builtFile(new URL("subscription-child.ts", import.meta.url));

const KILLS = atDepth({ few: 8, many: 8, full: 20 });
/** Events that are written before each kill. */
const ROUND = 500;

interface Child {
  readonly process: ChildProcess;
  /** Next line that it prints. */
  readonly next: () => Promise<unknown>;
}

describe.each(DATABASES)("a durable subscription of another process on %s", (dialect, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let folder: string;
  let children: ChildProcess[] = [];
  beforeEach(async () => {
    place = await openPlace();
    inventory = await createInventory({ storage: place.storage() });
    folder = await mkdtemp(join(tmpdir(), "cadastre-subscription-"));
  });
  afterEach(async () => {
    for (const child of children) await end(child);
    children = [];
    await inventory.close();
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  const start = (file: string, mode = ""): Child => {
    const child = spawn(process.execPath, [CHILD, dialect, place.url, join(folder, file), mode], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { process: child, next: async () => JSON.parse((await lines.next()).value as string) as unknown };
  };
  const linesOf = async (file: string): Promise<string[]> =>
    (await readFile(join(folder, file), "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  const hasLines = async (file: string, count: number): Promise<void> => {
    await vi.waitFor(async () => expect((await linesOf(file)).length).toBeGreaterThanOrEqual(count));
  };
  const write = async (names: readonly string[]): Promise<void> => {
    const type = inventory.host.events.find(({ name }) => name === "device.created") as EventType;
    await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      for (const name of names) change.emit(type, "d", { name });
    });
  };
  const leaseUntil = async (): Promise<number> => {
    const row = await inventory.host
      .get(STORAGE)
      .read.get<{ lease_until: number }>("select lease_until from event_subscription where name = 'copy'");
    return Number(row?.lease_until ?? 0);
  };
  /** Ends the lease of a killed process, as 15 seconds of the database would. */
  const expire = async (): Promise<void> => {
    await inventory.host
      .get(STORAGE)
      .write(async (transaction) => await transaction.run("update event_subscription set lease_until = 0 where name = 'copy'"));
  };

  it("loses no event, keeps their order, and repeats only the call in flight, in a process that is killed repeatedly", async () => {
    const names = Array.from({ length: (KILLS + 1) * ROUND }, (_, index) => `d${index}`);
    await write(names.slice(0, ROUND));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = (await linesOf("all")).length;
      const { process: child } = start("all");
      // More events come while it works.
      await write(names.slice(kill * ROUND, (kill + 1) * ROUND));
      await hasLines("all", before + 1 + Math.floor(Math.random() * 200));
      await end(child);
      await expire();
    }
    start("all");
    await vi.waitFor(async () => expect((await linesOf("all")).at(-1)).toBe(names.at(-1)));
    const lines = await linesOf("all");
    expect(lines.filter((line, index) => line !== lines[index - 1])).toEqual(names);
    expect(lines.length).toBeLessThanOrEqual(names.length + KILLS);
  });

  it("is taken over when its process is killed, after the lease has expired", async () => {
    await write(["a", "b"]);
    const first = start("first");
    await hasLines("first", 2);
    const second = start("second");
    await second.next();
    await end(first.process);
    await write(["c"]);
    await hasLines("second", 1);
    expect((await linesOf("second")).filter((line) => line !== "b")).toEqual(["c"]);
  });

  it("keeps its lease during a long call, and aborts the signal when it stood still and another process took over", async () => {
    await write(["a", "b"]);
    const first = start("first", "hold");
    await first.next();
    await hasLines("first", 1);
    const until = await leaseUntil();
    await vi.waitFor(async () => expect(await leaseUntil()).toBeGreaterThan(until));
    const second = start("second");
    await second.next();
    first.process.kill("SIGSTOP");
    await hasLines("second", 2);
    first.process.kill("SIGCONT");
    expect(await first.next()).toEqual({
      aborted: expect.stringMatching(/^the lease of the subscription "copy" (was taken|could not be)/),
    });
    expect(await linesOf("second")).toEqual(["a", "b"]);
    await write(["c"]);
    await hasLines("second", 3);
    expect(await linesOf("first")).toEqual(["a"]);
  });

  /** Keeps the extension of the lease waiting: on SQLite every write, on PostgreSQL those of the row. */
  const block = async (until: Promise<unknown>): Promise<void> => {
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update event_subscription set name = name where name = 'copy'");
      await until;
    });
  };

  it.runIf(dialect === "sqlite")("keeps its name while another process writes for longer than its lease", async () => {
    await write(["a"]);
    const first = start("first", "hold");
    await hasLines("first", 1);
    await block(delay(17_000));
    const until = await leaseUntil();
    await vi.waitFor(async () => expect(await leaseUntil()).toBeGreaterThan(until));
    await inventory.events.unsubscribe("copy");
    await first.next();
    expect(await first.next()).toEqual({ aborted: expect.stringMatching(/^the lease of the subscription "copy" was taken/) });
  });

  it.runIf(dialect === "postgresql")("aborts the signal before its lease expires when it cannot extend it", async () => {
    await write(["a"]);
    const first = start("first", "hold");
    await first.next();
    await hasLines("first", 1);
    const aborted = first.next();
    // Read while its row is held: the process gives the lease back as soon as it can.
    const heldUntil = aborted.then(leaseUntil);
    await block(heldUntil);
    expect(await aborted).toEqual({ aborted: expect.stringMatching(/^the lease of the subscription "copy" could not be extended/) });
    expect(await heldUntil).toBeGreaterThan(0);
  });
});
