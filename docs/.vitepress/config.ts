import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { DOCS, GUIDES, itemsOf, pagesOf, REFERENCE } from "./navigation.ts";
import { outsideLinks } from "./outside-links.ts";

const guides = GUIDES.map(({ title, pages }) => ({ text: title, items: itemsOf(pages) }));
const api = pagesOf("api").filter((page) => page !== "api/index");

export default defineConfig({
  title: "Cadastre",
  description: "Infrastructure inventory, IP address management and network discovery: a server, and a TypeScript library",
  lang: "en",
  base: "/",
  srcExclude: ["README.md"],
  // The file that operations.md links to.
  buildEnd: ({ outDir }) => {
    mkdirSync(join(outDir, "reference"), { recursive: true });
    copyFileSync(`${DOCS}reference/openapi.json`, join(outDir, "reference", "openapi.json"));
  },
  // Headings have the same anchors here and where the repository is browsed.
  markdown: { anchor: { slugify: slug }, config: (markdown) => void markdown.use(outsideLinks) },
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/guides/get-started" },
      { text: "Reference", link: "/reference/operations" },
      { text: "Decisions", link: `/${pagesOf("decisions")[0]}` },
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
      "/decisions/": [{ text: "Decisions", items: itemsOf(pagesOf("decisions")) }],
    },
  },
});
