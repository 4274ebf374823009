import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NmapXml } from "../src/nmap/nmap-xml.ts";

const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<nmaprun scanner="nmap" version="7.93" xmloutputversion="1.05">
<hosthint><status state="up" reason="arp-response"/><address addr="10.0.0.9" addrtype="ipv4"/></hosthint>
<target specification="10.99.0.5" status="skipped" reason="invalid"/>
<host starttime="1" endtime="2"><status state="up" reason="arp-response" reason_ttl="0"/>
<address addr="10.0.0.3" addrtype="ipv4"/><address addr="BC:24:11:00:00:03" addrtype="mac" vendor="Some &lt;maker&gt;"/>
<hostnames></hostnames>
<ports><extraports state="closed" count="97"><extrareasons reason="reset" count="97" proto="tcp" ports="1-97"/></extraports>
<port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/>
<service name="ssh" product="OpenSSH" version="9.2p1" extrainfo="protocol 2.0" method="probed" conf="10"/></port>
<port protocol="tcp" portid="443"><state state="open" reason="syn-ack"/>
<service name="http" product="nginx&#x1b;[31m" method="probed" tunnel="ssl"/></port>
<port protocol="udp" portid="53"><state state="open" reason="udp-response"/><service name="domain" method="probed"/></port>
<port protocol="tcp" portid="80"><state state="filtered" reason="no-response"/><service name="http" method="table"/></port>
</ports>
<os><osmatch name="Linux 5.3 - 5.4" accuracy="96"/><osmatch name="Linux 3.2" accuracy="95"/></os></host>
<host timedout="true"><status state="up" reason="echo-reply"/><address addr="10.0.0.4" addrtype="ipv4"/></host>
<runstats><finished time="2" exit="success"/><hosts up="2" down="0" total="2"/></runstats>
</nmaprun>
`;

/** Read in pieces that end at the given places. */
function read(document: string | Uint8Array, cuts: readonly number[] = []): NmapXml {
  const bytes = Buffer.from(document as Uint8Array);
  const xml = new NmapXml();
  let from = 0;
  for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]) {
    xml.write(bytes.subarray(from, cut));
    from = cut;
  }
  return xml;
}

const [first, second] = [
  {
    ip: "10.0.0.3",
    up: true,
    reason: "arp-response",
    timedOut: false,
    macAddress: "bc:24:11:00:00:03",
    vendor: "Some <maker>",
    system: "Linux 5.3 - 5.4",
    refused: true,
    ports: [
      { port: 22, state: "open", service: { name: "ssh", version: "OpenSSH 9.2p1 (protocol 2.0)", guessed: false, tls: false } },
      { port: 443, state: "open", service: { name: "http", version: "nginx[31m", guessed: false, tls: true } },
      { port: 80, state: "filtered", service: { name: "http", version: "", guessed: true, tls: false } },
    ],
  },
  { ip: "10.0.0.4", up: true, reason: "echo-reply", timedOut: true, ports: [], refused: false },
];

/** A character that XML forbids ends the document: nmap writes none. */
const clean = DOCUMENT.replace("&#x1b;", "");

describe("what nmap writes", () => {
  it("is read whole, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        const xml = read(clean, cuts);
        expect(xml.hosts).toEqual([first, second]);
        expect(xml.skipped).toEqual(["10.99.0.5"]);
        expect(xml.finished).toEqual({ success: true, message: "" });
      }),
      { numRuns: 50 },
    );
  });

  it("is read as far as it goes when it is cut off", () => {
    fc.assert(
      fc.property(fc.nat(clean.length - 1), (length) => {
        const { hosts } = read(clean.slice(0, length));
        expect([first, second].slice(0, hosts.length)).toEqual(hosts);
      }),
    );
    expect(read(clean.slice(0, clean.indexOf("<runstats"))).finished).toBeUndefined();
  });

  it("is never the end of the reader, whatever it holds", () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.nat(0x2fff), { maxLength: 200 })
        .map((codes) => Buffer.from(clean.replace("OpenSSH", () => String.fromCodePoint(...codes)))),
      fc
        .tuple(fc.nat(clean.length), fc.uint8Array({ minLength: 1, maxLength: 8 }))
        .map(([at, bytes]) => Buffer.concat([Buffer.from(clean.slice(0, at)), bytes, Buffer.from(clean.slice(at))])),
    );
    fc.assert(
      fc.property(hostile, fc.array(fc.nat(), { maxLength: 4 }), (bytes, cuts) => {
        for (const host of read(bytes, cuts).hosts) {
          const texts = [host.vendor, host.system, ...host.ports.flatMap(({ service }) => [service?.name, service?.version])].filter(
            (text) => text !== undefined,
          );
          for (const text of texts) expect(text).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{0,200}$/u);
          for (const { port } of host.ports) expect(port > 0 && port <= 65_535).toBe(true);
        }
      }),
    );
  });

  it("tells a host that refused connections from one whose ports were silent", () => {
    const silent = clean
      .replace('state="closed"', 'state="filtered"')
      .replace('<extrareasons reason="reset"', '<extrareasons reason="no-response"');
    expect([clean, silent].map((document) => read(document).hosts[0]?.refused)).toEqual([true, false]);
  });

  it("counts no further than where it stops to be XML", () => {
    const broken = clean.replace("<host timedout", "<host <timedout");
    expect(read(broken).hosts).toEqual([first]);
    expect(read(DOCUMENT).finished).toBeUndefined();
  });

  it("is not read when it declares entities", () => {
    const bomb = '<!DOCTYPE nmaprun [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
    const withBomb = clean.replace("<!DOCTYPE nmaprun>", bomb);
    expect(read(withBomb)).toMatchObject({ hosts: [], finished: undefined });
  });
});
