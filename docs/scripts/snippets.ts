// Code in pages comes from files that run, and tables of options from the schemas of options. A region of a page names what it shows; a
// test compares them, and this script writes what has changed.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "./code/code-blocks.ts";
import { optionTable } from "./option-tables.ts";
import { readPage, ROOT, writtenPages } from "./markdown-pages.ts";

/** `<!-- #region name of file -->`, a block of code or nothing yet, `<!-- #endregion -->`. */
const SHOWN = /(<!-- #region (\S+) of (\S+?)[.](\w+) -->\n)(?:```(\w+)\n[\s\S]*?```\n)?(<!-- #endregion -->)/g;

/** `<!-- #options factory(options) -->`, a table, `<!-- #endoptions -->`. */
const OPTIONS = /(<!-- #options (.+) -->\n)[\s\S]*?(<!-- #endoptions -->)/g;

/**
 * The lines between `// #region name` and `// #endregion` of a file, moved to the left margin; `all` is the whole file. @throws when there
 * are none
 */
export function regionOf(file: string, name: string): string {
  if (name === "all") return readPage(file);
  // An end may have the name of what it ends, so that regions can lie within others.
  const found = new RegExp(`^[ \\t]*// #region ${name}\\n([\\s\\S]*?)^[ \\t]*// #endregion(?: ${name})?$`, "m").exec(readPage(file))?.[1];
  if (found === undefined) throw new Error(`${file} has no region ${name}`);
  const lines = found.split("\n").filter((line) => !/^[ \t]*\/\/ #(?:end)?region /.test(line));
  const margin = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(margin)).join("\n");
}

/** A page as it should be. @throws when it shows a region that is not there */
export function withSnippets(page: string, now = readPage(page)): { readonly now: string; readonly wanted: string } {
  const wanted = now
    .replaceAll(
      SHOWN,
      (_, head: string, name: string, file: string, extension: string, language: string | undefined, tail: string) =>
        `${head}\`\`\`${language ?? extension}\n${regionOf(`${file}.${extension}`, name)}\`\`\`\n${tail}`,
    )
    .replaceAll(OPTIONS, (_, head: string, factory: string, tail: string) => `${head}\n${optionTable(factory)}\n\n${tail}`);
  return { now, wanted };
}

/** Pages that show code of files that run. */
function pagesWithSnippets(): readonly string[] {
  return writtenPages().filter((page) => readPage(page).match(/<!-- #(?:region|options) /) !== null);
}

/** Returns what is wrong with the code of a page: a block without code, or one that is not the code of the file that it names. */
export function snippetFaults(page: string, text = readPage(page)): readonly string[] {
  const { now, wanted } = withSnippets(page, text);
  const empty = codeBlocks(page, text).filter((block) => block.text.trim() === "");
  return [
    ...empty.map(({ line }) => `${page}:${line} has a block of code that is empty`),
    ...(now === wanted ? [] : [`${page} does not show the code that it names. Run: npx --yes pnpm@12 docs:reference`]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of pagesWithSnippets()) writeFileSync(`${ROOT}${page}`, withSnippets(page).wanted);
}
