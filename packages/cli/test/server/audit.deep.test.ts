import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { authPlugin } from "@cadastre/auth";
import { createInventory, KeyRing, STORAGE } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { storedPlugins } from "../../src/host/stored-plugins.ts";
import { ENCRYPTION_KEY, run, serve } from "../support/command.ts";

const OTHER_KEY = KeyRing.generate();

describe("cadastre audit verify and cadastre secrets rotate", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-audit-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it("make the keys of an embedded database once, for its owner only, and find what was tampered with", async () => {
    const settings = { DATA_DIR: folder };
    const admin = { INITIAL_ADMIN_USERNAME: "root", INITIAL_ADMIN_PASSWORD: "correct horse battery" };
    const first = await serve({ ...settings, ...admin });
    const ended = await first.stop();
    expect(ended.code).toBe(0);
    // Whoever keeps the logs elsewhere has the head there.
    expect(ended.out + ended.err).toMatch(/audit head number=\d+ hmac=[\w-]{43} time=\S+Z\n/);
    const file = join(folder, "encryption.key");
    const key = await readFile(file, "utf8");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const server = await serve(settings);
    expect(await readFile(file, "utf8")).toBe(key);

    // Beside a server.
    const sound = await run(["audit", "verify"], settings);
    expect(sound).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringMatching(/sealed rows checked; \d+ not sealed yet\nhead \d+:[\w-]{43}\nno findings\n$/),
    });
    const head = /head (\S+)/.exec(sound.err)?.[1] ?? "";
    expect((await server.stop()).code).toBe(0);

    await using inventory = await createInventory({
      storage: sqlite(join(folder, "inventory.db")),
      plugins: storedPlugins([authPlugin({ bcryptCost: 4 }), webhooksPlugin({ deliver: false })]),
      keyRing: KeyRing.parse(key.trim()),
    });
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("drop trigger audit_sealed_update");
      await transaction.run("update audit set username = 'nobody' where seal_number = 1");
    });
    const found = await run(["audit", "verify", "--head", head], settings);
    expect(found).toMatchObject({
      code: 65,
      out: expect.stringMatching(/^altered: row 1 is not what was sealed \(id "[0-9a-f-]{36}"\)\n$/),
      err: expect.stringContaining("1 findings"),
    });
    const json = await run(["audit", "verify", "--json", "--head", `999:${head.split(":")[1] ?? ""}`], settings);
    expect(json.code).toBe(65);
    expect(JSON.parse(json.out)).toMatchObject({ count: 2, findings: [{ kind: "altered", number: 1 }, { kind: "truncated" }] });
    expect(await run(["audit", "verify", "--head", "seven"], settings)).toMatchObject({
      code: 2,
      err: expect.stringContaining("<number>:<hmac>"),
    });
    await rm(file);
    expect(await run(["audit", "verify"], settings)).toMatchObject({ code: 1, err: expect.stringContaining("set ENCRYPTION_KEY") });
  });

  it("need the keys to be set for PostgreSQL", async () => {
    await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const settings = { DATABASE_URL: database.url };
    expect(await run(["serve"], { LISTEN_ADDR: "127.0.0.1:0", ...settings })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^cadastre: ENCRYPTION_KEY is not set, .*`openssl rand -base64 32`.*\n$/),
    });
    await (
      await createInventory({
        storage: postgresql(database.url),
        plugins: storedPlugins([authPlugin({ bcryptCost: 4 }), webhooksPlugin({ deliver: false })]),
        keyRing: KeyRing.parse(OTHER_KEY),
      })
    ).close();
    const rotated = await run(["secrets", "rotate", "--json"], { ...settings, ENCRYPTION_KEY: `${ENCRYPTION_KEY},${OTHER_KEY}` });
    expect(rotated).toMatchObject({ code: 0, err: expect.stringContaining(KeyRing.parse(ENCRYPTION_KEY).newest) });
    expect(JSON.parse(rotated.out)).toMatchObject({ key_id: KeyRing.parse(ENCRYPTION_KEY).newest, rotated: {} });
    expect(await run(["audit", "verify"], { ...settings, ENCRYPTION_KEY })).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^1 sealed rows checked/),
    });
    const wrong = await run(["audit", "verify"], { ...settings, ENCRYPTION_KEY: OTHER_KEY });
    expect(wrong).toMatchObject({
      code: 65,
      out: expect.stringContaining(`unknown-key: row 1 is sealed under the key "${KeyRing.parse(ENCRYPTION_KEY).newest}"`),
    });
  });
});
