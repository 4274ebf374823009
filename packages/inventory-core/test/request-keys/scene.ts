import type { Inventory, OpenStorage, Storage } from "@cadastre/inventory-core";

/** A storage with another way to write. */
export function writing(inner: Storage, write: (open: OpenStorage) => OpenStorage["write"]): Storage {
  return {
    ...inner,
    open: async (options) => {
      const open = await inner.open(options);
      const own = write(open);
      return new Proxy(open, {
        get: (target, name) => {
          if (name === "write") return own;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
        },
      });
    },
  };
}

/** Names of all devices, with those that are there twice. */
export const deviceNames = async (inventory: Inventory): Promise<string[]> => (await inventory.devices.list()).map(({ name }) => name);
