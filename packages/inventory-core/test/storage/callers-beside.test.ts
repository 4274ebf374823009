import { type OpenStorage, STORAGE } from "@cadastre/inventory-core";
import { WorkAccount, WorkMeter } from "@cadastre/inventory-core/protocol";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createInventory } from "../../src/index.ts";
import { postgresqlDatabase } from "../../../../testing/databases.ts";
import { DATABASES, STORAGES } from "../../../../testing/storages.ts";

/** A statement that keeps the database busy for some milliseconds. */
const SLOW =
  "with recursive s (n) as (select 1 union all select n + 1 from s where n < 60000) select count(*) as n from s where cast(n as " +
  "text) = 'x'";
const QUICK = "select 1 as one";

const as = async <T>(account: WorkAccount, work: () => Promise<T>): Promise<T> => await new WorkMeter(account).measure(work);

async function opened<T>(open: (typeof DATABASES)[number][1], test: (storage: OpenStorage) => Promise<T>): Promise<T> {
  await using place = await open();
  await using inventory = await createInventory({ storage: place.storage() });
  return await test(inventory.host.get(STORAGE));
}

describe.each(DATABASES)("callers beside each other on %s", (name, open) => {
  it("wait for one statement of a caller with many at most", async () => {
    await opened(open, async (storage) => {
      const [busy, quiet] = [new WorkAccount("busy"), new WorkAccount("quiet")];
      const ended: string[] = [];
      const statement = async (account: WorkAccount, sql: string): Promise<void> =>
        await as(account, async () => {
          await storage.read.get(sql);
          ended.push(account.caller);
        });
      const all = Array.from({ length: 24 }, async () => await statement(busy, SLOW));
      await setImmediate();
      await statement(quiet, QUICK);
      const before = ended.length;
      await Promise.all(all);
      // On PostgreSQL four of them have a connection.
      expect(before).toBeLessThanOrEqual(name === "sqlite" ? 4 : 5);
      expect(ended).toHaveLength(25);
    });
  });

  it("are charged for what they read, also by the pages of a list", async () => {
    await opened(open, async (storage) => {
      const account = new WorkAccount("reader");
      const used = (): number => account.recentMs(performance.now());
      await as(account, async () => await storage.read.get(SLOW));
      const first = used();
      expect(first).toBeGreaterThan(1);
      await as(account, async () => {
        for await (const rows of storage.pages(
          "with recursive s (n) as (select 1 union all select n + 1 from s where n < 30000) select n from s",
          [],
        ))
          expect(rows.length).toBeGreaterThan(0);
      });
      expect(used()).toBeGreaterThan(first / 2);
    });
  });
});

describe.runIf(STORAGES.includes("postgresql"))("connections of one caller on postgresql", () => {
  const open = postgresqlDatabase;

  it("leave some for others, to read and to write", async () => {
    await opened(open, async (storage) => {
      const [busy, quiet] = [new WorkAccount("busy"), new WorkAccount("quiet")];
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      let writing = 0;
      const writes = Array.from(
        { length: 30 },
        async () =>
          await storage.write(
            async () => {
              writing += 1;
              begun.resolve();
              await held.promise;
            },
            { caller: "busy" },
          ),
      );
      const reads = Array.from({ length: 30 }, async () => await as(busy, async () => await storage.read.get("select pg_sleep(0.05)")));
      await begun.promise;
      // While all that one caller may have is taken, another reads and writes.
      expect(await as(quiet, async () => await storage.read.get(QUICK))).toEqual({ one: 1 });
      await storage.write(async (transaction) => await transaction.get(QUICK), { caller: "quiet" });
      // One at a time, once the machine is so busy that even these calls are long.
      expect(writing).toBeGreaterThanOrEqual(1);
      expect(writing).toBeLessThanOrEqual(4);
      held.resolve();
      await Promise.all([...writes, ...reads]);
      expect(writing).toBe(30);
    });
  });

  it("are more for a caller whose statements are short, and still leave some", async () => {
    await opened(open, async (storage) => {
      const [quick, quiet] = [new WorkAccount("quick"), new WorkAccount("quiet")];
      while (!quick.isQuick) await as(quick, async () => await storage.read.get(QUICK));
      const all = Array.from(
        { length: 12 },
        async () => await as(quick, async () => await storage.read.get("select pg_sleep(0.5), 'many of quick'")),
      );
      const active =
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = " +
        "'active' and query like '%many of quick%'";
      await vi.waitFor(async () => expect(await as(quiet, async () => await storage.read.get(active))).toEqual({ n: 8 }));
      await Promise.all(all);
      expect(quick.isQuick).toBe(false);
    });
  });

  it("are not waited for by calls whose caller has left", async () => {
    await opened(open, async (storage) => {
      const leaving = new AbortController();
      const account = new WorkAccount("busy");
      let ended = 0;
      const all = Array.from(
        { length: 12 },
        async () =>
          await new WorkMeter(account, leaving.signal)
            .measure(async () => await storage.read.get("select pg_sleep(0.1)"))
            .then(() => (ended += 1)),
      );
      await Promise.race(all);
      leaving.abort(new Error("left"));
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => (reason as Error).message)).toEqual(
        Array.from({ length: 12 - ended }, () => "left"),
      );
      expect(ended).toBeLessThanOrEqual(8);
    });
  });

  it("have one process of the server for a statement", async () => {
    await opened(open, async (storage) => {
      expect(await storage.read.get("select current_setting('max_parallel_workers_per_gather') as workers")).toEqual({ workers: "0" });
    });
  });

  it("are given back by a list that is left while its next page waits for its turn", async () => {
    await opened(open, async (storage) => {
      const account = new WorkAccount("reader");
      // Long calls, of which one statement runs at a time.
      const meter = new WorkMeter(account);
      await meter.measure(async () => await storage.read.get("select pg_sleep(0.06)"));
      const others = Array.from(
        { length: 4 },
        async () => await meter.measure(async () => await storage.read.get("select pg_sleep(0.02)")),
      );
      await meter.measure(async () => {
        for (let list = 0; list < 4; list += 1) {
          for await (const rows of storage.pages("select n from generate_series(1, 5000) n", [])) {
            expect(rows.length).toBeGreaterThan(0);
            break;
          }
        }
      });
      await Promise.all(others);
      // None of their pages came when somebody else had the connection.
      for (let time = 0; time < 20; time += 1)
        expect(await storage.write(async (transaction) => await transaction.get(QUICK))).toEqual({ one: 1 });
    });
  });
});
