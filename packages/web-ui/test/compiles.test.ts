import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Compiler from "vue/compiler-sfc";
import { expect, test } from "vitest";

const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
// As a dependency of Vue it does without TypeScript; `vue/compiler-sfc` would find it here, and nowhere after `pnpm start`.
const { compileScript, parse } = createRequire(createRequire(import.meta.url).resolve("vue"))("@vue/compiler-sfc") as typeof Compiler;

test("each component compiles without TypeScript, which `start` does not install", () => {
  const components = globSync("**/*.vue", { cwd: PAGE });
  expect(components.length).toBeGreaterThan(150);
  const failed = components.flatMap((file) => {
    const { descriptor } = parse(readFileSync(PAGE + file, "utf8"), { filename: PAGE + file });
    if (descriptor.scriptSetup === null) return [];
    try {
      compileScript(descriptor, { id: file });
      return [];
    } catch (error) {
      return [`${file}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  expect(failed).toEqual([]);
});
