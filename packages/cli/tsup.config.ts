import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { defineConfig, type Options } from "tsup";
import { build } from "../../tsup.base.ts";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** What every client command needs. Each file that need not be found is up to a millisecond less at its start. */
const BUNDLED = [
  "commander",
  "fast-string-width",
  "fast-string-truncated-width",
  "@streamparser/json",
  "eventsource-parser",
  "ofetch",
  "destr",
  "ufo",
];

/**
 * Takes of ofetch what is used. Its entry for Node loads node:http as a module, and the other one looks at the global
 * Headers; either makes Node compile undici, which takes longer than all else that a command does.
 */
const ofetchAlone: Plugin = {
  name: "ofetch-alone",
  setup(bundle) {
    const folder = dirname(createRequire(new URL("../client/package.json", import.meta.url)).resolve("ofetch"));
    bundle.onResolve({ filter: /^ofetch$/ }, () => ({ path: "ofetch", namespace: "ofetch-alone" }));
    bundle.onLoad({ filter: /./, namespace: "ofetch-alone" }, async () => {
      const [, name, file] = /import \{ (\w+) as createFetch \} from '(.+)'/.exec(await readFile(join(folder, "index.mjs"), "utf8")) ?? [];
      if (name === undefined || file === undefined) throw new Error("ofetch is built in another way now: see where its createFetch is");
      return { contents: `export { ${name} as createFetch } from ${JSON.stringify(file)};`, resolveDir: folder };
    });
  },
};

export default defineConfig({
  ...build({ index: "src/index.ts", main: "src/main.ts" }, [ofetchAlone]),
  noExternal: [/^@cadastre\/client/, ...BUNDLED],
});
