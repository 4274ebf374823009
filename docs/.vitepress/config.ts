import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { decisionPages, DOCS, GUIDES, itemsOf, pagesOf, REFERENCE, SPECIFICATION } from "./navigation.ts";
import { outsideLinks } from "./outside-links.ts";

const guides = GUIDES.map(({ title, pages }) => ({ text: title, items: itemsOf(pages) }));
const api = pagesOf("api").filter((page) => page !== "api/index");

/** What is told of a request to the server of the site while it is written. */
type Look = (request: { url?: string | undefined }, response: unknown, next: () => void) => void;

/** A folder that has its own index.html, as any host serves it; VitePress would take it for a page of its own that is not there. */
const servedFolder = (path: string) => ({
  name: "served-folder",
  configureServer: ({ middlewares }: { readonly middlewares: { use(look: Look): unknown } }): void =>
    void middlewares.use((request, _, next) => {
      if (request.url === path) request.url = `${path}index.html`;
      next();
    }),
});

export default defineConfig({
  title: "Cadastre",
  description: "Infrastructure inventory, IP address management and network discovery: a server, and a TypeScript library",
  lang: "en",
  base: "/",
  srcExclude: ["README.md"],
  // The file that the page of operations links to.
  buildEnd: ({ outDir }) => {
    mkdirSync(join(outDir, "reference"), { recursive: true });
    copyFileSync(`${DOCS}reference/openapi.json`, join(outDir, "reference", "openapi.json"));
  },
  // Headings have the same anchors here and where the repository is browsed.
  markdown: { anchor: { slugify: slug }, config: (markdown) => void markdown.use(outsideLinks) },
  vite: { build: { chunkSizeWarningLimit: 4_000 }, plugins: [servedFolder("/playground/")] },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/guides/get-started" },
      { text: "Reference", link: "/reference/operations" },
      { text: "Specification", link: "/spec/" },
      { text: "Decisions", link: "/decisions/" },
    ],
    sidebar: {
      "/guides/": guides,
      "/reference/": [
        { text: "Reference", items: itemsOf(REFERENCE) },
        { text: "API of the packages", items: itemsOf(api) },
      ],
      "/api/": [
        { text: "Reference", items: itemsOf(REFERENCE) },
        { text: "API of the packages", items: itemsOf(api) },
      ],
      "/spec/": [{ text: "Specification", items: itemsOf([...SPECIFICATION, "glossary"]) }],
      "/glossary": [{ text: "Specification", items: itemsOf([...SPECIFICATION, "glossary"]) }],
      "/decisions/": [{ text: "Decisions", items: itemsOf(decisionPages()) }],
    },
  },
});
