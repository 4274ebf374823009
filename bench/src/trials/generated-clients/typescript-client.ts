import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PINNED } from "./pinned.ts";
import { fetchPackages, type Generation, runTool } from "./run-tool.ts";

const PROGRAMS = join(import.meta.dirname, "programs");

const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    target: "es2023",
    module: "nodenext",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    skipLibCheck: true,
    outDir: "built",
  },
  include: ["main.ts", "generated"],
};

/**
 * Rules that do not fit: operations of a group need no sentence on the group, health has no 4xx, a redirect is no 2xx, `x-line` refers to
 * schemas too.
 */
const LINTED = {
  extends: ["recommended"],
  rules: { "tag-description": "off", "operation-4xx-response": "off", "operation-2xx-response": "off", "no-unused-components": "off" },
};

/** Lints the document, generates with openapi-ts, checks the types, and runs the program. @returns what that printed */
export async function typescriptClient({ folder, document, env, signal, program, report }: Generation): Promise<string> {
  const options = { cwd: folder, signal };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await fetchPackages(
    program("npm"),
    ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", ...PINNED.typescript, PINNED.linter, "@types/node@24"],
    options,
  );
  const node = async (bin: string, ...args: readonly string[]): Promise<string> =>
    await runTool(process.execPath, [join(folder, "node_modules", bin), ...args], options);
  // It takes no other name; JSON is YAML, too.
  await writeFile(join(folder, "redocly.yaml"), JSON.stringify(LINTED));
  const linted = await node("@redocly/cli/bin/cli.js", "lint", document, "--config", "redocly.yaml", "--format", "summary");
  if (/warning/i.test(linted)) throw new Error(`the linter has something to say:\n${linted}`);
  report("the linter has nothing to say");
  // Before it generates: it looks for one in all folders above, too.
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TYPESCRIPT));
  await node("@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "generated");
  await copyFile(join(PROGRAMS, "main.mts"), join(folder, "main.ts"));
  await node("typescript/bin/tsc", "-p", ".");
  return await runTool(process.execPath, ["built/main.js"], { ...options, env });
}
