// The graph of packages and folders, read off the imports.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[];
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of a file as a node of the graph: `inventory-core/devices`, `http-h3`. */
function nodeOf(file: string): string | undefined {
  const [, name, inner] = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (name === undefined) return undefined;
  return name === "inventory-core" ? `${name}/${inner ?? "index"}` : name;
}

/** A page with one arrow for each pair of folders of which one imports the other. */
export function dependencyPage(): string {
  const cruise = spawnSync("depcruise", ["packages", "--include-only", "^packages/[^/]+/src", "-T", "json"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (cruise.status !== 0) throw new Error(`dependency-cruiser failed: ${cruise.stderr}${String(cruise.error ?? "")}`);
  const arrows = new Set<string>();
  for (const { source, dependencies } of (JSON.parse(cruise.stdout) as Cruise).modules) {
    if (source.endsWith(".test.ts")) continue;
    const from = nodeOf(source);
    for (const { resolved } of dependencies) {
      const to = nodeOf(resolved);
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`  ${from} --> ${to}`);
    }
  }
  return [
    "# Dependencies between packages and folders",
    "",
    "Generated from the imports. What is allowed, and what to do instead, is in `.dependency-cruiser.mjs`.",
    "",
    "```mermaid",
    "flowchart TD",
    ...[...arrows].toSorted(),
    "```",
    "",
  ].join("\n");
}
