import type { Field } from "@cadastre/client";
import { afterEach, describe, expect, it } from "vitest";
import { changedFields, fieldsBetween } from "../page/parts/forms/changed-fields.ts";
import { type DescribedField, describeCustom, typedOf, valueOfTyped } from "../page/texts/described.ts";
import { labelOf } from "../page/texts/field-labels.ts";
import { valueText } from "../page/texts/field-values.ts";
import { forgetTexts, learnLabels, learnNames, readTextsBy } from "../page/texts/known.ts";

const SITE = "01a22692-aa88-7690-9907-f36eb4a0ab46";
const LAN = "01a22692-aa88-7690-9907-f36eb4a0ab47";
afterEach(forgetTexts);

describe("a label", () => {
  it("is words for each name on the wire, also of items of lists", () => {
    learnLabels([{ name: "owner", label: "Who pays" }]);
    const names = ["vlan_id", "datacenter_id", "device_ids", "heightUnits", "created_at", "fields.owner", "fields.other"];
    expect(names.map(labelOf)).toEqual(["VLAN", "Datacenter", "Devices", "Height units", "Created", "Who pays", "other"]);
    const items = ["tags[1]", "addresses[0].ip", "addresses[0].mac", "set.status", "addresses 10.0.0.1 network_id", "settings.time_limit"];
    expect(items.map(labelOf)).toEqual([
      "Tag 2",
      "Address 1",
      "Address 1: MAC address",
      "Status",
      "Address 10.0.0.1: network",
      "Settings: time limit",
    ]);
  });

  it("of an unknown custom field is loaded", () => {
    const asked: string[] = [];
    readTextsBy({ labels: () => void asked.push("labels"), name: () => undefined });
    expect([labelOf("fields.new"), labelOf("fields.new")]).toEqual(["new", "new"]);
    expect(asked).toEqual(["labels"]);
  });
});

describe("a value", () => {
  it("is text without ids and times of the wire", () => {
    learnNames([
      { id: SITE, name: "ams2" },
      { id: LAN, name: null },
    ]);
    expect(valueText("datacenter_id", SITE)).toBe("ams2");
    expect(valueText("network_id", LAN)).toBe("(unknown)");
    expect(valueText("network_ids", [SITE, LAN])).toBe("ams2, (unknown)");
    expect(valueText("fields.asset", SITE)).toBe(SITE);
    expect(valueText("last_seen", "2026-01-02T03:04:05.678Z")).toBe(new Date("2026-01-02T03:04:05.678Z").toLocaleString());
    expect([valueText("os", ""), valueText("tags", []), valueText("is_active", true)]).toEqual(["(empty)", "(none)", "yes"]);
    expect(valueText("limits", { max_hosts: 5 })).toBe("Max hosts: 5");
  });

  it("of a reference is read once, and stays the name that a plan gives it", () => {
    const asked: string[] = [];
    readTextsBy({ labels: () => undefined, name: (id) => void asked.push(id) });
    expect([valueText("datacenter_id", SITE), valueText("datacenter_id", SITE)]).toEqual(["…", "…"]);
    expect(asked).toEqual([SITE]);
    learnNames([{ id: SITE, name: "planned" }]);
    learnNames([{ id: SITE, name: null }]);
    expect(valueText("datacenter_id", SITE)).toBe("planned");
  });
});

describe("changes", () => {
  it("are texts of the fields that differ", () => {
    learnNames([{ id: LAN, name: "lan" }]);
    const was = { id: "1", name: "a", os: "", tags: ["x"], addresses: [{ id: "i", ip: "10.0.0.1" }], updated_at: "1" };
    const is = { ...was, name: "b", os: "linux", tags: [], addresses: [{ id: "i", ip: "10.0.0.2" }], updated_at: "2" };
    expect(changedFields(was, is)).toEqual([
      { name: "name", was: "a", is: "b" },
      { name: "os", was: "(empty)", is: "linux" },
      { name: "tags", was: "x", is: "(none)" },
      { name: "addresses", was: "10.0.0.1", is: "10.0.0.2" },
    ]);
    expect(changedFields(was, { ...was, updated_at: "3" })).toEqual([]);
    const linked = { ...was, addresses: [{ id: "i", ip: "10.0.0.1", network_id: LAN }], fields: { owner: "ada" } };
    expect(changedFields({ ...was, fields: { owner: null } }, linked)).toEqual([
      { name: "addresses 10.0.0.1 network_id", was: "(empty)", is: "lan" },
      { name: "fields.owner", was: "(empty)", is: "ada" },
    ]);
  });

  it("of a deletion are all fields with a value", () => {
    expect(fieldsBetween({ name: "a", os: "", tags: [] }, null)).toEqual([{ name: "name", was: "a", is: "(empty)" }]);
  });
});

describe("an input of a described field", () => {
  const field = (kind: DescribedField["kind"], more: Partial<DescribedField> = {}): DescribedField => ({
    name: "one",
    kind,
    label: "One",
    required: false,
    nullable: false,
    ...more,
  });

  it("holds each value of its type, and gives it back", () => {
    const values: readonly (readonly [DescribedField, unknown])[] = [
      [field("text"), " kept "],
      [field("integer"), 42],
      [field("number"), 0.5],
      [field("boolean"), false],
      [field("date"), "2026-02-28"],
      [field("timestamp"), "2026-01-02T03:04:00.000Z"],
      [field("choice", { choices: [1, 2] }), 2],
      [field("tags"), ["a", "b"]],
      [field("texts"), ["a, b", "c"]],
      [field("references"), [SITE]],
      [field("map"), { a: { b: 1 } }],
    ];
    for (const [one, value] of values) expect(valueOfTyped(one, typedOf(one, value))).toEqual(value);
  });

  it("without a text is null, the empty text, or left out", () => {
    expect(valueOfTyped(field("text", { nullable: true }), "")).toBeNull();
    expect(valueOfTyped(field("text"), "")).toBe("");
    expect(valueOfTyped(field("integer"), " ")).toBeUndefined();
    expect(valueOfTyped(field("choice", { choices: ["a", ""] }), "")).toBe("");
    expect(valueOfTyped(field("secret"), "")).toBeUndefined();
  });

  it("sends an invalid text unchanged", () => {
    expect([valueOfTyped(field("number"), "two"), valueOfTyped(field("map"), "{"), valueOfTyped(field("timestamp"), "soon")]).toEqual([
      "two",
      "{",
      "soon",
    ]);
  });

  it("of a custom field has its name and rules", () => {
    const custom = { name: "tier", type: "choice", label: "Tier", required: true, choices: ["gold"], description: "" } as unknown as Field;
    expect(describeCustom(custom)).toMatchObject({
      name: "fields.tier",
      kind: "choice",
      required: true,
      choices: ["gold"],
      hint: undefined,
    });
  });
});
