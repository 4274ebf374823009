import { createInventory, isInventoryError, KeyRing, SECRETS, STORAGE } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { defineRecord, integer, name, reference, secret } from "../../src/records.ts";

const Account = defineRecord({
  name: "account",
  fields: {
    name: name(),
    level: integer().default(1),
    token: secret(),
    pin: secret({ max: 8 }).optional(),
    device_id: reference("device", { onDelete: "clear" }).optional(),
  },
  unique: [["name"]],
  search: ["name"],
});

const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "done",
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

describe.each(DATABASES)("a secret of a declared kind on %s", (_, openPlace) => {
  it("is kept encrypted, shown as has_<name>, replaced and cleared", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({
      storage: place.storage(),
      records: [Account],
      keyRing: KeyRing.parse(KeyRing.generate()),
    });
    const { accounts } = inventory;
    const vault = inventory.host.get(SECRETS);
    const { read } = inventory.host.get(STORAGE);
    const stored = async (column: string): Promise<string | null> =>
      (await read.get<{ value: string | null }>(`select ${column} as value from account`))?.value ?? null;
    const plain = async (column: string): Promise<string> =>
      vault.decrypt({ table: "account", column }, made.id, (await stored(column)) ?? "");
    const made = await accounts.create({ name: "a", token: "s3cret-one" });
    expect(made).toEqual({
      id: made.id,
      name: "a",
      level: 1,
      has_token: true,
      has_pin: false,
      device_id: null,
      fields: {},
      created_at: made.created_at,
      updated_at: made.created_at,
    });
    expect(JSON.stringify(await accounts.get(made.id))).toBe(JSON.stringify(made));
    expect(await accounts.list({ fields: ["has_pin"] })).toEqual([{ id: made.id, has_pin: false }]);
    expect(await stored("token")).not.toContain("s3cret");
    expect(await plain("token")).toBe("s3cret-one");
    await accounts.update(made.id, { level: 2 });
    expect(await plain("token")).toBe("s3cret-one");
    const replaced = await accounts.update(made.id, { token: "s3cret-two", pin: "s3cret" });
    expect(replaced).toMatchObject({ has_token: true, has_pin: true });
    expect([await plain("token"), await plain("pin")]).toEqual(["s3cret-two", "s3cret"]);
    await accounts.update(made.id, { token: "s3cret-3" });
    expect(await plain("token")).toBe("s3cret-3");
    expect(await accounts.update(made.id, { pin: null })).toMatchObject({ has_pin: false });
    expect(await stored("pin")).toBeNull();
    expect(await outcomeOf(accounts.update(made.id, { token: null as never }))).toContain("VALIDATION_ERROR: token");
    expect(await outcomeOf(accounts.create({ name: "b" } as never))).toBe("VALIDATION_ERROR: token: is required");
    expect(await outcomeOf(accounts.create({ name: "b", token: "x", pin: "123456789" }))).toContain("VALIDATION_ERROR: pin");
    const told = JSON.stringify([
      await inventory.audit.list({}),
      await inventory.events.read(),
      await accounts.history(made.id),
      await read.all("select * from record_text"),
      await read.all("select * from record_shape"),
    ]);
    expect(told).not.toContain("s3cret");
    expect((await inventory.verify()).count).toBe(0);
    await inventory.rotateSecrets();
    expect(await plain("token")).toBe("s3cret-3");
  });

  it("keeps its kind out of plans, undo and imports, and needs a key", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({
      storage: place.storage(),
      records: [Account],
      keyRing: KeyRing.parse(KeyRing.generate()),
    });
    const { accounts, changes, devices, plans } = inventory;
    const steps = [{ operation: "accounts.create", body: { name: "a", token: "s3cret" } }];
    expect(await outcomeOf(plans.create({ title: "accounts", steps }))).toContain("VALIDATION_ERROR");
    const device = await devices.create({ name: "d" });
    const made = await accounts.create({ name: "a", token: "s3cret", device_id: device.id });
    const [creation] = await inventory.audit.list({ resource: "account" });
    expect(await outcomeOf(changes.undo(creation?.change_id ?? ""))).not.toBe("done");
    await devices.delete(device.id);
    const [deletion] = await inventory.audit.list({ resource: "device", action: "delete" });
    const undo = await changes.undo(deletion?.change_id ?? "");
    await plans.apply(undo.id, { digest: undo.digest });
    expect(await accounts.get(made.id)).toMatchObject({ device_id: null, has_token: true });
    const lines: unknown[] = [];
    for await (const line of inventory.import.plan([{ at: { line: 1 }, type: "account", set: { name: "b", token: "s3cret" } }]))
      lines.push(line);
    expect(JSON.stringify(lines)).not.toContain('"action":"create"');
    expect(JSON.stringify(lines)).not.toContain("s3cret");
    await inventory.close();
    expect(await outcomeOf(createInventory({ storage: place.storage(), records: [Account] }))).toContain(
      "which requires an encryption key",
    );
    await using empty = await openPlace();
    await using without = await createInventory({ storage: empty.storage(), records: [Account] });
    expect(await outcomeOf(without.accounts.create({ name: "a", token: "x" }))).toContain("ENCRYPTION_KEY_MISSING");
  });
});

describe("a secret that cannot hold", () => {
  it("is refused by defineRecord", () => {
    const refusal = (fields: Parameters<typeof defineRecord>[0]["fields"], more: object = {}): string => {
      try {
        defineRecord({ name: "account", fields: { name: name(), ...fields }, ...more });
        return "none";
      } catch (error) {
        return (error as Error).message.replace("the record account cannot be declared so: ", "");
      }
    };
    expect(refusal({ token: secret().default("x" as never) })).toBe(
      "the secret token must not have a default, which the program would show: make it optional",
    );
    expect(refusal({ token: secret(), has_token: integer() })).toBe(
      "has_token is what records show of the secret token: give the field another name",
    );
    expect(refusal({ token: secret() }, { search: ["token"] })).toBe("search names token, whose values are not compared: leave it out");
    expect(refusal({ token: secret() }, { unique: [["token"]] })).toBe("unique names token, whose values are not compared: leave it out");
    expect(refusal({ token: secret() }, { index: ["token"] })).toBe("index names token, whose values are not compared: leave it out");
    expect(refusal({ token: secret() }, { title: "token" })).toBe("the title token must be a text or a name");
  });
});
