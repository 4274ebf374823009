import type { OpenStorage, Storage, Transaction } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { sessionStorage } from "@cadastre/inventory-core/storage-kit";
import { runStorageCase, storageCases, type StorageUnderTest } from "@cadastre/testing";
import Database from "better-sqlite3";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporarySqlite } from "../../../testing/sqlite-database.ts";

type Mutation = (open: OpenStorage) => Partial<OpenStorage>;

/** A storage with a fault. */
function mutant(mutate: Mutation): Storage {
  const whole = temporarySqlite();
  return {
    ...whole,
    open: async (options) => {
      const open = await whole.open(options);
      const methods: OpenStorage = {
        dialect: open.dialect,
        text: open.text,
        read: open.read,
        write: async (work, options) => await open.write(work, options),
        pages: (...args) => open.pages(...args),
        eventHorizon: async () => await open.eventHorizon(),
        ping: async () => await open.ping(),
        close: async () => await open.close(),
      };
      return { ...methods, ...mutate(open) };
    },
  };
}

/** The transaction with other methods in the place of some. */
function altered(transaction: Transaction, methods: Partial<Transaction>): Transaction {
  return new Proxy(transaction, {
    get: (target, name) => {
      const own = (methods as Record<PropertyKey, unknown>)[name];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** A storage whose readers are in the transaction that is open. */
function readsInside(open: OpenStorage): { readonly mutation: Partial<OpenStorage>; readonly inside: () => Transaction | undefined } {
  let inside: Transaction | undefined;
  const mutation: Partial<OpenStorage> = {
    read: {
      all: async (sql, params) => await (inside ?? open.read).all(sql, params),
      get: async (sql, params) => await (inside ?? open.read).get(sql, params),
    },
    write: async (work) =>
      await open.write(async (transaction) => {
        inside = transaction;
        return await work(transaction).finally(() => (inside = undefined));
      }),
  };
  return { mutation, inside: () => inside };
}

const MUTANTS: Readonly<Record<string, { mutate: Mutation; caughtBy: string }>> = {
  "forgets what is said of a write": {
    mutate: (open) => ({ write: async (work) => await open.write(work) }),
    caughtBy: "keep to what is said of them: they end when their caller leaves, when their time is up, and when they waited for too long",
  },
  "loses an update": {
    mutate: (open) => {
      let updates = 0;
      return {
        write: async (work) =>
          await open.write(
            async (transaction) =>
              await work(
                altered(transaction, {
                  run: async (sql, params) =>
                    sql.startsWith("update") && (updates += 1) % 3 === 0 ? 1 : await transaction.run(sql, params),
                }),
              ),
          ),
      };
    },
    caughtBy: "lose no update of writers at once that hold the lock",
  },
  "drops a row of a bulk update": {
    mutate: (open) => ({
      write: async (work) =>
        await open.write(
          async (transaction) =>
            await work(
              altered(transaction, {
                update: async (table, key, columns, rows) => await transaction.update(table, key, columns, rows.slice(1)),
              }),
            ),
        ),
    }),
    caughtBy: "insert and update in bulk, nulls included",
  },
  "ignores a rollback": {
    mutate: (open) => ({
      write: async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
        const outcome = await open.write(async (transaction) => {
          try {
            return { done: await work(transaction) };
          } catch (error) {
            return { error };
          }
        });
        if ("error" in outcome) throw outcome.error;
        return outcome.done;
      },
    }),
    caughtBy: "leave nothing behind when the work throws, by statements or by the unit of work",
  },
  "forgets order": {
    mutate: (open) => ({
      pages: async function* <Row>(...args: Parameters<OpenStorage["pages"]>) {
        for await (const page of open.pages<Row>(...args)) yield page.toReversed();
      },
    }),
    caughtBy: "give every row, in order, whatever the number",
  },
  "ends a list early": {
    mutate: (open) => ({
      pages: async function* <Row>(...args: Parameters<OpenStorage["pages"]>) {
        for await (const page of open.pages<Row>(...args)) {
          yield page;
          return;
        }
      },
    }),
    caughtBy: "give every row, in order, whatever the number",
  },
  "shows rows that are not committed": {
    mutate: (open) => readsInside(open).mutation,
    caughtBy: "are seen by readers once they are committed, and not before",
  },
  "reads and lists on the session of the transaction that is open": {
    mutate: (open) => {
      const { mutation, inside } = readsInside(open);
      return {
        ...mutation,
        pages: async function* <Row>(...[sql, params, signal]: Parameters<OpenStorage["pages"]>) {
          const transaction = inside();
          if (transaction === undefined) yield* open.pages<Row>(sql, params, signal);
          else yield await transaction.all<Row>(sql, params);
        },
      };
    },
    caughtBy: "reads and lists that begin meanwhile see nothing of one that is taken back",
  },
  "has one session for the transactions of all": {
    mutate: (open) => {
      let inside: Transaction | undefined;
      return {
        write: async (work) => {
          if (inside !== undefined) return await work(inside);
          return await open.write(async (transaction) => {
            inside = transaction;
            return await work(transaction).finally(() => (inside = undefined));
          });
        },
      };
    },
    caughtBy: "another transaction that begins meanwhile is none of it: it stays when the first is taken back",
  },
  "answers a refused write before the commit of the transaction that it shares": {
    mutate: (open) => {
      const waiting: ((transaction: Transaction) => Promise<unknown>)[] = [];
      return {
        write: async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
          await new Promise<T>((resolve, reject) => {
            waiting.push(async (transaction) => await work(transaction).then(resolve, reject));
            if (waiting.length > 1) return;
            void open.write(async (transaction) => {
              for (let one = waiting[0]; one !== undefined; one = waiting[0]) {
                await one(transaction);
                waiting.shift();
              }
            });
          }),
      };
    },
    caughtBy: "answer a refused write after the commit of the writes that it has seen",
  },
  "loses its lists with a transaction that is taken back": {
    mutate: (open) => {
      let lost = 0;
      return {
        write: async (work) =>
          await open.write(work).catch((error: unknown) => {
            lost += 1;
            throw error;
          }),
        pages: async function* <Row>(...args: Parameters<OpenStorage["pages"]>) {
          const begun = lost;
          for await (const page of open.pages<Row>(...args)) {
            if (lost !== begun) throw new Error("the cursor does not exist");
            yield page;
          }
        },
      };
    },
    caughtBy: "a list that is being read goes on when one is taken back",
  },
  "never gives way while it reads": {
    mutate: () => ({ read: { all: async () => [], get: async () => undefined } }),
    caughtBy: "timers run while somebody reads without a pause",
  },
  "never gives way while it lists": {
    mutate: () => ({
      pages: async function* () {},
    }),
    caughtBy: "timers run while somebody reads without a pause",
  },
  "never gives way while it writes": {
    mutate: () => ({ write: async () => undefined as never }),
    caughtBy: "let timers run while somebody writes without a pause",
  },
  "answers after it was closed": {
    mutate: (open) => ({ close: async () => await open.ping() }),
    caughtBy: "answers while it is open and not after",
  },
};

/** Storages over a file with a fault that shows beside another host, and the case that they fail. */
const FILE_MUTANTS: Readonly<Record<string, { storage: (file: string) => Storage; caughtBy: string }>> = {
  "does not try again while the database is busy": {
    storage: (file) => sqlite(file, { busyTimeoutMs: 0 }),
    caughtBy: "a change of another host waits until the database is free, keeps nobody else waiting, and is not refused",
  },
  "leaves the wait for a busy database to SQLite, which blocks everybody": {
    storage: (file) =>
      sessionStorage({
        name: "blocking",
        dialect: "sqlite",
        capabilities: { severalProcesses: true, durable: true },
        busyTimeoutMs: 0,
        connect: () => {
          const database = new Database(file, { timeout: 500 });
          return {
            query: async (sql, params) => {
              const statement = database.prepare(sql);
              if (statement.reader) return { rows: statement.all(...params) as object[], changes: 0 };
              return { rows: [], changes: statement.run(...params).changes };
            },
            close: () => void database.close(),
          };
        },
      }),
    caughtBy: "a change of another host waits until the database is free, keeps nobody else waiting, and is not refused",
  },
};

async function failuresOf(storage: () => Promise<StorageUnderTest>, only?: string): Promise<string[]> {
  const failed: string[] = [];
  for (const test of storageCases.filter(({ name }) => only === undefined || name === only)) {
    const subject = await storage();
    if (test.needs !== undefined && !subject.storage.capabilities[test.needs]) continue;
    await runStorageCase(test, subject).catch(() => failed.push(test.name));
  }
  return failed;
}

describe("the suite fails a storage that", () => {
  it.each(Object.entries(MUTANTS))("%s", async (_, { mutate, caughtBy }) => {
    expect(await failuresOf(async () => ({ storage: mutant(mutate) }), caughtBy)).toEqual([caughtBy]);
  });

  it.each(Object.entries(FILE_MUTANTS))("%s", async (_, { storage, caughtBy }) => {
    const inFile = async (): Promise<StorageUnderTest> => {
      const folder = await mkdtemp(join(tmpdir(), "cadastre-mutant-"));
      const file = join(folder, "inventory.db");
      return {
        storage: storage(file),
        again: () => storage(file),
        dispose: async () => await rm(folder, { recursive: true, force: true }),
      };
    };
    expect(await failuresOf(inFile, caughtBy)).toEqual([caughtBy]);
  });

  it("and passes one without a fault in the same wrapping", async () => {
    expect(await failuresOf(async () => ({ storage: mutant(() => ({})) }))).toEqual([]);
  });
});
