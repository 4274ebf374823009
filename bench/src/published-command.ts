import { execFile } from "node:child_process";
import { mkdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** An installation of the packages: a folder of this name below it for each. */
const INSTALLED = join(ROOT, "bench/node_modules/.cache/published/node_modules");

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
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig: object;
}

/** Where a dependency of a package is, if it is there: optional peers need not be. */
async function dependencyFolder(name: string, source: string): Promise<string | undefined> {
  return await realpath(join(source, "node_modules", name)).catch(() => undefined);
}

/** Builds a package as it is published, and installs it: packages of others are linked to where the workspace has them. */
async function install(name: string): Promise<void> {
  const source = join(ROOT, "packages", name);
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as Manifest;
  const place = join(INSTALLED, manifest.name);
  await mkdir(place, { recursive: true });
  await promisify(execFile)(join(ROOT, "node_modules/.bin/tsup"), ["--no-dts", "--out-dir", join(place, "dist")], { cwd: source });
  await writeFile(join(place, "package.json"), JSON.stringify({ ...manifest, ...manifest.publishConfig }));
  for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (needed.startsWith("@cadastre/")) continue;
    const target = await dependencyFolder(needed, source);
    if (target === undefined) continue;
    const link = join(place, "node_modules", needed);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }
}

let built: Promise<string> | undefined;

async function buildCommand(): Promise<string> {
  await rm(INSTALLED, { recursive: true, force: true });
  for (const name of PACKAGES) await install(name);
  return join(INSTALLED, "@cadastre/cli/dist/main.js");
}

/**
 * The file of `cadastre` as users get it, built once a run: the packages as they are published, in an installation without the page. Its
 * sources would hold more: types are stripped from 1,400 files, which keep their comments.
 */
export async function publishedCommand(): Promise<string> {
  return await (built ??= buildCommand());
}
