import { describe, expect, it } from "vitest";
import { addressAt, targetsIn } from "../src/discovery/address-range.ts";
import { FindingsOf } from "../src/discovery/findings.ts";
import { liveHosts, NETS, type NetName, OWN, visibleHosts } from "../src/discovery/networks.ts";
import { readGreppable } from "../src/discovery/tool-findings.ts";
import { WORKS } from "../src/discovery/works.ts";

describe("the discovery bench", () => {
  it("has its works, and a truth to hold them against", () => {
    expect(Object.keys(WORKS)).toContain("quick");
    expect(visibleHosts("slash16")).toHaveLength(900);
    for (const net of Object.keys(NETS) as NetName[]) {
      const targets = targetsIn(NETS[net], Object.values(OWN));
      const ips = liveHosts(net).map(({ ip }) => ip);
      expect(new Set(ips).size).toBe(ips.length);
      expect(ips.filter((ip) => !targets.has(ip))).toEqual([]);
    }
  });

  it("targets each host of a network once, without the ends and what is excluded", () => {
    const targets = targetsIn("10.80.0.0/28", ["10.80.0.3", "10.99.0.1"]);
    const ips = [...targets];
    expect(new Set(ips).size).toBe(13);
    expect([ips.length, targets.size]).toEqual([13, 13]);
    expect(["10.80.0.0", "10.80.0.15", "10.80.0.3", "10.80.0.16"].filter((ip) => targets.has(ip) || ips.includes(ip))).toEqual([]);
    expect(addressAt("10.89.0.0/16", 257)).toBe("10.89.1.1");
  });

  it("reads what nmap found", () => {
    const text =
      "# Nmap 7.93\nHost: 10.0.0.1 ()\tStatus: Up\nHost: 10.0.0.1 ()\tPorts: 443/open/tcp//https///, 22/open/tcp//ssh//OpenSSH 9.2/, " +
      "80/closed/tcp//http///\tIgnored State: filtered (1)\nHost: 10.0.0.2 ()\tStatus: Down\n";
    expect(readGreppable(text)).toEqual({ found: ["10.0.0.1"], ports: { "10.0.0.1": [22, 443] } });
  });

  it("counts what was recognised, and not what was guessed", () => {
    const findings = new FindingsOf();
    const ip = "10.0.0.1";
    findings.take({
      kind: "observation",
      ip,
      openPorts: [22, 515],
      services: [
        { port: 22, protocol: "tcp", service: "ssh", version: "" },
        { port: 515, protocol: "tcp", service: "printer", version: "", guessed: true },
      ],
    });
    findings.take({ kind: "host-done", ip, outcome: "answered" });
    findings.take({ kind: "host-done", ip: "10.0.0.2", outcome: "silent" });
    expect(findings.result).toEqual({
      found: [ip],
      seen: 1,
      done: 2,
      ports: { [ip]: [22, 515] },
      services: { [ip]: ["22 ssh"] },
      warnings: [],
    });
  });
});
