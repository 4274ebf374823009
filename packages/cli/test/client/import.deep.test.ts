import { PostgresDatabases } from "@cadastre/testing";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openBench } from "../support/client.ts";
import { type Ended, ENCRYPTION_KEY, run } from "../support/command.ts";

const NETWORKS = "name,subnet,vlan\r\noffice,10.0.0.0/24,12\r\nlab,10.1.0.0/24,\r\n";
const DEVICES = "\uFEFFname;os;ip\nweb-1;Debian 13;10.0.0.7\nweb-2;Debian 13;10.1.0.7\n";

describe("cadastre import", () => {
  it("shows what would happen, changes nothing without --apply, and nothing the second time", async () => {
    await using bench = await openBench("sqlite");
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(bench.home, name), text);
      return join(bench.home, name);
    };
    const networks = await file("networks.csv", NETWORKS);
    const shown = await bench.cadastre(["import", networks, "--as", "csv", "--type", "network"]);
    expect(shown).toMatchObject({ code: 0, err: "2 rows: 2 to create, 0 to change, 0 unchanged, 0 in conflict, 0 with errors\n" });
    expect(shown.out).toMatch(/ACTION +TYPE +NAME +AT[^]*create +network +office +line 2\ncreate +network +lab +line 3\n/);
    expect(JSON.parse(await bench.out("network list -o json"))).toEqual([]);
    // Nobody is there to ask.
    expect((await bench.cadastre(["import", networks, "--as", "csv", "--type", "network", "--apply"])).code).toBe(2);
    const applied = await bench.cadastre(["import", networks, "--as", "csv", "--type", "network", "--apply", "--yes"]);
    expect(applied).toMatchObject({ code: 0, err: expect.stringContaining("created 2, changed 0, unchanged 0, failed 0\n") });
    const devices = await file("devices.csv", DEVICES);
    await bench.out(["import", devices, "--as", "csv", "--apply", "--yes", "-q"]);
    expect(JSON.parse(await bench.out("network utilization office -o json"))).toMatchObject({ used_ips: 1 });
    expect(await bench.cadastre(["import", devices, "--as", "csv", "--apply", "--yes"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("all rows are already in the inventory"),
    });
    // From standard input, with what changes before and after.
    const changed = await bench.cadastre(["import", "-", "--as", "csv", "-o", "json"], {
      input: DEVICES.replace("Debian 13", "Debian 14"),
    });
    expect(changed.code).toBe(0);
    expect(JSON.parse(changed.out)).toMatchObject([
      { action: "update", type: "device", name: "web-1", field: "os", before: "Debian 13", after: "Debian 14" },
    ]);
    // From a URL.
    const page = createServer((_, answer) => answer.writeHead(200, { "content-type": "text/csv" }).end(DEVICES)).listen(0, "127.0.0.1");
    await once(page, "listening");
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/devices.csv`;
    expect((await bench.cadastre(["import", url, "--as", "csv"])).err).toContain("2 unchanged");
    page.close();
  });

  it("tells of fields of one's own each by itself", async () => {
    await using bench = await openBench("sqlite");
    for (const name of ["owner", "rack"]) await bench.out(`field create --record device --name ${name} --type text -q`);
    await bench.out("device create --name web-1 --field owner=ada -q");
    const { out } = await bench.cadastre(["import", "-", "--as", "csv"], { input: "name,field.owner,field.rack\nweb-1,bob,17\n" });
    expect(out).toMatch(/ fields\.owner +ada -> bob\n[^\n]* fields\.rack +\(none\) -> 17\n$/);
  });

  it("tells every faulty row, applies the good ones with --per-row, and says so by its exit code", async () => {
    await using bench = await openBench("sqlite");
    const lines = Array.from({ length: 200 }, (_, index) => `host-${index},${index % 10 === 3 ? "10.0.0.300" : `10.0.0.${index % 250}`}`);
    const source = join(bench.home, "devices.csv");
    await writeFile(source, `name,ip\n${lines.join("\n")}\n`);
    const shown = await bench.cadastre(["import", source, "--as", "csv", "-o", "json"]);
    expect(shown).toMatchObject({
      code: 1,
      err: expect.stringContaining("200 rows: 180 to create, 0 to change, 0 unchanged, 0 in conflict, 20 with errors"),
    });
    const errors = (JSON.parse(shown.out) as { action: string; at: string; detail: string }[]).filter(({ action }) => action === "error");
    expect(errors.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => `line ${index * 10 + 5}`));
    expect(new Set(errors.map(({ detail }) => detail))).toEqual(new Set(["is not a valid IP address"]));
    expect(await bench.cadastre(["import", source, "--as", "csv", "--apply", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing was imported: 20 of 200 rows are not valid"),
    });
    expect(JSON.parse(await bench.out("device list -o json"))).toEqual([]);
    expect(await bench.cadastre(["import", source, "--as", "csv", "--apply", "--per-row", "--yes", "-o", "csv"])).toMatchObject({
      code: 8,
      err: expect.stringContaining("created 180, changed 0, unchanged 0, failed 20"),
    });
    expect(JSON.parse(await bench.out("device list -o json"))).toHaveLength(180);
  });

  it("keeps a plan, applies it later, and refuses it when it is stale, cut off or none", async () => {
    await using bench = await openBench("sqlite");
    const source = join(bench.home, "devices.csv");
    const plan = join(bench.home, "plan.ndjson");
    await writeFile(source, DEVICES);
    expect((await bench.cadastre(["import", source, "--as", "csv", "--save", plan])).code).toBe(0);
    const kept = await readFile(plan, "utf8");
    expect(
      kept
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { kind: string }).kind),
    ).toEqual(["plan", "step", "step", "end"]);
    // What is there is not written over.
    expect((await bench.cadastre(["import", source, "--as", "csv", "--save", plan])).code).toBe(1);
    const cut = join(bench.home, "cut.ndjson");
    await writeFile(cut, kept.split("\n").slice(0, 2).join("\n"));
    expect(await bench.cadastre(["import", "--plan", cut, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("is truncated"),
    });
    await writeFile(cut, kept.replace("Debian 13", "Debian 12"));
    expect(await bench.cadastre(["import", "--plan", cut, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("not as it was made"),
    });
    await writeFile(cut, "no plan\n");
    expect(await bench.cadastre(["import", "--plan", cut, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("line 1 is not valid JSON"),
    });
    expect(await bench.cadastre(["import", "--plan", join(bench.home, "none"), "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be read"),
    });
    expect((await bench.cadastre(["import", "--plan", plan, "--yes"])).code).toBe(0);
    expect(JSON.parse(await bench.out("device list -o json"))).toHaveLength(2);
    expect(await bench.cadastre(["import", "--plan", plan, "--yes"])).toMatchObject({
      code: 7,
      err: expect.stringContaining("plan the import again"),
    });
    expect(JSON.parse(await bench.out("device list -o json"))).toHaveLength(2);
  });

  it("says what is missing", async () => {
    const cases: readonly (readonly [args: string, says: string])[] = [
      ["import x.csv", "pass the format of the source with --as"],
      ["import --as csv", "missing source"],
      ["import x.csv --as csv --per-row", "requires --apply"],
      ["import http://127.0.0.1:9 --as phpipam", "--as phpipam requires --app"],
      ["import x.csv --plan y", "omit the source"],
      ["import x.csv --as netbox", "read from a service"],
    ];
    for (const [args, says] of cases)
      expect(await run(args.split(" "), { HOME: "/nowhere", IMPORT_TOKEN: "t" })).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining(says),
      });
    expect(await run("import http://127.0.0.1:9 --as netbox".split(" "), { HOME: "/nowhere" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--as netbox requires --token-stdin or IMPORT_TOKEN"),
    });
    expect(await run("import /nowhere/x.csv --as csv".split(" "), { HOME: "/nowhere" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("cannot be read"),
    });
    expect(await run("import x.csv --as xls".split(" "), { HOME: "/nowhere" })).toMatchObject({ code: 2 });
  });

  it.each(["sqlite", "postgresql"] as const)("works without a server on %s", async (storage) => {
    const folder = await mkdtemp(join(tmpdir(), "cadastre-import-"));
    await using temporary =
      storage === "postgresql" ? await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase() : undefined;
    const url = temporary?.url ?? `sqlite://${join(folder, "inventory.db")}`;
    const settings = { HOME: folder, ENCRYPTION_KEY, DISCOVERY_TOOLS: "none", ...(storage === "postgresql" ? { DATABASE_URL: url } : {}) };
    const cadastre = async (args: readonly string[], input?: string): Promise<Ended> =>
      await run([...args, "--database", storage === "postgresql" ? "settings" : url], settings, input);
    try {
      // Makes the database.
      expect(
        await cadastre(["user", "create", "--username", "root", "--admin", "--password-stdin"], "correct horse battery"),
      ).toMatchObject({ code: 0 });
      expect(await cadastre(["import", "-", "--as", "csv", "--type", "network", "--apply", "--yes"], NETWORKS)).toMatchObject({ code: 0 });
      expect(await cadastre(["import", "-", "--as", "csv", "--apply", "--yes"], DEVICES)).toMatchObject({
        code: 0,
        err: expect.stringContaining("created 2"),
      });
      expect(JSON.parse((await cadastre(["network", "utilization", "lab", "-o", "json"])).out)).toMatchObject({ used_ips: 1 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
