import { expect, it } from "vitest";
import { toConflict } from "../../src/storage/violations.ts";

it.each([
  [undefined, "breaks a constraint of the database: read the records again"],
  ["device_pkey", "breaks the constraint device_pkey: read the records again"],
])("a broken constraint that is no rule is told by its name, where there is one: %s", (constraint, told) => {
  const cause = new Error("driver");
  const conflict = toConflict(cause, { constraint });
  expect(conflict).toMatchObject({ code: "CONFLICT", cause });
  expect(conflict.message).toContain(told);
});
