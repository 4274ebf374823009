import { expect, it } from "vitest";
import { failureTextOf, messageOf } from "../../src/contract/errors/failure-text.ts";

const named = (name: string, properties: object): Error =>
  Object.assign(new Error("insert into device values ('secret')"), { name }, properties);

it.each([
  ["an error has its name, its sentence and where it happened", new RangeError("too far"), /^RangeError: too far\n {4}at /],
  ["of a driver only the code is written", named("DatabaseError", { code: "23505" }), /^DatabaseError 23505\n {4}at /],
  ["a driver is known by what it adds, too", named("Error", { severity: "ERROR" }), /^Error\n {4}at /],
  ["a text is written as it is", "gone", /^gone$/],
  ["another value by its type", { password: "x" }, /^a value of type object was thrown$/],
])("%s", (_, thrown, expected) => {
  const text = failureTextOf(thrown);
  expect(text).toMatch(expected);
  expect(text).not.toContain("secret");
});

it("what cannot be read does not throw again", () => {
  const unreadable = new Proxy(new Error("x"), {
    get: () => {
      throw new Error("no");
    },
  });
  expect([failureTextOf(unreadable), messageOf(unreadable)]).toEqual(["what was thrown cannot be read", "what was thrown cannot be read"]);
  expect([messageOf(new Error("too far")), messageOf("gone")]).toEqual(["too far", "gone"]);
});
