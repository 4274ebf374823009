import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "../../src/storage/opening/make-folder.ts";

describe("a folder for data", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "cadastre-folder-"))));
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const refusalOf = (path: string): unknown => {
    try {
      makeFolder(path);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it("is made with those above it, which keep the mode, and may be there", async () => {
    makeFolder(join(folder, "a", "b"), 0o700);
    for (const made of [join(folder, "a"), join(folder, "a", "b")]) expect((await stat(made)).mode & 0o777).toBe(0o700);
    makeFolder(join(folder, "a"), 0o755);
    expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o700);
  });

  it("may be reached by a link", async () => {
    makeFolder(join(folder, "real"));
    await symlink(join(folder, "real"), join(folder, "link"));
    makeFolder(join(folder, "link", "below"));
    expect((await stat(join(folder, "real", "below"))).isDirectory()).toBe(true);
  });

  it("is refused below a file and behind a link that leads nowhere, with the reason", async () => {
    await writeFile(join(folder, "file"), "");
    await symlink(join(folder, "nowhere"), join(folder, "link"));
    expect(refusalOf(join(folder, "file", "a"))).toMatchObject({
      code: "FOLDER_NOT_MADE",
      message: expect.stringContaining(`${join(folder, "file")} is a file`),
    });
    expect(refusalOf(join(folder, "link"))).toMatchObject({ code: "FOLDER_NOT_MADE", message: expect.stringContaining("leads nowhere") });
  });

  it.skipIf(!existsSync("/proc/self"))("is refused where the system makes none", () => {
    expect(refusalOf("/proc/a/b")).toMatchObject({
      code: "FOLDER_NOT_MADE",
      message: expect.stringContaining("no folder can be created in /proc"),
    });
  });
});
