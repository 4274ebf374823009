import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createInventory, type Inventory, type OpenStorage, STORAGE, type WriteOptions } from "../../../src/index.ts";
import { FakeClock } from "@cadastre/testing";
import { TimeIsUp } from "../../../src/storage/writers/write-limits.ts";
import type { TestDatabase } from "../../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../../testing/storages.ts";

/** What a write failed with. */
const failureOf = async (write: Promise<unknown>): Promise<unknown> =>
  await write.then(
    () => undefined,
    (error: unknown) => error,
  );

const WAITING_FOR_LOCKS = `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and not granted`;

const EXCLUSIVE = { on: "topology", mode: "exclusive" } as const;

describe.each(DATABASES)("writers of several callers on %s", (name, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let storage: OpenStorage;
  let clock: FakeClock;
  let order: string[];
  let asked: number;
  beforeEach(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock });
    storage = inventory.host.get(STORAGE);
    order = [];
    asked = 0;
  });
  afterEach(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  /** A write that holds the lock until it is told to go on. */
  function held(options: WriteOptions): { readonly done: Promise<void>; readonly begun: Promise<void>; readonly goOn: () => void } {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: end, resolve: goOn } = Promise.withResolvers<void>();
    const done = storage.write(async (transaction) => {
      await transaction.lock(EXCLUSIVE);
      await transaction.get("select 1 as one");
      begin();
      await end;
      order.push(options.caller ?? "");
      await transaction.get("select 2 as two");
    }, options);
    return { done, begun, goOn };
  }
  const write = async (caller: string, options: WriteOptions = {}): Promise<void> =>
    await storage.write(
      async (transaction) => {
        asked += 1;
        await transaction.lock(EXCLUSIVE);
        order.push(caller);
        await transaction.get("select 1 as one");
      },
      { caller, ...options },
    );

  it("are served in turn", async () => {
    const first = held({ caller: "ada" });
    await first.begun;
    const others = [1, 2, 3, 4].map(async () => await write("ada"));
    const bob = write("bob");
    // On PostgreSQL they ask for the lock on a connection, and then wait for their turn without one.
    const waiting = storage.dialect === "postgresql" ? [5, 1] : [0, undefined];
    await vi.waitFor(() => expect([asked, storage.statistics?.().connections?.busy]).toEqual(waiting));
    first.goOn();
    await Promise.all([first.done, bob, ...others]);
    expect(order).toEqual(["ada", "bob", "ada", "ada", "ada", "ada"]);
  });

  it("get BUSY after the wait limit, and write nothing", async () => {
    const first = held({ caller: "ada" });
    await first.begun;
    const late = write("bob", { waitMs: 15_000 });
    const refusal = failureOf(late);
    const patient = write("eve");
    // On PostgreSQL it has to ask the server before it knows for what it waits.
    const time = setInterval(() => void clock.advance(1_000), 1);
    expect(await refusal).toMatchObject({
      code: "BUSY",
      kind: "unavailable",
      retryAfterSeconds: 1,
      message: expect.stringContaining("waited 1"),
    });
    clearInterval(time);
    first.goOn();
    await Promise.all([first.done, patient]);
    expect(order).toEqual(["ada", "eve"]);
  });

  it("are rolled back after the time limit", async () => {
    const first = held({ caller: "ada", timeoutMs: 10_000 });
    const refusal = failureOf(first.done);
    await first.begun;
    await clock.advance(10_001);
    first.goOn();
    expect(await refusal).toBeInstanceOf(TimeIsUp);
    await write("bob");
  });

  it("are cancelled when their client disconnects", async () => {
    const [leaving, gone] = [new AbortController(), new AbortController()];
    const first = held({ caller: "ada", signal: leaving.signal });
    const refusals = [failureOf(first.done)];
    await first.begun;
    refusals.push(failureOf(write("bob", { signal: gone.signal })));
    gone.abort(new Error("gone"));
    leaving.abort(new Error("left"));
    first.goOn();
    expect((await Promise.all(refusals)).map((error) => (error as Error).message)).toEqual(["left", "gone"]);
    expect(order).toEqual(["ada"]);
    await write("eve");
  });

  it("are not charged for waiting for locks", async () => {
    const first = held({ caller: "ada" });
    await first.begun;
    let charged = 0;
    let begun = false;
    const waiting = storage.write(
      async (transaction) => {
        begun = true;
        await transaction.lock({ on: "topology", mode: "shared" });
        await transaction.get("select 1 as one");
      },
      { caller: "bob", onHeld: (ms) => (charged += ms) },
    );
    if (storage.dialect === "postgresql") await vi.waitUntil(async () => (await storage.read.all(WAITING_FOR_LOCKS)).length === 1);
    await clock.advance(10_000);
    expect(begun).toBe(storage.dialect === "postgresql");
    first.goOn();
    await Promise.all([first.done, waiting]);
    expect(charged).toBeLessThan(1_000);
  });

  it.runIf(name === "postgresql")("are charged for statements that go out before a lock", async () => {
    const held = "select pg_advisory_xact_lock(1, 1)";
    const { promise: end, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = storage.write(async (transaction) => {
      await transaction.get(held);
      begin();
      await end;
    });
    await begun;
    let charged = 0;
    const refusal = failureOf(
      storage.write(
        async (transaction) => {
          await transaction.exec(held);
          await transaction.lock({ on: "topology", mode: "shared" });
          await transaction.get("select 1 as one");
          await transaction.get("select 2 as two");
        },
        { timeoutMs: 10_000, onHeld: (ms) => (charged += ms) },
      ),
    );
    await vi.waitUntil(async () => (await storage.read.all(WAITING_FOR_LOCKS)).length === 1);
    await clock.advance(10_001);
    goOn();
    await first;
    expect(await refusal).toBeInstanceOf(TimeIsUp);
    expect(charged).toBeGreaterThan(10_000);
  });

  it.runIf(name === "postgresql")("are charged for taking thousands of locks, beside the wait for one of them", async () => {
    const locks = Array.from({ length: 4000 }, (_, index) => ({ on: "name", name: `lock ${index}` }) as const);
    const { promise: end, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const first = storage.write(async (transaction) => {
      await transaction.lock(locks[0] as (typeof locks)[number]);
      await transaction.get("select 1 as one");
      begin();
      await end;
    });
    await begun;
    let charged = 0;
    const second = storage.write(
      async (transaction) => {
        await transaction.lock(...locks);
        await transaction.get("select 2 as two");
      },
      { timeoutMs: 10_000, onHeld: (ms) => (charged += ms) },
    );
    await vi.waitUntil(async () => (await storage.read.all(WAITING_FOR_LOCKS)).length === 1);
    await clock.advance(1_000);
    goOn();
    await Promise.all([first, second]);
    expect(charged).toBe(200);
  });

  it("are charged for their lock time", async () => {
    const charged: number[] = [];
    await write("ada", { onHeld: (ms) => charged.push(ms) });
    expect(charged.length).toBeGreaterThan(0);
    expect(Math.min(...charged)).toBeGreaterThanOrEqual(0);
  });
});
