import type { OpenStorage, Transaction } from "@cadastre/inventory-core";
import type { Through } from "./subject.ts";

/** The statements of a transaction, but for those that are left out: they find nothing, and change nothing. */
function without(transaction: Transaction, isLeftOut: (sql: string) => boolean): Transaction {
  return new Proxy(transaction, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== "function") return value;
      const method = value.bind(object) as (...args: readonly unknown[]) => unknown;
      return (...args: readonly unknown[]) => {
        if (!isLeftOut(String(args[0]))) return method(...args);
        return Promise.resolve(name === "all" ? [] : undefined);
      };
    },
  });
}

/** A storage whose transactions leave out some statements: what a change costs without what they do. @param isLeftOut of their SQL */
export function withoutStatements(isLeftOut: (sql: string) => boolean): Through {
  return (storage) => ({
    ...storage,
    open: async (options): Promise<OpenStorage> => {
      const open = await storage.open(options);
      return new Proxy(open, {
        get(object, name) {
          if (name === "write")
            return async (work: (transaction: Transaction) => Promise<unknown>, ...rest: []) =>
              await object.write(async (transaction) => await work(without(transaction, isLeftOut)), ...rest);
          const value: unknown = Reflect.get(object, name, object);
          return typeof value === "function" ? (value.bind(object) as unknown) : value;
        },
      });
    },
  });
}
