import { expect, it } from "vitest";
import { reviewedGroups } from "../../page/plans/effect-groups.ts";
import { counted, groupWords } from "../../page/effects/plan-words.ts";

const group = (action: "create" | "update" | "delete", count: number, ...fields: string[]) => ({ type: "device", action, fields, count });

it("puts groups with a tenth of the records of another one first, then deletions, changes and new records", () => {
  const groups = [
    group("create", 5),
    group("update", 500, "os"),
    group("update", 50, "os", "tags"),
    group("update", 2),
    group("delete", 3),
  ];
  const { exceptions, others } = reviewedGroups([...groups, group("update", 51, "tags")]);
  expect(exceptions.map(({ index }) => index)).toEqual([3, 2]);
  expect(others.map(({ index }) => index)).toEqual([4, 1, 5, 0]);
});

it("says what becomes of a group, and of how many records", () => {
  expect(groupWords(group("update", 9950, "make_model", "os"), "device")).toBe("Changed devices: make and model, operating system (9,950)");
  expect(groupWords(group("create", 1), "device")).toBe("New device (1)");
  expect(groupWords(group("delete", 2), "scan rule")).toBe("Deleted scan rules (2)");
});

it.each([
  [1, "device", "1 device"],
  [1653, "device", "1,653 devices"],
  [2, "MAC address", "2 MAC addresses"],
  [2, "switch", "2 switches"],
  [2, "policy", "2 policies"],
  [3, "gateway", "3 gateways"],
])("counts %i of %s as %s", (count, what, text) => {
  expect(counted(count, what)).toBe(text);
});
