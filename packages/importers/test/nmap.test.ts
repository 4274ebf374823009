import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isProblem, readImport } from "../src/index.ts";
import { fileOf, readFiles } from "./support/read.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<?xml-stylesheet href="file:///usr/share/nmap/nmap.xsl" type="text/xsl"?>
<!-- Nmap 7.95 scan initiated as: nmap -oX - 192.0.2.0/29 -->
<nmaprun scanner="nmap" args="nmap -oX - 192.0.2.0/29" start="1780000000" version="7.95" xmloutputversion="1.05">
<scaninfo type="connect" protocol="tcp" numservices="1000" services="1-1000"/>
`;
const END = '<runstats><finished time="1780000010" exit="success"/><hosts up="3" down="1" total="4"/></runstats>\n</nmaprun>\n';

const host = (ip: string, names: string, more = "", status = 'state="up" reason="echo-reply" reason_ttl="0"'): string =>
  `<host starttime="1780000000" endtime="1780000010"><status ${status}/>\n<address addr="${ip}" ` +
  `addrtype="${ip.includes(":") ? "ipv6" : "ipv4"}"/>\n${more}<hostnames>\n${names}</hostnames>\n</host>\n`;

const named = (name: string): string => `<hostname name="${name}" type="PTR"/>\n`;

const PORTS =
  '<ports><port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/><service name="ssh" method="table" ' +
  'conf="3"/></port></ports><os><osmatch name="Linux 5.X" accuracy="95"/></os>';

const read = async (text: string, options = {}) => await readFiles("nmap", fileOf(text, "scan.xml"), options);

const readReport = async (name: string) => await read(await readFile(new URL(`reports/${name}`, import.meta.url), "utf8"));

describe("a report of nmap", () => {
  it("has a device for each host that is up, found by its address", async () => {
    const { rows, errors, warnings } = await read(
      HEAD +
        host("192.0.2.1", named("gw.example.com"), `<address addr="08:00:27:25:D3:01" addrtype="mac" vendor="X &amp; Y"/>\n${PORTS}`) +
        host("192.0.2.2", "") +
        host("192.0.2.3", "", "", 'state="down" reason="no-response"') +
        host("192.0.2.4", "", "", 'state="up" reason="user-set"') +
        host("192.0.2.5", "", PORTS, 'state="up" reason="user-set"') +
        host("2001:db8::1", named("gw.example.com") + named("other.example.com")) +
        END,
      { datacenter: "fra1" },
    );
    expect(errors).toEqual([]);
    expect(rows).toEqual([
      {
        at: { line: 7 },
        type: "device",
        match: "address",
        lists: "add",
        set: {
          name: "gw.example.com",
          hostname: "gw.example.com",
          datacenter: { name: "fra1" },
          addresses: [{ ip: "192.0.2.1", mac: "08:00:27:25:d3:01" }],
        },
      },
      {
        at: { line: expect.any(Number) },
        type: "device",
        match: "address",
        lists: "add",
        set: { name: "192.0.2.2", datacenter: { name: "fra1" }, addresses: [{ ip: "192.0.2.2" }] },
      },
      expect.objectContaining({ set: { name: "192.0.2.5", datacenter: { name: "fra1" }, addresses: [{ ip: "192.0.2.5" }] } }),
      expect.objectContaining({
        set: { name: "2001:db8::1", hostname: "gw.example.com", datacenter: { name: "fra1" }, addresses: [{ ip: "2001:db8::1" }] },
      }),
    ]);
    expect(warnings).toEqual([
      "1 host is skipped: not up",
      "1 host is skipped: assumed up without a response (-Pn), and no open port",
      "open ports of 2 hosts are ignored: the inventory does not store them",
    ]);
  });

  it("expands no entity", async () => {
    const bomb =
      `<?xml version="1.0"?><!DOCTYPE nmaprun [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c ` +
      `"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><nmaprun>${host("192.0.2.1", named("&c;"))}${END}`;
    await expect(read(bomb)).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("declares entities") });
    await expect(read(`${HEAD}${host("192.0.2.1", named("&c;"))}${END}`)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(/undefined entity/),
    });
    await expect(
      read(`<?xml version="1.0"?><!DOCTYPE nmaprun [<!ENTITY x SYSTEM "file:///etc/passwd">]><nmaprun>${END}`),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it.each([
    ["", /not an nmap report|not a complete nmap report/],
    ["not xml", /not a complete nmap report/],
    ["<html></html>", /is not an nmap report/],
    [HEAD + host("192.0.2.1", ""), /not a complete nmap report.*unclosed tag: nmaprun/],
    [`${HEAD}<host><status state="up"`, /not a complete nmap report/],
    [`${HEAD}${END}<nmaprun>`, /not a complete nmap report/],
  ])("is refused when it is not whole: %#", async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(message) });
  });

  it("is refused when it goes on without a host", async () => {
    const endless = {
      name: "long.xml",
      async *open() {
        yield Buffer.from(`${HEAD}<host><address addr="`);
        for (let n = 0; n < 400; n += 1) yield Buffer.alloc(100_000, "1");
      },
    };
    await expect(readFiles("nmap", endless)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("characters without a host"),
    });
  });

  it("of 65,534 hosts keeps a small entry of each host in memory", async () => {
    const file = {
      name: "large.xml",
      async *open() {
        yield Buffer.from(HEAD);
        for (let n = 1; n <= 65_534; n += 1) yield Buffer.from(host(`10.7.${n >> 8}.${n & 255}`, named(`host-${n}.example.com`), PORTS));
        yield Buffer.from(END);
      },
    };
    let rows = 0;
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    for await (const item of readImport({ format: "nmap", source: { kind: "files", files: [file] } })) {
      if (isProblem(item)) continue;
      rows += 1;
      if (rows % 4096 === 1) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    expect(rows).toBe(65_534);
    expect(most).toBeLessThan(200 * 1024 * 1024);
  });

  it("has one device for a host with several entries, and prefers names from DNS", async () => {
    const { rows, errors, warnings } = await readReport("dup.xml");
    expect(errors).toEqual([]);
    expect(rows.map(({ at, set }) => [at.line, set["name"], set["hostname"], set["addresses"]])).toEqual([
      [5, "srv-5.lab.test", "srv-5.lab.test", [{ ip: "10.64.0.5", mac: "02:00:00:00:64:05" }]],
      [7, "LivingRoom TV", undefined, [{ ip: "10.64.0.6" }]],
      [9, "2001:db8:64::a", undefined, [{ ip: "2001:db8:64::a", mac: "02:00:00:00:64:0a" }]],
    ]);
    expect(warnings).toEqual([
      "1 host is skipped: its address is valid on one interface only",
      "open ports of 1 host are ignored: the inventory does not store them",
    ]);
  });

  it("may be of masscan, which writes no status and an entry for each port", async () => {
    const { rows, errors, warnings } = await readReport("masscan.xml");
    expect(errors).toEqual([]);
    expect(rows.map(({ set }) => set["addresses"])).toEqual([[{ ip: "10.63.0.14" }], [{ ip: "10.63.0.3" }]]);
    expect(warnings).toEqual(["open ports of 2 hosts are ignored: the inventory does not store them"]);
  });
});
