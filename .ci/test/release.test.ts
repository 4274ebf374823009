import { describe, expect, it } from "vitest";
import { type ReleaseState, releaseProblems } from "../release/release-problems.ts";
import { difference, inOneOrder } from "../packages/report-text.ts";
import { withEngineVersion } from "../release/version.ts";

describe("a release", () => {
  const ready: ReleaseState = {
    repository: { type: "git", url: "git+https://cadastre.example/x.git" },
    uncommitted: "",
    pending: [],
    packages: [{ name: "@cadastre/x", version: "0.2.0", changelog: "# @cadastre/x\n\n## 0.2.0\n\n### Minor Changes\n\n- New.\n" }],
  };

  it("goes on when nothing stands in its way", () => {
    expect(releaseProblems(ready)).toEqual([]);
  });

  it.each<readonly [string, Partial<ReleaseState>, RegExp]>([
    ["without a repository", { repository: undefined }, /names no repository/],
    ["with changes that are not committed", { uncommitted: " M README.md\n" }, /not committed/],
    ["with changesets", { pending: ["a.md", "b.md"] }, /not in a version yet \(2\)/],
    [
      "without a changelog",
      { packages: [{ name: "@cadastre/x", version: "0.2.0", changelog: "" }] },
      /@cadastre\/x has no changelog of 0\.2\.0/,
    ],
    [
      "with the changelog of another version",
      { packages: [{ name: "@cadastre/x", version: "0.2.0", changelog: "# x\n\n## 0.2.0-beta\n\n## 0.20.0\n" }] },
      /no changelog of 0\.2\.0/,
    ],
  ])("does not begin %s", (_, change, message) => {
    expect(releaseProblems({ ...ready, ...change })).toEqual([expect.stringMatching(message)]);
  });
});

describe("the version of the engine", () => {
  it("is written where it is told", () => {
    expect(withEngineVersion('/** Ours. */\nexport const ENGINE_VERSION = "0.0.0";\n', "1.2.3-rc.1")).toBe(
      '/** Ours. */\nexport const ENGINE_VERSION = "1.2.3-rc.1";\n',
    );
    expect(withEngineVersion('export const ENGINE_VERSION = "1.0.0";\n', "1.0.0")).toBe('export const ENGINE_VERSION = "1.0.0";\n');
  });

  it("is not lost in silence", () => {
    expect(() => withEngineVersion('export const VERSION = "0.0.0";\n', "1.0.0")).toThrow("no ENGINE_VERSION");
  });
});

describe("a report of declarations", () => {
  it("is the same whatever the order of the literals of a union", () => {
    const one = 'status: "planned" | "active" | undefined;\nmode?: 3 | 1 | 2;\nname: string | null;';
    const other = 'status: undefined | "active" | "planned";\nmode?: 1 | 2 | 3;\nname: string | null;';
    expect(inOneOrder(one)).toBe(inOneOrder(other));
    expect(inOneOrder(one)).toContain('"active" | "planned" | undefined');
  });

  it("is the same whatever the order of the members of an enum, each with its own", () => {
    const line = (member: string): string => `    ${member}: ${JSON.stringify(member.replaceAll('"', ""))};\n`;
    const report = (members: readonly string[]): string => `x: ZodEnum<{\n${members.map(line).join("")}}>;\nkind: "a";\n`;
    expect(inOneOrder(report(["update", "create", '"per-row"']))).toBe(inOneOrder(report(['"per-row"', "create", "update"])));
    expect(inOneOrder(report(["update", "create"]))).toContain('{\n    create: "create";\n    update: "update";\n}>;\nkind: "a";');
  });

  it("is the same whatever the order of the members of an object type, deep and over several lines", () => {
    const inner = (members: readonly string[]): string => `{\n${members.join("")}    }`;
    const name = "    // the name\n    name: z.ZodString;\n";
    const deep = (members: readonly string[]): string => `    deep: z.ZodObject<${inner(members)}, z.core.$strip>;\n`;
    const [a, b] = ["        a: string;\n", "        b: number;\n"];
    const report = (members: readonly string[]): string => `export const X: z.ZodObject<{\n${members.join("")}}, z.core.$strip>;\n`;
    expect(inOneOrder(report([name, deep([b, a])]))).toBe(report([deep([a, b]), name]));
    expect(inOneOrder(report([deep([a, b]), name]))).toBe(report([deep([a, b]), name]));
  });

  it("keeps the members of a class and of an interface, and signatures of one name, in their order", () => {
    for (const text of ["export interface A<T> extends B {\n    z: T;\n    a(): void;\n}\n", "class A {\n    z: 1;\n    a: 2;\n}"])
      expect(inOneOrder(text)).toBe(text);
    const overloads = "type A = {\n    get(b: string): 1;\n    get(a: number): 2;\n};";
    expect(inOneOrder(overloads)).toBe(overloads);
  });

  it("keeps what is no list of literals", () => {
    for (const text of ['type A = B | "x";', "type A = 1 | number2;", 'f(a: "b" | C): void', '// a | b "c" | d', 'x: "a|b" ; y: "c"'])
      expect(inOneOrder(text)).toBe(text);
    expect(inOneOrder('x: "b" | "a" | Other')).not.toContain("Other |");
  });

  it("tells a change of a literal", () => {
    expect(inOneOrder('x: "b" | "a"')).not.toBe(inOneOrder('x: "b" | "c"'));
    expect(difference("a\nb\nc", "a\nc\nd")).toBe("- b\n+ d");
    expect(difference("a\nb", "b\na")).toBe("the lines are in another order");
  });
});
