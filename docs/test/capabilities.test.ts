import { describe, expect, it } from "vitest";
import { claimFaults, claimsOf, type Offer } from "../scripts/capabilities.ts";

const offer: Offer = {
  operations: ["networks.freePrefixes", "changes.undo"],
  parameters: ["limit"],
  methods: ["GET"],
  settings: ["MCP_ENABLED"],
};

const faultsOf = (markdown: string, ties: Parameters<typeof claimFaults>[1]) => claimFaults(claimsOf(markdown), ties, offer);

describe("the check of claims about capabilities", () => {
  it("reads bold list items and rows of tables, and whether a row denies", () => {
    const page =
      "- **No pages.** Lists are whole.\n- **for you:** this\n\n| | Cadastre | Other |\n| --- | --- | --- |\n| Undo | no, backups | yes |\n| MCP | yes | no |";
    expect(claimsOf(page)).toEqual([
      { text: "No pages.", denies: true },
      { text: "for you" },
      { text: "Undo", denies: true },
      { text: "MCP", denies: false },
    ]);
  });

  it.each([
    ["a list item without a bold beginning", "- Nothing can be undone.", "Nothing can be undone."],
    ["a sentence of a list item", "- **Undo.** There are no plans, and more. Others have it.", "There are no plans, and more."],
    ["a sentence of a paragraph", "Read this. There is no [undo](plans/undo.html) here.", "There is no [undo](plans/undo.html) here."],
  ])("refuses %s that has no tie", (_, page, text) => {
    expect(faultsOf(page, { "Undo.": { exists: ["changes.undo"] } })).toContain(`"${text}" has no tie`);
  });

  it("accepts a denial within a sentence with words that no name has, and refuses it with a word that one has", () => {
    const page = "Read this. There is no rack.";
    expect(faultsOf(page, { "There is no rack.": { absent: ["rack"] } })).toEqual([]);
    expect(faultsOf(page, { "There is no rack.": { absent: ["undo"] } })).toEqual([
      '"There is no rack." denies undo, but changes.undo exists',
    ]);
  });

  it("accepts operations, settings and files that exist, and words that no name has", () => {
    const exists = ["changes.undo", "MCP_ENABLED", "docs/test/capabilities.test.ts"];
    expect(faultsOf("- **Undo.**", { "Undo.": { exists, absent: ["rack", "PATCH"] } })).toEqual([]);
  });

  it("refuses a claim without a tie, and a tie without a claim", () => {
    expect(faultsOf("- **Undo.**", { "Redo.": { exists: ["changes.undo"] } })).toEqual([
      '"Undo." has no tie',
      '"Redo." has a tie but is not on the page',
    ]);
  });

  it.each(["changes.redo", "MCP_DISABLED", "docs/test/nothing.test.ts"])("refuses a tie to %s, which does not exist", (name) => {
    expect(faultsOf("- **Undo.**", { "Undo.": { exists: [name] } })).toEqual([`"Undo." is tied to ${name}, which does not exist`]);
  });

  it.each([
    ["free prefix", "networks.freePrefixes"],
    ["undo", "changes.undo"],
    ["limit", "limit"],
    ["mcp", "MCP_ENABLED"],
    ["GET", "GET"],
  ])("refuses a denial of %s, which exists", (word, name) => {
    expect(faultsOf("- **None.**", { "None.": { absent: [word] } })).toEqual([`"None." denies ${word}, but ${name} exists`]);
  });

  it("refuses a denial without words, and a row that says yes without something that exists", () => {
    const row = (cell: string) => `| Undo | ${cell} | yes |`;
    expect(faultsOf(row("no"), { Undo: { exists: ["changes.undo"] } })).toHaveLength(1);
    expect(faultsOf("- **There is no undo.**", { "There is no undo.": { exists: ["changes.undo"] } })).toHaveLength(1);
    expect(faultsOf(row("yes"), { Undo: { absent: ["rack"] } })).toHaveLength(1);
  });
});
