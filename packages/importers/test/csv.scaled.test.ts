import { atDepth } from "../../../testing/depth.ts";
import { describe, expect, it } from "vitest";
import { collect, fileOf, readFiles, readText } from "./support/read.ts";
import { readImport } from "../src/index.ts";

describe("a CSV of devices", () => {
  it("has a row for each line, with the fields by their names", async () => {
    const { rows, problems } = await readText(
      "csv",
      'name,hostname,tags,domains,status,datacenter\nweb-1,web-1.example.com,web;prod,www.example.com,active,fra1\n"db ""1""",,,,,\n',
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        at: { line: 2 },
        type: "device",
        set: {
          name: "web-1",
          hostname: "web-1.example.com",
          tags: ["web", "prod"],
          domains: ["www.example.com"],
          status: "active",
          datacenter: { name: "fra1" },
        },
      },
      { at: { line: 3 }, type: "device", set: { name: 'db "1"' } },
    ]);
  });

  it("understands other names of columns, in any case", async () => {
    const { rows } = await readText("csv", "Device Name,Site,IP Address,Model\nweb-1,fra1,10.0.0.1,R640\n");
    expect(rows).toMatchObject([
      { set: { name: "web-1", datacenter: { name: "fra1" }, make_model: "R640", addresses: [{ ip: "10.0.0.1" }] } },
    ]);
  });

  it("puts lines of one device together, an address each", async () => {
    const { rows, problems } = await readText(
      "csv",
      "name,os,ip,port,type,label,network\nfw-1,PAN-OS,10.0.0.1,443,management,mgmt,10.0.0.0/24\nfw-1,PAN-OS,2001:db8::1,,,,\nfw-2,,10.0.0.2,,,,lan\n",
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        at: { line: 2 },
        type: "device",
        set: {
          name: "fw-1",
          os: "PAN-OS",
          addresses: [
            { ip: "10.0.0.1", port: 443, type: "management", label: "mgmt", network: { subnet: "10.0.0.0/24" } },
            { ip: "2001:db8::1" },
          ],
        },
      },
      { at: { line: 4 }, type: "device", set: { name: "fw-2", addresses: [{ ip: "10.0.0.2", network: { name: "lan" } }] } },
    ]);
  });

  it("tells when lines of one device contradict each other, and when an address has no ip", async () => {
    const { rows, errors } = await readText("csv", "name,os,ip,label\nfw-1,A,10.0.0.1,\nfw-1,B,10.0.0.2,\nfw-2,,,mgmt\n");
    expect(rows).toHaveLength(1);
    expect(errors).toMatchObject([
      { at: { line: 3 }, field: "os", message: "differs from line 2 of the same device" },
      { at: { line: 4 }, field: "ip" },
    ]);
  });

  it("takes the hardware address of a line's address under its usual names", async () => {
    for (const name of ["mac", "MAC address", "hwaddr"]) {
      const { rows, errors } = await readFiles("csv", fileOf(`name,ip,${name}\na,10.0.0.1,02-00-00-00-00-07\n`));
      expect(errors).toEqual([]);
      expect(rows.map(({ set }) => set["addresses"])).toEqual([[{ ip: "10.0.0.1", mac: "02-00-00-00-00-07" }]]);
    }
  });

  it("takes addresses in one column, separated or as JSON", async () => {
    const { rows, errors } = await readText(
      "csv",
      'name,addresses\na,10.0.0.1;10.0.0.2\nb,"[{""ip"":""10.0.0.3"",""label"":""x;y""}]"\nc,"[{""ip"""\n',
    );
    expect(rows.map(({ set }) => set["addresses"])).toEqual([[{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }], [{ ip: "10.0.0.3", label: "x;y" }]]);
    expect(errors).toMatchObject([{ at: { line: 4 }, field: "addresses" }]);
  });

  it("leaves a field alone where the cell is empty, or clears it by option", async () => {
    const text = "id,name,os,tags,datacenter_id,ip\n,a,,,,\n";
    expect((await readText("csv", text)).rows[0]?.set).toEqual({ name: "a" });
    expect((await readText("csv", text, { empty: "clear" })).rows[0]?.set).toEqual({ name: "a", os: "", tags: [], datacenter: null });
  });

  it("takes away what our export puts before formulas", async () => {
    const { rows } = await readText("csv", "name,description\n'=cmd(),''+1\n'quoted,'@x\n");
    expect(rows.map(({ set }) => set)).toEqual([
      { name: "=cmd()", description: "'+1" },
      { name: "'quoted", description: "@x" },
    ]);
  });
});

describe("other types", () => {
  it("are networks, pools, datacenters and relationships", async () => {
    expect((await readText("csv", "name,cidr,vlan,site\nlan,10.0.0.0/24,12,fra1\n", { type: "network" })).rows).toMatchObject([
      { type: "network", set: { name: "lan", subnet: "10.0.0.0/24", vlan_id: 12, datacenter: { name: "fra1" } } },
    ]);
    expect(
      (await readText("csv", "name,start,end,network,tags\np,10.0.0.10,10.0.0.20,10.0.0.0/24,a\n", { type: "pool" })).rows,
    ).toMatchObject([
      { type: "pool", set: { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20", network: { subnet: "10.0.0.0/24" }, tags: ["a"] } },
    ]);
    expect((await readText("csv", "name,location\nfra1,Frankfurt\n", { type: "datacenter" })).rows).toMatchObject([
      { type: "datacenter", set: { name: "fra1", location: "Frankfurt" } },
    ]);
    expect((await readText("csv", "parent,child,type\na,b,depends_on\n", { type: "relationship" })).rows).toMatchObject([
      { type: "relationship", set: { parent: { name: "a" }, child: { name: "b" }, type: "depends_on" } },
    ]);
  });
});

describe("a CSV that a spreadsheet wrote", () => {
  it("may name its delimiter in a first line of its own, which is counted", async () => {
    for (const first of ["sep=;", '"sep=;"', "SEP=;"]) {
      const { rows, problems } = await readText("csv", `\uFEFF${first}\r\nname;ip;mac\r\npc1;10.80.0.1;02-00-00-00-80-01\r\n`);
      expect(problems).toEqual([]);
      expect(rows).toEqual([
        { at: { line: 3 }, type: "device", set: { name: "pc1", addresses: [{ ip: "10.80.0.1", mac: "02-00-00-00-80-01" }] } },
      ]);
    }
    expect((await readText("csv", "sep=|\nname|os\na|b,c;d\n")).rows).toMatchObject([{ set: { name: "a", os: "b,c;d" } }]);
    expect((await readText("csv", "sep=;\nname,os\na,b;c\n", { delimiter: "comma" })).rows).toMatchObject([{ set: { os: "b;c" } }]);
    await expect(readText("csv", "sep=;\n")).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(/is empty/) });
  });

  it("may leave out empty cells at the end of a line, or add some", async () => {
    const text = "name,ip,\r\npc,10.80.9.1,\r\npc2,10.80.9.2\r\npc3,10.80.9.3,,,\r\npc4\r\n";
    const { rows, errors } = await readText("csv", text);
    expect(errors).toEqual([]);
    expect(rows.map(({ set }) => [set["name"], set["addresses"]])).toEqual([
      ["pc", [{ ip: "10.80.9.1" }]],
      ["pc2", [{ ip: "10.80.9.2" }]],
      ["pc3", [{ ip: "10.80.9.3" }]],
      ["pc4", undefined],
    ]);
  });

  it("clears no field by a cell that is left out", async () => {
    const { rows } = await readText("csv", "name,os,location\na,,\nb,\nc\n", { empty: "clear" });
    expect(rows.map(({ set }) => set)).toEqual([{ name: "a", os: "", location: "" }, { name: "b", os: "" }, { name: "c" }]);
  });
});

describe("bad input", () => {
  it("is told by line, and the rest is read", async () => {
    const { rows, errors, warnings } = await readText(
      "csv",
      "name,vlan_id,subnet,colour\r\na,x,10.0.0.0/24,red\r\nc,2,10.0.1.0/24,,more\r\n\r\nd,3,10.0.2.0/24,\r\n",
      { type: "network" },
    );
    expect(rows).toMatchObject([{ at: { line: 5 }, set: { name: "d", vlan_id: 3 } }]);
    expect(errors).toEqual([
      { at: { line: 2 }, type: "network", field: "vlan_id", severity: "error", message: "must be a whole number" },
      { at: { line: 3 }, type: "network", severity: "error", message: "has 5 columns, but the first line has 4" },
    ]);
    expect(warnings).toEqual(['the column "colour" is ignored: the inventory has no such field']);
  });

  it.each([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"],
  ])("is not a %s between the cells", async (_, delimiter) => {
    const text = `name${delimiter}description\na${delimiter}"x,y;z"\n`;
    expect((await readText("csv", `\uFEFF${text}`)).rows).toMatchObject([{ set: { name: "a", description: "x,y;z" } }]);
  });

  it.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("is not a line end of %s; lines are counted with line ends inside of cells", async (_, end) => {
    const { rows, errors } = await readText(
      "csv",
      ["name,description", `a,"two${end}lines${end}more"`, "", "b,x", "c,y,z", `d,"q${end}r"`, "e,y"].join(end),
    );
    expect(rows.map(({ at, set }) => [at.line, set["name"]])).toEqual([
      [2, "a"],
      [6, "b"],
      [8, "d"],
      [10, "e"],
    ]);
    expect(errors.map(({ at }) => at.line)).toEqual([7]);
  });

  it("is a quote in the wrong place: what it spoils is told, and no line is lost in silence", async () => {
    const { rows, errors } = await readText("csv", 'name,description\r\na,1\r\nb,x"y\r\nc,"p"q\r\nd,4\r\ne,"5"\r\nf,6\r\n');
    expect(rows.map(({ set }) => set["name"])).toEqual(["a", "f"]);
    expect(errors).toMatchObject([
      { at: { line: 3 }, message: expect.stringMatching(/quote in an unquoted cell.*lines 3 to 6 are not imported/) },
    ]);
    expect(rows[1]?.at).toEqual({ line: 7 });
  });

  it("is half a file", async () => {
    const { rows, errors } = await readText("csv", 'name,description\na,1\nb,"half');
    expect(rows).toHaveLength(1);
    expect(errors).toMatchObject([{ at: { line: 3 }, message: expect.stringContaining("unclosed quote") }]);
    expect((await readText("csv", "name,description\na,1\nb")).errors).toMatchObject([{ at: { line: 3 } }]);
  });

  it("is a quote that is never closed in a large file: it ends with its line, and not with the memory", async () => {
    const endless = {
      name: "big.csv",
      async *open() {
        yield Buffer.from('name,description\na,"');
        for (let n = 0; n < 200; n += 1) yield Buffer.alloc(100_000, "x\n");
      },
    };
    await expect(readFiles("csv", endless)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/^big\.csv, line 2: the line is longer/),
    });
  });

  it("is another encoding: UTF-16 at once, a cell of Latin-1 by its line", async () => {
    const utf16 = Buffer.from("\uFEFFname,os\na,b\n", "utf16le");
    await expect(readText("csv", utf16)).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("UTF-16") });
    await expect(readText("csv", utf16.subarray(2))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("UTF-16"),
    });
    const { rows, errors } = await readText("csv", Buffer.from("name,os\na,x\nb,M\xfcnchen\nc,y\n", "latin1"));
    expect(rows.map(({ set }) => set["name"])).toEqual(["a", "c"]);
    expect(errors).toEqual([
      { at: { line: 3 }, type: "device", field: "os", severity: "error", message: "is not UTF-8: save the file as UTF-8" },
    ]);
  });

  it.each([
    ["", /is empty/],
    ["\n\n", /is empty/],
    ["foo,bar\n1,2\n", /no column names of a device/],
    ["name,device,os\na,b,c\n", /the columns "name" and "device" are both name/],
    [`${"x".repeat(70_000)}\n`, /no header line/],
  ])("has no line of names that can be used: %j", async (text, message) => {
    await expect(readText("csv", text)).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(message) });
  });

  it("is an option that there is not, or a wrong value", () => {
    const source = { kind: "files", files: [fileOf("")] } as const;
    expect(() => readImport({ format: "csv", source, options: { typ: "device" } })).toThrow(
      "csv has no option typ: its options are type, delimiter, empty",
    );
    expect(() => readImport({ format: "csv", source, options: { type: "rack" } })).toThrow(
      "type must be one of field, space, datacenter, network, pool, device, relationship",
    );
    expect(() => readImport({ format: "xls", source })).toThrow(/unknown format "xls": use one of csv, json/);
    expect(() => readImport({ format: "csv", source: { kind: "files", files: [] } })).toThrow("none was passed");
    expect(() => readImport({ format: "csv", source: { kind: "service", url: "http://x" } })).toThrow("read from a file");
    expect(() => readImport({ format: "netbox", source, options: { token: "x" } })).toThrow("read from a service");
  });
});

/** Lines of a large file. */
const LINES = atDepth({ few: 10_000, many: 100_000 });

it("reads many lines, every tenth wrong, and tells every one of them", async () => {
  const file = {
    name: "many.csv",
    async *open() {
      yield Buffer.from("name,hostname,ip,tags\n");
      for (let from = 0; from < LINES; from += 1000) {
        yield Buffer.from(
          Array.from({ length: 1000 }, (_, index) =>
            index % 10 === 9
              ? `device-${from + index},a,,b,c\n`
              : `device-${from + index},h${from + index}.example.com,10.0.${index % 256}.1,a;b\n`,
          ).join(""),
        );
      }
    },
  };
  const { rows, errors } = await collect(readImport({ format: "csv", source: { kind: "files", files: [file] } }));
  expect(rows).toHaveLength(0.9 * LINES);
  expect(errors.map(({ at }) => at.line)).toEqual(Array.from({ length: LINES / 10 }, (_, index) => index * 10 + 11));
});
