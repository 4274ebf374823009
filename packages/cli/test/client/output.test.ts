import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import type { Client } from "@cadastre/client";
import type { ManifestField } from "@cadastre/client/manifest";
import { describe, expect, it, onTestFinished } from "vitest";
import { operationOf } from "../../src/client/commands/operations.ts";
import { valueOf } from "../../src/client/input/parse-value.ts";
import { type Format, writeList, writeRecord } from "../../src/client/output/formats.ts";
import { endsOf, heatmapLines, prefixFor } from "../../src/client/output/heatmap.ts";
import { Readable } from "../../src/client/output/readable.ts";
import type { Row } from "../../src/client/output/table.ts";
import { Out } from "../../src/client/output/write-out.ts";
import { canAsk, hasColors, type Terminal } from "../../src/client/terminal.ts";
import { wrapLines } from "../../src/help-width.ts";
import { run } from "../support/command.ts";

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function written(
  format: Format,
  rows: readonly Row[],
  columns = ["id", "name"],
  allColumns = ["id", "name", "tags", "addresses"],
): Promise<string> {
  const stream = new PassThrough({ highWaterMark: 10_000_000 });
  await writeList(new Out(stream), each(rows), { format, columns, allColumns, head: (text) => text });
  stream.end();
  return await textOf(stream);
}

const ROWS = [
  { id: "1", name: "web", tags: ["a", "b"], addresses: [{ ip: "10.0.0.1", port: null }] },
  { id: "22", name: "=cmd()", tags: [], addresses: [] },
];

describe("a list", () => {
  it.each([
    ["table", "ID  NAME\n1   web\n22  =cmd()\n"],
    ["wide", "ID  NAME    TAGS  ADDRESSES\n1   web     a, b  10.0.0.1\n22  =cmd()\n"],
    ["csv", 'id,name,tags,addresses\n1,web,a;b,"[{""ip"":""10.0.0.1"",""port"":null}]"\n22,\'=cmd(),,\n'],
    ["ids", "1\n22\n"],
    ["json", `${JSON.stringify(ROWS, null, 2)}\n`],
    [
      "yaml",
      '- id: "1"\n  name: web\n  tags:\n    - a\n    - b\n  addresses:\n    - ip: 10.0.0.1\n      port: null\n- id: "22"\n  name: ' +
        "=cmd()\n  tags: []\n  addresses: []\n",
    ],
  ] as const)("is written as %s", async (format, expected) => {
    expect(await written(format, ROWS)).toBe(expected);
  });

  it.each([
    ["table", "ID  NAME\n"],
    ["csv", "id,name,tags,addresses\n"],
    ["ids", ""],
    ["json", "[]\n"],
    ["yaml", "[]\n"],
  ] as const)("that is empty is written as %s", async (format, expected) => {
    expect(await written(format, [])).toBe(expected);
  });

  it("has columns as wide as what is in them, also in wide characters", async () => {
    expect(
      await written("table", [
        { id: "東京", name: "x" },
        { id: "abc", name: "y" },
      ]),
    ).toBe("ID    NAME\n東京  x\nabc   y\n");
  });

  it("has no ids where there are none", async () => {
    await expect(written("ids", [{ name: "x" }])).rejects.toThrow("no ids");
  });

  it.each(["json", "yaml"] as const)("gives a terminal no control sequence as %s, and reads back as it was", async (format) => {
    const name = "a\u001b[2J\u009b31m\u202eb\u2028c";
    const text = await written(format, [
      { id: "1", name },
      { id: "2", name: "plain" },
    ]);
    // oxlint-disable-next-line no-control-regex -- control characters are what it is about
    expect(text).not.toMatch(/[\u001b\u0080-\u009f\u202e\u2028]/);
    expect((await import("yaml")).parse(text)).toEqual([
      { id: "1", name },
      { id: "2", name: "plain" },
    ]);
  });

  it("gives a terminal nothing that moves its cursor or turns its text", async () => {
    expect(await written("table", [{ id: "1", name: "a\u001b[2J\u0007b\u202ec\nd" }])).toBe("ID  NAME\n1   a b c d\n");
  });
});

describe("a record", () => {
  it("is a field a line, with what is inside", async () => {
    const stream = new PassThrough();
    await writeRecord(
      new Out(stream),
      { id: "1", tags: ["a"], addresses: [{ id: "2", ip: "10.0.0.1", port: 22, label: "" }, { ip: "10.0.0.2" }] },
      { format: "table", columns: [], allColumns: [], head: (text) => text },
    );
    stream.end();
    expect(await textOf(stream)).toBe("id         1\ntags       a\naddresses  ip=10.0.0.1 port=22\n           ip=10.0.0.2\n");
  });
});

it("names stand in place of ids in records and in lists of records, and what is no such list stays as it is", async () => {
  const network: ManifestField = { name: "network_id", type: { kind: "string" }, required: true, refersTo: "network" };
  const addresses: ManifestField = {
    name: "addresses",
    type: { kind: "array", items: { kind: "object", fields: [network] } },
    required: true,
    nullable: true,
  };
  const fields: readonly ManifestField[] = [network, addresses, { name: "found", type: { kind: "json" }, required: true }];
  const find = async ({ id }: { readonly id: readonly string[] }): Promise<unknown> => id.map((one) => ({ id: one, name: `net-${one}` }));
  const readable = new Readable(fields, { names: { find } } as unknown as Client);
  const found = [{ network_id: "3" }];
  expect(await readable.record({ network_id: "1", addresses: [{ network_id: "2" }], found })).toEqual({
    network: "net-1",
    addresses: [{ network: "net-2" }],
    found,
  });
  expect(await readable.record({ network_id: null, addresses: null, found: null })).toEqual({
    network: null,
    addresses: null,
    found: null,
  });
});

describe("a heatmap", () => {
  it("of a network goes from its first address to its last", () => {
    expect([endsOf("10.0.0.0/23"), endsOf("10.0.0.4/30"), endsOf("0.0.0.0/0"), endsOf("192.0.2.7/32")]).toEqual([
      { first: "10.0.0.0", last: "10.0.1.255" },
      { first: "10.0.0.4", last: "10.0.0.7" },
      { first: "0.0.0.0", last: "255.255.255.255" },
      { first: "192.0.2.7", last: "192.0.2.7" },
    ]);
    expect(endsOf("2001:db8::/121")).toEqual({ first: "2001:db8::", last: "2001:db8::7f" });
  });

  const look = { columns: 80, colors: false, unicode: true };

  it("has a mark for each address of a small pool", () => {
    const entries = ["used", "reserved", "available"].map((status, index) => ({ ip: `10.0.0.${index}`, status }));
    expect(heatmapLines(entries, look)).toEqual(["10.0.0.0 █░·", "█ used  ░ reserved  · free  (each mark an address)"]);
    expect(heatmapLines(entries, { ...look, unicode: false })[0]).toBe("10.0.0.0 #r.");
    expect(heatmapLines(entries, { ...look, colors: true })[0]).toContain("\u001b[31m█");
  });

  it("folds a /16 into lines that fit 80 columns", () => {
    expect(prefixFor("10.0.0.0", "10.0.255.255")).toBe(26);
    const entries = Array.from({ length: 1024 }, (_, at) => ({
      cidr: `10.0.${at >> 2}.${(at & 3) * 64}/26`,
      total: 64,
      used: at,
      reserved: 0,
      available: at === 0 ? 64 : at === 1 ? 40 : at === 2 ? 10 : 0,
    }));
    const passed = { cidr: "10.0.0.0/26", total: 64, used: 0, reserved: 0, available: 60, quarantined: 4 };
    expect(heatmapLines([passed], look)[0]).toBe("10.0.0.0 ·");
    const lines = heatmapLines(entries, look);
    expect(lines).toHaveLength(17);
    expect(lines[0]).toBe(`10.0.0.0     ·▒▓${"█".repeat(61)}`);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each([
    ["10.0.0.0", "10.0.3.255", undefined],
    ["10.0.0.0", "10.0.4.0", 31],
    ["10.0.0.0", "10.255.255.255", 18],
    ["fd00::", "fd00::ffff:ffff:ffff:ffff", 74],
  ])("of %s to %s is in blocks of %s", (start, end, prefix) => expect(prefixFor(start, end)).toBe(prefix));
});

describe("a value of the command line", () => {
  const typeOf = (operation: string, name: string) =>
    operationOf(operation).fields.find((field) => field.name === name)?.type ?? { kind: "json" as const };
  const address = (text: string): unknown => valueOf(text, typeOf("devices.create", "addresses"), "--address");

  it("may be a nested record, in several spellings", () => {
    expect(address("10.0.0.1")).toEqual({ ip: "10.0.0.1" });
    expect(address("fd00::1")).toEqual({ ip: "fd00::1" });
    expect(address("10.0.0.1:22:ipv4")).toEqual({ ip: "10.0.0.1", port: 22, type: "ipv4" });
    expect(address('ip=10.0.0.1, port=22,label="a,b"')).toEqual({ ip: "10.0.0.1", port: 22, label: "a,b" });
    expect(address('{"ip": "10.0.0.1"}')).toEqual({ ip: "10.0.0.1" });
    expect(() => address("label")).toThrow("the names id, ip");
  });

  it("is checked as far as it cannot be sent", () => {
    const vlan = typeOf("networks.create", "vlan_id");
    expect([valueOf("12", vlan, "--vlan"), valueOf("", vlan, "--vlan")]).toEqual([12, null]);
    for (const text of ["1.5", "0x10", "ten", " 1"]) expect(() => valueOf(text, vlan, "--vlan")).toThrow("whole number");
    expect(() => valueOf("gone", typeOf("devices.create", "status"), "--status")).toThrow("planned, active");
  });
});

describe("a terminal", () => {
  const terminal = (isTTY: boolean, environment: Terminal["environment"]): Terminal => ({
    stdin: Object.assign(new PassThrough(), { isTTY }),
    stdout: Object.assign(new PassThrough(), { isTTY }),
    stderr: Object.assign(new PassThrough(), { isTTY }),
    environment,
  });

  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { TERM: "dumb" }, false],
  ])("%s with %o has colours: %s", (isTTY, environment, colors) => {
    const one = terminal(isTTY, environment);
    expect(hasColors(one, one.stdout)).toBe(colors);
  });

  it("is not asked in a CI", () => {
    expect(canAsk(terminal(true, {}))).toBe(true);
    expect(canAsk(terminal(true, { CI: "true" }))).toBe(false);
    expect(canAsk(terminal(false, {}))).toBe(false);
  });
});

describe("the format", () => {
  it("is that of the flag, then of SERVICE_OUTPUT, then of the profile that is used", async () => {
    const home = await mkdtemp(join(tmpdir(), "cadastre-format-"));
    onTestFinished(async () => await rm(home, { recursive: true, force: true }));
    await mkdir(join(home, ".config", "cadastre"), { recursive: true });
    await writeFile(
      join(home, ".config", "cadastre", "config.json"),
      JSON.stringify({ output: "csv", profiles: { prod: { output: "json" } } }),
      { mode: 0o600 },
    );
    const list = async (args: readonly string[], environment: Record<string, string> = {}): Promise<string> =>
      (await run(["profile", "list", ...args], { HOME: home, ...environment })).out;
    const json = /^\[\n/;
    const csv = /^name,api_url/;
    expect(await list([])).toMatch(csv);
    expect(await list(["--profile", "prod"])).toMatch(json);
    expect(await list([], { SERVICE_PROFILE: "prod" })).toMatch(json);
    expect(await list([], { SERVICE_PROFILE: "prod", SERVICE_OUTPUT: "csv" })).toMatch(csv);
    expect(await list(["-o", "json"], { SERVICE_OUTPUT: "csv" })).toMatch(json);
  });
});

describe("the help", () => {
  it("goes on in the next line where a line is too long", () => {
    expect(wrapLines("  one two three", 9)).toBe("  one two\n  three");
    expect(wrapLines("short\n\n  lines stay", 80)).toBe("short\n\n  lines stay");
    expect(wrapLines("averylongwordthatstays", 5)).toBe("averylongwordthatstays");
  });
});
