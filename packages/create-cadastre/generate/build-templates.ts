import { cp, glob, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogsOf, publishedManifest, type Versions } from "./template-manifest.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const SOURCES = fileURLToPath(new URL("../templates/", import.meta.url));

/** What is in the folder of a template because it was worked in. */
const LEFT_BEHIND = /^(node_modules|dist|data|inventory\.db.*)$/;

/** Writes the templates into a folder as they are published: with versions, and with names that mean nothing to npm when it packs. */
export async function buildTemplates(into: string): Promise<void> {
  const versions = await readVersions();
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  for (const template of await readdir(SOURCES)) {
    const folder = join(into, template);
    await cp(join(SOURCES, template), folder, { recursive: true, filter: (source) => !LEFT_BEHIND.test(basename(source)) });
    await rename(join(folder, ".gitignore"), join(folder, "gitignore"));
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Parameters<typeof publishedManifest>[0];
    await rm(join(folder, "package.json"));
    await writeFile(join(folder, "manifest.json"), `${JSON.stringify(publishedManifest(manifest, versions), null, 2)}\n`);
  }
}

async function readVersions(): Promise<Versions> {
  const manifests = await Array.fromAsync(
    glob("packages/*/package.json", { cwd: ROOT }),
    async (path) => JSON.parse(await readFile(join(ROOT, path), "utf8")) as { name: string; version: string },
  );
  return {
    catalogs: catalogsOf(await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8")),
    workspace: Object.fromEntries(manifests.map(({ name, version }) => [name, version])),
  };
}
