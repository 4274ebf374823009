import { describe, expect, it } from "vitest";
import { brokenCitations, citingFiles, unknownDocuments, unknownSources } from "../scripts/citations.ts";
import { anchorsOf, allPages, readPage, writtenPages } from "../scripts/markdown-pages.ts";

describe("citations", () => {
  it("of sources and tests lead to a page, a heading or a decision that is there", () => {
    // What this file has as examples of broken ones is no citation.
    const files = citingFiles().filter((file) => file !== "docs/test/citations.test.ts");
    expect(files.length).toBeGreaterThan(1_000);
    const broken = files.flatMap((file) => brokenCitations(readPage(file)).map((citation) => `${file}: ${citation}`));
    expect(broken, "cite as docs/spec/PAGE.md#anchor, or as decision NNNN").toEqual([]);
  });

  it.each([
    ["a page that is there", "(docs/spec/errors.md#order-of-checks)", []],
    ["a page that is not there", "(docs/spec/nowhere.md)", ["docs/spec/nowhere.md"]],
    ["an anchor that is not there", "(docs/spec/errors.md#nowhere)", ["docs/spec/errors.md#nowhere"]],
    ["a document of elsewhere", "/** As elsewhere.md §4 says. */", ["elsewhere.md"]],
    ["a decision that is there", "see decision 0004", []],
    ["a decision that is not there", "see decision 9999", ["9999"]],
    ["a file that code works with", 'readFile("notes.md")', []],
  ])("are looked at: %s", (_, text, broken) => {
    expect(brokenCitations(text)).toEqual(broken);
  });

  it.each(writtenPages())("of %s name no document that the repository does not have", (page) => {
    expect(unknownDocuments(page)).toEqual([]);
  });
});

describe("pages about the code", () => {
  const pages = writtenPages().filter((page) => /^(?:ARCHITECTURE|AGENTS|SECURITY)\.md$|^docs\/(?:spec|decisions)\/|^bench\//.test(page));

  it.each(pages)("%s name files that are there", (page) => {
    expect(unknownSources(page)).toEqual([]);
  });
});

describe("the specification", () => {
  const pages = allPages().filter((page) => page.startsWith("docs/spec/") && !page.endsWith("/index.md"));

  it("has every page in its index", () => {
    expect(pages.length).toBeGreaterThan(10);
    const index = readPage("docs/spec/index.md");
    expect(pages.filter((page) => !index.includes(`](${page.replace("docs/spec/", "")})`))).toEqual([]);
  });

  it.each(pages)("%s has short anchors, each once", (page) => {
    const anchors = [...anchorsOf(page)];
    expect(anchors.filter((anchor) => anchor.length > 40)).toEqual([]);
    // The slugger numbers a heading that is there twice, and the number moves when another one is put before it.
    const twice = anchors.filter((anchor) => /-\d+$/.test(anchor) && anchors.includes(anchor.replace(/-\d+$/, "")));
    expect(twice).toEqual([]);
  });
});
