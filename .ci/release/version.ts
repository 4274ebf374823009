// After `changeset version`: what else says the version, which tests compare with package.json, and what it asks of operators.
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordMigrations } from "./migration-notes.ts";
import { notesIn, withNotes } from "./operator-notes.ts";
import { readManifest, ROOT } from "../packages/packed.ts";

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
  const guide = join(ROOT, "docs/guides/upgrade.md");
  const changelogs = await Array.fromAsync(
    glob("packages/*/CHANGELOG.md", { cwd: ROOT }),
    async (path) => await readFile(join(ROOT, path), "utf8"),
  );
  await recordMigrations(
    changelogs.flatMap((changelog) => notesIn(changelog, version)),
    async (path, text) => await writeFile(path, text),
  );
  await writeFile(guide, withNotes(await readFile(guide, "utf8"), version, changelogs));
}
