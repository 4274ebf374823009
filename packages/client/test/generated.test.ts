import { statusOfCode } from "@cadastre/inventory-core/protocol";
import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { FOLDERS, generatedFiles, ROOT } from "../generate/generated-files.ts";
import { describeServer } from "../generate/describe-server.ts";
import { kindOf } from "../src/answers/error-kind.ts";

it("is what the operations say, no more and no less", async () => {
  const files = await generatedFiles();
  const present = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(new URL(folder, ROOT))).map((name) => `${folder}${name}`)),
  );
  expect(present.flat().toSorted()).toEqual([...files.keys()].toSorted());
  for (const [path, text] of files) {
    expect(await readFile(new URL(path, ROOT), "utf8"), `${path} is out of date: npx --yes pnpm@12 docs:reference`).toBe(text);
  }
});

it("tells the kind of every error by its status and code, as the service declares it", async () => {
  const { errors } = (await describeServer()).manifest;
  expect(Object.keys(errors).length).toBeGreaterThan(30);
  // INVALID_INPUT is of the kind of its status, in three of them.
  const wrong = Object.entries(errors).filter(([code, { kind }]) => kindOf(statusOfCode({ code, kind }), code) !== kind);
  expect(wrong).toEqual([]);
});
