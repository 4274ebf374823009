import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportedValues, type LibraryEntry, libraryFaults, libraryPage } from "../scripts/library-page.ts";

const MODULE = `// Subpath ./things: things for tests.
/** Returns one. More is said here. */
export function one(): number {
  return 1;
}
export const undocumented = 2;
/**
 * For this package only.
 * @internal
 */
export const hidden = 3;
/** A schema by its shape. */
export const Shape = { _zod: {} };
/** A type is no value. */
export interface Shown {
  readonly a: string;
}
`;

describe("the exported values of the library", () => {
  let folder: string;
  let entries: readonly LibraryEntry[];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "library-"));
    writeFileSync(join(folder, "things.ts"), MODULE);
    writeFileSync(
      join(folder, "index.ts"),
      '// The package.\nexport { one, Shape } from "./things.ts";\nexport type { hidden } from "./things.ts";\n',
    );
    entries = exportedValues([
      { name: "@cadastre/inventory-core", file: join(folder, "index.ts") },
      { name: "@cadastre/inventory-core/things", file: join(folder, "things.ts") },
    ]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("are read with the first sentence of their documentation, without types", () => {
    expect(entries[0]).toEqual({
      name: "@cadastre/inventory-core",
      about: "The package.",
      values: [
        { name: "Shape", summary: "A schema by its shape.", isSchema: true, isInternal: false },
        { name: "one", summary: "Returns one.", isSchema: false, isInternal: false },
      ],
    });
    expect(entries[1]?.values.map(({ name, summary, isInternal }) => [name, summary, isInternal])).toEqual([
      ["Shape", "A schema by its shape.", false],
      ["hidden", "For this package only.", true],
      ["one", "Returns one.", false],
      ["undocumented", "", false],
    ]);
  });

  it("are on the page, apart from internal ones", () => {
    const page = libraryPage(entries);
    expect(page).toContain("| `one` | Returns one. |");
    expect(page).toContain("Things for tests.");
    expect(page).not.toContain("hidden");
  });

  it("are faults without documentation, and in the package itself when no guide, example or template names them", () => {
    expect(libraryFaults(entries, new Set())).toEqual([
      "@cadastre/inventory-core exports one, which no guide, example or template names: describe it, or export it from a subpath",
      "@cadastre/inventory-core/things exports undocumented without documentation",
    ]);
    expect(libraryFaults(entries, new Set(["one"]))).toEqual([expect.stringContaining("undocumented")]);
  });
});
