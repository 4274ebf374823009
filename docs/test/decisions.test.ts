import { describe, expect, it } from "vitest";
import { decisionRecords, decisionsPage } from "../scripts/decisions-page.ts";
import { anchorsOf, readPage } from "../scripts/markdown-pages.ts";

/** From here on a record has its parts under headings. Older ones that were one choice each stay as they were written. */
const FIRST_WITH_HEADINGS = "0060";

const records = decisionRecords();

describe("decisions", () => {
  it("have a number of their own each, which their file begins with", () => {
    const numbers = records.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(records.filter(({ page, number }) => !page.startsWith(`docs/decisions/${number}-`))).toEqual([]);
  });

  it("say whether they are in force", () => {
    expect(records.filter(({ status }) => !/^(proposed|accepted|split|superseded|rejected)\b/.test(status))).toEqual([]);
  });

  it.each(records.filter(({ number }) => number >= FIRST_WITH_HEADINGS).map(({ page }) => page))(
    "%s has a context, a decision, and its consequences or alternatives",
    (page) => {
      const anchors = [...anchorsOf(page)].slice(1);
      expect(anchors).toEqual(expect.arrayContaining(["context", "decision"]));
      expect(anchors.some((anchor) => anchor === "alternatives" || anchor === "consequences")).toBe(true);
    },
  );

  it("are listed with number, title and status", () => {
    expect(readPage("docs/decisions/index.md"), "run npx --yes pnpm@12 docs:reference").toBe(decisionsPage());
    expect(decisionsPage()).toContain(
      "| 0004 | [One shared-exclusive lock for networks, pools and datacenters](0004-topology-lock.md) | accepted |",
    );
  });
});
