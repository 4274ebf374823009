import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ENCRYPTION_KEY, run, start } from "../support/command.ts";
import { fillEveryTable } from "./support/inventory-data.ts";

/** As cron and systemd do it: again and again, with nobody there, from another folder. */
describe("cadastre backup create, by a clock", () => {
  let folder: string;
  let backups: string;
  let settings: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-scheduled-"));
    backups = join(folder, "backups");
    settings = { DATA_DIR: join(folder, "data"), ENCRYPTION_KEY };
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  const file = (): string => join(folder, "data", "inventory.db");
  const made = async (events = 0): Promise<void> => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    if (events > 0) fillEveryTable(file(), events);
  };
  const create = (...more: readonly string[]): readonly string[] => ["backup", "create", `${backups}/`, ...more];
  const visible = (): readonly string[] => readdirSync(backups).filter((name) => !name.startsWith("."));

  it("says nothing but the path with --quiet, and only what is wrong where that is thrown away", async () => {
    await made();
    expect(await run(create("--quiet", "--verify"), settings, "", "/")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\S+\.db\n$/),
      err: "",
    });
    expect(readdirSync(backups).toSorted()).toEqual([
      ".cadastre-backup.lock",
      expect.stringMatching(/\.db$/),
      expect.stringMatching(/\.db\.json$/),
    ]);
    // Started elsewhere without its settings, it says in which folder it looked.
    const lost = await run(create("--quiet"), {}, "", backups);
    expect(lost).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining(`no database at ${join(backups, "data", "inventory.db")}`),
    });
  });

  it("keeps by days, weeks and months, and never removes the one it made", async () => {
    await made();
    mkdirSync(backups);
    const old = [
      "cadastre-20200101T000000000Z.db",
      "cadastre-20200102T000000000Z.db",
      "cadastre-20200102T120000000Z.db",
      "cadastre-20200301T000000000Z.db",
    ];
    for (const name of [...old, "cadastre-20201399T000000000Z.db", "notes.db"])
      for (const suffix of ["", ".json"]) writeFileSync(join(backups, name + suffix), "");
    expect(await run(create("--keep-daily", "3", "--keep-monthly", "3", "--json"), settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`"removed":["${join(backups, old[0] as string)}","${join(backups, old[1] as string)}"]`),
    });
    expect(visible()).toHaveLength(2 * (1 + 2 + 2));
    // A clock that was set back makes it the oldest.
    for (const year of ["2998", "2999"]) writeFileSync(join(backups, `cadastre-${year}0101T000000000Z.db`), "");
    const { out } = await run(create("--keep", "2"), settings);
    expect(visible().filter((name) => name.endsWith(".db"))).toEqual(
      expect.arrayContaining([out.trim().slice(backups.length + 1), "cadastre-29980101T000000000Z.db", "cadastre-29990101T000000000Z.db"]),
    );
    expect(await run(["backup", "create", join(folder, "one.db"), "--keep-weekly", "1"], settings)).toMatchObject({ code: 2 });
  });

  it("removes no older backup for one that is not sound", async () => {
    await made();
    const first = await run(create("--verify", "--keep", "1"), settings);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("verified") });
    fillEveryTable(file());
    const database = new Database(file());
    database.exec("update device set location = 'elsewhere'");
    database.close();
    const second = await run(create("--verify", "--keep", "1", "-q"), settings);
    expect(second).toMatchObject({
      code: 65,
      out: "",
      err: expect.stringMatching(/cadastre verify lists them[^]*No older backup was removed/),
    });
    expect(visible().filter((name) => name.endsWith(".db"))).toHaveLength(2);
    // One that cannot be verified is told from one that was not made.
    const nowhere = await run(create("--verify", "--keep", "1"), { ...settings, TMPDIR: join(folder, "nowhere") });
    expect(nowhere).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/\.db was created but not verified: it could not be verified: ENOENT/),
    });
    expect(visible().filter((name) => name.endsWith(".db"))).toHaveLength(3);
    // Without the option it is the newest one that stays.
    expect(await run(create("--keep", "1"), settings)).toMatchObject({ code: 0 });
    expect(visible().filter((name) => name.endsWith(".db"))).toHaveLength(1);
  });

  it("runs once at a time in a folder, and a killed run is in nobody's way and leaves nothing for long", async () => {
    await made(600_000);
    const long = start(create(), settings);
    await expect.poll(() => (existsSync(backups) ? visible() : []), { interval: 2 }).not.toEqual([]);
    long.child.kill("SIGSTOP");
    expect(await run(create("--keep", "1"), settings)).toMatchObject({
      code: 7,
      out: "",
      err: expect.stringContaining("another backup into"),
    });
    long.child.kill("SIGKILL");
    await long.ended;
    expect(visible().filter((name) => name.includes(".partial")).length).toBeGreaterThan(0);
    expect(await run(create("--keep", "1"), settings)).toMatchObject({ code: 0 });
    expect(visible()).toHaveLength(2);
  });

  it.skipIf(process.getuid?.() !== 0)("made by root, belongs to the user of the server", async () => {
    await made();
    const [uid, gid] = [12_345, 12_346];
    for (const path of [join(folder, "data"), file()]) chownSync(path, uid, gid);
    const { out } = await run(["backup", "create"], settings);
    const path = out.trim();
    for (const one of [path, `${path}.json`, join(path, ".."), join(path, "..", ".cadastre-backup.lock")])
      expect([statSync(one).uid, statSync(one).gid], one).toEqual([uid, gid]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${path}.json`, "utf8")).toContain('"format": "cadastre-backup/1"');
  });
});
