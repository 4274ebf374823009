import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** What the command is made of. */
const PACKAGES = [
  "inventory-core",
  "auth",
  "client",
  "discovery-agent",
  "discovery-scanner",
  "discovery-snmp",
  "http-h3",
  "importers",
  "mcp",
  "webhooks",
  "web-ui",
  "cli",
] as const;

interface Manifest {
  readonly name: string;
  readonly publishConfig: { readonly exports: Readonly<Record<string, { readonly default: string }>> };
}

/** Builds a package as it is published, beside its dependencies. @returns files by what imports them */
async function buildPackage(name: string): Promise<readonly (readonly [string, string])[]> {
  const source = join(ROOT, "packages", name);
  const place = join(source, "node_modules/.cache/bench");
  await mkdir(place, { recursive: true });
  // It looks its version up beside its folder.
  await copyFile(join(source, "package.json"), join(place, "package.json"));
  await promisify(execFile)(join(ROOT, "node_modules/.bin/tsup"), ["--no-dts", "--out-dir", join(place, "dist")], { cwd: source });
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as Manifest;
  return Object.entries(manifest.publishConfig.exports).map(([path, { default: file }]) => [
    join(manifest.name, path),
    new URL(file, `file://${place}/`).href,
  ]);
}

/** Arguments of Node for `cadastre` as users get it. Run from its sources it would hold 50 MB more, to take the types out of them. */
export async function buildCommand(): Promise<readonly string[]> {
  const files: (readonly [string, string])[] = [];
  for (const name of PACKAGES) files.push(...(await buildPackage(name)));
  const hook = `import { registerHooks } from "node:module";
    const built = new Map(${JSON.stringify(files)});
    registerHooks({ resolve: (path, context, next) => built.has(path)
      ? { url: built.get(path), format: "module", shortCircuit: true } : next(path, context) });`;
  const main = join(ROOT, "packages/cli/node_modules/.cache/bench/dist/main.js");
  return ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, main];
}
