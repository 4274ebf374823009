// #region storage
import type { OpenStorage, Storage } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";

/** How long the writes of a storage took, in milliseconds. */
export interface WriteTimes {
  readonly milliseconds: number[];
}

/** SQLite that keeps the time of every write: a storage of your own starts as one that you know. */
export function timedStorage(path: string, times: WriteTimes): Storage {
  const inner = sqlite(path);
  return {
    ...inner,
    name: "timed-sqlite",
    async open(how) {
      const open = await inner.open(how);
      const write: OpenStorage["write"] = async (work, options) => {
        const start = performance.now();
        try {
          return await open.write(work, options);
        } finally {
          times.milliseconds.push(performance.now() - start);
        }
      };
      return new Proxy(open, {
        get: (target, name) => {
          if (name === "write") return write;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
}
// #endregion
