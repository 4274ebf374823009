import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Most bytes, gzipped, of the scripts and styles that the page names: what a browser loads before anything shows. */
export const ENTRY_BUDGET = 150_000;

/** The entry of a built page: the files that its index.html names, with their gzipped sizes. */
export async function entryOf(folder: string): Promise<readonly { readonly path: string; readonly gzipped: number }[]> {
  const html = await readFile(join(folder, "index.html"), "utf8");
  const paths = [...html.matchAll(/(?:src|href)="\.(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path as string);
  return await Promise.all(paths.map(async (path) => ({ path, gzipped: await gzippedSize(join(folder, path)) })));
}

/** A file that does not get smaller has no coded copy. */
async function gzippedSize(path: string): Promise<number> {
  const { size } = await stat(`${path}.gz`).catch(async () => await stat(path));
  return size;
}

/** @throws Error naming the files when they are too large together, or when there is no script at all */
export async function checkSize(folder: string): Promise<void> {
  const files = await entryOf(folder);
  const total = files.reduce((sum, { gzipped }) => sum + gzipped, 0);
  if (!files.some(({ path }) => path.endsWith(".js"))) throw new Error(`no script in the index.html of ${folder}`);
  if (total <= ENTRY_BUDGET) return;
  throw new Error(
    `the entry of the page has ${total} bytes gzipped, more than ${ENTRY_BUDGET}: load what is not needed at first ` +
      `by import(). ${files.map(({ path, gzipped }) => `${path} ${gzipped}`).join(", ")}`,
  );
}
