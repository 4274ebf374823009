import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../support/client.ts";
import { ENCRYPTION_KEY } from "../support/command.ts";

const PLUGIN = fileURLToPath(new URL("../support/uplinks-plugin.ts", import.meta.url));

describe("export and import of the kinds that a server declares", () => {
  let folder: string;
  let config: string;
  let bench: Bench;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-kinds-"));
    config = join(folder, "cadastre.config.json");
    await writeFile(config, JSON.stringify({ plugins: [{ use: PLUGIN, export: "circuitsPlugin" }] }));
    bench = await openBench("sqlite", { CADASTRE_CONFIG: config });
    await bench.out("field create --record circuit --name owner --type text -q");
    await bench.out("datacenter create --name fra1 -q");
    for (const name of ["a", "b"]) await bench.out(`device create --name ${name} -q`);
    await importText(
      bench,
      "provider,name,bandwidth_mbps,is_leased,width,tags,datacenter,device,field.owner\n" +
        '"Acme; ""Net""",C-1,1000,true,19,x;y,fra1,a;b,net\nOther,C-2,,,,,,,\n',
      "circuit",
    );
    await importText(bench, "name,circuit,note\nup,C-1,first\nup,C-2,second\n", "circuit_uplink");
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  async function importText(on: Bench, text: string, type: string, format = "csv"): Promise<void> {
    await on.out(["import", "-", "--as", format, "--type", type, "--apply", "--yes", "-q"], text);
  }

  it.each([
    ["circuits", "circuit"],
    ["circuit-uplinks", "circuit_uplink"],
  ])("writes %s as CSV and JSON, which an import finds unchanged", async (what, type) => {
    for (const format of ["csv", "json"]) {
      const file = join(folder, `${what}.${format}`);
      await writeFile(file, await bench.out(`export ${what} --as ${format}`));
      const { code, err } = await bench.cadastre(["import", file, "--as", format, "--type", type]);
      expect([code, err]).toEqual([0, "2 rows: 0 to create, 0 to change, 2 unchanged, 0 in conflict, 0 with errors\n"]);
    }
  });

  it("moves them into an empty inventory, one CSV file after the other or all in one JSON file", async () => {
    const names = (text: string): readonly string[] => (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
    await using files = await openBench("sqlite", { CADASTRE_CONFIG: config });
    for (const what of ["fields", "datacenters", "devices", "circuits", "circuit-uplinks"])
      await importText(files, await bench.out(`export ${what} --as csv`), what.slice(0, -1).replace("-", "_"));
    await using one = await openBench("sqlite", { CADASTRE_CONFIG: config });
    const document = await bench.out("export all --as json");
    await one.out(["import", "-", "--as", "json", "--apply", "--yes", "-q"], document);
    const plain = (text: string): string => text.replaceAll(/"(?:created|updated)_at":"[^"]*"/g, "");
    for (const other of [files, one]) {
      expect(plain(await other.out("export all --as json"))).toBe(plain(document));
      expect(names(await other.out("export circuits --as json"))).toEqual(["C-1", "C-2"]);
    }
  });

  it("works without a server", async () => {
    const { code, out, err } = await bench.cadastre(["export", "circuits", "--as", "json", "--database", bench.database], {
      environment: { ENCRYPTION_KEY, CADASTRE_CONFIG: config },
    });
    expect([code, err]).toEqual([0, ""]);
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      [
        { name: "C-1", width: 19 },
        { name: "C-2", width: null },
      ],
    ]);
  });

  it("says which records there are, and that a server without them has none", async () => {
    expect(await bench.cadastre("export vases --as csv")).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(
        /"vases" cannot be exported. Allowed choices are fields, [^]*, all, vlan-groups, vlans, circuits, circuit-uplinks\./,
      ),
    });
    expect((await bench.cadastre("export circuits --as ansible")).err).toMatch(/Ansible contains one kind of record: use one of devices/);
    await using plain = await openBench("sqlite");
    expect((await plain.cadastre(["import", "-", "--as", "csv", "--type", "circuit"], { input: "name\nC\n" })).err).toMatch(
      /type must be one of field, space/,
    );
  });
});
