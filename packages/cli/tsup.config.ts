import { existsSync, realpathSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Options } from "tsup";
import { build } from "../../tsup.base.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** What every client command needs, by who imports it. Each file that need not be found is up to a millisecond less at its start. */
const BUNDLED: Readonly<Record<string, string>> = {
  commander: "@cadastre/cli",
  "fast-string-width": "@cadastre/cli",
  "fast-string-truncated-width": "fast-string-width",
  "@streamparser/json": "@cadastre/client",
  "eventsource-parser": "@cadastre/client",
  ofetch: "@cadastre/client",
  destr: "ofetch",
  ufo: "ofetch",
};

/** The folder of a package: ours are beside this one, others lie where who imports them finds them. */
function folderOf(name: string): string {
  if (name.startsWith("@cadastre/")) return fileURLToPath(new URL(`../${name.slice("@cadastre/".length)}`, import.meta.url));
  const importer = folderOf(BUNDLED[name] ?? "@cadastre/cli");
  for (let folder = importer; folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(found)) return realpathSync(found);
  }
  throw new Error(`${name} is not installed for ${importer}`);
}

/**
 * Takes of ofetch what is used. Its entry for Node loads node:http as a module, and the other one looks at the global
 * Headers; either makes Node compile undici, which takes longer than all else that a command does.
 */
const ofetchAlone: Plugin = {
  name: "ofetch-alone",
  setup(bundle) {
    const folder = join(folderOf("ofetch"), "dist");
    bundle.onResolve({ filter: /^ofetch$/ }, () => ({ path: "ofetch", namespace: "ofetch-alone" }));
    bundle.onLoad({ filter: /./, namespace: "ofetch-alone" }, async () => {
      const [, name, file] = /import \{ (\w+) as createFetch \} from '(.+)'/.exec(await readFile(join(folder, "index.mjs"), "utf8")) ?? [];
      if (name === undefined || file === undefined) throw new Error("ofetch is built in another way now: see where its createFetch is");
      return { contents: `export { ${name} as createFetch } from ${JSON.stringify(file)};`, resolveDir: folder };
    });
  },
};

/** The licenses of what is bundled ask that they go along. */
async function licenses(): Promise<string> {
  const texts = Object.keys(BUNDLED).map(async (name) => {
    const folder = folderOf(name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no license file: leave it out of the bundle`);
    return `${name}\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`;
  });
  return (await Promise.all(texts)).join("\n---\n\n");
}

export default defineConfig((given) => ({
  ...build({ index: "src/index.ts", main: "src/main.ts" }),
  noExternal: [/^@cadastre\/client/, ...Object.keys(BUNDLED)],
  esbuildPlugins: [ofetchAlone],
  onSuccess: async () => await writeFile(join(given.outDir ?? "dist", "THIRD-PARTY-LICENSES.txt"), await licenses()),
}));
