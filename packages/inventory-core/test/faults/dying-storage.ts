import type { OpenStorage, Storage } from "@cadastre/inventory-core";

/** What such a transaction ends with. */
export class Died extends Error {}

/** A storage whose transactions die when all is written and before the commit, while `dies` says so. */
export function dying(inner: Storage, dies: () => boolean): Storage {
  return {
    ...inner,
    open: async (options) => {
      const open = await inner.open(options);
      const write: OpenStorage["write"] = async (work) =>
        await open.write(async (transaction) => {
          const result = await work(transaction);
          // Sent, executed and seen: only the commit is missing.
          await transaction.get("select 1 as one");
          if (dies()) throw new Died("between choosing and committing");
          return result;
        });
      return new Proxy(open, {
        get: (target, name) => {
          if (name === "write") return write;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
        },
      });
    },
  };
}
