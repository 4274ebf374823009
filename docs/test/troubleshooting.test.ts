import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readPage, ROOT } from "../scripts/markdown-pages.ts";

/** Sentences of ours that a page quotes: several words between backquotes, with … for what differs. */
const quotedIn = (page: string): readonly string[] =>
  [...readPage(page).matchAll(/`((?:[a-z…][^`\s]*)(?: [^`]+)+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => !/^(cadastre|curl|npx|client_max_body_size|pool_mode) /.test(text));

it("the page on troubles quotes messages that the programs have", () => {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: ROOT })
    .map((file) => readFileSync(ROOT + file, "utf8"))
    .join("\n")
    // A long sentence is written in several literals.
    .replaceAll(/["`] \+\s*["`]/g, "");
  const quoted = quotedIn("docs/guides/troubleshooting.md");
  expect(quoted.length).toBeGreaterThan(12);
  const unknown = quoted.flatMap((text) =>
    text
      .split("…")
      .map((part) => part.trim())
      .filter((part) => part.length > 3 && !sources.includes(part)),
  );
  expect(unknown).toEqual([]);
});
