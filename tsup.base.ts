import { transform } from "esbuild";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/**
 * The licenses of what a bundle holds ask that they go along. What is bundled is what sources import and the manifest does not
 * name as a dependency or a peer, and what a package lists under `noExternal`.
 */
const licenses: Plugin = {
  name: "licenses",
  setup(bundle) {
    const { outdir } = bundle.initialOptions;
    bundle.onEnd(async ({ metafile }) => {
      const bundled = Object.keys(metafile?.inputs ?? {}).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
      const folders = [...new Set(bundled)].filter((folder) => folder !== undefined).toSorted();
      if (folders.length === 0 || outdir === undefined) return;
      const texts = await Promise.all(folders.map(licenseOf));
      await mkdir(outdir, { recursive: true });
      await writeFile(join(outdir, "THIRD-PARTY-LICENSES.txt"), texts.join("\n---\n\n"));
    });
  },
};

/** Source maps lead to our sources; libraries, whose lines nobody steps through, would be half of them. */
const mapsOfOurs: Plugin = {
  name: "maps-of-ours",
  setup(bundle) {
    const nowhere = Buffer.from(JSON.stringify({ version: 3, sources: ["library"], sourcesContent: [""], mappings: "AAAA" })).toString(
      "base64",
    );
    bundle.onLoad({ filter: /node_modules.*[.][cm]?js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${nowhere}`,
      loader: "js",
    }));
  },
};

/** Times that a chunk is as long as its map where it is of libraries, nearly all of it: they lead nowhere. */
const LENGTH_TO_MAP = 10;

/** Chunks of libraries are written without space between words, and without a map: both would be a tenth of an installed engine. */
const smallLibraries: NonNullable<Options["plugins"]>[number] = {
  name: "small-libraries",
  async renderChunk(code, chunk) {
    // A text, whatever its type says.
    const map = typeof chunk.map === "string" ? chunk.map : JSON.stringify(chunk.map ?? "");
    if (!map.includes('library"') || code.length < LENGTH_TO_MAP * map.length) return undefined;
    chunk.map = null;
    return { code: (await transform(code, { loader: "js", minifyWhitespace: true })).code };
  },
};

/**
 * One letter that is not of ASCII, and Node holds two bytes for each of a file. esbuild writes escapes for those of texts; comments,
 * which it leaves, get a question mark.
 */
const oneByte: NonNullable<Options["plugins"]>[number] = {
  name: "one-byte",
  async renderChunk(code) {
    return { code: code.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, (comment) => comment.replaceAll(/[^\0-\x7f]/g, "?")) };
  },
};

/** A module that stands in for a library, or for a part of one, in a package whose folder the build runs in. @param name of the module */
export const inPlaceOf = (name: string, library: RegExp, contents: string): Plugin => ({
  name,
  setup(bundle) {
    bundle.onResolve({ filter: library }, ({ namespace }) => (namespace === name ? undefined : { path: name, namespace: name }));
    bundle.onLoad({ filter: /./, namespace: name }, () => ({ contents, resolveDir: process.cwd() }));
  },
});

async function licenseOf(folder: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { name: string };
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no license file: leave it out of the bundle`);
  return `${name}\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`;
}

/** How every package is built: ES modules with declarations, dependencies left to the package manager. */
export const build = (entry: Record<string, string>, plugins: readonly Plugin[] = []): Options => ({
  entry,
  format: "esm",
  target: "node22",
  dts: true,
  sourcemap: true,
  clean: true,
  splitting: true,
  plugins: [smallLibraries, oneByte],
  esbuildPlugins: [...plugins, mapsOfOurs, licenses],
});
