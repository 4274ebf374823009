import { join } from "node:path";
import { PostgresDatabases } from "@cadastre/testing";
import { describe, expect, inject, it } from "vitest";
import { openBench } from "../support/client.ts";
import { type Ended, ENCRYPTION_KEY, run, runsSoFar } from "../support/command.ts";
import { neverDone } from "../support/command-tree.ts";

/** The command lines of files before this one. */
const BEFORE = runsSoFar().length;

/** What goes wrong with each, and what it does to every table, is in the tests of their own. */
describe("every command of those who run a server, beside it", () => {
  it("does its work", async () => {
    await using bench = await openBench("sqlite");
    await using target = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    const settings = { HOME: bench.home, DATABASE_URL: bench.database, ENCRYPTION_KEY, TARGET: target.url, LISTEN_ADDR: "127.0.0.1:0" };
    const cadastre = async (...args: readonly string[]): Promise<Ended> => {
      const ended = await run(args, settings);
      if (ended.code !== 0) throw new Error(`${args.join(" ")} ended with ${ended.code}: ${ended.out}${ended.err}`);
      return ended;
    };
    await bench.out("device create --name web-1 --address 10.0.0.7 -q");

    expect((await cadastre("config")).out).toContain("DATABASE_URL=********  # environment\n");
    expect((await cadastre("doctor")).err).toMatch(/^0 problems/);
    expect((await cadastre("migrate", "status")).err).toMatch(/^\d+ applied, 0 pending, 0 unknown\n$/);
    expect(await cadastre("migrate", "up")).toMatchObject({ out: "", err: expect.stringContaining("nothing to apply") });
    expect((await cadastre("verify")).err).toMatch(/devices: 1 checked\n[^]*no differences\n$/);
    expect((await cadastre("rebuild")).err).toBe("nothing to repair\n");
    expect((await cadastre("secrets", "rotate", "--json")).out).toContain('"rotated":{');

    const port = new URL(bench.server.url).port;
    expect((await run(["health", "--wait", "200"], { ...settings, LISTEN_ADDR: `127.0.0.1:${port}` })).out).toBe("healthy\n");

    const backup = (await cadastre("backup", "create", `${join(bench.home, "backups")}/`)).out.trim();
    expect((await cadastre("backup", "verify", backup)).out).toBe(`${backup}: OK\n`);
    const restored = join(bench.home, "restored.db");
    expect((await cadastre("backup", "restore", backup, "--to", restored)).out).toBe(`${restored}\n`);
    expect(
      await run(["device", "list", "-o", "csv", "--database", `sqlite://${restored}`], { ...settings, DATABASE_URL: "" }),
    ).toMatchObject({ code: 0, out: expect.stringContaining("web-1") });

    expect(await bench.out("client generate")).toContain("export const createClient");

    // It copies one moment: the server must be silent for that to be all.
    expect((await bench.server.stop()).code).toBe(0);
    expect((await cadastre("copy", "--to", "env:TARGET")).out).toMatch(/^device 1$/m);
    for (const name of ["completion", "complete"]) expect((await cadastre(name, "bash")).out).toContain("cadastre");
    expect((await cadastre("help", "backup")).out).toMatch(/^Usage: cadastre backup/);

    expect(await neverDone("operators", runsSoFar().slice(BEFORE))).toEqual([]);
  });
});
