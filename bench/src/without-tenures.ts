import type { OpenStorage, Storage, Transaction } from "@cadastre/inventory-core";

/** The table that tells who held an address when. */
const TENURES = "address_tenure";

/** The statements of a transaction, but for those of tenures. */
function without(transaction: Transaction): Transaction {
  return new Proxy(transaction, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== "function") return value;
      const method = value.bind(object) as (...args: readonly unknown[]) => unknown;
      return (...args: readonly unknown[]) => {
        if (!String(args[0]).includes(TENURES)) return method(...args);
        return Promise.resolve(name === "all" ? [] : undefined);
      };
    },
  });
}

/** A storage in which nobody keeps who held which address: what creating costs without it. */
export function withoutTenures(storage: Storage): Storage {
  return {
    ...storage,
    open: async (options): Promise<OpenStorage> => {
      const open = await storage.open(options);
      return new Proxy(open, {
        get(object, name) {
          if (name === "write")
            return async (work: (transaction: Transaction) => Promise<unknown>, ...rest: []) =>
              await object.write(async (transaction) => await work(without(transaction)), ...rest);
          const value: unknown = Reflect.get(object, name, object);
          return typeof value === "function" ? (value.bind(object) as unknown) : value;
        },
      });
    },
  };
}
