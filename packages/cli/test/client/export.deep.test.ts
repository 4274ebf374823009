import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EXPORT_FORMATS } from "@cadastre/importers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPORT_FORMAT_NAMES } from "../../src/client/transfer/export-program.ts";
import { EXPORT_SCOPES } from "../../src/client/transfer/export-scopes.ts";
import { type Bench, openBench } from "../support/client.ts";
import { ENCRYPTION_KEY } from "../support/command.ts";

/** Records of an export without their times, and with a number for each id, in the order of the file. */
function plain(text: string): unknown {
  const ids = [...new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g))];
  return JSON.parse(text, (key, value: unknown) =>
    key === "created_at" || key === "updated_at" ? undefined : ids.includes(String(value)) ? ids.indexOf(String(value)) : value,
  );
}

describe("cadastre export", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("sqlite");
    await bench.out("field create --record device --name owner --type text --label Owner --required");
    await bench.out("space create --name red");
    await bench.out("datacenter create --name fra1 --space red");
    await bench.out("network create --name lan --subnet 10.0.0.0/24 --datacenter fra1");
    await bench.out("pool create lan --name p --start-ip 10.0.0.10 --end-ip 10.0.0.20");
    await bench.out("device create --name web-1 --datacenter fra1 --field owner=ada --address ip=10.0.0.1,label=eth0 --tag prod --tag web");
    await bench.out([
      "device",
      "create",
      "--name",
      "=cmd()",
      "--description",
      'two\nlines, "quoted"',
      "--status",
      "planned",
      "--field",
      "owner=bob",
    ]);
    await bench.out("relationship create web-1 depends_on =cmd()");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("has the formats of the library", () => {
    expect(EXPORT_FORMAT_NAMES).toEqual(EXPORT_FORMATS.map(({ name }) => name));
    expect(new Set(EXPORT_FORMATS.flatMap(({ scopes }) => scopes))).toEqual(new Set(Object.values(EXPORT_SCOPES)));
  });

  it.each([
    ["json", 8],
    ["rackd", 7],
  ])("writes everything as %s, which an import finds unchanged", async (format, records) => {
    const file = join(bench.home, `all-${format}.json`);
    await writeFile(file, await bench.out(`export all --as ${format}`));
    const { code, err, out } = await bench.cadastre(["import", file, "--as", format]);
    expect([code, out]).toEqual([0, expect.any(String)]);
    expect(err).toContain(`${records} rows: 0 to create, 0 to change, ${records} unchanged, 0 in conflict, 0 with errors`);
  });

  it.each(["fields", "spaces", "datacenters", "networks", "pools", "devices", "relationships"])(
    "writes %s as CSV, which an import finds unchanged",
    async (what) => {
      const file = join(bench.home, `${what}.csv`);
      await writeFile(file, await bench.out(`export ${what} --as csv`));
      const { code, err } = await bench.cadastre(["import", file, "--as", "csv", "--type", what.slice(0, -1), "--empty", "clear"]);
      expect([code, err]).toEqual([0, expect.stringMatching(/ 0 to create, 0 to change, [12] unchanged, 0 in conflict, 0 with errors/)]);
    },
  );

  it.each(["sqlite", "postgresql"] as const)("moves an inventory into an empty one on %s by a file", async (storage) => {
    const file = join(bench.home, `moved-${storage}.json`);
    await writeFile(file, await bench.out("export all --as json"));
    await using other = await openBench(storage);
    await other.out(["import", file, "--as", "json", "--apply", "--yes"]);
    expect(plain(await other.out("export all --as json"))).toEqual(plain(await bench.out("export all --as json")));
  });

  it("writes targets of Prometheus and an inventory of Ansible as the service does", async () => {
    expect(JSON.parse(await bench.out("export devices --as http_sd --port 9100 --tag prod"))).toMatchObject([
      { targets: ["10.0.0.1:9100"], labels: { __meta_cadastre_datacenter: "fra1" } },
    ]);
    const inventory = JSON.parse(await bench.out("export devices --as ansible"));
    expect(inventory).toMatchObject({
      tag_web: { hosts: ["web-1"] },
      status_planned: { hosts: ["_cmd__"] },
      _meta: { hostvars: { "web-1": { ansible_host: "10.0.0.1" } } },
    });
  });

  it("goes by tag and status, for devices", async () => {
    expect(JSON.parse(await bench.out("export devices --as json --status planned"))).toMatchObject([{ name: "=cmd()" }]);
    expect(await bench.cadastre("export networks --as json --tag prod")).toMatchObject({ code: 2, out: "" });
  });

  it("works without a server", async () => {
    const { code, out } = await bench.cadastre(["export", "datacenters", "--as", "json", "--database", bench.database], {
      environment: { ENCRYPTION_KEY },
    });
    expect([code, JSON.parse(out)]).toMatchObject([0, [{ name: "fra1" }]]);
  });

  it.each([
    ["export all --as csv", /CSV contains one kind of record/],
    ["export racks --as csv", /Allowed choices are fields, spaces, datacenters/],
    ["export devices --as xml", /Allowed choices are csv/],
    ["export devices", /--as <format>/],
    ["export devices --as http_sd --port 0", /from 1 to 65535/],
  ])("is called wrongly: %s", async (words, message) => {
    expect(await bench.cadastre(words)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(message) });
  });
});
