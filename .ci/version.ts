// After `changeset version`: what else says the version. Tests compare them with package.json.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readManifest, ROOT } from "./packed.ts";

/** A module with the version that it should tell. @throws when it tells none */
export function withEngineVersion(source: string, version: string): string {
  const after = source.replace(/(ENGINE_VERSION = )"[^"]*"/, (_, head: string) => `${head}${JSON.stringify(version)}`);
  if (!after.includes(`ENGINE_VERSION = "${version}"`)) throw new Error("there is no ENGINE_VERSION to write");
  return after;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(ROOT, "packages/inventory-core/src/version.ts");
  const { version } = await readManifest(join(ROOT, "packages/inventory-core"));
  await writeFile(file, withEngineVersion(await readFile(file, "utf8"), version));
  console.log(`the engine is ${version}`);
}
