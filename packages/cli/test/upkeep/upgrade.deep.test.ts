import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DialectName, silentLogger, type StorageMigration, type StoredModel } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock, PostgresDatabases } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { ENCRYPTION_KEY, run, type Served, serve } from "../support/command.ts";
import { storedModels } from "../upgrade/support/schema-fixture.ts";
import { api } from "./support/inventory-data.ts";

const AT = "2026-01-01T00:00:00.000Z";
const ROOT = {
  INITIAL_ADMIN_USERNAME: "root",
  INITIAL_ADMIN_PASSWORD: "correct horse battery",
  RATE_LIMIT_ENABLED: "false",
  WEBHOOK_ENABLED: "false",
};

/** On PostgreSQL rules are held anew at each start, by a type that came with this migration: none before can be made here. */
const RULES = "core/0009-keys-by-code-point";

const first = (migrations: readonly StorageMigration[]): readonly StorageMigration[] =>
  migrations.slice(0, Math.max(1, migrations.findIndex(({ name }) => name === RULES) + 1));

/** The core and the plugins as early versions had them. */
const oldest = (): readonly StoredModel[] =>
  storedModels().map((model) => ({
    ...model,
    migrations: { sqlite: model.migrations.sqlite.slice(0, 1), postgresql: first(model.migrations.postgresql) },
  }));

describe("an upgrade, in the order of the guide", () => {
  let folder: string;
  let server: Served | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-upgrade-"));
  });
  afterEach(async () => {
    server?.child.kill("SIGKILL");
    await server?.ended;
    await rm(folder, { recursive: true, force: true });
  });

  it.each<readonly [DialectName, RegExp]>([
    ["sqlite", /^applied core\/0001-[^]*^pending core\/0002-[^]*^pending webhooks\/0002-/m],
    ["postgresql", /^applied core\/0009-[^]*^pending core\/0010-[^]*^pending webhooks\/0002-/m],
  ])("from an early database, on %s", async (dialect, pending) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const file = join(folder, "inventory.db");
    const settings = { ENCRYPTION_KEY, DATABASE_URL: database?.url ?? `sqlite://${file}` };
    const storage = await (database === undefined ? sqlite(file) : postgresql(database.url)).open({
      models: oldest(),
      clock: new FakeClock(),
      logger: silentLogger,
    });
    await storage.write(async (transaction) => {
      const datacenter = { id: "d", name: "Berlin", location: "Mitte", description: "", created_at: AT, updated_at: AT };
      await transaction.insert(
        "datacenter",
        ["id", "space", "name", "name_key", "location", "description", "created_at", "updated_at", "doc"],
        [["d", 1, "Berlin", "berlin", "Mitte", "", AT, AT, JSON.stringify(datacenter)]],
      );
      const [lo, hi] = ["40a000000", "40a0000ff"];
      const network = {
        id: "n",
        name: "office",
        subnet: "10.0.0.0/24",
        vlan_id: null,
        datacenter_id: "d",
        description: "",
        created_at: AT,
        updated_at: AT,
      };
      await transaction.insert(
        "network",
        [
          "id",
          "space",
          "name",
          "name_key",
          "subnet",
          "first_key",
          "last_key",
          "prefix_length",
          "cidr_key",
          "datacenter_id",
          "description",
          "used_count",
          "created_at",
          "updated_at",
          "doc",
        ],
        [["n", 1, "office", "office", network.subnet, lo, hi, 24, `${lo}/024`, "d", "", 0, AT, AT, JSON.stringify(network)]],
      );
      await transaction.insert(
        "webhook",
        ["id", "name", "description", "url", "events", "enabled", "timeout_seconds", "retry_count", "since", "created_at", "updated_at"],
        [["w", "hook", "", "http://10.0.0.9/", '["network.created"]', 1, 10, 5, "0-0", AT, AT]],
      );
    });
    await storage.close();

    const status = await run(["migrate", "status"], settings);
    expect(status).toMatchObject({ code: 65, out: expect.stringMatching(pending), err: expect.stringContaining("cadastre migrate up") });
    const backup = join(folder, "before.db");
    const made = database === undefined ? await run(["backup", "create", backup, "--verify"], settings) : undefined;
    expect(made?.code ?? 0).toBe(0);
    server = await serve({ ...settings, ...ROOT });
    const call = await api(server.url);
    expect([await call("GET /api/networks"), await call("GET /api/webhooks")]).toEqual([
      [expect.objectContaining({ name: "office", datacenter_id: "d" })],
      [expect.objectContaining({ name: "hook", enabled: true })],
    ]);
    await call("POST /api/devices", { name: "web", datacenter_id: "d", addresses: [{ ip: "10.0.0.7" }] });
    expect((await server.stop()).code).toBe(0);
    expect(await run(["migrate", "status"], settings)).toMatchObject({ code: 0, err: expect.stringContaining("0 pending, 0 unknown") });
    expect(await run(["verify"], settings)).toMatchObject({ code: 0, out: "" });
    if (database !== undefined) return;
    // And back: the old program would find its database again.
    expect(await run(["backup", "restore", backup, "--yes"], settings)).toMatchObject({
      code: 0,
      err: expect.stringContaining("the backup contains active records (enabled webhooks: 1"),
    });
    expect(await run(["migrate", "status"], settings)).toMatchObject({ code: 65, out: status.out });
  });

  it("is not taken back by the old program, which says what to do and changes nothing", async () => {
    const settings = { ENCRYPTION_KEY, DATABASE_URL: `sqlite://${join(folder, "inventory.db")}` };
    expect(await run(["migrate", "up"], settings)).toMatchObject({ code: 0 });
    const open = async () =>
      await sqlite(join(folder, "inventory.db")).open({ models: oldest(), clock: new FakeClock(), logger: silentLogger });
    await expect(open()).rejects.toMatchObject({
      code: "DATABASE_TOO_NEW",
      message:
        "the database has the migration core/0002-conflicts, which this version does not know: run that newer version, or restore " +
        "the backup that was made before the upgrade",
    });
    expect(await run(["migrate", "status"], settings)).toMatchObject({ code: 0 });
  });
});
