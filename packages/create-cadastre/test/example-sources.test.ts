import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { COPIES, templateSource } from "../generate/example-sources.ts";

it.each(Object.entries(COPIES))("%s is what its template has", async (example, template) => {
  const written = await readFile(new URL(`../../../${template}`, import.meta.url), "utf8");
  expect(written, "run: npx --yes pnpm@12 docs:reference").toBe(await templateSource(example));
});
