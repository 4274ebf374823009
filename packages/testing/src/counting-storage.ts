import type { OpenStorage, Queries, Storage, Transaction } from "@cadastre/inventory-core";

/** A storage that counts what is asked of it. */
export interface CountedStorage {
  readonly storage: Storage;
  /** Statements since the last {@link CountedStorage.reset}; a transaction and a list count as one each. */
  count(): number;
  reset(): void;
}

/**
 * Counts the statements of a storage: what grows with the number of rows shows at once.
 * Statements of the ORM's unit of work are not seen, the transaction they are in is.
 */
export function countStatements(inner: Storage): CountedStorage {
  let count = 0;
  const queries = <Q extends Queries>(target: Q, more: readonly string[] = []): Q => {
    const counted = new Set(["all", "get", ...more]);
    return new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== "function") return value;
        const method = value.bind(object) as (...args: readonly unknown[]) => unknown;
        if (!counted.has(String(name))) return method;
        return (...args: readonly unknown[]) => {
          count += 1;
          return method(...args);
        };
      },
    });
  };
  const counting = (open: OpenStorage): OpenStorage => ({
    dialect: open.dialect,
    text: open.text,
    read: queries(open.read),
    write: async (work, options) => {
      count += 1;
      let begun: number | undefined;
      return await open.write(async (transaction: Transaction) => {
        // Of one that begins again, what was done before was taken back.
        count = begun ??= count;
        return await work(queries(transaction, ["run", "exec", "insert", "update", "lock"]));
      }, options);
    },
    pages: (...args) => {
      count += 1;
      return open.pages(...args);
    },
    eventHorizon: async () => await open.eventHorizon(),
    ...(open.integrity === undefined ? {} : { integrity: open.integrity.bind(open) }),
    ...(open.revision === undefined ? {} : { revision: open.revision.bind(open) }),
    ping: async () => await open.ping(),
    close: async () => await open.close(),
  });
  return {
    storage: { ...inner, open: async (options) => counting(await inner.open(options)) },
    count: () => count,
    reset: () => (count = 0),
  };
}
