import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";

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
    "docs/spec/*.md",
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

const anchorsByPage = new Map<string, ReadonlySet<string>>();

/** The anchors of a page: those of its headings, as the site and where the repository is browsed have them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchorsByPage.get(page);
  if (known !== undefined) return known;
  const slugger = new GithubSlugger();
  const headings = readPage(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  const anchors = new Set([...headings].map(([, title = ""]) => slugger.slug(title.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1"))));
  anchorsByPage.set(page, anchors);
  return anchors;
}
