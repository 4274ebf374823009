import { expect, it } from "vitest";
import { recordNames } from "../../src/records/record-names.ts";

it.each([
  { name: "circuit", label: undefined, plural: undefined, expected: "Circuits" },
  { name: "vlan_group", label: "VLAN group", plural: undefined, expected: "VLAN groups" },
  { name: "retention_policy", label: undefined, plural: undefined, expected: "Retention policies" },
  { name: "person", label: undefined, plural: "people", expected: "People" },
  { name: "mouse", label: undefined, plural: "mice", expected: "Mice" },
  { name: "circuit", label: "Leased line", plural: undefined, expected: "Leased lines" },
])("shows $expected as the label of several records of $name", ({ name, label, plural, expected }) => {
  expect(recordNames(name, plural, label).labelPlural).toBe(expected);
});
