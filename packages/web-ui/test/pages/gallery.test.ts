import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PAGE = fileURLToPath(new URL("../../page/", import.meta.url));
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(PAGE + file, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, to = ""]) =>
    path.posix.join(path.posix.dirname(file), to),
  );

/** The gallery, and what its files draw: components, and modules that open dialogs. */
function drawnInGallery(): ReadonlySet<string> {
  const drawn = new Set(globSync("gallery/*.vue", { cwd: PAGE }));
  for (const file of drawn) for (const to of importsOf(file)) if (existsSync(PAGE + to)) drawn.add(to);
  return drawn;
}

/** Components of `overlays.vue`, each with the module that opens it in the gallery. */
const OPENED_BY: Readonly<Record<string, string>> = {
  "parts/dialogs/confirm-dialog.vue": "parts/dialogs/confirm.ts",
  "parts/dialogs/discard-dialog.vue": "parts/forms/unsaved.ts",
  "parts/toast-list.vue": "parts/toasts.ts",
};
/** Components of the frame, which is around each page. The walk of pages shows them. */
const FRAME = [
  "frame/app-layout.vue",
  "frame/connection-banner.vue",
  "frame/error-boundary.vue",
  "frame/not-found-page.vue",
  "frame/search-palette.vue",
  "frame/shortcut-sheet.vue",
];

test("each component that pages share is in the gallery", () => {
  const drawn = drawnInGallery();
  const inOverlays = importsOf("overlays.vue");
  const shown = (file: string): boolean => drawn.has(file) || (inOverlays.includes(file) && drawn.has(OPENED_BY[file] ?? ""));
  const shared = globSync(["parts/**/*.vue", "lists/**/*.vue", "networks/grid/*.vue"], { cwd: PAGE });
  expect(shared.length).toBeGreaterThan(40);
  expect(shared.filter((file) => !shown(file))).toEqual([]);
  expect(globSync("frame/*.vue", { cwd: PAGE }).toSorted()).toEqual(FRAME);
  // Nothing is excused without need.
  expect(Object.keys(OPENED_BY).filter((file) => drawn.has(file))).toEqual([]);
});
