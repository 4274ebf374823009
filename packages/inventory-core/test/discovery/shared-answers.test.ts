import type { Observation } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostAnswers } from "../../src/discovery/screening/host-answers.ts";
import { findSharedAnswers } from "../../src/discovery/screening/shared-answers.ts";

type Seen = Omit<Observation, "kind" | "ip">;

const PROXY = "02:00:00:00:00:01";
const ROUTER = "02:00:00:00:00:02";
const mac = (last: number): string => `02:00:00:00:01:${last.toString(16).padStart(2, "0")}`;
const arp = (macAddress: string): Seen => ({ evidence: "arp", macAddress });
const refusal: Seen = { evidence: "tcp-refused" };
const ping: Seen = { evidence: "icmp" };
const accepts = (...acceptedPorts: readonly number[]): Seen => ({ evidence: "tcp-open", acceptedPorts });
const serves = (version: string): Seen => ({
  evidence: "tcp-open",
  openPorts: [22],
  services: [{ port: 22, protocol: "tcp", service: "ssh", version }],
});

/** So many addresses with the same answers. */
const times = (count: number, ...answers: readonly Seen[]): readonly (readonly Seen[])[] => Array.from({ length: count }, () => answers);
const each = (count: number, answers: (index: number) => readonly Seen[]): readonly (readonly Seen[])[] =>
  Array.from({ length: count }, (_, index) => answers(index));

function answersOf(hosts: readonly (readonly Seen[])[]): readonly HostAnswers[] {
  return hosts.map((seen, index) => {
    const answers = new HostAnswers(`10.0.${index >> 8}.${index & 255}`);
    for (const one of seen) answers.add({ kind: "observation", ip: answers.ip, ...one });
    return answers;
  });
}

/** Number of addresses that are believed. */
function believed(hosts: readonly (readonly Seen[])[], silent = 0): number {
  const answers = answersOf(hosts);
  const shared = findSharedAnswers(answers, silent);
  return answers.filter((host) => !host.isSilent && !shared.isShared(host)).length;
}

describe("one machine that answers for others gives no host", () => {
  it.each([
    ["a firewall that refuses connections for a /24", times(254, refusal), 0],
    ["a firewall that refuses connections for a /30", times(2, refusal), 0],
    ["a firewall whose refusals are lost now and then", times(235, refusal), 19],
    [
      "a box that answers pings, refuses TCP or refuses UDP, as it comes",
      [...times(90, ping), ...times(90, refusal), ...times(74, { evidence: "udp-unreachable" })],
      0,
    ],
    ["a box that accepts port 80 for a /26", times(62, accepts(80), refusal), 0],
    ["a box that accepts any port, of which some were lost", [...times(50, accepts(80, 443)), ...times(4, accepts(80))], 2],
    ["a load balancer with the same service at every address of a /29", times(6, accepts(22), serves("OpenSSH 9.2")), 0],
    ["a proxy that answers ARP for a /28", times(14, arp(PROXY)), 0],
    ["a proxy that answers ARP, pings and TCP for a /28", times(14, arp(PROXY), ping, accepts(443)), 0],
    ["a proxy that answers ARP for both addresses of a /30", times(2, arp(PROXY)), 0],
    ["two proxies that answer ARP for half a segment each", [...times(7, arp(PROXY)), ...times(7, arp(ROUTER))], 0],
    ["a proxy that answers ARP for an eighth of a segment", times(32, arp(PROXY)), 222],
    ["a proxy that another router has in its ARP table", times(14, { evidence: "router-table", macAddress: PROXY }), 0],
  ] as const)("%s", (_, hosts, silent) => {
    expect(believed(hosts, silent)).toBe(0);
  });
});

describe("machines that prove to be different ones are believed", () => {
  it.each([
    [
      "40 servers among 214 addresses that a firewall refuses",
      [...times(214, refusal), ...each(40, (port) => [refusal, accepts(22, 1000 + port)])],
      0,
      40,
    ],
    [
      "180 servers with SSH among 74 addresses that a firewall refuses",
      [...times(74, refusal), ...times(180, refusal, accepts(22))],
      0,
      180,
    ],
    [
      "8 hosts with MAC addresses of their own beside a proxy for the other 6",
      [...times(6, arp(PROXY)), ...each(8, (last) => [arp(mac(last)), ping])],
      0,
      8,
    ],
    ["a server behind a proxy", [...times(13, arp(PROXY)), [arp(PROXY), accepts(22)]], 0, 1],
    ["a host that refuses connections where a box accepts them for the others", [...times(99, accepts(443)), [refusal]], 0, 1],
    [
      "a rack of identical servers with MAC addresses of their own",
      each(14, (last) => [arp(mac(last)), ping, accepts(22), serves("OpenSSH 9.2")]),
      0,
      14,
    ],
    ["both ends of a /30 with different ports", [[accepts(22)], [accepts(22, 80)]], 0, 2],
    ["both ends of a /30 with different services", [[serves("OpenSSH 9.2")], [serves("OpenSSH 9.6")]], 0, 2],
    ["both ends of a /30 with names of their own", each(2, (end) => [ping, { name: { text: `router-${end}`, source: "snmp" } }]), 0, 2],
    ["two kinds of servers that fill a /29", [...times(3, accepts(22, 443)), ...times(3, accepts(80))], 0, 6],
    ["two hosts without a proof in a /28 that is full", [...each(12, (port) => [accepts(port + 1)]), ...times(2, ping)], 0, 14],
    ["hosts that leases tell of", times(6, { evidence: "lease" }), 0, 6],
  ] as const)("%s", (_, hosts, silent, count) => {
    expect(believed(hosts, silent)).toBe(count);
  });
});

describe("hosts that look alike are believed where other addresses are silent", () => {
  it.each([
    ["40 of a routed /24", times(40, refusal), 214],
    ["200 of a routed /24", times(200, ping), 54],
    ["5 of a /29", times(5, accepts(22)), 1],
    ["one of a /30", times(1, ping), 1],
    ["a server with 15 addresses", times(15, arp(PROXY), accepts(80)), 20],
    ["a server with 3 addresses in a full /28", [...times(3, arp(PROXY)), ...each(11, (last) => [arp(mac(last))])], 0],
  ] as const)("%s", (_, hosts, silent) => {
    expect(believed(hosts, silent)).toBe(hosts.length);
  });
});

it("names from DNS, guessed services and switch ports are no proof of different machines", () => {
  const hosts = each(6, (last) => [
    { ...refusal, name: { text: `host-${last}.example.net`, source: "ptr" } } as const,
    { services: [{ port: 9100 + last, protocol: "tcp", service: "jetdirect", version: "", guessed: true }] } as const,
  ]);
  expect(believed(hosts)).toBe(0);
});

describe("whatever answers a network gives", () => {
  const Kind = fc.constantFrom<readonly Seen[]>([refusal], [ping], [{ evidence: "udp-unreachable" }], [{ evidence: "tcp-open" }]);
  const Size = fc.constantFrom(2, 6, 14, 30, 62, 126, 254);
  const Bare = fc.array(Kind, { minLength: 1, maxLength: 254 });

  it("answers without a proof at all of its addresses give no host, of whatever kinds they are", () => {
    fc.assert(
      fc.property(Size, Kind, Kind, fc.nat(), (size, one, other, mix) => {
        const hosts = each(size, (index) => ((mix >> (index % 31)) & 1 ? one : other));
        expect(believed(hosts)).toBe(0);
      }),
    );
  });

  it("MAC addresses that no two of them share are always believed", () => {
    fc.assert(
      fc.property(Bare, fc.nat(254), (bare, silent) => {
        const hosts = bare.map((seen, index) => [arp(mac(index)), ...seen]);
        expect(believed(hosts, silent)).toBe(hosts.length);
      }),
    );
  });

  it("a port that only one of them has open makes it a host, beside any firewall", () => {
    fc.assert(
      fc.property(Bare, fc.integer({ min: 1, max: 40 }), fc.nat(254), (bare, servers, silent) => {
        const hosts = [...bare, ...each(servers, (index) => [accepts(2000 + index)])];
        const answers = answersOf(hosts);
        const shared = findSharedAnswers(answers, silent);
        expect(answers.slice(bare.length).filter((host) => shared.isShared(host))).toEqual([]);
      }),
    );
  });

  it("more than a tenth of silent addresses make every answer without ARP a host", () => {
    fc.assert(
      fc.property(Bare, fc.nat(254), (bare, more) => {
        const silent = Math.floor(bare.length / 9) + 1 + more;
        expect(believed(bare, silent)).toBe(bare.length);
      }),
    );
  });

  it("the order of the addresses makes no difference", () => {
    const Mixed = fc.array(
      fc.oneof(
        Kind,
        fc.constantFrom(arp(PROXY), arp(ROUTER)).map((seen) => [seen]),
        fc.uniqueArray(fc.constantFrom(22, 80, 443), { maxLength: 3 }).map((ports) => [refusal, accepts(...ports)]),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(Mixed, fc.nat(8), fc.infiniteStream(fc.nat()), (hosts, silent, random) => {
        const shuffled = hosts.map((host) => ({ host, at: random.next().value as number })).toSorted((a, b) => a.at - b.at);
        expect(
          believed(
            shuffled.map(({ host }) => host),
            silent,
          ),
        ).toBe(believed(hosts, silent));
      }),
    );
  });
});
