import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notesIn, withNotes } from "../release/operator-notes.ts";
import { ROOT } from "../packages/packed.ts";

/** What changesets call, of a module without types. */
interface Changelog {
  getReleaseLine(changeset: { readonly summary: string }): Promise<string>;
}

const { default: changelog } = (await import(new URL("../../.changeset/changelog.mjs", import.meta.url).href)) as {
  readonly default: Changelog;
};

const CHANGESET = "Backups are verified.\n\nOperators: give the folder of backups\nto the user of the server.\n\nMore for users.";

/** As changesets write it, from the lines of our own function. */
const written = async (...summaries: readonly string[]): Promise<string> =>
  `# @cadastre/cli\n\n## 0.3.0\n\n### Minor ` +
  `Changes\n\n${(await Promise.all(summaries.map(async (summary) => await changelog.getReleaseLine({ summary })))).join("\n")}\n\n## 0.2.0\n\n### Minor Changes\n\n- Old.\n\n  Operators: of an older version.\n`;

describe("what a version asks of operators", () => {
  it("is told by the paragraphs of changesets that begin with it", async () => {
    const text = await written(CHANGESET, "Nothing to do.", "Operators: set A.");
    expect(notesIn(text, "0.3.0")).toEqual(["give the folder of backups to the user of the server.", "set A."]);
    expect(notesIn(text, "0.2.0")).toEqual(["of an older version."]);
    expect(notesIn(text, "0.4.0")).toEqual([]);
  });

  it("comes into the guide once, the newest version first, and not at all when there is nothing", async () => {
    const guide = readFileSync(join(ROOT, "docs/guides/upgrade.md"), "utf8");
    const text = await written(CHANGESET);
    expect(withNotes(guide, "0.4.0", [text])).toBe(guide);
    const first = withNotes(guide, "0.2.0", [text, text]);
    expect(first).toContain("\n### 0.2.0\n\n- of an older version.\n\n<!-- end");
    const second = withNotes(first, "0.3.0", [text]);
    expect(second).toContain("\n### 0.3.0\n\n- give the folder of backups to the user of the server.\n\n### 0.2.0\n\n- of an");
    expect(withNotes(second, "0.3.0", [text])).toBe(second);
    expect(() => withNotes("# Upgrade", "0.3.0", [text])).toThrow("the guide has no");
  });
});
