// Measuring, and comparing with size-limits.ts.
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundleForBrowser, eagerOutputs } from "./browser-bundle.ts";

/**
 * Compares sizes with their limits.
 * @throws when one is over its limit, or has none
 */
export function keepTo(limits: Readonly<Record<string, number>>, sizes: Readonly<Record<string, number>>): void {
  const problems: string[] = [];
  for (const [what, size] of Object.entries(sizes)) {
    const limit = limits[what];
    console.log(`${what}: ${inKilobytes(size)} of ${limit === undefined ? "no limit" : inKilobytes(limit)}`);
    if (limit === undefined) problems.push(`${what} has no limit`);
    else if (size > limit) problems.push(`${what} takes ${size} bytes, more than ${limit}`);
  }
  if (problems.length > 0) throw new Error(`${problems.join("\n")}\nMake it smaller, or change .ci/packages/size-limits.ts and say why.`);
}

const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Bytes of the files below node_modules; what a link leads to is not counted again. */
export async function footprintOf(project: string): Promise<number> {
  const entries = await readdir(join(project, "node_modules"), { recursive: true, withFileTypes: true }).catch(() => []);
  let total = 0;
  for (const entry of entries) if (entry.isFile()) total += (await lstat(join(entry.parentPath, entry.name))).size;
  if (total === 0) throw new Error(`nothing is installed in ${project}`);
  return total;
}

/**
 * Compressed bytes of what a page loads at once that imports a name; what is imported later is not counted.
 * @param folder a project with @cadastre/client
 */
export async function sizeInBrowser(folder: string, entry: string, name: string): Promise<number> {
  const bundle = await bundleForBrowser(`import { ${name} } from ${JSON.stringify(entry)}; globalThis.used = ${name};`, folder);
  const eager = [...eagerOutputs(bundle)];
  return bundle.outputFiles
    .filter(({ path }) => eager.some((output) => path.endsWith(output)))
    .reduce((total, { contents }) => total + gzipSync(contents).length, 0);
}

/** Lines that are neither blank nor a comment of one line. */
export function codeLines(source: string): number {
  return source.split("\n").filter((line) => !/^\s*(\/\/.*|\/\*.*\*\/\s*)?$/.test(line)).length;
}

export async function sizeOf(path: string): Promise<number> {
  return (await readFile(path)).length;
}
