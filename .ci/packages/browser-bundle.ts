import { build, type BuildResult } from "esbuild";

/** What a page gets. */
export type BrowserBundle = BuildResult<{ metafile: true; write: false }>;

/**
 * Bundles and minifies a module for a page. A module of Node in it is an error.
 * @param source of the module
 * @param folder from which it imports
 */
export async function bundleForBrowser(source: string, folder: string): Promise<BrowserBundle> {
  return await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    splitting: true,
    minify: true,
    outdir: "out",
    metafile: true,
    write: false,
    absWorkingDir: folder,
    logLevel: "silent",
  });
}

/** Names of the files that a page loads at once: what is imported later is not among them. */
export function eagerOutputs({ metafile }: BrowserBundle): ReadonlySet<string> {
  const eager = new Set<string>();
  const add = (path: string): void => {
    if (eager.has(path)) return;
    eager.add(path);
    for (const { path: imported, kind } of metafile.outputs[path]?.imports ?? []) if (kind === "import-statement") add(imported);
  };
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) if (entryPoint === "<stdin>") add(path);
  return eager;
}
