import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listOf, Name, optionalNumber, optionalReference, optionalText, Tags, text } from "../../src/contract/operations/fields.ts";
import { recordFields, showsAs } from "../../src/contract/operations/record-fields.ts";
import { refersTo } from "../../src/contract/operations/reference.ts";

const shapeOf = (input: z.ZodObject): unknown => z.toJSONSchema(z.object(recordFields(input)), { io: "output" }).properties;

describe("the fields of a record", () => {
  it("are those of its input, in their order, without its bounds and defaults", () => {
    const fields = shapeOf(
      z.object({
        name: Name,
        note: optionalText(10, "Free text"),
        rack: text(8).meta({ maxLength: 8, ...refersTo("rack") }),
        height: optionalNumber(48, "Height in units"),
        site_id: optionalReference("datacenter"),
        tags: Tags,
        sides: listOf(z.enum(["front", "back"]), 2, "Sides"),
        full: z.boolean().default(false),
        hours: z.number().int().min(1).default(24).meta({ description: "Hours" }),
      }),
    );
    expect(fields).toEqual({
      name: { type: "string", description: "Name", examples: ["rack-a1-sw1"] },
      note: { type: "string", description: "Free text" },
      rack: { type: "string", "x-refers-to": "rack" },
      height: {
        anyOf: [{ type: "integer", minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 }, { type: "null" }],
        description: "Height in units, null for none",
      },
      site_id: { type: ["string", "null"], description: "Id of the datacenter, null for none", "x-refers-to": "datacenter" },
      tags: { type: "array", items: { type: "string" }, description: "Tags" },
      sides: { type: "array", items: { type: "string", enum: ["front", "back"] }, description: "Sides" },
      full: { type: "boolean" },
      hours: { type: "integer", minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1, description: "Hours" },
    });
    expect(Object.keys(fields as object)).toEqual(["name", "note", "rack", "height", "site_id", "tags", "sides", "full", "hours"]);
  });

  it("are refused when a field has a transform and no output schema", () => {
    const even = z.string().transform((value) => value.length % 2 === 0);
    expect(() => recordFields(z.object({ even }))).toThrow(
      "the output schema of even cannot be derived from its input: declare it with showsAs",
    );
    const shown = z.boolean().meta({ description: "Of an even length" });
    expect(recordFields(z.object({ even: showsAs(even, () => shown) })).even).toBe(shown);
  });
});
