import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { ENCRYPTION_KEY, MAIN, run, type Served, serve, start } from "../support/command.ts";
import { api, type Call, fillEveryTable } from "./support/inventory-data.ts";

/** What lies in a folder of backups, but for the file that keeps other runs off. */
const visible = (folder: string): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith(".cadastre-backup.lock"));

const ROOT = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery", RATE_LIMIT_ENABLED: "false" };

describe("cadastre backup", () => {
  let folder: string;
  let settings: Record<string, string>;
  const running: Served[] = [];
  const begin = async (): Promise<Served> => {
    const server = await serve({ ...settings, ...ROOT });
    running.push(server);
    return server;
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-backup-"));
    settings = { DATA_DIR: join(folder, "data"), ENCRYPTION_KEY };
  });
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill("SIGKILL");
      await server.ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  /** Makes the database without a server. @returns its file */
  const made = async (events = 0): Promise<string> => {
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const file = join(folder, "data", "inventory.db");
    if (events > 0) fillEveryTable(file, events);
    return file;
  };

  let shared: Promise<{ readonly folder: string; readonly file: string; readonly backup: string }> | undefined;
  afterAll(async () => {
    if (shared !== undefined) await rm((await shared).folder, { recursive: true, force: true });
  });
  /** A database that takes long enough to be interrupted, and a backup of it: made once, for those who begin with copies. */
  const makeLarge = async () => {
    const place = await mkdtemp(join(tmpdir(), "cadastre-large-"));
    const own = { ...settings, DATA_DIR: place };
    expect(await run(["migrate", "up"], own)).toMatchObject({ code: 0 });
    const file = join(place, "inventory.db");
    fillEveryTable(file, 600_000);
    const backup = join(place, "large.db");
    expect(await run(["backup", "create", backup], own)).toMatchObject({ code: 0 });
    return { folder: place, file, backup };
  };
  /** @returns the file of the database */
  const madeLarge = async (): Promise<string> => {
    const { file } = await (shared ??= makeLarge());
    const own = join(folder, "data", "inventory.db");
    await mkdir(dirname(own), { recursive: true, mode: 0o700 });
    await copyFile(file, own);
    return own;
  };
  /** @returns the file of a backup of it */
  const largeBackup = async (): Promise<string> => {
    const { backup } = await (shared ??= makeLarge());
    const own = join(folder, "large.db");
    for (const ending of ["", ".json"]) await copyFile(backup + ending, own + ending);
    return own;
  };

  it("taken while two servers write, restores to what passes verify and has every write acknowledged before it began", async () => {
    const servers = [await begin(), await begin()];
    const acknowledged: string[] = [];
    let writing = true;
    const write = async (call: Call, name: string): Promise<void> => {
      const network = await call("POST /api/networks", { name, subnet: `10.${name}.0.0/16` });
      const pool = await call(`POST /api/networks/${network.id}/pools`, {
        name: "p",
        start_ip: `10.${name}.0.1`,
        end_ip: `10.${name}.9.255`,
      });
      for (let n = 0; writing; n += 1) {
        const { allocations } = await call(`POST /api/pools/${pool.id}/allocations`, { key: `k${n}` });
        const device = await call("POST /api/devices", { name: `d${n}`, tags: ["t"], addresses: [{ ip: allocations[0].ip }] });
        acknowledged.push(device.id as string);
      }
    };
    const clients = await Promise.all(servers.flatMap(({ url }) => [api(url), api(url)]));
    const writers = clients.map(async (call, index) => await write(call, String(index + 1)));
    await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
    const before = [...acknowledged];
    const backup = join(folder, "during.db");
    const created = await run(["backup", "create", backup], settings);
    expect(created).toMatchObject({ code: 0, out: `${backup}\n`, err: expect.stringContaining("bytes") });
    const after = acknowledged.length;
    writing = false;
    await Promise.all(writers);
    // They went on meanwhile, or nothing was tried.
    expect(after).toBeGreaterThan(before.length);
    expect(await run(["backup", "restore", backup, "--yes"], settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining("another process has"),
    });
    for (const server of servers) expect((await server.stop()).code).toBe(0);

    const bytes = readFileSync(backup);
    expect(await run(["backup", "verify", backup], settings)).toMatchObject({
      code: 0,
      out: `${backup}: OK\n`,
      err: expect.stringContaining("no differences"),
    });
    expect(readFileSync(backup).equals(bytes)).toBe(true);
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const restored = { DATA_DIR: join(folder, "other"), ENCRYPTION_KEY };
    expect(await run(["backup", "restore", backup], restored)).toMatchObject({
      code: 0,
      out: `${join(folder, "other", "inventory.db")}\n`,
    });
    expect(await run(["verify"], restored)).toMatchObject({ code: 0, out: "" });
    expect(await run(["audit", "verify"], restored)).toMatchObject({ code: 0 });
    const database = new Database(join(folder, "other", "inventory.db"), { readonly: true });
    const ids = new Set(database.prepare("select id from device").pluck().all());
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    expect(database.prepare("select count(*) from auth_session").pluck().get()).toBe(0);
    database.close();
    settings = restored;
    const call = await api((await begin()).url);
    expect((await call("GET /api/devices")).length).toBe(ids.size);
  });

  it("restores over a database that it keeps aside, and gives no number of an event twice", async () => {
    const server = await begin();
    const call = await api(server.url);
    await call("POST /api/devices", { name: "in the backup" });
    const { out } = await run(["backup", "create"], settings);
    const backup = out.trim();
    expect(backup).toMatch(/data\/backups\/cadastre-\d{8}T\d{9}Z\.db$/);
    await call("POST /api/devices", { name: "after it" });
    const { next } = await call("GET /api/events?after=0-0&limit=1000");
    expect((await server.stop()).code).toBe(0);
    const refused = await run(["backup", "restore", backup], settings);
    expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("--yes") });
    const done = await run(["backup", "restore", backup, "--yes"], settings);
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining("all users must sign in again") });
    const names = readdirSync(settings["DATA_DIR"] as string);
    const [aside = "", ...others] = names.filter((name) => name.startsWith("inventory.db") && name !== "inventory.db");
    expect(aside).toMatch(/^inventory\.db\.before-/);
    // No log of the old database is left beside the new one.
    expect(others).toEqual([]);
    const old = new Database(join(settings["DATA_DIR"] as string, aside), { readonly: true });
    expect(old.prepare("select name from device order by name").pluck().all()).toEqual(["after it", "in the backup"]);
    old.close();
    const again = await api((await begin()).url);
    expect((await again("GET /api/devices")).map(({ name }: { name: string }) => name)).toEqual(["in the backup"]);
    const device = await again("POST /api/devices", { name: "new" });
    // Who reads on from a place after the backup misses nothing.
    const { events } = await again(`GET /api/events?after=${next}&limit=10`);
    expect(events.map(({ data }: { data: { id: string } }) => data.id)).toEqual([device.id]);
  });

  it("refuses to overwrite, keeps as many as were asked for, and nothing that is not its own", async () => {
    await made();
    const backups = join(folder, "kept");
    await mkdir(backups);
    await writeFile(join(backups, "cadastre-notes.db"), "mine");
    for (let n = 0; n < 3; n += 1) expect(await run(["backup", "create", backups, "--keep", "2"], settings)).toMatchObject({ code: 0 });
    const names = readdirSync(backups);
    expect(names).toContain("cadastre-notes.db");
    expect(names.filter((name) => /^cadastre-2.*\.db$/.test(name))).toHaveLength(2);
    expect(names.filter((name) => name.endsWith(".json"))).toHaveLength(2);
    const file = join(folder, "one.db");
    await writeFile(file, "mine");
    expect(await run(["backup", "create", file], settings)).toMatchObject({ code: 1, out: "", err: expect.stringContaining("--force") });
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(await run(["backup", "create", file, "--force", "--json"], settings)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"format":"cadastre-backup/1"'),
    });
    expect(await run(["backup", "create", file, "--force", "--keep", "1"], settings)).toMatchObject({ code: 2 });
    expect(await run(["backup", "create", "--keep", "0"], settings)).toMatchObject({ code: 2 });
    expect(readFileSync(`${file}.json`, "utf8")).not.toContain(ENCRYPTION_KEY);
    await rm(`${file}.json`);
    expect(await run(["backup", "verify", file], settings)).toMatchObject({
      code: 0,
      out: `${file}: OK\n`,
      err: expect.stringContaining("no manifest found: the checksum was not checked"),
    });
  });

  it("says what is wrong with a file that is no backup, cut, changed, damaged or newer, and restores none of them", async () => {
    const database = await made(2000);
    const good = join(folder, "good.db");
    expect(await run(["backup", "create", good], settings)).toMatchObject({ code: 0 });
    const bytes = readFileSync(good);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 100] = (changed[bytes.length - 100] as number) ^ 1;
    const cut = bytes.subarray(0, bytes.length / 2);
    const manifest = readFileSync(`${good}.json`);
    const bad: readonly [string, Buffer, boolean, RegExp][] = [
      ["none", Buffer.from("not a database, but long enough to be one"), false, /is not a backup/],
      ["empty", Buffer.alloc(0), false, /is not a backup/],
      ["cut", cut, true, /it was truncated/],
      ["cut-without-manifest", cut, false, /is damaged/],
      ["changed", changed, true, /SHA-256/],
    ];
    for (const [name, content, withManifest, reason] of bad) {
      const path = join(folder, name);
      await writeFile(path, content);
      if (withManifest) await writeFile(`${path}.json`, manifest);
      for (const command of [
        ["verify", path],
        ["restore", path, "--yes"],
      ])
        expect(await run(["backup", ...command], settings), name).toMatchObject({ code: 65, out: "", err: expect.stringMatching(reason) });
    }
    const newer = new Database(database);
    newer.exec("insert into cadastre_migration (name, executed_at) values ('core/9999-later', 0)");
    newer.close();
    const late = join(folder, "late.db");
    expect(await run(["backup", "create", late], settings)).toMatchObject({ code: 0 });
    for (const command of [
      ["verify", late],
      ["restore", late, "--yes"],
    ])
      expect(await run(["backup", ...command], settings)).toMatchObject({
        code: 65,
        err: expect.stringContaining("core/9999-later, which this version does not know"),
      });
    expect(await run(["backup", "verify", join(folder, "nowhere")], settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining("file not found"),
    });
    // Wrong in what is derived, though SQLite finds nothing.
    expect(await run(["backup", "restore", good, "--to", join(folder, "x.db")], settings)).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, "data")).filter((name) => name.includes("before"))).toEqual([]);
  });

  it("finds what only verify sees", async () => {
    const server = await begin();
    await (
      await api(server.url)
    )("POST /api/devices", { name: "web", addresses: [{ ip: "10.0.0.1" }] });
    await server.stop();
    const database = new Database(join(folder, "data", "inventory.db"));
    database.exec("update device set location = 'elsewhere'");
    database.close();
    const { out } = await run(["backup", "create"], settings);
    expect(await run(["backup", "verify", out.trim()], settings)).toMatchObject({ code: 65, out: expect.stringContaining("elsewhere") });
  });

  it("restores where what is there is no database any more", async () => {
    const database = await made();
    const { out } = await run(["backup", "create"], settings);
    await truncate(database, 5000);
    await writeFile(`${database}-wal`, "of the old one");
    const done = await run(["backup", "restore", out.trim(), "--yes"], settings);
    expect(done).toMatchObject({ code: 0, err: expect.stringMatching(/make sure that none does/) });
    expect(existsSync(`${database}-wal`)).toBe(false);
    expect(await run(["verify"], settings)).toMatchObject({ code: 0 });
  });

  it("leaves nothing behind when a signal ends it", async () => {
    await madeLarge();
    const backups = join(folder, "kept");
    await mkdir(backups);
    for (const [name, code] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const) {
      const command = start(["backup", "create", backups], settings);
      await expect.poll(() => visible(backups).length, { interval: 2 }).toBeGreaterThan(0);
      command.child.kill(name);
      expect(await command.ended).toMatchObject({ code, out: "", err: expect.stringContaining(`interrupted by ${name}`) });
      expect(visible(backups)).toEqual([]);
    }
  });

  it("leaves a database whole when a signal ends a restore", async () => {
    await madeLarge();
    const backup = await largeBackup();
    const data = join(folder, "data");
    const drafts = (): readonly string[] => readdirSync(data).filter((name) => name.includes(".restoring"));
    for (const [name, exit] of [
      ["SIGTERM", 143],
      ["SIGINT", 130],
    ] as const) {
      const command = start(["backup", "restore", backup, "--yes"], settings);
      await expect.poll(drafts, { interval: 2 }).not.toEqual([]);
      command.child.kill(name);
      const { code, err } = await command.ended;
      // It may have had its place already.
      expect([0, exit]).toContain(code);
      expect(code === 0 || err.includes(`interrupted by ${name}`)).toBe(true);
      expect(drafts()).toEqual([]);
    }
    expect(await run(["migrate", "status"], settings)).toMatchObject({ code: 0 });
    expect(await run(["doctor", "--json"], { ...settings, LISTEN_ADDR: "127.0.0.1:0" })).toMatchObject({
      out: expect.stringContaining('"check":"database","verdict":"ok"'),
    });
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("leaves no copy of a backup behind when %s ends its verification, once or twice", async (name, exit) => {
    const backup = await largeBackup();
    const temporary = join(folder, "tmp");
    await mkdir(temporary);
    for (const signals of [1, 2]) {
      const command = start(["backup", "verify", backup], { ...settings, TMPDIR: temporary });
      await expect.poll(() => readdirSync(temporary).some((entry) => entry.startsWith("cadastre-verify-")), { interval: 2 }).toBe(true);
      for (let sent = 0; sent < signals; sent += 1) command.child.kill(name);
      expect(await command.ended).toMatchObject({ code: exit, out: "" });
      expect(readdirSync(temporary)).toEqual([]);
    }
  });

  const isolated = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]).status === 0;

  /** Runs a script that mounts a small disk at PLACE, which nobody else sees. @returns what it says */
  const inSmall = async (script: string, environment: Record<string, string>): Promise<string> => {
    const place = join(folder, "small");
    await mkdir(place);
    const child = spawn("unshare", ["-rm", "sh", "-c", script], {
      env: { PATH: process.env["PATH"], ...settings, NODE: process.execPath, MAIN, PLACE: place, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    await once(child, "close");
    return text;
  };

  it.skipIf(!isolated)("leaves nothing on a disk that is full, and says what to do", async () => {
    const file = await made(5000);
    const script = `mount -t tmpfs -o size=$((BYTES + 8192)) none "$PLACE"
      dd if=/dev/zero of="$PLACE/rest" bs=4096 count=\${FILL} 2>/dev/null
      "$NODE" "$MAIN" backup create "$PLACE/b.db"; echo "code $?"; ls -A "$PLACE"`;
    const { size } = statSync(file);
    expect(await inSmall(script, { BYTES: String(size), FILL: "20" })).toMatch(/MB free.*free some space[^]*code 1\nrest\n$/);
  });

  it.skipIf(!isolated)("leaves nothing on a disk that fills while it writes", async () => {
    const { size } = statSync(await madeLarge());
    // There is room at its beginning, and none as soon as it has written something.
    const script = `mount -t tmpfs -o size=$((BYTES + 1048576)) none "$PLACE"
      "$NODE" "$MAIN" backup create "$PLACE/b.db" & backup=$!
      until [ -s "$PLACE"/b.db.*.partial ]; do kill -0 $backup || break; done 2>/dev/null
      dd if=/dev/zero of="$PLACE/rest" bs=65536 2>/dev/null
      wait $backup; echo "code $?"; ls -A "$PLACE"`;
    expect(await inSmall(script, { BYTES: String(size) })).toMatch(/the backup was not created: .*free some space[^]*code 1\nrest\n$/);
  });

  it("says what to do when a write fails in the middle, and leaves nothing", async () => {
    await made(5000);
    const backups = join(folder, "kept");
    await mkdir(backups);
    const limited = spawnSync("sh", ["-c", 'trap "" XFSZ; ulimit -f 400; exec "$NODE" "$MAIN" backup create "$PLACE"'], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], ...settings, NODE: process.execPath, MAIN, PLACE: backups },
    });
    expect(limited.stderr).toMatch(/the backup was not created: .*free some space/);
    expect(limited.status).toBe(1);
    expect(visible(backups)).toEqual([]);
  });

  it("leaves nothing when its name was taken while it wrote", async () => {
    await made();
    const file = join(folder, "kept", "one.db");
    await mkdir(dirname(file));
    // Nobody finds a file there, and yet nothing else can be called so.
    await symlink("nowhere", `${file}.json`);
    expect(await run(["backup", "create", file], settings)).toMatchObject({ code: 1, out: "" });
    expect(readdirSync(dirname(file))).toEqual(["one.db.json"]);
  });

  it("says of PostgreSQL what to use, and of no database that there is none", async () => {
    const elsewhere = { DATABASE_URL: "postgresql://u:topsecret@127.0.0.1:1/db", ENCRYPTION_KEY };
    for (const command of [["create"], ["restore", "x"]]) {
      const refused = await run(["backup", ...command], elsewhere);
      expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/pg_dump.*docs\/guides\/backup\.md/) });
      expect(refused.err).not.toContain("topsecret");
    }
    expect(await run(["backup", "create"], settings)).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("no database at"),
    });
  });
});
