import { createInventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { withLazy } from "../../src/contract/lazy-members.ts";
import { defineRecord, name, reference } from "../../src/records.ts";

const isMade = (object: object, member: string): boolean => Object.getOwnPropertyDescriptor(object, member)?.get === undefined;

it("makes a member when it is first read, once", () => {
  let made = 0;
  const object = withLazy({ own: 1 }, { list: () => [(made += 1)] });
  expect([made, isMade(object, "list")]).toEqual([0, false]);
  expect(object.list).toBe(object.list);
  expect([made, isMade(object, "list"), { ...object }]).toEqual([1, true, { own: 1, list: [1] }]);
});

it("a start makes no schemas of declared kinds", async () => {
  const Rack = defineRecord({
    name: "rack",
    fields: { name: name(), datacenter_id: reference("datacenter").optional() },
    search: ["name"],
  });
  await using inventory = await createInventory({ storage: sqlite(":memory:"), records: [Rack] });
  const { schemas, events, group } = Rack;
  const unmade = (object: object): readonly string[] => Object.keys(object).filter((member) => !isMade(object, member));
  expect(unmade(schemas)).toEqual(["create", "update", "record"]);
  for (const event of Object.values(events)) expect(unmade(event)).toEqual(["data"]);
  const operations = inventory.host.operations.filter(({ id }) => id.startsWith(`${group}.`));
  expect(operations.length).toBe(8);
  for (const operation of operations) expect(unmade(operation)).toContain("output");
  expect(await inventory.racks.create({ name: "r" })).toMatchObject({ name: "r" });
  expect(unmade(schemas)).toEqual(["update"]);
});
