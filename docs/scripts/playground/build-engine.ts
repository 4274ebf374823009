import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { build, type Plugin } from "esbuild";

const ENGINE = fileURLToPath(new URL("../../playground/engine/", import.meta.url));

const PGLITE = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"));

/**
 * What the bundle is made of. A context passes from one turn to the next by calls of `then` (playground/engine/context.ts), of which a
 * browser's own await makes none.
 */
export const LOWERED = { target: "es2022", supported: { "async-await": false, "async-generator": false, "for-await": false } };

const zip = promisify(gzip);

/** What the engine imports of Node, by what stands in for it in a browser. */
const STANDINS: Readonly<Record<string, string>> = {
  async_hooks: "async-hooks",
  buffer: "buffer",
  crypto: "crypto",
  "fs/promises": "files",
  net: "net",
  os: "os",
  path: "path",
  perf_hooks: "perf-hooks",
  "timers/promises": "timers",
  url: "url",
  v8: "v8",
};

/** What the core alone imports of Node, and libraries load without use. */
const STANDINS_OF_CORE: Readonly<Record<string, string>> = { fs: "fs", zlib: "zlib" };

/** Modules of Node that libraries and the handler load and never use there: files, compression, other processes. */
const UNUSED = new Set(["cluster", "fs", "module", "stream", "stream/promises", "util", "zlib"]);

const CORE = fileURLToPath(new URL("../../../packages/inventory-core/", import.meta.url));

const nodeInABrowser: Plugin = {
  name: "node-in-a-browser",
  setup(bundle) {
    bundle.onResolve({ filter: /^(node:)?[a-z_0-9/]+$/ }, ({ path, importer }) => {
      const name = path.replace(/^node:/, "");
      const standin = STANDINS[name] ?? (importer.startsWith(CORE) ? STANDINS_OF_CORE[name] : undefined);
      if (standin !== undefined) return { path: join(ENGINE, "node", `${standin}.ts`) };
      if (!UNUSED.has(name)) return undefined;
      if (!importer.startsWith(CORE)) return { path: name, namespace: "unused", sideEffects: false };
      return {
        errors: [{ text: `${path} is no module that the core has in a browser: leave it to a storage, or have a file stand in for it` }],
      };
    });
    // Of this form any name may be imported.
    bundle.onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "module.exports = {};", loader: "js" }));
    bundle.onResolve({ filter: /^prom-client$/ }, () => ({ path: join(ENGINE, "node", "metrics.ts") }));
    bundle.onResolve({ filter: /^srvx\/node$/ }, () => ({ path: join(ENGINE, "node", "srvx.ts") }));
    // What listens on sockets, and what locks folders.
    bundle.onResolve({ filter: /^(?:\.\/server\/listen|\.\.\/sqlite\/file\/folder-lock)\.ts$/ }, ({ path }) => ({
      path,
      namespace: "unused",
      sideEffects: false,
    }));
  },
};

/**
 * Files of PGlite, which are no exports of its package, and the database. They are zipped here, and unzipped by the engine: what a host of
 * files does by itself, and for which, is its own matter.
 */
const zippedFiles = (database: Uint8Array): Plugin => ({
  name: "zipped-files",
  setup(bundle) {
    bundle.onResolve({ filter: /^zipped:/ }, ({ path }) => ({ path: `${path.replace("zipped:", "")}.bin`, namespace: "zipped" }));
    bundle.onLoad({ filter: /.*/, namespace: "zipped" }, async ({ path }) => {
      const name = path.replace(/[.]bin$/, "");
      const plain = name === "database.tar" ? database : await readFile(join(PGLITE, name));
      return { contents: name.endsWith(".gz") ? plain : await zip(plain, { level: constants.Z_BEST_COMPRESSION }), loader: "file" };
    });
  },
});

/** Bundles the engine into a folder, with the files of PGlite and of a database beside it. @returns the name of its file */
export async function buildEngine(folder: string, database: Uint8Array): Promise<string> {
  const { metafile } = await build({
    entryPoints: { engine: join(ENGINE, "main.ts") },
    outdir: folder,
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    keepNames: true,
    format: "esm",
    platform: "browser",
    ...LOWERED,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    plugins: [zippedFiles(database), nodeInABrowser],
    tsconfigRaw: { compilerOptions: { target: "es2022", useDefineForClassFields: true } },
  });
  const [name] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint !== undefined) ?? [];
  return (name as string).slice((name as string).lastIndexOf("/") + 1);
}
