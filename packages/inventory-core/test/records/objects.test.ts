import { createInventory, isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../../testing/storages.ts";
import { boolean, choice, defineRecord, integer, name, objects, type RecordKind, secret, text } from "../../src/records.ts";

const Panel = defineRecord({
  name: "panel",
  fields: {
    name: name(),
    ports: objects(
      {
        fields: {
          name: name(),
          kind: choice(["copper", "fibre"]).default("copper"),
          speed_mbps: integer({ min: 1 }).optional(),
          note: text().optional(),
        },
      },
      { max: 3 },
    ).optional(),
  },
  search: ["name", "ports"],
});

const full = (own: object) => ({ kind: "copper", speed_mbps: null, note: "", ...own });

const detailsOf = async (call: PromiseLike<unknown>): Promise<unknown> =>
  await call.then(
    () => "none",
    (error: unknown) => {
      if (!isInventoryError(error)) return String(error);
      const problems = Object.values(error.details as Readonly<Record<string, { readonly field: string; readonly message: string }>>);
      return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
    },
  );

describe.each(DATABASES)("a list of objects on %s", (_, openPlace) => {
  it("is stored, shown and changed in one form, with defaults of its fields", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Panel] });
    const { changes, panels, plans } = inventory;
    expect(await panels.create({ name: "none" })).toMatchObject({ ports: [] });
    const made = await panels.create({
      name: "p",
      ports: [
        { note: 'up "link"', name: " a " },
        { name: "b", kind: "fibre" },
      ],
    });
    const ports = [full({ name: "a", note: 'up "link"' }), full({ name: "b", kind: "fibre" })];
    expect(made.ports).toEqual(ports);
    expect(JSON.stringify(await panels.get(made.id))).toBe(JSON.stringify(made));
    expect(await panels.update(made.id, { ports: [{ name: "a", note: 'up "link"' }, ports[1] as never] })).toEqual(made);
    expect(await panels.list({ fields: ["ports"], name: "p" })).toEqual([{ id: made.id, ports }]);
    const updated = await panels.update(made.id, { ports: [{ name: "c", speed_mbps: 10 }] });
    expect(updated.ports).toEqual([full({ name: "c", speed_mbps: 10 })]);
    const [newest] = await panels.history(made.id);
    expect(newest?.changes).toEqual({ ports: { before: ports, after: updated.ports } });
    const undo = await changes.undo(newest?.change_id ?? "");
    await plans.apply(undo.id, { digest: undo.digest });
    expect((await panels.get(made.id)).ports).toEqual(ports);
    expect((await inventory.search.all({ q: "link" })).results.map(({ id }) => id)).toEqual([made.id]);
    expect((await inventory.verify()).count).toBe(0);
  });

  it("is refused with the path of each problem", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), records: [Panel] });
    const { panels } = inventory;
    const wrong = [{ name: "a" }, { name: "b", speed_mbps: 0 }, { kind: "glass" }] as never;
    expect(await detailsOf(panels.create({ name: "p", ports: wrong }))).toEqual({
      "ports[1].speed_mbps": "must be between 1 and 2147483647",
      "ports[2].kind": "must be one of copper, fibre",
      "ports[2].name": "is required",
    });
    const unknown = [{ name: "a", colour: "red" }] as never;
    expect(await detailsOf(panels.create({ name: "p", ports: unknown }))).toEqual({
      "ports[0].colour": "is not a field of panels.create; the closest one is note",
    });
    const four = Array.from({ length: 4 }, (__, at) => ({ name: `p${at}` }));
    expect(await detailsOf(panels.create({ name: "p", ports: four }))).toEqual({ ports: "must hold at most 3 objects" });
    expect(await detailsOf(panels.create({ name: "p", ports: ["a"] as never }))).toEqual({ "ports[0]": "must be an object" });
    expect(await detailsOf(panels.create({ name: "p", ports: {} as never }))).toEqual({ ports: "must be a list of objects" });
  });

  it("gives its old entries a field that is added, and takes a field that is dropped", async () => {
    await using place = await openPlace();
    const kind = (fields: Parameters<typeof objects>[0]["fields"]): RecordKind =>
      defineRecord({ name: "panel", fields: { name: name(), ports: objects({ fields }) } });
    const openAs = async (fields: Parameters<typeof objects>[0]["fields"]) =>
      (await createInventory({ storage: place.storage(), records: [kind(fields)] })) as unknown as {
        panels: { create(one: object): Promise<{ id: string }>; get(id: string): Promise<object> };
        close(): Promise<void>;
        verify(): Promise<{ count: number }>;
      };
    const first = await openAs({ name: name(), note: text().optional() });
    const made = await first.panels.create({ name: "p", ports: [{ name: "a", note: "x" }, { name: "b" }] });
    await first.close();
    const second = await openAs({ name: name(), is_up: boolean().default(true), lane: integer().optional() });
    expect(await second.panels.get(made.id)).toMatchObject({
      ports: [
        { name: "a", is_up: true, lane: null },
        { name: "b", is_up: true, lane: null },
      ],
    });
    await second.close();
    const refused = async (fields: Parameters<typeof objects>[0]["fields"]) =>
      await openAs(fields).then(
        () => "none",
        (error: unknown) => (error as Error).message.replace(/^.*declared so: /u, ""),
      );
    expect(await refused({ name: name(), is_up: text() })).toBe("the type of is_up of ports cannot change: declare another field");
    expect(await refused({ name: name(), colour: text() })).toBe(
      "colour of ports is required, and there are objects without it: make it optional, or give it a default",
    );
  });
});

describe("objects that cannot hold", () => {
  it("are refused by defineRecord", () => {
    const refusal = (fields: Parameters<typeof objects>[0]["fields"], more: object = {}, max = 3): string => {
      try {
        defineRecord({ name: "panel", fields: { name: name(), ports: objects({ fields }, { max }) }, ...more });
        return "none";
      } catch (error) {
        return (error as Error).message.replace("the record panel cannot be declared so: ", "");
      }
    };
    expect(refusal({})).toBe("the objects of ports must have a field at least");
    expect(refusal({ Name: name() })).toBe("the field Name of ports must be named in lower-case words joined by underscores");
    expect(refusal({ key: secret() })).toBe(
      "key is a field of the objects of ports, and cannot be of the type secret: declare a kind for the objects",
    );
    expect(refusal({ kind: choice([]) })).toBe("the choice kind must have a value at least (in ports)");
    expect(refusal({ name: name() }, {}, 0)).toBe("max of ports must be a whole number of at least 1");
    expect(refusal({ name: name() }, { unique: [["ports"]] })).toBe("unique names ports, whose values are not compared: leave it out");
    expect(refusal({ name: name() }, { index: ["ports"] })).toBe("index names ports, whose values are not compared: leave it out");
  });
});
