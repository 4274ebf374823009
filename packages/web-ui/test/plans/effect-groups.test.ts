import { expect, it } from "vitest";
import { reviewedGroups } from "../../page/plans/effect-groups.ts";
import { groupWords } from "../../page/effects/plan-words.ts";

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
  expect(groupWords(group("update", 9950, "make_model", "os"))).toBe("Changed devices: make and model, operating system (9,950)");
  expect(groupWords(group("create", 1))).toBe("New device (1)");
});
