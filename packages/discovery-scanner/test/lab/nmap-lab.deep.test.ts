import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXCLUDED, labHosts, MIDDLEBOX_NET, PROXY_NET, ROUTED, SEGMENT } from "./lab-hosts.ts";
import { Lab, labForbidden, missingProgram } from "./lab.ts";

const forbidden = labForbidden() ?? missingProgram("nmap");
const TESTS = 6;
if (forbidden !== null) console.warn(`${TESTS} tests of nmap in the lab are skipped: ${forbidden}`);

const OWN = "10.77.0.254";
const scanner = "nmap";
const sorted = (ips: readonly string[]): string[] => ips.toSorted();

describe.skipIf(forbidden !== null)("with nmap", () => {
  let lab: Lab;
  beforeAll(async () => void (lab = await Lab.start()));
  afterAll(() => lab?.close());

  it("quick finds every host of its own segment, and sends nothing to what is excluded", async () => {
    const before = await lab.ask({ do: "excluded" });
    const seen = await lab.scan({ net: SEGMENT, type: "quick", exclude: [OWN, ...EXCLUDED], scanner });
    expect(await lab.ask({ do: "excluded" })).toBe(before);
    const there = labHosts(SEGMENT).filter(({ ip }) => !EXCLUDED.includes(ip));
    expect(sorted(seen.found)).toEqual(sorted(there.map(({ ip }) => ip)));
    for (const { ip, mac } of there) expect(seen.of(ip)[0]).toMatchObject({ evidence: "arp", macAddress: mac });
    expect(new Set(seen.done).size).toBe(247);
    expect([seen.done.length, seen.warnings, seen.cost.children]).toEqual([247, [], 0]);
  });

  it("quick finds those behind a router that TCP or a ping can tell of", async () => {
    const seen = await lab.scan({ net: ROUTED, type: "quick", scanner });
    const there = labHosts(ROUTED).flatMap(({ ip, profile }) => (profile === "arp-only" ? [] : [ip]));
    expect(sorted(seen.found)).toEqual(sorted(there));
    expect(seen.of(there[0] as string)[0]?.evidence).toBe("icmp");
  });

  it("finds nobody where a router or a proxy answers for every address", async () => {
    const middlebox = await lab.scan({ net: MIDDLEBOX_NET.replace("/24", "/26"), type: "quick", scanner });
    expect([middlebox.found, middlebox.warnings]).toEqual([[], ["MIDDLEBOX"]]);
    const proxy = await lab.scan({ net: PROXY_NET.replace("/25", "/26"), type: "quick", scanner });
    expect([proxy.found, proxy.warnings]).toEqual([[], ["PROXY_ARP"]]);
  });

  it("deep finds every port, and what really speaks there", async () => {
    const seen = await lab.scan({
      net: "10.80.0.0/29",
      type: "deep",
      ports: [22, 23, 80, 139, 443, 445, 3306, 3389, 5432, 6379, 8443, 9100, 9999, 9998],
      limits: { hostBudgetMs: 40_000 },
      scanner,
    });
    for (const { ip, tcp } of labHosts(ROUTED).filter((host) => seen.found.includes(host.ip)))
      expect([ip, ...seen.ports(ip)]).toEqual([ip, ...tcp]);
    expect(seen.services("10.80.0.3").slice(0, 2)).toEqual([
      "22 ssh OpenSSH 9.2p1 Debian 2+deb12u3 (protocol 2.0)",
      "80 http nginx 1.22.1",
    ]);
    expect(seen.services("10.80.0.3")[2]).toMatch(/^443 https\b/);
    expect(seen.of("10.80.0.4").find(({ osGuess }) => osGuess !== undefined)?.osGuess).toBe("Debian 12");
    expect([seen.done.length, seen.cost.children]).toEqual([6, 0]);
  });

  it("a host that accepts everything is doubted, and one whose time is over has no list of ports", async () => {
    const hostile = await lab.scan({ net: "10.81.0.0/27", type: "full", scanner });
    expect(hostile.warnings).toEqual(["MIDDLEBOX"]);
    expect(hostile.of("10.81.0.16").at(-1)).toEqual({ kind: "observation", ip: "10.81.0.16", evidence: "tcp-open", doubt: "middlebox" });
    expect(hostile.ports("10.81.0.10")).toEqual([22, 25, 80, 443]);
    const late = await lab.scan({ net: "10.80.0.0/29", type: "full", limits: { hostBudgetMs: 200, probesPerSecond: 100 }, scanner });
    expect(late.cutShort).toEqual(late.found);
    expect(late.found).not.toEqual([]);
    for (const ip of late.found) expect(late.ports(ip)).toEqual([]);
  });

  it("a cancelled scan ends within a second, keeps what was done, and leaves nothing behind", async () => {
    const seen = await lab.scan({
      net: SEGMENT,
      type: "quick",
      exclude: [OWN],
      cancelAfterDone: 32,
      limits: { probesPerSecond: 100 },
      scanner,
    });
    expect(seen.cost.afterCancelMs).toBeLessThan(10_000);
    expect(seen.cost.children).toBe(0);
    expect(seen.done.length).toBeGreaterThanOrEqual(32);
    expect(seen.done.length).toBeLessThan(253);
  });
});
