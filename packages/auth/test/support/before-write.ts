import type { OpenStorage, Storage } from "@cadastre/inventory-core";
import type { TestDatabase } from "./storages.ts";

/** Lets a test do something between what a call reads first and the transaction that it then opens. */
export class BeforeWrite {
  #next: (() => Promise<void>) | undefined;

  /** Has `work` run before the next transaction begins, once. */
  once(work: () => Promise<void>): void {
    this.#next = work;
  }

  get isPending(): boolean {
    return this.#next !== undefined;
  }

  /** The database, opened so that {@link once} sees each transaction. */
  of(database: TestDatabase): TestDatabase {
    return { open: () => this.#storageOf(database.open()), drop: async () => await database.drop() };
  }

  #storageOf(storage: Storage): Storage {
    return proxyOf(storage, {
      open: async (options) => {
        const opened = await storage.open(options);
        return proxyOf(opened, this.#writing(opened));
      },
    });
  }

  #writing(opened: OpenStorage): Partial<OpenStorage> {
    return {
      write: async (work) => {
        const next = this.#next;
        this.#next = undefined;
        await next?.();
        return await opened.write(work);
      },
    };
  }
}

/** `target` with some methods in place of its own. */
export function proxyOf<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get: (_, key) => {
      if (key in methods) return methods[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
