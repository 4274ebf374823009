import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** What users of a package must not meet in its declarations: the ORM and the query builder are a matter of its own. */
const HIDDEN = /^(@mikro-orm\/|kysely$|inversify$)/;

/**
 * What is wrong with the declarations that a package publishes: imports of what its users are not to meet, and names that the bundler
 * changed (`Device$1`), which an editor would show in place of those that are imported.
 *
 * @param folder of the files
 * @param entries declarations of the entry points, in the folder; what they import of it is looked at too
 */
export async function declarationProblems(folder: string, entries: readonly string[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const seen = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = await readFile(path, "utf8");
    const name = relative(folder, path);
    for (const [, renamed] of text.matchAll(/^(?:declare )?interface (\w+\$\d+)/gm))
      problems.push(`${name} renames an interface to ${renamed}`);
    for (const [, specifier = ""] of text.matchAll(/(?:from|^import|import\()\s*["']([^"']+)["']/gm)) {
      if (HIDDEN.test(specifier)) problems.push(`${name} imports ${specifier}`);
      if (specifier.startsWith(".")) await visit(join(dirname(path), specifier.replace(/\.js$/, ".d.ts")));
    }
  };
  for (const entry of entries) await visit(join(folder, entry));
  return problems;
}
