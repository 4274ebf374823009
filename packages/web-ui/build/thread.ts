import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const shim = (name: string): string => fileURLToPath(new URL(`../formats/node/${name}.ts`, import.meta.url));

/** What the readers of formats import of Node, by what stands in for it in a browser. */
const STANDINS: Readonly<Record<string, string>> = {
  "node:buffer": shim("buffer"),
  "node:net": shim("net"),
  "node:stream/web": shim("web-streams"),
  "node:timers/promises": shim("timers"),
};

/** Modules that run in the thread. Others of the core are read by the build, and left out of what it makes. */
const RUN_THERE = /\/packages\/(importers|web-ui\/formats|inventory-core\/src\/address)\/|\/node_modules\/csv-parse\//;

const NOTHING = "\0nothing of ";

/** Lets the readers of formats, which are written for Node, run in a thread of the page. */
export function browserStandins(): Plugin {
  return {
    name: "browser-standins",
    enforce: "pre",
    resolveId(source, importer) {
      const standin = STANDINS[source];
      if (standin !== undefined && RUN_THERE.test(importer ?? "")) return standin;
      if (source.startsWith("node:")) return { id: `${NOTHING}${source}`, moduleSideEffects: false };
      return null;
    },
    // Of this form any name may be imported. None is used: what would use it is left out.
    load: (id) => (id.startsWith(NOTHING) ? "module.exports = {};" : null),
  };
}
