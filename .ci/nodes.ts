// Versions of Node that are promised, as programs to run things with. They come from the registry, as the Node of the root does.
import { mkdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { PACKAGES_NODE } from "./packages/manifests.ts";
import { readManifest, ROOT, runQuietly } from "./packages/packed.ts";

/** The newest that is tried. Promised are newer ones as well; raise it when one comes out. */
const NEWEST = "26.10.0";

export interface PromisedNodes {
  /** Oldest and newest that the packages run on. */
  readonly packages: readonly [string, string];
  /** Oldest and newest that the sources run on. */
  readonly sources: readonly [string, string];
  /** Too old for both, and too old for the sources alone. */
  readonly tooOld: readonly [string, string];
}

export async function promisedNodes(): Promise<PromisedNodes> {
  const oldestOf = (range: string): string => semver.minVersion(range)?.version ?? "";
  const { engines = {} } = await readManifest(ROOT);
  return {
    packages: [oldestOf(PACKAGES_NODE), NEWEST],
    sources: [oldestOf(engines["node"] ?? ""), NEWEST],
    tooOld: ["22.17.1", "22.23.3"],
  };
}

/** The path of a version of Node, which is downloaded once. @throws where there is none for this machine */
export async function nodeOf(version: string): Promise<string> {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch))
    throw new Error("the registry has programs of Node for Linux on x64 and arm64 only");
  const name = `node-linux-${process.arch}`;
  const folder = join(ROOT, "node_modules/.cache/nodes", version);
  const program = join(folder, "node_modules", name, "bin/node");
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await runQuietly("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`], folder);
  return program;
}
