import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fileOf, readFiles } from "./support/read.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const LATER = String(NOW.getTime() / 1000 + 3600);
const BEFORE = String(NOW.getTime() / 1000 - 1);

const HEAD4 = "address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id";
const HEAD6 =
  "address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,hwaddr,state,user_context,hwtype,hwaddr_source,pool_id";

const read = async (format: string, text: string, options = {}) => await readFiles(format, fileOf(text, "leases"), options, NOW);

describe("a lease file of Kea", () => {
  it("has a device for each lease that holds, by the last line of its address", async () => {
    const { rows, errors, warnings } = await read(
      "kea",
      [
        HEAD4,
        `192.0.2.10,08:00:27:25:d3:01,,3600,${BEFORE},1,0,0,old-name,0,,0`,
        `192.0.2.11,08:00:27:25:d3:02,,3600,${BEFORE},1,0,0,gone,0,,0`,
        `192.0.2.12,08:00:27:25:d3:03,,4294967295,4294967295,1,0,0,printer.example.com.,0,,0`,
        `192.0.2.13,,,3600,${LATER},1,0,0,,1,,0`,
        `192.0.2.14,08:00:27:25:d3:05,,3600,${LATER},1,0,0,,0,"{ ""ISC"": { ""client-info"": 1 } }",0`,
        `192.0.2.10,08:00:27:25:d3:01,,3600,${LATER},1,0,0,laptop,0,,0`,
        `192.0.2.15,08:00:27:25:d3:06,,3600,${LATER},1,0,0,Ann's phone,0,,0`,
        `192.0.2.16,08:00:27:25:d3:07,,3600,${LATER},1,0,0,laptop,2,,0`,
        `192.0.2.17,08:00:27:25:d3:08,,3600,${LATER},1,0,0,LAPTOP,0,,0`,
        "",
      ].join("\n"),
    );
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      {
        at: { line: 7 },
        type: "device",
        match: "address",
        lists: "add",
        set: { name: "laptop", hostname: "laptop", addresses: [{ ip: "192.0.2.10", mac: "08:00:27:25:d3:01" }] },
      },
      {
        at: { line: 4 },
        set: { name: "printer.example.com", hostname: "printer.example.com", addresses: [{ ip: "192.0.2.12", mac: "08:00:27:25:d3:03" }] },
      },
      { at: { line: 6 }, set: { name: "192.0.2.14", addresses: [{ ip: "192.0.2.14", mac: "08:00:27:25:d3:05" }] } },
      { at: { line: 8 }, set: { name: "Ann's phone", addresses: [{ ip: "192.0.2.15", mac: "08:00:27:25:d3:06" }] } },
      { at: { line: 10 }, set: { name: "192.0.2.17", hostname: "LAPTOP" } },
    ]);
    expect(rows[3]?.set["hostname"]).toBeUndefined();
    expect(warnings).toEqual(["1 lease is skipped: expired", "1 lease is skipped: declined", "1 lease is skipped: expired and reclaimed"]);
  });

  it("may be of DHCPv6, whose delegated prefixes are left out", async () => {
    const { rows, warnings } = await read(
      "kea",
      [
        HEAD6,
        `2001:db8::10,00:01:00:01,3600,${LATER},1,1800,0,7,128,1,1,host-6.example.com.,08:00:27:25:d3:01,0,,1,2,0`,
        `2001:db8:8::,00:01:00:01,3600,${LATER},1,1800,2,7,56,0,0,,08:00:27:25:d3:01,0,,1,2,0`,
      ].join("\r\n"),
      { datacenter: "fra1" },
    );
    expect(rows.map(({ set }) => set)).toEqual([
      {
        name: "host-6.example.com",
        hostname: "host-6.example.com",
        datacenter: { name: "fra1" },
        addresses: [{ ip: "2001:db8::10", mac: "08:00:27:25:d3:01" }],
      },
    ]);
    expect(warnings).toEqual(["1 delegated prefix is skipped: only addresses are imported"]);
  });

  it("reports lines that cannot be read, and once a file that is no lease file", async () => {
    const { rows, errors } = await read(
      "kea",
      [
        HEAD4,
        "192.0.2.10,x",
        `nonsense,,,3600,${LATER},1,0,0,a,0,,0`,
        "192.0.2.11,,,x,y,1,0,0,a,0,,0",
        `192.0.2.12,,,3600,${LATER},1,0,0,ok,0,,0`,
      ].join("\n"),
    );
    expect(rows).toHaveLength(1);
    expect(errors.map(({ at, message }) => [at.line, message])).toEqual([
      [2, "has 2 columns, but the first line has 12"],
      [3, '"nonsense" is not an IP address'],
      [4, "valid_lifetime, expire and state must be numbers"],
    ]);
    expect((await read("kea", "a,b\n1,2\n")).errors).toEqual([
      { at: { line: 1 }, type: "device", severity: "error", message: expect.stringContaining("it lacks address, valid_lifetime") },
    ]);
  });
});

describe("the lease file of dnsmasq", () => {
  it("has a device for each lease that holds", async () => {
    const { rows, errors, warnings } = await read(
      "dnsmasq",
      [
        `${LATER} 08:00:27:25:d3:01 192.168.1.10 laptop 01:08:00:27:25:d3:01`,
        "0 08:00:27:25:d3:02 192.168.1.11 * *",
        `${BEFORE} 08:00:27:25:d3:03 192.168.1.12 gone *`,
        "duid 00:01:00:01:2c:5f:6a:51:08:00:27:25:d3:01",
        `${LATER} 1234567 2001:db8::10 laptop6 00:01:00:01:2c`,
        "",
      ].join("\n"),
    );
    expect(errors).toEqual([]);
    expect(rows.map(({ at, set }) => [at.line, set["name"], set["addresses"]])).toEqual([
      [1, "laptop", [{ ip: "192.168.1.10", mac: "08:00:27:25:d3:01" }]],
      [2, "192.168.1.11", [{ ip: "192.168.1.11", mac: "08:00:27:25:d3:02" }]],
      [5, "laptop6", [{ ip: "2001:db8::10" }]],
    ]);
    expect(warnings).toEqual(["1 lease is skipped: expired"]);
  });

  it("ignores invalid MAC addresses, and those that are not of Ethernet", async () => {
    const hardware = ["20-00:00:01", "06-08:00:27:25:d3:01", "00:00:01", "123456789012", "*"];
    const lines = hardware.map((cell, index) => `${LATER} ${cell} 192.168.1.${index + 1} * *`);
    const { rows, errors } = await read("dnsmasq", lines.join("\n"));
    expect(errors).toEqual([]);
    expect(rows.map(({ set }) => set["addresses"])).toEqual(hardware.map((_, index) => [{ ip: `192.168.1.${index + 1}` }]));
  });

  it("has lines that are wrong told", async () => {
    const { rows, errors } = await read("dnsmasq", `x y\nsoon aa 10.0.0.1 a *\n${LATER} aa 10.0.0.300 a *\n${LATER} aa 10.0.0.1 a *`);
    expect(rows).toHaveLength(1);
    expect(errors.map(({ at }) => at.line)).toEqual([1, 2, 3]);
  });
});

const report = async (format: string, name: string) =>
  await readFiles(format, fileOf(await readFile(new URL(`reports/${name}`, import.meta.url)), name), {}, NOW);

describe("lease files of public bug reports", () => {
  it("has the leases of a Kea file whose user_context has unquoted JSON", async () => {
    const { rows, errors, warnings } = await report("kea", "kea4.csv");
    expect(errors).toEqual([]);
    expect(rows.map(({ set }) => [set["name"], set["hostname"]])).toEqual([
      ["one.lab.test", "one.lab.test"],
      ["two.lab.test", "two.lab.test"],
      ["three,extra", undefined],
      ["amp&#x2c", undefined],
    ]);
    expect(warnings).toEqual(["1 lease is skipped: declined"]);
    expect((await report("kea", "kea4b.csv")).rows.map(({ set }) => set["name"])).toEqual([
      "one.lab.test",
      "two.lab.test",
      "three",
      "four",
      "five",
      "six",
    ]);
  });

  it("has the addresses of a DHCPv6 file of Kea, and counts its delegated prefixes", async () => {
    const { rows, errors, warnings } = await report("kea", "kea6.csv");
    expect(errors).toEqual([]);
    expect(rows.map(({ set }) => set["addresses"])).toEqual([[{ ip: "2001:db8:61::10", mac: "02:00:00:00:00:60" }]]);
    expect(warnings).toEqual(["1 delegated prefix is skipped: only addresses are imported"]);
    expect(await report("kea", "keapd.csv")).toMatchObject({ rows: [], errors: [], warnings });
  });

  it("has the leases of a dnsmasq file with agent-info and vendorclass lines", async () => {
    const { rows, problems } = await report("dnsmasq", "dnsmasq.leases");
    expect(problems).toEqual([]);
    expect(rows.map(({ at, set }) => [at.line, set["name"], set["addresses"]])).toEqual([
      [1, "katze", [{ ip: "10.62.0.10", mac: "02:00:00:00:01:10" }]],
      [2, "10.62.0.11", [{ ip: "10.62.0.11", mac: "02:00:00:00:01:11" }]],
      [3, "printer", [{ ip: "10.62.0.12", mac: "02:00:00:00:01:12" }]],
      [7, "fd00:62::10", [{ ip: "fd00:62::10" }]],
      [8, "fd00:62::11", [{ ip: "fd00:62::11" }]],
    ]);
  });

  it("has the active leases of an ISC dhcpd file, by the last block of an address", async () => {
    const { rows, errors, warnings } = await report("isc", "dhcpd.leases");
    expect(errors).toEqual([]);
    expect(rows.map(({ at, set }) => [at.line, set["name"], set["addresses"]])).toEqual([
      [13, "cam}era;1", [{ ip: "10.65.0.10", mac: "02:00:00:00:65:10" }]],
      [26, "bob's-laptop", [{ ip: "10.65.0.11", mac: "02:00:00:00:65:11" }]],
      [60, "2001:db8:65::10", [{ ip: "2001:db8:65::10" }]],
    ]);
    expect(warnings).toEqual(["1 lease is skipped: backup", "1 lease is skipped: free"]);
  });
});
