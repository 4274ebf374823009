import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { projectFiles, testsThatLoad } from "../../testing/projects.ts";
import { TEST_FOLDERS, testFoldersOf } from "../../testing/test-folders.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Test files that a folder may hold; more get rooms. */
const MAX_FILES = 18;

describe("the table of test folders", () => {
  it("is the one of AGENTS.md", () => {
    const rows = TEST_FOLDERS.map(([sources, ...tests]) => `| \`${sources}\` | ${tests.map((path) => `\`${path}\``).join(", ")} |`);
    const text = readFileSync(join(ROOT, "AGENTS.md"), "utf8");
    expect(text.split("\n").filter((line) => /^\| `packages\/[^|]*\/(?:src|page)[^|]*` \| `packages/.test(line))).toEqual(rows);
  });

  it("names what is there, and every folder of the engine", () => {
    expect(TEST_FOLDERS.flat().filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const folders = globSync("packages/inventory-core/src/*/", { cwd: ROOT }).map((path) => path.replace(/\/$/, ""));
    expect(folders.filter((folder) => !TEST_FOLDERS.some(([sources]) => sources === folder))).toEqual([]);
    expect(testFoldersOf("packages/auth/src/oauth/x/y.ts")).toEqual(["packages/http-h3/test/oauth"]);
    expect(testFoldersOf("packages/inventory-core/src/address-space/x.ts")[0]).toBe("packages/inventory-core/test/address-space");
    expect(testFoldersOf("README.md")).toEqual([]);
  });

  it("has folders that one can look through", () => {
    const sizes = Map.groupBy(Object.values(projectFiles()).flat(), dirname);
    expect([...sizes].flatMap(([folder, files]) => (files.length > MAX_FILES ? [`${folder}: ${files.length} test files`] : []))).toEqual(
      [],
    );
  });
});

describe("the projects of tests", () => {
  const files = projectFiles();

  it("have every test file once", () => {
    const all = Object.values(files).flat();
    expect(new Set(all).size).toBe(all.length);
    for (const [file, project] of [
      ["packages/inventory-core/test/address/cidr.test.ts", "unit"],
      ["packages/http-h3/test/openapi/openapi.test.ts", "sqlite"],
      ["packages/auth/test/users.test.ts", "postgresql"],
      ["packages/web-ui/test/pages/walk.test.ts", "browser"],
      ["packages/cli/test/server/serve.test.ts", "slow"],
    ] as const)
      expect([file, files[project].includes(file)]).toEqual([file, true]);
  });

  it("know which tests load a file, also by another", () => {
    expect(testsThatLoad(["packages/http-h3/test/support/schema-check.ts"])).toContain("packages/http-h3/test/api/pools.test.ts");
    expect(testsThatLoad(["packages/auth/test/users.test.ts"])).toEqual(["packages/auth/test/users.test.ts"]);
    expect(testsThatLoad(["README.md"])).toEqual([]);
  });
});
