import type { OpenStorage, Storage, Transaction } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { runStorageCase, storageCases } from "@cadastre/inventory-core/testing";
import { describe, expect, it } from "vitest";

type Mutation = (open: OpenStorage) => Partial<OpenStorage>;

/** A storage in memory with a fault. */
function mutant(mutate: Mutation): Storage {
  const whole = sqlite(":memory:");
  return {
    ...whole,
    open: async (options) => {
      const open = await whole.open(options);
      const methods: OpenStorage = {
        dialect: open.dialect,
        text: open.text,
        read: open.read,
        write: async (work) => await open.write(work),
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

const MUTANTS: Readonly<Record<string, { mutate: Mutation; caughtBy: string }>> = {
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
    mutate: (open) => {
      let inside: Transaction | undefined;
      return {
        read: {
          all: async (sql, params) => await (inside ?? open.read).all(sql, params),
          get: async (sql, params) => await (inside ?? open.read).get(sql, params),
        },
        write: async (work) =>
          await open.write(async (transaction) => {
            inside = transaction;
            try {
              return await work(transaction);
            } finally {
              inside = undefined;
            }
          }),
      };
    },
    caughtBy: "are seen by readers once they are committed, and not before",
  },
  "answers after it was closed": {
    mutate: (open) => ({ close: async () => await open.ping() }),
    caughtBy: "answers while it is open and not after",
  },
};

async function failuresOf(storage: () => Storage): Promise<string[]> {
  const failed: string[] = [];
  for (const test of storageCases) {
    const subject = { storage: storage() };
    if (test.needs !== undefined && !subject.storage.capabilities[test.needs]) continue;
    await runStorageCase(test, subject).catch(() => failed.push(test.name));
  }
  return failed;
}

describe("the suite fails a storage that", { timeout: 300_000 }, () => {
  it.each(Object.entries(MUTANTS))("%s", async (_, { mutate, caughtBy }) => {
    expect(await failuresOf(() => mutant(mutate))).toContain(caughtBy);
  });

  it("and passes one without a fault in the same wrapping", async () => {
    expect(await failuresOf(() => mutant(() => ({})))).toEqual([]);
  });
});
