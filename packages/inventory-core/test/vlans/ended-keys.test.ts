import { createInventory, type OpenStorage, STORAGE, type Storage } from "../../src/index.ts";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

/** A storage that notes the statements of transactions about request keys of VLAN groups. */
function recordKeys(inner: Storage): { storage: Storage; readonly statements: string[] } {
  const recorded = { storage: inner, statements: [] as string[] };
  const noting = <Target extends object>(transaction: Target): Target =>
    new Proxy(transaction, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (typeof args[0] === "string" && args[0].includes("vlan_request_key")) recorded.statements.push(args[0]);
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
  const wrapped = (open: OpenStorage): OpenStorage =>
    new Proxy(open, {
      get(target, name) {
        if (name === "write")
          return async (work: Parameters<OpenStorage["write"]>[0], options: Parameters<OpenStorage["write"]>[1]) =>
            await target.write(async (transaction) => await work(noting(transaction)), options);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  recorded.storage = { ...inner, open: async (options: Parameters<Storage["open"]>[0]) => wrapped(await inner.open(options)) };
  return recorded;
}

describe.each(DATABASES)("request keys of a VLAN group on %s", (_, openPlace) => {
  it("end with the last of their VLANs, and are read once for many that go", async () => {
    await using place = await openPlace();
    const recorded = recordKeys(place.storage());
    await using inventory = await createInventory({ storage: recorded.storage });
    const { vlanGroups, vlans, host } = inventory;
    const group = await vlanGroups.create({ name: "office" });
    const { vlans: given } = await vlanGroups.allocate(group.id, { key: "many", count: 30 });
    await vlanGroups.allocate(group.id, { key: "other", count: 30 });
    const ended = async (): Promise<readonly string[]> =>
      (
        await host
          .get(STORAGE)
          .read.all<{ request_key: string }>("select request_key from vlan_request_key where ended_at is not null order by request_key")
      ).map((row) => row.request_key);
    recorded.statements.length = 0;
    await vlans.bulkDelete({ ids: given.slice(1).map(({ id }) => id) });
    expect(recorded.statements).toHaveLength(1);
    expect(await ended()).toEqual([]);
    await vlans.update(given[0]?.id as string, { group_id: null });
    expect(await ended()).toEqual(["many"]);
    await vlanGroups.delete(group.id, { vlans: "delete" });
    expect(await ended()).toEqual([]);
  });
});
