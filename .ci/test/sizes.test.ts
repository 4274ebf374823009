import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { packageFolders, readManifest } from "../packages/packed.ts";
import { TARBALLS } from "../packages/size-limits.ts";
import { codeLines, footprintOf, keepTo, sizeInBrowser } from "../packages/sizes.ts";

describe("limits", () => {
  beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
  afterEach(() => vi.restoreAllMocks());

  it("are kept up to the last byte", () => {
    expect(() => keepTo({ a: 10, b: 10 }, { a: 10 })).not.toThrow();
    expect(() => keepTo({ a: 10 }, { a: 11 })).toThrow(/a takes 11 bytes, more than 10\n.*size-limits/);
  });

  it("are there for all that is measured, and every problem is told", () => {
    expect(() => keepTo({ a: 1 }, { a: 2, c: 1 })).toThrow(/a takes 2 bytes, more than 1\nc has no limit/);
  });

  it("are those of the packages that are published, and of no others", async () => {
    const published = (await Promise.all((await packageFolders("packages/*")).map(readManifest)))
      .filter((manifest) => manifest.private !== true)
      .map(({ name }) => name);
    expect(Object.keys(TARBALLS).toSorted()).toEqual(published.toSorted());
  });
});

describe("sizes", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-sizes-"))));
  afterEach(async () => await rm(folder, { recursive: true }));

  it("of an installation are those of its files, each once", async () => {
    await expect(footprintOf(folder)).rejects.toThrow("nothing is installed");
    await mkdir(join(folder, "node_modules/a/b"), { recursive: true });
    await writeFile(join(folder, "node_modules/a/x.js"), "12345");
    await writeFile(join(folder, "node_modules/a/b/y.js"), "123");
    await symlink(join(folder, "node_modules/a"), join(folder, "node_modules/again"));
    await writeFile(join(folder, "beside.js"), "no part of it");
    expect(await footprintOf(folder)).toBe(8);
  });

  it("in a page are those of what is loaded at once", async () => {
    const filler = Array.from({ length: 400 }, (_, index) => `f${(index * 7919) % 10007}`).join(" ");
    await writeFile(
      join(folder, "small.js"),
      `export const small = () => import("./large.js");\nexport const both = () => large;\nimport { large } from "./large.js";`,
    );
    await writeFile(join(folder, "large.js"), `export const large = ${JSON.stringify(filler)};`);
    await writeFile(join(folder, "lazy.js"), `export const lazy = () => import("./large.js");`);
    expect(await sizeInBrowser(folder, "./lazy.js", "lazy")).toBeLessThan(400);
    expect(await sizeInBrowser(folder, "./small.js", "both")).toBeGreaterThan(1000);
    await writeFile(join(folder, "server.js"), `import { readFileSync } from "node:fs"; export const read = readFileSync;`);
    await expect(sizeInBrowser(folder, "./server.js", "read")).rejects.toThrow("node:fs");
  });

  it("of code are its lines without blanks and comments", () => {
    expect(codeLines("// a\nconst a = 1;\n\n  /* b */\n  /** c */\nconst b = 2; // d\n")).toBe(2);
  });
});
