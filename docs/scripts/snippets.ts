// Code in README.md and the guides comes from examples that run. A region of a page names the file and region that it
// shows; with --check, a page that differs fails.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** Pages that show code of examples. */
export const PAGES = ["README.md", "docs/guides/use-the-library.md", "docs/guides/discovery.md", "docs/guides/webhooks.md"] as const;

/** The lines between `// #region name` and `// #endregion` of a file. */
function regionOf(file: string, name: string): string {
  const found = new RegExp(`// #region ${name}\\n([\\s\\S]*?)// #endregion`).exec(readFileSync(new URL(file, ROOT), "utf8"));
  if (found?.[1] === undefined) throw new Error(`${file} has no region ${name}`);
  return found[1];
}

/** A page as it should be. @throws when it shows no region, or one that is not there */
export function withSnippets(page: string): { readonly now: string; readonly wanted: string } {
  const now = readFileSync(new URL(page, ROOT), "utf8");
  let shown = 0;
  const wanted = now.replaceAll(/(<!-- #region (\S+) of (\S+) -->\n)```ts\n[\s\S]*?```\n(<!-- #endregion -->)/g, (_, head: string, name: string, file: string, tail: string) => {
    shown += 1;
    return `${head}\`\`\`ts\n${regionOf(file, name)}\`\`\`\n${tail}`;
  });
  if (shown === 0) throw new Error(`${page} shows no region of an example`);
  return { now, wanted };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of PAGES) writeFileSync(new URL(page, ROOT), withSnippets(page).wanted);
}
