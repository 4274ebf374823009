import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Most bytes, gzipped, of the scripts and styles that the page names: what a browser loads before anything shows. */
export const ENTRY_BUDGET = 95_000;
/** Maximum size, in bytes gzipped, of the scripts that a page imports. Scripts that load after the first view do not count. */
export const PAGE_BUDGET = 145_000;

/** A file with its gzipped size. */
interface Sized {
  readonly path: string;
  readonly gzipped: number;
}

/** The files that the index.html of a built page names. */
export async function entryOf(folder: string): Promise<readonly Sized[]> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const paths = [...html.matchAll(/(?:src|href)="\.(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path as string);
  return await Promise.all(paths.map(async (path) => ({ path, gzipped: await gzippedSize(join(folder, path)) })));
}

/** A file that does not get smaller has no coded copy. */
async function gzippedSize(path: string): Promise<number> {
  const { size } = await stat(`${path}.gz`).catch(async () => await stat(path));
  return size;
}

/** The scripts that one of its pages imports, also by other scripts. */
async function scriptsOf(folder: string, page: string): Promise<readonly Sized[]> {
  const scripts = new Map<string, Sized>();
  const add = async (name: string): Promise<void> => {
    const path = `/assets/${name}`;
    if (scripts.has(path)) return;
    scripts.set(path, { path, gzipped: await gzippedSize(join(folder, path)) });
    const text = await readFile(join(folder, path), "utf8");
    for (const [, imported] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) await add(imported as string);
  };
  await add(page);
  return [...scripts.values()];
}

function checkBudget(what: string, files: readonly Sized[], budget: number): void {
  const total = files.reduce((sum, { gzipped }) => sum + gzipped, 0);
  if (total <= budget) return;
  throw new Error(
    `${what} has ${total} bytes gzipped, more than ${budget}: load what is not needed at first ` +
      `by import(). ${files.map(({ path, gzipped }) => `${path} ${gzipped}`).join(", ")}`,
  );
}

/** @throws Error naming the files when they are too large together, or when there is no script or page at all */
export async function checkSize(folder: string): Promise<void> {
  const files = await entryOf(folder);
  if (!files.some(({ path }) => path.endsWith(".js"))) throw new Error(`no script in the index.html of ${folder}`);
  checkBudget("the entry of the page", files, ENTRY_BUDGET);
  const pages = (await readdir(join(folder, "assets"))).filter((name) => /-page-[^.]*\.js$/.test(name));
  if (pages.length === 0) throw new Error(`no page in ${folder}`);
  for (const page of pages) checkBudget(`the page ${page}`, await scriptsOf(folder, page), PAGE_BUDGET);
}
