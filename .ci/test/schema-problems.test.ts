import { expect, it } from "vitest";
import { schemaProblems } from "../release/schema-problems.ts";

type Kept = readonly [string, readonly string[]];

const first = { name: "core/0001-a" };
const expand = { name: "core/0002-b", compatibility: "additive" } as const;
const contract = { name: "core/0003-c", compatibility: { contracts: "core/0002-b" } } as const;
const one: Kept = ["core-0001", ["core/0001-a"]];
const two: Kept = ["core-0002", ["core/0001-a", "core/0002-b"]];
const three: Kept = ["core-0003", ["core/0001-a", "core/0002-b", "core/0003-c"]];

it("asks for a database of the schema that is released", () => {
  expect(schemaProblems({ schema: "core-0002", migrations: [first, expand], kept: new Map([one, two]) })).toEqual([]);
  expect(schemaProblems({ schema: "core-0002", migrations: [first, expand], kept: new Map([one]) })).toEqual([
    expect.stringMatching(/core-0002 is kept.*pnpm schema:fixture/),
  ]);
});

it("lets a migration contract what a release before has expanded, and nothing of the same release", () => {
  const migrations = [first, expand, contract];
  expect(schemaProblems({ schema: "core-0003", migrations, kept: new Map([one, two, three]) })).toEqual([]);
  expect(schemaProblems({ schema: "core-0003", migrations, kept: new Map([one, three]) })).toEqual([
    expect.stringMatching(/core\/0003-c contracts core\/0002-b, which no release has had/),
  ]);
  // A later release of the same tables.
  expect(schemaProblems({ schema: "auth-0001", migrations, kept: new Map([one, three, ["auth-0001", []] as Kept]) })).toEqual([]);
});
