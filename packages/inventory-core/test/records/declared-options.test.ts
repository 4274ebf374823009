import { createInventory, defineOperation, defineOperations, definePlugin, record } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DATABASES } from "../../../../testing/storages.ts";
import { serviceOf } from "../../src/records/record-service.ts";
import { defineRecord, integer, name, reference } from "../../src/records.ts";

const Rack = defineRecord({ name: "rack", label: "IT rack", fields: { name: name() } });
const Tray = defineRecord({
  name: "tray",
  fields: { name: name(), height: integer(), rack_id: reference("rack", { unless: { name: "trays", value: "delete" } }) },
  order: "height",
});

/** A read of a rack beside its declaration. */
const operations = defineOperations("racks", {
  label: defineOperation({
    summary: "Show the label of a rack",
    service: serviceOf(Rack),
    access: "rack:read",
    http: { method: "GET", path: "/api/racks/{id}/label", status: 200 },
    output: record(z.object({ label: z.string() })),
    run: async (racks, { params }, call) => ({ label: `RACK ${String((await racks.get(params.id, call)).parse()["name"])}` }),
  }),
});
const plugin = definePlugin({ id: "racks", records: [Rack, Tray], operations });

describe.each(DATABASES)("options of a declaration on %s", (_, openPlace) => {
  it("order lists, override refusals, and add operations of the kind", async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage(), plugins: [plugin] });
    const { racks, trays } = inventory;
    const { id } = await racks.create({ name: "r1" });
    for (const height of [10, 2, 33]) await trays.create({ name: `t${height}`, height, rack_id: id });
    const heights = async (sort?: string) => (await trays.list(sort === undefined ? {} : { sort })).map(({ height }) => height);
    expect(await heights()).toEqual([2, 10, 33]);
    expect(await heights("-height")).toEqual([33, 10, 2]);
    expect((await trays.list({ limit: 2 })).map(({ height }) => height)).toEqual([2, 10]);
    expect(await (racks as unknown as { label(id: string): Promise<unknown> }).label(id)).toEqual({ label: "RACK r1" });
    await expect(racks.delete(id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "3 trays refer to it by rack_id: change or delete them first, or delete them with it by trays=delete",
    });
    await racks.delete(id, { trays: "delete" });
    expect(await trays.list()).toEqual([]);
    await expect(racks.get(id)).rejects.toMatchObject({ message: `IT rack ${id} not found` });
    await expect(racks.get("a token in the wrong place")).rejects.toMatchObject({ message: "IT rack not found" });
  });
});
