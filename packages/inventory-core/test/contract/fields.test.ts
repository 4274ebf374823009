import {
  AllocationRequest,
  Datacenter,
  DeviceCreate,
  DeviceUpdate,
  type Draft,
  isInventoryError,
  NetworkCreate,
} from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import { describe, expect, it } from "vitest";
import type { z } from "zod";

/** Sentences by field of what is wrong with a body. */
function problems(schema: z.ZodObject, body: unknown): Record<string, string> {
  try {
    (draftOf(schema, body) as Draft<unknown>).valid();
    return {};
  } catch (error) {
    if (!isInventoryError(error) || error.code !== "VALIDATION_ERROR") throw error;
    const details = error.details as Record<string, { field: string; message: string }>;
    return Object.fromEntries(Object.values(details).map(({ field, message }) => [field, message]));
  }
}

describe("a body", () => {
  it("has no control characters but tabs and line breaks in texts and tags", () => {
    const refused = "must not contain control characters other than tabs and line breaks";
    expect(problems(Datacenter.schemas.create, { name: "n", description: "a\u0007b" })).toEqual({ description: refused });
    for (const control of ["\u001b", "\u0007", "\u007f", "\u0085", "\u009b"])
      expect(problems(DeviceCreate, { name: "n", description: `a${control}b`, tags: [`t${control}`] })).toEqual({
        description: refused,
        "tags[0]": refused,
      });
    expect(problems(DeviceCreate, { name: "n", description: "a\tb\r\nc\nd", tags: ["t\tt"] })).toEqual({});
  });

  it("is trimmed, defaulted and stripped of what is unknown", () => {
    expect(draftOf(Datacenter.schemas.create, { name: "  x ", id: "mine", created_at: 1, other: {} }).valid()).toEqual({
      name: "x",
      location: "",
      space_id: null,
      description: "",
      fields: {},
    });
    expect(draftOf(NetworkCreate, { name: "n", subnet: "10.0.0.0/8", vlan_id: 0, datacenter_id: "" }).valid()).toEqual({
      name: "n",
      subnet: "10.0.0.0/8",
      vlan_id: null,
      datacenter_id: null,
      space_id: null,
      description: "",
      status: "active",
      tags: [],
      fields: {},
    });
    expect(draftOf(AllocationRequest, { key: "", ttl_seconds: null, count: null }).valid()).toEqual({
      count: 1,
      ip: null,
      ttl_seconds: null,
      key: null,
      note: "",
      evidence: null,
    });
    expect(draftOf(DeviceCreate, { name: "d", tags: null, addresses: null, domains: null, status: "" }).valid()).toMatchObject({
      tags: [],
      addresses: [],
      domains: [],
      status: "active",
    });
  });

  it("that changes a record touches only the keys that it has", () => {
    expect(draftOf(DeviceUpdate, {}).valid()).toEqual({});
    expect(draftOf(DeviceUpdate, { name: undefined, tags: ["a", "a"] }).valid()).toEqual({ tags: ["a"] });
    expect(draftOf(DeviceUpdate, { datacenter_id: null, status: "" }).valid()).toEqual({ datacenter_id: null, status: "active" });
  });

  it("says everything that is wrong at once, by path", () => {
    const body = {
      name: "",
      location: 1,
      vlan: 1,
      addresses: [{ ip: "10.0.0.1", port: 0 }, { ip: "x", port: 70_000, label: 5 }, null],
      tags: ["", "x".repeat(129)],
    };
    expect(Object.keys(problems(DeviceCreate, body)).toSorted()).toEqual([
      "addresses[1].ip",
      "addresses[1].label",
      "addresses[1].port",
      "addresses[2]",
      "location",
      "name",
      "tags[0]",
      "tags[1]",
    ]);
  });

  it("keeps its good elements at hand when others are wrong", () => {
    const draft = draftOf(DeviceCreate, { name: "d", tags: ["a", 5] });
    expect(draft.problems.any).toBe(true);
    expect(draft.elements("tags", DeviceCreate.shape.name)).toEqual(["a", undefined]);
    expect(draft.elements("domains", DeviceCreate.shape.name)).toBeUndefined();
  });

  it.each([
    ["a character over the bound", { name: "🏢".repeat(256) }],
    ["NUL", { name: "a\u0000" }],
    ["half a character", { name: "a\uD800" }],
    ["null for a text", { name: null }],
    ["a number for a text", { name: 5 }],
    ["only spaces", { name: " \t " }],
  ])("refuses %s", (_, body) => expect(Object.keys(problems(Datacenter.schemas.create, body))).toEqual(["name"]));

  it("takes as many characters as the bound, however they are coded", () => {
    expect(
      problems(Datacenter.schemas.create, { name: "🏢".repeat(255), location: "é".repeat(255), description: "x".repeat(4096) }),
    ).toEqual({});
  });

  it("is not fooled by keys of the prototype", () => {
    const body: unknown = JSON.parse('{"__proto__": {"name": "evil"}, "constructor": {"name": "evil"}}');
    expect(problems(Datacenter.schemas.create, body)).toEqual({ name: "is required" });
  });

  it.each([[null], [[]], ["text"], [5], [undefined]])("must be an object, not %j", (body) => {
    expect(() => draftOf(Datacenter.schemas.create, body)).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});
