import { existsSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inTemporaryFolder } from "../../src/temporary-folder.ts";

it("a temporary folder is its owner's alone, and goes with the work", async () => {
  const folder = await inTemporaryFolder("test", async (place) => {
    await writeFile(join(place, "inventory.db"), "rows");
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    return place;
  });
  expect(existsSync(folder)).toBe(false);
});

it("a temporary folder goes with work that fails, and the work's failure is told", async () => {
  let folder = "";
  const work = async (place: string): Promise<never> => {
    await writeFile(join((folder = place), "inventory.db"), "rows");
    throw new Error("no database");
  };
  await expect(inTemporaryFolder("test", work)).rejects.toThrow("no database");
  expect(existsSync(folder)).toBe(false);
});

it("a temporary folder that is gone before the work ends is no failure of it", async () => {
  expect(
    await inTemporaryFolder("test", async (place) => {
      await rm(place, { recursive: true });
      return "done";
    }),
  ).toBe("done");
});
