import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Lab, labForbidden } from "./lab.ts";
import { EXCLUDED, hostileHosts, LARGE_NET, labHosts, HOSTILE_NET, MIDDLEBOX_NET, PROXY_NET, ROUTED, SEGMENT } from "./lab-hosts.ts";

const forbidden = labForbidden();
const TESTS = 13;
if (forbidden !== null) console.warn(`${TESTS} tests of the discovery lab are skipped: ${forbidden}`);

/** The scanner's own address on the segment: it is in the range, and it is there. */
const OWN = "10.77.0.254";
const LOSS = 5;
/** Hosts that no TCP connection can tell of. */
const tcpVisible = (net: string): string[] => labHosts(net).flatMap(({ ip, profile }) => (profile === "arp-only" ? [] : [ip]));
const sorted = (ips: readonly string[]): string[] => ips.toSorted();

describe.skipIf(forbidden !== null)("in a lab of a hundred hosts", () => {
  let lab: Lab;
  beforeAll(async () => void (lab = await Lab.start()));
  afterAll(() => lab?.close());

  it("quick finds every host of its own segment, and no other", async () => {
    const seen = await lab.scan({ net: SEGMENT, type: "quick", exclude: [OWN] });
    expect(sorted(seen.found)).toEqual(sorted(labHosts(SEGMENT).map(({ ip }) => ip)));
    expect(seen.done).toHaveLength(253);
    expect(new Set(seen.done).size).toBe(253);
    for (const { ip, mac } of labHosts(SEGMENT)) expect(seen.of(ip)[0]).toMatchObject({ evidence: "arp", macAddress: mac });
    expect(seen.of("10.77.0.3").some(({ vendor }) => vendor?.startsWith("Proxmox"))).toBe(true);
    expect(seen.cost.handles).toBe(0);
  });

  it("says that an entry of the neighbour table was there before, and sends nothing to what is excluded", async () => {
    await lab.ask({ do: "forget" });
    const before = await lab.ask({ do: "excluded" });
    const first = await lab.scan({ net: SEGMENT, type: "full", exclude: [OWN, ...EXCLUDED], ports: [22, 80] });
    expect(await lab.ask({ do: "excluded" })).toBe(before);
    expect(first.found).toHaveLength(97);
    const again = await lab.scan({ net: SEGMENT, type: "quick", exclude: [OWN] });
    expect(await lab.ask({ do: "excluded" })).not.toBe(before);
    expect(again.of("10.77.0.16").map(({ evidence }) => evidence)).toContain("arp-cached");
  });

  it("quick finds every host behind a router that TCP can tell of", async () => {
    const seen = await lab.scan({ net: ROUTED, type: "quick" });
    expect(sorted(seen.found)).toEqual(sorted(tcpVisible(ROUTED)));
    expect(seen.of("10.80.0.4").flatMap(({ name }) => name ?? [])).toEqual([{ text: "h101.database.lab.test", source: "ptr" }]);
  });

  it("full finds every port, and no other; fragile ones only when it is told to", async () => {
    const seen = await lab.scan({ net: ROUTED, type: "full" });
    for (const { ip, tcp } of labHosts(ROUTED).filter(({ profile }) => profile !== "arp-only")) {
      expect([ip, ...seen.ports(ip)]).toEqual([ip, ...tcp.filter((port) => port !== 9100)]);
    }
    const printer = await lab.scan({ net: "10.80.0.20/30", type: "full", settings: { probeFragilePorts: true } });
    expect(printer.ports("10.80.0.21")).toEqual([80, 515, 631, 9100]);
    const asked = await lab.scan({ net: "10.80.0.20/30", type: "full", ports: [80, 9100] });
    expect(asked.ports("10.80.0.21")).toEqual([80]);
  });

  it("tells of a host whose time was over, and no list of its ports", async () => {
    const seen = await lab.scan({ net: "10.80.0.0/29", type: "full", limits: { hostBudgetMs: 1, connectionsPerHost: 1 } });
    expect(seen.cutShort).toEqual(seen.found);
    expect(seen.found).not.toEqual([]);
    for (const ip of seen.found) expect(seen.ports(ip)).toEqual([]);
  });

  it("deep names what speaks its protocol, and guesses the rest as guesses", async () => {
    const seen = await lab.scan({ net: "10.80.0.0/27", type: "deep", settings: { snmpCommunity: "public" } });
    expect(seen.services("10.80.0.3")).toEqual(["22 ssh OpenSSH 9.2p1 Debian-2+deb12u3", "80 http nginx/1.22.1", "443 https nginx/1.22.1"]);
    expect(seen.services("10.80.0.4")).toEqual([
      "22 ssh OpenSSH 9.2p1 Debian-2+deb12u3",
      "3306 mysql 8.0.36",
      "5432 postgresql",
      "6379 redis 7.0.15",
    ]);
    expect(seen.services("10.80.0.6")).toEqual(["139 netbios-ssn", "445 smb SMB 2 or 3", "3389 rdp", "137 netbios-ns"]);
    expect(seen.services("10.80.0.10")).toEqual([
      "22 ssh OpenSSH 9.2p1 Debian-2+deb12u3",
      "23 telnet",
      "80 http nginx/1.22.1",
      "161 snmp Cisco IOS Software, Version 15.2",
    ]);
    expect(seen.services("10.80.0.18").map((text) => text.split(" ")[1])).toEqual(["ftp", "ssh", "smtp", "dns", "pop3", "imap", "imaps"]);
    expect(seen.services("10.80.0.21")).toEqual(["80 http nginx/1.22.1", "515 printer?", "631 http CUPS/2.4 IPP/2.1", "5353 mdns"]);
    const names = ["10.80.0.3", "10.80.0.6", "10.80.0.10", "10.80.0.21"].map(
      (ip) => seen.of(ip).find(({ name }) => name !== undefined)?.name,
    );
    expect(names.map((name) => `${name?.source} ${name?.text}`)).toEqual([
      "certificate web.lab.test",
      "netbios files-01",
      "snmp switch-7.lab.test",
      "mdns printer1.local",
    ]);
    const system = (ip: string): string | undefined => seen.of(ip).find(({ osGuess }) => osGuess !== undefined)?.osGuess;
    expect(["10.80.0.4", "10.80.0.6", "10.80.0.10"].map(system)).toEqual(["Debian 12", "Windows", "Cisco IOS"]);
    expect(seen.cost.handles).toBe(0);
  });

  it("hostile hosts cost little, and are not believed", async () => {
    const seen = await lab.scan({ net: HOSTILE_NET.replace("/24", "/27"), type: "deep" });
    expect(sorted(seen.found)).toEqual(sorted(hostileHosts().map(({ ip }) => ip)));
    for (const { ip, profile } of hostileHosts()) {
      expect([profile, ...seen.services(ip).filter((text) => !text.split(" ")[1]?.endsWith("?"))]).toEqual([profile]);
      expect(seen.of(ip).flatMap(({ name }) => name ?? [])).toEqual([]);
    }
    expect(seen.warnings).toEqual(["MIDDLEBOX"]);
    expect(seen.of("10.81.0.16").map(({ doubt }) => doubt)).toContain("middlebox");
    expect(seen.cost.tookMs).toBeLessThan(60_000);
    expect(seen.cost.handles).toBe(0);
  });

  it("finds nobody where a router or a proxy answers for every address", async () => {
    const middlebox = await lab.scan({ net: MIDDLEBOX_NET, type: "quick" });
    expect([middlebox.found, middlebox.warnings]).toEqual([[], ["MIDDLEBOX"]]);
    const proxy = await lab.scan({ net: PROXY_NET, type: "quick" });
    expect([proxy.found, proxy.warnings]).toEqual([[], ["PROXY_ARP"]]);
  });

  it("a cancelled scan ends at once, with nothing left open", async () => {
    for (const [net, cancelAfterMs] of [
      [LARGE_NET, 700],
      [SEGMENT, 300],
      [HOSTILE_NET, 1500],
    ] as const) {
      const seen = await lab.scan({ net, type: "deep", cancelAfterMs });
      expect(seen.cost.tookMs - cancelAfterMs).toBeLessThan(2500);
      expect(seen.cost.handles).toBe(0);
    }
  });

  it("a dead name server costs no more than two seconds", async () => {
    const seen = await lab.scan({ net: ROUTED, type: "quick", settings: { dnsServers: ["127.0.0.54:5300"] } });
    const without = await lab.scan({ net: ROUTED, type: "quick", settings: { reverseNames: false } });
    expect(seen.found).toHaveLength(90);
    expect(seen.cost.tookMs - without.cost.tookMs).toBeLessThan(2000);
  });

  it("finds nearly all where one of twenty packets is lost in each direction", async () => {
    await lab.ask({ do: "forget" });
    await lab.ask({ do: "loss", percent: LOSS });
    const segment = await lab.scan({ net: SEGMENT, type: "quick", exclude: [OWN] });
    const routed = await lab.scan({ net: ROUTED, type: "quick" });
    // Few hosts among many silent addresses.
    const live = labHosts(ROUTED)
      .filter(({ profile }) => profile !== "arp-only")
      .map(({ ip }) => ip);
    const few = await lab.scan({ net: ROUTED, type: "quick", exclude: live.slice(20) });
    await lab.ask({ do: "loss", percent: 0 });
    expect(few.found.length).toBeGreaterThanOrEqual(19);
    expect(few.done).toHaveLength(254 - (live.length - 20));
    expect(segment.found.length).toBeGreaterThanOrEqual(98);
    expect(routed.found.length).toBeGreaterThanOrEqual(87);
  });

  it("asks again whom it asked while nobody answered yet", async () => {
    // Of a thousand probes a second the first addresses have had all of theirs by then, and the last ones have not.
    const seen = await lab.scan({ net: ROUTED, type: "quick", limits: { probesPerSecond: 1000 }, silentForMs: 3000 });
    expect(sorted(seen.found)).toEqual(sorted(tcpVisible(ROUTED)));
    expect(seen.done).toHaveLength(254);
  });
});

it.skipIf(forbidden !== null)("with few file descriptors finds the same hosts, and says so", async () => {
  const lab = await Lab.start({ descriptors: 200 });
  try {
    const seen = await lab.scan({ net: ROUTED, type: "quick" });
    expect(sorted(seen.found)).toEqual(sorted(tcpVisible(ROUTED)));
    expect(seen.warnings).toContain("FILE_DESCRIPTORS");
  } finally {
    lab.close();
  }
});
