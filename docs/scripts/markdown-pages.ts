import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the repository, with a slash at the end. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Pages that people write, by their paths from the top of the repository; generated ones are in docs/reference/. */
export function writtenPages(): readonly string[] {
  const patterns = [
    "*.md",
    "bench/README.md",
    "docs/*.md",
    "docs/guides/*.md",
    "docs/decisions/*.md",
    "packages/*/README.md",
    "examples/*/README.md",
  ];
  return globSync(patterns, { cwd: ROOT }).toSorted();
}

/** Every page of the documentation, generated ones too. */
export function allPages(): readonly string[] {
  return [...writtenPages(), ...globSync("docs/reference/*.md", { cwd: ROOT })].toSorted();
}

/** The text of a file, by its path from the top of the repository. */
export function readPage(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}
