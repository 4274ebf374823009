import { createInventory, type Device, etagOf, type Inventory, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { writing } from "../request-keys/scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Asks until somebody waits for a lock of this database. SQLite has none that could be asked for: its writers queue for the file. */
async function somebodyWaits(inventory: Inventory): Promise<void> {
  const { dialect, read } = inventory.host.get(STORAGE);
  const waiting =
    "select 1 as one from pg_locks l join pg_database d on d.oid = l.database or l.database is null where d.datname = " +
    "current_database() and not l.granted";
  if (dialect === "postgresql") while ((await read.get(waiting)) === undefined);
}

describe.each(DATABASES)("two hosts that change one device at once, on %s", (_, openPlace) => {
  /**
   * The first host has written its change, and commits it when the second waits: for the device's lock, as it should, or,
   * having read what is about to change, for the row.
   */
  async function race(
    changes: (device: Device, hosts: readonly [Inventory, Inventory]) => readonly [() => Promise<unknown>, () => Promise<unknown>],
  ) {
    await using place = await openPlace();
    let begins: (() => void) | undefined;
    await using second = await createInventory({ storage: place.storage() });
    await using first = await createInventory({
      storage: writing(
        place.storage(),
        (open) => async (work, options) =>
          await open.write(async (transaction) => {
            const result = await work(transaction);
            if (begins !== undefined) {
              // Sent and done: only the commit is missing.
              await transaction.get("select 1 as one");
              begins();
              await somebodyWaits(second);
            }
            return result;
          }, options),
      ),
    });
    const device = await first.devices.create({ name: "web", addresses: [{ ip: "10.0.0.1" }] });
    const [one, other] = changes(device, [first, second]);
    const begun = new Promise<void>((resolve) => (begins = resolve));
    const outcomes = await Promise.allSettled([one(), begun.then(other)]);
    begins = undefined;
    return {
      outcomes,
      device: await second.devices.get(device.id).catch(() => undefined),
      differences: (await second.verify()).differences,
    };
  }

  it("keep both changes", async () => {
    const { outcomes, device, differences } = await race(({ id }, [first, second]) => [
      async () => await first.devices.update(id, { os: "debian", tags: ["a"] }),
      async () => await second.devices.update(id, { location: "rack 7", addresses: [{ ip: "10.0.0.2" }] }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(device).toMatchObject({ os: "debian", tags: ["a"], location: "rack 7", addresses: [{ ip: "10.0.0.2" }] });
    expect(differences).toEqual([]);
  });

  it("under one condition: the second is told that the device has changed", async () => {
    const { outcomes, device } = await race((before, [first, second]) => {
      const ifMatch = [etagOf(JSON.stringify(before))];
      return [
        async () => await first.devices.update(before.id, { os: "debian" }, { ifMatch }),
        async () => await second.devices.update(before.id, { os: "arch" }, { ifMatch }),
      ];
    });
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "PRECONDITION_FAILED" } }]);
    expect(device?.os).toBe("debian");
  });

  it("of which one deletes it: the other finds none", async () => {
    const { outcomes, device, differences } = await race(({ id }, [first, second]) => [
      async () => await first.devices.delete(id),
      async () => await second.devices.update(id, { os: "arch", tags: ["a"] }),
    ]);
    expect(outcomes).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: { code: "DEVICE_NOT_FOUND" } }]);
    expect([device, differences]).toEqual([undefined, []]);
  });
});
