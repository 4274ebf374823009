import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What people look for when something does not work, or has to be installed. */
const WORDS: readonly string[] = ["docker", "nginx", "pgbouncer", "upgrade", "502"];

const INDEX = /^@localSearchIndex.*\.js$/;

/** The part of MiniSearch that is needed here. */
interface Search {
  loadJSON(
    text: string,
    options: { readonly fields: readonly string[]; readonly storeFields: readonly string[] },
  ): { search(words: string): readonly unknown[] };
}

/** The library that the search of the site is made with: that of VitePress itself, in the version that made the index. */
const MiniSearch = createRequire(import.meta.resolve("vitepress"))("minisearch") as Search;

/** Words that the search of a built site does not find on any page. @throws Error when the site has no index */
export async function unfoundWords(folder: string, words: readonly string[] = WORDS): Promise<readonly string[]> {
  const file = (await readdir(folder, { recursive: true, withFileTypes: true })).find(({ name }) => INDEX.test(name));
  if (file === undefined) throw new Error(`the site in ${folder} has no index for its search`);
  const { default: text } = (await import(pathToFileURL(join(file.parentPath, file.name)).href)) as { readonly default: string };
  // As VitePress reads it.
  const index = MiniSearch.loadJSON(text, { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] });
  return words.filter((word) => index.search(word).length === 0);
}
