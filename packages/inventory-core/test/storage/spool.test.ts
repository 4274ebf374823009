import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderSpool } from "../../src/storage/spool/spool.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "cadastre-spool-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = (spool: FolderSpool) => {
  const file = spool.open();
  if (file === undefined) throw new Error("too many files are open");
  return file;
};

test("pieces are read in the order of writing, from a file without a name", async () => {
  const file = opened(new FolderSpool({ spoolFolder: folder }));
  expect(file.reserve(10)).toBe(true);
  for (const piece of ["first", "", "last!"]) await file.append(Buffer.from(piece));
  expect(readdirSync(folder)).toEqual([]);
  const read: string[] = [];
  while (!file.isDrained) read.push((await file.read()).toString());
  expect(read).toEqual(["first", "", "last!"]);
  await file.close();
  await file.close();
  await expect(file.append(Buffer.from("more"))).rejects.toThrow("closed");
});

test("a file may be as large as the space that remains after it, and a closed file releases its space", async () => {
  const spool = new FolderSpool({ spoolFolder: folder, spoolBytes: 100 });
  const [first, second] = [opened(spool), opened(spool)];
  expect([first.reserve(60), first.reserve(1), second.reserve(41), second.reserve(40)]).toEqual([true, false, false, true]);
  await first.close();
  expect(second.reserve(1)).toBe(true);
  expect(opened(spool).reserve(59)).toBe(true);
});

test("256 files may be open", async () => {
  const spool = new FolderSpool({ spoolFolder: folder });
  const files = Array.from({ length: 256 }, () => opened(spool));
  expect(spool.open()).toBeUndefined();
  await files[0]?.close();
  expect(spool.open()).toBeDefined();
});

test("a missing folder is created for its owner only, and files of crashed processes are removed from it", async () => {
  const spoolFolder = join(folder, "spool");
  const spool = new FolderSpool({ spoolFolder });
  expect(statSync(spoolFolder).mode & 0o777).toBe(0o700);
  for (const name of ["cadastre-spool-1", "other"]) writeFileSync(join(spoolFolder, name), "");
  const file = opened(spool);
  await file.append(Buffer.from("x"));
  await file.close();
  expect(readdirSync(spoolFolder)).toEqual(["other"]);
});
