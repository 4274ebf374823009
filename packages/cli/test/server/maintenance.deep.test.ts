import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInventory, KeyRing, STORAGE } from "@cadastre/inventory-core";
import { authPlugin } from "@cadastre/auth";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PostgresDatabases } from "@cadastre/testing";
import { webhooksPlugin } from "@cadastre/webhooks";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { storedPlugins } from "../../src/host/stored-plugins.ts";
import { ENCRYPTION_KEY, run, serve } from "../support/command.ts";

describe("cadastre verify and cadastre rebuild", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-maintenance-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  it.each(["sqlite", "postgresql"])("find and mend what was changed past the engine, beside a server on %s", async (dialect) => {
    await using database =
      dialect === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const file = join(folder, "inventory.db");
    const settings = { ENCRYPTION_KEY, DATABASE_URL: database?.url ?? `sqlite://${file}` };
    const server = await serve(settings);
    {
      await using inventory = await createInventory({
        storage: database === undefined ? sqlite(file) : postgresql(database.url),
        plugins: storedPlugins([authPlugin({ bcryptCost: 4 }), webhooksPlugin({ deliver: false })]),
        keyRing: KeyRing.parse(ENCRYPTION_KEY),
      });
      await inventory.devices.create({ name: "web-01", addresses: [{ ip: "10.0.0.1" }] });
      expect(await run(["verify"], settings)).toMatchObject({
        code: 0,
        out: "",
        err: expect.stringMatching(/devices: 1 checked\n[^]*no differences\n$/),
      });
      await inventory.host.get(STORAGE).write(async (transaction) => {
        await transaction.run("update device set username = ?", ["line\nbreak"]);
        await transaction.run("update taken_run set nx = null");
      });
    }
    const found = await run(["verify"], settings);
    expect(found).toMatchObject({ code: 65, err: expect.stringContaining("2 differences") });
    expect(found.out.trim().split("\n")).toEqual([
      expect.stringMatching(/^taken-runs: taken_run 0\/40a000001: stored ".*then none", expected ".*then 40a000002"$/),
      expect.stringMatching(/^devices: device \S+ doc: stored .*, expected .*line/),
    ]);
    const json = await run(["verify", "--json"], settings);
    expect(json.code).toBe(65);
    expect(JSON.parse(json.out)).toMatchObject({
      count: 2,
      checked: { devices: 1 },
      differences: [{ check: "taken-runs" }, { check: "devices", column: "doc" }],
    });

    expect(await run(["rebuild"], settings)).toMatchObject({
      code: 0,
      out: "taken-runs: 1 repaired\ndevices: 1 repaired\n",
      err: "2 repaired\n",
    });
    expect((await server.stop()).code).toBe(0);
    expect(await run(["verify"], settings)).toMatchObject({ code: 0, out: "" });
    const nothing = await run(["rebuild", "--json"], settings);
    expect(nothing).toMatchObject({ code: 0, err: "nothing to repair\n" });
    expect(JSON.parse(nothing.out)).toMatchObject({ count: 0, mended: { devices: 0 } });
  });

  it("make no database where there is none", async () => {
    const settings = { DATA_DIR: join(folder, "nowhere") };
    for (const command of ["verify", "rebuild"]) {
      expect(await run([command], settings)).toMatchObject({
        code: 1,
        out: "",
        err: expect.stringMatching(/^cadastre: no database at .*inventory.db.*\n$/),
      });
    }
  });

  it("say in their help what they look at and how they end", async () => {
    expect(await run(["verify", "--help"])).toMatchObject({ code: 0, out: expect.stringMatching(/DATABASE_URL[^]*65/) });
    expect(await run(["rebuild", "--help"])).toMatchObject({ code: 0, out: expect.stringContaining("DATABASE_URL") });
  });
});
