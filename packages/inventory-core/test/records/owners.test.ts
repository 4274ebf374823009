import { createInventory, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { boolean, defineRecord, name, reference, text } from "../../src/records.ts";

const Look = defineRecord({
  name: "look",
  fields: { name: name(), filters: text().optional(), shared: boolean().default(false) },
  owner: true,
  unique: [["name"]],
  search: ["name", "filters"],
});
const Pin = defineRecord({ name: "pin", fields: { name: name(), look_id: reference("look").optional() } });

const outcomeOf = async (call: PromiseLike<unknown>): Promise<string> =>
  await call.then(
    () => "done",
    (error: unknown) => (isInventoryError(error) ? `${error.code}: ${error.message}` : String(error)),
  );
const codeOf = async (call: PromiseLike<unknown>): Promise<string> => (await outcomeOf(call)).split(":")[0] as string;
const idsOf = (records: readonly { readonly id: string }[]): readonly string[] => records.map(({ id }) => id);

describe.each(DATABASES)("records of a kind with owners on %s", (_, openPlace) => {
  const open = async (storage: Parameters<typeof createInventory>[0]["storage"]) => {
    const inventory = await createInventory({ storage, records: [Look, Pin] });
    const as = (id: string, permissions: readonly string[] = []) =>
      inventory.as({ id, username: id, permissions }) as unknown as typeof inventory;
    return { inventory, ada: as("ada", ["audit:list", "pin:create"]), bob: as("bob", ["pin:create"]), as };
  };

  it("belong to the user who made them, who needs no permission", async () => {
    await using place = await openPlace();
    const { inventory, ada, bob } = await open(place.storage());
    await using _closed = inventory;
    const made = await ada.looks.create({ name: "mine", filters: "rack 7" });
    expect(made).toMatchObject({ owner_id: "ada", shared: false });
    expect(await ada.looks.update(made.id, { filters: "rack 8" })).toMatchObject({ owner_id: "ada", filters: "rack 8" });
    expect(idsOf(await ada.looks.list())).toEqual([made.id]);
    expect((await ada.looks.find({ name: "mine" }))?.id).toBe(made.id);
    expect(await bob.looks.list()).toEqual([]);
    const own = await bob.looks.create({ name: "his" });
    expect(idsOf(await bob.looks.list())).toEqual([own.id]);
    expect(idsOf(await inventory.looks.list())).toEqual([own.id, made.id]);
    expect(await inventory.looks.create({ name: "program" })).toMatchObject({ owner_id: null });
    const other = await ada.looks.create({ name: "x", owner_id: "bob" } as never);
    expect(other.owner_id).toBe("ada");
    await ada.looks.delete(other.id);
    await ada.looks.delete(made.id);
    expect(await ada.looks.list()).toEqual([]);
  });

  it("are hidden from other users at each door, as if they were not there", async () => {
    await using place = await openPlace();
    const { inventory, ada, bob, as } = await open(place.storage());
    await using _closed = inventory;
    const admin = as("eve", ["look:read", "look:list", "look:update", "look:delete", "look:create"]);
    const { id } = await ada.looks.create({ name: "mine", filters: "secretrack" });
    for (const other of [bob, admin]) {
      expect(await codeOf(other.looks.get(id))).toBe("LOOK_NOT_FOUND");
      expect(await codeOf(other.looks.update(id, { filters: "x" }))).toBe("LOOK_NOT_FOUND");
      expect(await codeOf(other.looks.update(id, { name: 1 } as never))).toBe("LOOK_NOT_FOUND");
      expect(await codeOf(other.looks.delete(id))).toBe("LOOK_NOT_FOUND");
      expect(await codeOf(other.looks.history(id))).toBe("LOOK_NOT_FOUND");
      expect(await other.looks.list({ filters: "secretrack" })).toEqual([]);
      expect(await other.looks.find({ name: "mine" })).toBeNull();
      expect(await outcomeOf(other.looks.bulkUpdate({ ids: [id], set: { filters: "x" } }))).toContain("VALIDATION_ERROR: ids[0]");
      expect(await other.looks.bulkUpdate({ filter: { name: "mine" }, set: { filters: "x" } })).toEqual({ matched: 0, changed: 0 });
      expect(await other.looks.bulkDelete({ filter: { name: "mine" } })).toEqual({ matched: 0, changed: 0 });
      expect((await other.search.all({ q: "secretrack" })).results).toEqual([]);
      expect(await other.names.find({ text: "mine", type: ["look"] })).toEqual([]);
      expect(await other.names.find({ id: [id], type: ["look"] })).toEqual([]);
      expect(await outcomeOf(other.looks.create({ name: "mine" }))).not.toContain(id);
      expect(await codeOf(other.looks.ensure({ name: "mine" }))).toBe("ALREADY_EXISTS");
    }
    expect(await outcomeOf(bob.pins.create({ name: "p", look_id: id }))).toContain("VALIDATION_ERROR: look_id");
    expect(await ada.pins.create({ name: "p", look_id: id })).toMatchObject({ look_id: id });
    expect((await ada.search.all({ q: "secretrack" })).results.map(({ id: found }) => found)).toEqual([id]);
    expect(idsOf(await ada.names.find({ text: "mine", type: ["look"] }))).toEqual([id]);
    expect(await ada.looks.history(id)).toHaveLength(1);
    const events = async (reader: typeof ada): Promise<string> => JSON.stringify(await reader.events.read());
    expect(await events(as("may", ["event:read"]))).not.toContain("secretrack");
    expect(await events(as("all", ["event:read", "look:read"]))).not.toContain("secretrack");
    expect(await events(as("ada", ["event:read", "look:read"]))).toContain("secretrack");
  });

  it("are seen by others while they are shared, which needs a permission", async () => {
    await using place = await openPlace();
    const { inventory, ada, bob, as } = await open(place.storage());
    await using _closed = inventory;
    const editor = as("ada", ["look:update"]);
    expect(await outcomeOf(ada.looks.create({ name: "a", shared: true }))).toContain("FORBIDDEN");
    const { id } = await ada.looks.create({ name: "a" });
    expect(await outcomeOf(ada.looks.update(id, { shared: true }))).toContain("look:update");
    expect(await outcomeOf(ada.looks.bulkUpdate({ ids: [id], set: { shared: true } }))).toContain("look:update");
    await editor.looks.update(id, { shared: true });
    expect(idsOf(await bob.looks.list())).toEqual([id]);
    expect(await bob.looks.get(id)).toMatchObject({ owner_id: "ada", shared: true });
    expect(await bob.looks.history(id)).toHaveLength(2);
    expect(idsOf(await bob.names.find({ text: "a", type: ["look"] }))).toEqual([id]);
    expect(await outcomeOf(bob.looks.update(id, { filters: "x" }))).toContain("FORBIDDEN");
    expect(await outcomeOf(bob.looks.bulkUpdate({ ids: [id], set: { filters: "x" } }))).toContain("FORBIDDEN");
    expect(await outcomeOf(bob.looks.delete(id))).toContain("FORBIDDEN");
    expect(await as("bob", ["look:update"]).looks.update(id, { filters: "x" })).toMatchObject({ owner_id: "ada", filters: "x" });
    await ada.looks.update(id, { shared: false });
    expect(await codeOf(bob.looks.get(id))).toBe("LOOK_NOT_FOUND");
    await ada.looks.delete(id);
    expect(await codeOf(bob.looks.history(id))).toBe("LOOK_NOT_FOUND");
    expect(await ada.looks.history(id)).toHaveLength(5);
  });

  it("come back to their owner by an undo, and are no steps of plans", async () => {
    await using place = await openPlace();
    const { inventory, ada } = await open(place.storage());
    await using _closed = inventory;
    const { id } = await ada.looks.create({ name: "mine" });
    await ada.looks.delete(id);
    const [deletion] = await inventory.audit.list({ resource: "look", action: "delete" });
    const undo = await inventory.changes.undo(deletion?.change_id ?? "");
    await inventory.plans.apply(undo.id, { digest: undo.digest });
    expect(await ada.looks.get(id)).toMatchObject({ name: "mine", owner_id: "ada" });
    const steps = [{ operation: "looks.create", body: { name: "other" } }];
    expect(await codeOf(inventory.plans.create({ title: "looks", steps }))).toBe("VALIDATION_ERROR");
    expect((await inventory.verify()).count).toBe(0);
  });
});

describe("owners that cannot hold", () => {
  it("are refused by defineRecord", () => {
    const refusal = (fields: Parameters<typeof defineRecord>[0]["fields"]): string => {
      try {
        defineRecord({ name: "look", fields: { name: name(), ...fields }, owner: true });
        return "none";
      } catch (error) {
        return (error as Error).message.replace("the record look cannot be declared so: ", "");
      }
    };
    expect(refusal({ owner_id: text() })).toBe("owner_id is the owner of each record: give the field another name");
    expect(refusal({ shared: text() })).toBe("shared says whether others see a record: make it boolean().default(false)");
    expect(refusal({ shared: boolean() })).toBe("shared says whether others see a record: make it boolean().default(false)");
    expect(refusal({})).toBe("none");
  });
});
