import { expect, it } from "vitest";
import { shellCommands } from "../scripts/code/shell-words.ts";

const words = (code: string): readonly (readonly string[])[] => shellCommands(code).map((command) => command.words);

it.each([
  ["one two # three", [["one", "two"]]],
  ["a 'b c' \"d e\" f\\ g ''", [["a", "b c", "d e", "f g", ""]]],
  ["a \\\n  b\nc", [["a", "b"], ["c"]]],
  ["a && b || c | d; e & f", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]]],
  ["a >file 2>&1 <in b", [["a", "b"]]],
  ['a -d \'{"x": "\'"$SECRET"\'"}\'', [["a", "-d", '{"x": "$SECRET"}']]],
  [
    "a $(b c) ${D}e",
    [
      ["b", "c"],
      ["a", "$SUBSTITUTED", "${D}e"],
    ],
  ],
  [
    "a <(b c)",
    [
      ["b", "c"],
      ["a", "$SUBSTITUTED"],
    ],
  ],
  ["a 'first\nsecond'", [["a", "first\nsecond"]]],
])("reads %j", (code, expected) => {
  expect(words(code)).toEqual(expected);
});

it("tells what is set for a command", () => {
  const [command] = shellCommands('A=1 B="two words" C= run --x=y');
  expect([...(command?.assignments ?? [])]).toEqual([
    ["A", "1"],
    ["B", "two words"],
    ["C", ""],
  ]);
  expect(command?.words).toEqual(["run", "--x=y"]);
});

it.each([
  ["a 'b", "' is missing"],
  ['a "b', '" is missing'],
  ["a $(b", ") is missing"],
  ["a )", "cannot be read"],
])("refuses %j", (code, reason) => {
  expect(() => shellCommands(code)).toThrow(reason);
});
