import { existsSync, globSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOCS, GUIDES, itemsOf, pagesOf, REFERENCE, SPECIFICATION } from "../.vitepress/navigation.ts";
import { entryPoints } from "../scripts/package-api.ts";
import { readPage, ROOT } from "../scripts/markdown-pages.ts";

const listed = GUIDES.flatMap(({ pages }) => pages);

describe("the navigation", () => {
  it("has every guide once, and nothing that is not there", () => {
    expect(pagesOf("guides").filter((page) => !listed.includes(page))).toEqual([]);
    expect(listed.filter((page, index) => listed.indexOf(page) !== index)).toEqual([]);
    expect(listed.filter((page) => !existsSync(`${DOCS}${page}.md`))).toEqual([]);
  });

  it("is not built with a page that is not there", () => {
    expect(() => itemsOf(["guides/get-started", "guides/nowhere"])).toThrow("guides/nowhere.md");
  });

  it("has every page of the reference", () => {
    expect([...REFERENCE].toSorted()).toEqual([...pagesOf("reference")].toSorted());
  });

  it("has every page of the specification", () => {
    expect([...SPECIFICATION].toSorted()).toEqual([...pagesOf("spec")].toSorted());
  });

  it("is the one of the repository's index too", () => {
    const index = readPage("docs/README.md");
    for (const page of [...pagesOf("guides"), ...SPECIFICATION, ...REFERENCE])
      expect(index, `docs/README.md: run npx --yes pnpm@12 docs:reference`).toContain(`](${page}.md)`);
  });
});

describe("the API of the packages", () => {
  it("begins at every entry point that is published", () => {
    const published = globSync("packages/*/package.json", { cwd: ROOT }).flatMap((path) => {
      const { name, publishConfig } = JSON.parse(readPage(path)) as {
        readonly name: string;
        readonly publishConfig: { readonly exports?: Readonly<Record<string, unknown>> };
      };
      return Object.entries(publishConfig.exports ?? {})
        .filter(([, target]) => typeof target === "object")
        .map(([subpath]) => name + subpath.slice(1));
    });
    expect(published.length).toBeGreaterThan(10);
    expect(
      entryPoints()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(published.toSorted());
  });
});
