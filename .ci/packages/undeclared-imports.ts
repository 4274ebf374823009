import { build } from "esbuild";
import { isBuiltin } from "node:module";

/**
 * Packages that published modules import and the manifest does not declare: Node finds them by chance, and bundlers do not.
 *
 * @param files modules that were built
 * @param declared names of its dependencies and peers
 */
export async function undeclaredImports(files: readonly string[], declared: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [...files],
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outdir: "nowhere",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const names = imported.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
  return [...new Set(names.filter((name) => !isBuiltin(name) && !declared.includes(name)))].toSorted();
}
