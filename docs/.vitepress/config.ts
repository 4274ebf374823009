import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { decisionPages, DOCS, GUIDES, itemsOf, pagesOf, REFERENCE, SPECIFICATION } from "./navigation.ts";
import { outsideLinks } from "./outside-links.ts";

const guides = GUIDES.map(({ title, pages }) => ({ text: title, items: itemsOf(pages) }));
const api = pagesOf("api").filter((page) => page !== "api/index");

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
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
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
