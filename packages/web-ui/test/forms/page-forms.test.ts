import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PAGE = fileURLToPath(new URL("../../page/", import.meta.url));
/** Forms without a save: a filter, the file of an import, and what becomes of its preview. */
const OTHERS = new Set(["devices/import/import-page.vue", "devices/import/source-form.vue", "parts/forms/plain-form.vue"]);

test("every form that saves focuses its wrong field and keeps its input", () => {
  const files = globSync("**/*.vue", { cwd: PAGE });
  const forms = files.flatMap((file) =>
    [...readFileSync(`${PAGE}${file}`, "utf8").matchAll(/<form\b[^>]*>/g)].map(([tag]) => ({
      file,
      isFilter: tag.includes('role="search"'),
    })),
  );
  expect(forms.filter(({ isFilter }) => isFilter).map(({ file }) => file)).toContain("parts/filters/filter-bar.vue");
  expect(forms.filter(({ file, isFilter }) => !isFilter && !OTHERS.has(file))).toEqual([]);
});
