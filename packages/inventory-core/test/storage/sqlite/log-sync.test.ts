import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";
import { FakeClock } from "@cadastre/testing";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Checkpoints } from "../../../src/storage/sqlite/commits/checkpoints.ts";
import { LogSync, SyncFailed } from "../../../src/storage/sqlite/commits/log-sync.ts";
import { COMMITS_WITHOUT_THREAD, Writer } from "../../../src/storage/sqlite/commits/writer.ts";

const FULL = 2;
const NORMAL = 1;

describe("commits on SQLite after the first hundred", () => {
  let folder: string;
  let file: string;
  let database: Database.Database;
  let log: LogSync;
  let writer: Writer;
  /** What the held thread was asked, and how it is told to answer. */
  let orders: BroadcastChannel;
  let asked: number;

  const open = (program?: URL): void => {
    database = new Database(file, { timeout: 0 });
    database.pragma("journal_mode = WAL");
    database.exec("create table if not exists item (name text)");
    log = new LogSync(file, program);
    const checkpoints = new Checkpoints(database, file);
    writer = new Writer(database, { clock: new FakeClock(), onRetry: () => {}, disk: { checkpoints, log } });
  };
  const held = new URL("./held-sync.worker.ts", import.meta.url);
  const add = async (name: string, outlives: "power" | "process" = "power"): Promise<unknown> =>
    await writer.transaction(async () => void database.prepare("insert into item values (?)").run(name), { outlives });
  const synchronous = async (): Promise<unknown> => await writer.transaction(async () => database.pragma("synchronous", { simple: true }));
  const addFirst = async (): Promise<void> => {
    for (let nth = 0; nth < COMMITS_WITHOUT_THREAD; nth += 1) await add(`first ${nth}`);
  };
  /** How many there are of a name, for another reader. */
  const found = (name: string): unknown => {
    const reader = new Database(file, { readonly: true });
    try {
      return reader.prepare("select count(*) from item where name = ?").pluck().get(name);
    } finally {
      reader.close();
    }
  };
  const askedFor = async (count: number): Promise<void> => await vi.waitFor(() => expect(asked).toBe(count));

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-log-sync-"));
    file = join(folder, "inventory.db");
    asked = 0;
    orders = new BroadcastChannel("held-sync");
    orders.onmessage = ({ data }) => {
      if (data === "asked") asked += 1;
    };
  });
  afterEach(async () => {
    await log.close();
    orders.close();
    database.close();
    await rm(folder, { recursive: true });
  });

  test("are synced in a thread, and those before by SQLite", async () => {
    open();
    expect(await synchronous()).toBe(FULL);
    await addFirst();
    expect(await synchronous()).toBe(NORMAL);
    await Promise.all(Array.from({ length: 50 }, async (_, nth) => await add(`more ${nth}`)));
    expect(database.prepare("select count(*) from item").pluck().get()).toBe(COMMITS_WITHOUT_THREAD + 50);
  });

  test("are told of when they are on the disk, and others go on meanwhile", async () => {
    open(held);
    await addFirst();
    expect(asked).toBe(0);
    let isTold = false;
    const first = add("held").then(() => (isTold = true));
    await askedFor(1);
    expect(found("held")).toBe(1);
    let pending = false;
    const waiting = log.pending().then(() => (pending = true));
    // These share the sync that comes after the one that is under way, which may not have them.
    const others = Promise.all(["a", "b", "c"].map(async (name) => await add(name)));
    await vi.waitFor(() => expect(found("c")).toBe(1));
    await setImmediate();
    expect([isTold, pending, asked]).toEqual([false, false, 1]);
    orders.postMessage("done");
    await first;
    await waiting;
    await askedFor(2);
    orders.postMessage("done");
    await others;
    expect(asked).toBe(2);
  });

  test("wait for no disk where they need not outlive the power", async () => {
    open(held);
    await addFirst();
    await add("again", "process");
    expect(asked).toBe(0);
    const synced = add("kept");
    await askedFor(1);
    await add("again later", "process");
    orders.postMessage("done");
    await synced;
    expect(asked).toBe(1);
  });

  test("fail where the disk does not take them, and later ones are synced by SQLite", async () => {
    open(held);
    await addFirst();
    const failed = add("lost");
    await askedFor(1);
    orders.postMessage("failed");
    await expect(failed).rejects.toThrow(SyncFailed);
    await expect(failed).rejects.toThrow("the log of the database was not synced: EIO: i/o error, fdatasync");
    expect(await synchronous()).toBe(FULL);
    await add("later");
    expect(asked).toBe(1);
  });

  test.each([
    ["without its file", new URL("./no-such-file.js", import.meta.url)],
    ["that is refused", new URL("https://thread.example/")],
  ])("are synced in the event loop where no thread can be had: one %s", async (_, program) => {
    open(program);
    await addFirst();
    await add("one more");
    expect(await synchronous()).toBe(FULL);
  });

  test("of other processes are synced for whoever reads them, without a thread", async () => {
    open(held);
    await add("one");
    await log.syncedOfOthers();
    expect(asked).toBe(0);
  });

  test("are waited for by a close", async () => {
    open(held);
    await addFirst();
    const last = add("last");
    await askedFor(1);
    const closed = log.close();
    orders.postMessage("done");
    await Promise.all([last, closed]);
  });
});
