import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PAGES, withSnippets } from "../scripts/snippets.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

describe("pages", () => {
  it.each(PAGES)("%s shows the code of the example that runs", (page) => {
    const { now, wanted } = withSnippets(page);
    expect(now, "run: npx --yes pnpm@12 docs:reference").toBe(wanted);
  });

  const pages = ["README.md", "AGENTS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/README.md", ...["guides", "decisions", "reference"].flatMap((folder) =>
    readdirSync(join(ROOT, "docs", folder)).filter((file) => file.endsWith(".md")).map((file) => `docs/${folder}/${file}`),
  )];
  it.each(pages)("%s links to files that are there", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1] as string);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });
});

describe("the two servers", () => {
  it("differ in two lines: the import of the storage and its use", () => {
    const [one, two] = ["sqlite", "postgres"].map((name) => read(`examples/server-${name}/src/main.ts`).split("\n"));
    expect(one?.length).toBe(two?.length);
    expect(one?.filter((line, index) => line !== two?.[index])).toHaveLength(2);
  });
});
