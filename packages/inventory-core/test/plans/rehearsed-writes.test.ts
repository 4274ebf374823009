import { createInventory, type Storage } from "@cadastre/inventory-core";
import { expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

it.each(DATABASES)("a rehearsal writes no audit rows and no events on %s: they would be rolled back", async (_, openPlace) => {
  await using place = await openPlace();
  const inserts: string[] = [];
  const storage = place.storage();
  const watched: Storage = {
    ...storage,
    open: async (options) => {
      const open = await storage.open(options);
      return new Proxy(open, {
        get(target, name) {
          const value = Reflect.get(target, name, target) as unknown;
          if (name !== "write") return typeof value === "function" ? value.bind(target) : value;
          return async (work: (transaction: object) => Promise<unknown>, ...rest: never[]) =>
            await target.write(
              async (transaction) =>
                await work(
                  new Proxy(transaction, {
                    get(inner, method) {
                      const own = Reflect.get(inner, method, inner) as unknown;
                      if (typeof own !== "function") return own;
                      return (...args: readonly unknown[]) => {
                        if (method === "insert") inserts.push(String(args[0]));
                        return own.apply(inner, args) as unknown;
                      };
                    },
                  }),
                ),
              ...rest,
            );
        },
      });
    },
  };
  await using inventory = await createInventory({ storage: watched });
  await inventory.devices.createMany(Array.from({ length: 20 }, (__, index) => ({ name: `d${index}` })));
  const ids = (await inventory.devices.list()).map(({ id }) => id);
  inserts.length = 0;
  const plan = await inventory.plans.create({ title: "x", steps: [{ operation: "devices.bulkDelete", body: { ids } }] });
  // What is kept is the plan.
  expect(inserts.filter((table) => table === "audit" || table === "event")).toEqual(["audit", "event"]);
  inserts.length = 0;
  await inventory.plans.apply(plan.id);
  expect(inserts).toContain("audit");
  expect((await inventory.audit.list({ resource: "device", action: "delete" })).length).toBe(20);
});
