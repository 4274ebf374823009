import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import vue from "@vitejs/plugin-vue";
import { build, type Plugin } from "vite";
import { type Effort, precompress } from "./precompress.ts";
import { checkSize } from "./size.ts";
import { browserStandins } from "./thread.ts";

const PAGE = fileURLToPath(new URL("../page/", import.meta.url));

const ENVIRONMENT = join(PAGE, "environment/environment.ts");

const inPage = (...places: readonly string[]): RegExp => new RegExp(`/page/(${places.join("|")})`);

/**
 * Modules that load together, with their dependencies. A chunk for each set of pages that share something would be 60 requests a page.
 * Each page loads the frame and the parts. Tables load with the first list or record. Dialogs, messages, menus and comboboxes load after
 * the first view (first-view.ts). A module is in the matching group of the highest priority.
 */
const CHUNKS = [
  { name: "frame", tags: ["$initial" as const], priority: 7 },
  { name: "stored", test: /\/@vueuse\//, priority: 6 },
  { name: "overlays", test: /\/reka-ui\/dist\/(Dialog|Toast|Popper)\//, priority: 5 },
  { name: "tall", test: /\/@tanstack\/virtual-core\//, priority: 5 },
  { name: "icons", test: /\/@lucide\//, minShareCount: 2, priority: 4 },
  {
    name: "parts",
    test: inPage(
      "parts/[a-z-]+\\.",
      "parts/forms/(use|plain|form)",
      "parts/fields/(text|choice)-field",
      "parts/menus/layer",
      "parts/dialogs/(confirm|lazy-dialog|modal)\\.ts",
      "texts/(advice|field-values|manifest-words|tones)",
      "effects/plan-words",
      "api/use-answer",
      "history/undo-request\\.ts",
    ),
    minShareCount: 3,
    priority: 4,
  },
  {
    name: "menus",
    test: inPage("parts/menus/(action-menu|tip)", "parts/table/column-menu", "parts/fields/(combobox-field|tags-input)"),
    priority: 3,
  },
  { name: "queries", test: /\/page\/queries\/(pages|device-list|network-|space-)|\/useQueries\.js/, priority: 2 },
  { name: "table", test: inPage("parts/table", "parts/menus"), priority: 1 },
  {
    name: "list",
    test: inPage("lists", "effects/undoable", "parts/described/(described-(value|columns)|record-referrers)"),
    minShareCount: 3,
    priority: 1,
  },
  {
    name: "filters",
    test: inPage("parts/filters", "parts/described/described-form", "records/(bulk-bar|selection)"),
    minShareCount: 3,
    priority: 1,
  },
  {
    name: "record",
    test: inPage("history/record", "parts/described/described-details", "fields/own-details"),
    minShareCount: 3,
    priority: 0,
  },
  { name: "subnets", test: inPage("addresses/ip", "networks/inner/use-free-blocks"), priority: 0 },
];

/** The environment that the page is bundled for; by default a server. */
export interface Bundling {
  /** Path of a module that stands in for `page/environment/environment.ts`. */
  readonly environment?: string;
  /** Texts by the names that this module has for them. */
  readonly define?: Readonly<Record<string, string>>;
  /** Whether it has the gallery of components, for developers of the page. */
  readonly gallery?: boolean;
}

const inEnvironment = (environment: string): Plugin => ({
  name: "environment",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!source.endsWith("/environment.ts")) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found?.id === ENVIRONMENT ? environment : null;
  },
});

/** Bundles the page into a folder. */
export async function bundlePage(folder: string, { environment, define = {}, gallery = false }: Bundling = {}): Promise<void> {
  await build({
    root: PAGE,
    configFile: false,
    // Files name each other by where they lie; index.html is told where that is when it is sent.
    base: "./",
    envDir: false,
    logLevel: "warn",
    plugins: [...(environment === undefined ? [] : [inEnvironment(environment)]), vue(), tailwindcss()],
    worker: { format: "es", plugins: () => [browserStandins()] },
    define: {
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
      __GALLERY__: String(gallery),
      ...Object.fromEntries(Object.entries(define).map(([name, text]) => [name, JSON.stringify(text)])),
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      // A file in a script would be a data: URL, which the policy of the page does not allow for all kinds.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // What draws graphs is one library of 560 kB; it loads when a graph is opened.
      chunkSizeWarningLimit: 700,
      // How long plugins take is no matter of whoever waits for the page.
      rolldownOptions: { checks: { bundlerTimings: false }, output: { codeSplitting: { groups: CHUNKS } } },
    },
  });
}

/**
 * Builds the page into a folder, with a coded copy beside each file that gets smaller.
 * @throws Error when what a browser loads first is over its budget
 */
export async function buildPage(folder: string, effort: Effort): Promise<void> {
  // A quick build is for a checkout.
  await bundlePage(folder, { gallery: effort === "quick" });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await precompress(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    effort,
  );
  await checkSize(folder);
}
