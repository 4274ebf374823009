// Sources of templates that are those of examples, which run and are shown in the guides: a test compares them, and this script writes
// what has changed.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../../", import.meta.url);

/** The files of templates, by the files of examples that they are copies of. */
export const COPIES: Readonly<Record<string, string>> = {
  "examples/custom-plugin/src/rack.ts": "packages/create-cadastre/templates/plugin/src/rack.ts",
  "examples/custom-plugin/src/rack-units.ts": "packages/create-cadastre/templates/plugin/src/rack-units.ts",
  "examples/custom-plugin/src/racks-plugin.ts": "packages/create-cadastre/templates/plugin/src/racks-plugin.ts",
  "examples/custom-storage/src/node-sqlite.ts": "packages/create-cadastre/templates/storage/src/node-sqlite.ts",
};

/** A file of an example as a template has it: without what marks the parts that guides show. */
export async function templateSource(example: string): Promise<string> {
  const text = await readFile(new URL(example, ROOT), "utf8");
  return text
    .replaceAll(/^[ \t]*\/\/ #(?:end)?region.*\n/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trimStart();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [example, template] of Object.entries(COPIES)) await writeFile(new URL(template, ROOT), await templateSource(example));
}
