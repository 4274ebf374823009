import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { allPages, anchorsOf, readPage, ROOT } from "../scripts/markdown-pages.ts";
import { regionOf, snippetFaults } from "../scripts/snippets.ts";

describe("pages", () => {
  it.each(allPages())("%s shows the code of the example that runs, and no empty block", (page) => {
    expect(snippetFaults(page)).toEqual([]);
  });

  it.each(allPages())("%s links to files and headings that are there", (page) => {
    const links = [
      ...readPage(page)
        .replaceAll(/^```[\s\S]*?^```$/gm, "")
        .matchAll(/\]\((?!\w+:)([^)\s]+)/g),
    ].map((match) => match[1] as string);
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      if (!existsSync(ROOT + target)) return true;
      return anchor !== undefined && !(target.endsWith(".md") && anchorsOf(target).has(anchor));
    });
    expect(broken).toEqual([]);
  });
});

/** The text of a page without its code: what the site compiles as a template. */
function outsideCode(page: string): string {
  return readPage(page)
    .replaceAll(/^ *(```+)[\s\S]*?^ *\1$/gm, "")
    .replaceAll(/(`+)[\s\S]*?\1/g, "");
}

describe("what the site compiles", () => {
  it.each(allPages())("%s holds no element or expression outside code but pictures", (page) => {
    const found = [...outsideCode(page).matchAll(/<\/?([a-z][\w-]*)[^>]*>|\{\{/gi)];
    expect(found.filter(([, name = ""]) => !["picture", "source", "img"].includes(name)).map(([text]) => text)).toEqual([]);
  });
});

describe("what the first pages promise", () => {
  const lines = (code: string): number => code.split("\n").filter((line) => line.trim() !== "").length;

  it("holds: the library in ten lines", () => {
    expect(lines(regionOf("examples/embed-in-a-script/src/main.ts", "ten-lines"))).toBeLessThanOrEqual(10);
  });

  it("holds: a scanner of one's own, in use, in under forty lines", () => {
    const used = regionOf("examples/custom-scanner/src/main.ts", "use");
    expect(lines(readPage("examples/custom-scanner/src/static-scanner.ts")) + lines(used)).toBeLessThan(40);
  });
});

describe("the two servers", () => {
  it("differ in two lines: the import of the storage and its use", () => {
    const [one, two] = ["sqlite", "postgres"].map((name) => readPage(`examples/server-${name}/src/main.ts`).split("\n"));
    expect(one?.length).toBe(two?.length);
    expect(one?.filter((line, index) => line !== two?.[index])).toHaveLength(2);
  });
});
