import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Checkpoints } from "../../../src/storage/sqlite/commits/checkpoints.ts";

describe("checkpoints", () => {
  let folder: string;
  let file: string;
  let database: Database.Database;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-checkpoints-"));
    file = join(folder, "inventory.db");
    database = new Database(file);
    database.pragma("journal_mode = WAL");
    database.exec("create table filler (text text)");
  });
  afterEach(async () => {
    database.close();
    await rm(folder, { recursive: true });
  });

  const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
  const write = (megabytes: number): void => {
    const insert = database.prepare("insert into filler values (?)");
    for (let nth = 0; nth < megabytes * 10; nth += 1) insert.run("x".repeat(100_000));
  };

  test("are made in a thread as soon as the log is long, and not by commits", async () => {
    const checkpoints = new Checkpoints(database, file);
    const folded = async (): Promise<number> => await sizeOf(file);
    checkpoints.committed();
    write(6);
    expect(await folded()).toBeLessThan(100_000);
    const foldedAtLast = async (bytes: number): Promise<void> =>
      await vi.waitFor(
        async () => {
          checkpoints.committed();
          expect(await folded()).toBeGreaterThan(bytes);
        },
        { timeout: 30_000, interval: 50 },
      );
    await foldedAtLast(5_000_000);
    write(6);
    await foldedAtLast(11_000_000);
    await checkpoints.close();
    database.close();
    await expect(sizeOf(`${file}-wal`)).rejects.toThrow("ENOENT");
    expect(await folded()).toBeGreaterThan(11_000_000);
  });

  test("end with a process that waits for nothing but their end", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      fileURLToPath(new URL("./checkpointing-child.ts", import.meta.url)),
      join(folder, "other.db"),
    ]);
    expect(stdout).toBe("closed\n");
  });

  test.each([
    ["without its file", new URL("./no-such-file.js", import.meta.url)],
    ["that is refused", new URL("https://thread.example/")],
  ])("are left to commits where no thread can be had: one %s", async (_, program) => {
    const checkpoints = new Checkpoints(database, file, program);
    write(6);
    await vi.waitFor(
      () => {
        checkpoints.committed();
        expect(database.pragma("wal_autocheckpoint", { simple: true })).toBe(1000);
      },
      { timeout: 30_000, interval: 50 },
    );
    write(6);
    expect(await sizeOf(file)).toBeGreaterThan(5_000_000);
    await checkpoints.close();
  });

  test("need no thread for a short log", async () => {
    const checkpoints = new Checkpoints(database, file, new URL("./no-such-file.js", import.meta.url));
    write(1);
    checkpoints.committed();
    await checkpoints.close();
    expect(database.pragma("wal_autocheckpoint", { simple: true })).toBeGreaterThan(1000);
  });
});
