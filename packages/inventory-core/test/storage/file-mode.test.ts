import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUpSqlite, sqlite } from "@cadastre/inventory-core/sqlite";
import { createInventory, type Logger, silentLogger } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

describe.runIf(process.platform !== "win32")("the files of a SQLite database", () => {
  let folder: string;
  let umask: number;
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (message) => void warnings.push(message) };
  beforeEach(async () => {
    warnings.length = 0;
    folder = await mkdtemp(join(tmpdir(), "cadastre-mode-"));
    await chmod(folder, 0o755);
    umask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(umask);
    await rm(folder, { recursive: true });
  });
  const modeOf = async (name: string): Promise<string> => ((await stat(join(folder, name))).mode & 0o7777).toString(8);
  const open = async (path = join(folder, "inventory.db")) => await createInventory({ storage: sqlite(path), logger });
  const FILES = ["inventory.db", "inventory.db-wal", "inventory.db-shm"];

  it("are their owner's alone, whatever the umask is and in whatever folder", async () => {
    const inventory = await open();
    await inventory.devices.create({ name: "d" });
    for (const name of FILES) expect([name, await modeOf(name)]).toEqual([name, "600"]);
    expect(warnings).toEqual([]);
    await backUpSqlite(join(folder, "inventory.db"), join(folder, "copy.db"));
    expect(await modeOf("copy.db")).toBe("600");
    await inventory.close();
  });

  it("that others could read are taken from them, and it is said", async () => {
    const first = await open();
    await first.devices.create({ name: "d" });
    for (const name of FILES) await chmod(join(folder, name), 0o664);
    const second = await open();
    for (const name of FILES) expect([name, await modeOf(name)]).toEqual([name, "600"]);
    expect(warnings).toEqual(Array.from(FILES, () => expect.stringContaining("other users could read the database file")));
    expect((await second.devices.list()).map(({ name }) => name)).toEqual(["d"]);
    await second.close();
    await first.close();
    // What its owner may not write stays so, and a folder is no database.
    await mkdir(join(folder, "data"), { mode: 0o755 });
    await expect(open(join(folder, "data"))).rejects.toMatchObject({
      code: "DATABASE_NOT_OPENED",
      message: expect.stringContaining(join(folder, "data")),
    });
    expect(await modeOf("data")).toBe("755");
  });

  it("may be reached by a link", async () => {
    await writeFile(join(folder, "real.db"), "", { mode: 0o644 });
    await symlink(join(folder, "real.db"), join(folder, "inventory.db"));
    const inventory = await open();
    await inventory.devices.create({ name: "d" });
    expect(await modeOf("real.db")).toBe("600");
    await inventory.close();
  });

  it("are refused read-only, with a sentence, where the folder cannot have the write-ahead log", async () => {
    await (await open()).close();
    const file = join(folder, "inventory.db");
    await chmod(file, 0o644);
    await chmod(folder, 0o555);
    const program =
      `import { sqlite } from ${JSON.stringify(import.meta.resolve("@cadastre/inventory-core/sqlite"))};` +
      `await sqlite(${JSON.stringify(file)}).open({ models: [], readOnly: true }).catch(({ code, message }) => console.log(code, message));`;
    // The superuser may write everywhere.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { ...user, encoding: "utf8" });
    await chmod(folder, 0o755);
    expect(stdout).toBe(
      `DATABASE_NOT_OPENED the database ${file} has a write-ahead log, for which SQLite needs to write to the folder ${folder}, and this ` +
        "user may not: open a copy in a writable folder, made by cadastre backup create, or let this user write to the folder\n",
    );
    expect(await readdir(folder)).toEqual(["inventory.db"]);
  });
});
