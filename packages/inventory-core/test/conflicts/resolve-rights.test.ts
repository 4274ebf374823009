import { createInventory, type Principal } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";

const user = (...permissions: string[]): Principal => ({
  kind: "user",
  userId: "u",
  username: "u",
  permissions: new Set(permissions),
  credential: KEY_CREDENTIAL,
  credentialId: "k",
});

describe.each(DATABASES)("resolving a conflict on %s", (_, openPlace) => {
  it("takes an address from a device only for whoever may change devices", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const addresses = [{ ip: "10.0.0.1" }];
    const { id: one } = await inventory.devices.create({ name: "one", addresses });
    await inventory.devices.create({ name: "two", addresses });
    const [conflict] = await inventory.conflicts.list();
    const before = await inventory.devices.list();
    const resolver = inventory.as(
      user("conflict:read", "conflict:list", "conflict:update", "device:read", "device:list", "device:create", "device:delete"),
    );
    const id = conflict?.id ?? "";
    await expect(resolver.conflicts.resolve(id, { keep_device_id: one })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "device:update" },
    });
    // Without it nothing is taken from anybody, and the cause remains.
    await expect(resolver.conflicts.resolve(id, { notes: "looked at" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await inventory.devices.list()).toEqual(before);
    expect((await inventory.conflicts.get(id)).status).toBe("active");
    const may = inventory.as(user("conflict:update", "device:update"));
    expect((await may.conflicts.resolve(id, { keep_device_id: one })).status).toBe("resolved");
    expect((await inventory.devices.list()).map(({ name, addresses: held }) => [name, held.map(({ ip }) => ip)])).toEqual([
      ["one", ["10.0.0.1"]],
      ["two", []],
    ]);
  });
});
