import { existsSync, globSync } from "node:fs";
import { basename } from "node:path";
import { allPages, anchorsOf, readPage, ROOT } from "./markdown-pages.ts";

const LEFT_OUT = new Set(["node_modules", "dist", "coverage", "cache", "generated"]);

/** Sources, tests and configuration files that may cite a page, by their paths from the top of the repository. */
export function citingFiles(): readonly string[] {
  const patterns = ["{packages,bench,examples,docs,testing,.ci}/**/*.{ts,vue,mjs,yaml,yml}", "*.{ts,mjs,yaml}", "{.,}*.mjs"];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => LEFT_OUT.has(basename(path)) }).toSorted();
}

/** Sources and pages of the repository, by their paths. */
const sources = globSync("{packages,bench,examples,docs,testing,.ci}/**/*.{ts,vue,mjs}", {
  cwd: ROOT,
  exclude: (path) => basename(path) === "node_modules" || basename(path) === "dist",
});

/** Pages of the repository by their names alone, which a page may use for another. */
const namesOfPages = new Set(allPages().map((page) => basename(page)));

/** `docs/spec/errors.md#order-of-checks`, with or without the anchor. */
const PATH = /(?<![\w/])docs\/(?:(?:spec|guides|decisions|reference)\/)?[\w-]+\.md(?:#[\w-]+)?/g;
/** A name without a folder, which leads nowhere from a source. Texts in quotes are names of files that the code works with. */
const BARE = /(?<![\w"'`/.*\\-])[a-z][\w-]*\.md\b/g;
const DECISION = /\bdecision (\d{4})\b/gi;

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match, group]) => group ?? match);

function isThere(citation: string): boolean {
  const [path = "", anchor] = citation.split("#");
  return existsSync(ROOT + path) && (anchor === undefined || anchorsOf(path).has(anchor));
}

/** Citations of a source that lead to no page, heading or decision. */
export function brokenCitations(text: string): string[] {
  return [
    ...found(text, PATH).filter((citation) => !isThere(citation)),
    ...found(text, BARE),
    ...found(text, DECISION).filter((number) => globSync(`docs/decisions/${number}-*.md`, { cwd: ROOT }).length === 0),
  ];
}

/** Names of documents in the text of a page, links and code apart, that the repository does not have. */
export function unknownDocuments(page: string): string[] {
  const prose = readPage(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .replaceAll(/\]\([^)]*\)/g, "]");
  return found(prose, /(?<![\w/.*-])[a-z][\w-]*\.md\b/g).filter((name) => !namesOfPages.has(name));
}

/**
 * Files that a page names as code and that no path of the repository ends with; the folder `src` may be left out after the first.
 * Hidden folders are not looked into.
 */
export function unknownSources(page: string): string[] {
  const named = found(readPage(page), /`([\w@][\w.@-]*(?:\/\w[\w.-]*)*\.(?:ts|mjs|vue))`/g);
  return named.filter((name) => {
    const ends = [`/${name}`, `/${name.replace("/", "/src/")}`];
    return !sources.some((source) => ends.some((end) => `/${source}`.endsWith(end)));
  });
}
