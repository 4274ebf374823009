import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANY_PING_NET, EXCLUDED, labHosts, LARGE_NET, PING_NET, pingHosts, PROXY_NET, SEGMENT } from "./lab-hosts.ts";
import { Lab, labForbidden, missingProgram } from "./lab.ts";

const forbidden = labForbidden() ?? missingProgram("fping", "arp-scan", "setpriv");
const TESTS = 5;
if (forbidden !== null) console.warn(`${TESTS} tests of fping and arp-scan in the lab are skipped: ${forbidden}`);

/** Fewer addresses than it has: silent ones take time. */
const NET = PING_NET.replace("/24", "/25");
const OWN = "10.77.0.254";
const settings = { tools: "auto" } as const;
const sorted = (ips: readonly string[]): string[] => ips.toSorted();

describe.skipIf(forbidden !== null)("with fping and arp-scan", () => {
  let lab: Lab;
  beforeAll(async () => void (lab = await Lab.start()));
  afterAll(() => lab?.close());

  it("finds hosts behind a router that answer nothing but a ping", async () => {
    const seen = await lab.scan({ net: NET, type: "full", ports: [22, 80], settings });
    expect(sorted(seen.found)).toEqual(["10.83.0.100", "10.83.0.5", "10.83.0.50"]);
    for (const { ip } of pingHosts().slice(0, 3)) expect(seen.of(ip)[0]).toMatchObject({ evidence: "icmp" });
    expect(seen.done).toHaveLength(126);
    expect(seen.warnings).toEqual([]);
    expect((await lab.scan({ net: NET, type: "quick" })).found).toEqual([]);
  });

  it("finds nobody where a router answers every ping, or ARP for every address", async () => {
    const pinged = await lab.scan({ net: ANY_PING_NET.replace("/24", "/25"), type: "quick", settings });
    expect([pinged.found, pinged.warnings]).toEqual([[], ["MIDDLEBOX"]]);
    const proxy = await lab.scan({ net: PROXY_NET, type: "quick", settings });
    expect([proxy.found, proxy.warnings]).toEqual([[], ["PROXY_ARP"]]);
  });

  it("finds every host of its own segment, whoever was there before, and sends nothing to what is excluded", async () => {
    const before = await lab.ask({ do: "excluded" });
    const exclude = [OWN, ...EXCLUDED];
    for (const type of ["quick", "full"] as const) {
      const seen = await lab.scan({ net: SEGMENT, type, exclude, ports: type === "full" ? [22] : [], settings });
      const there = labHosts(SEGMENT).filter(({ ip }) => !EXCLUDED.includes(ip));
      expect(sorted(seen.found)).toEqual(sorted(there.map(({ ip }) => ip)));
      for (const { ip, mac } of there) expect(seen.of(ip)[0]).toMatchObject({ evidence: "arp", macAddress: mac });
      expect(seen.of("10.77.0.16").map(({ evidence }) => evidence)).toEqual(expect.not.arrayContaining(["arp-cached"]));
      expect([seen.done.length, seen.warnings, seen.cost.children]).toEqual([247, [], 0]);
    }
    expect(await lab.ask({ do: "excluded" })).toBe(before);
  });

  it("a cancelled scan leaves no program behind", async () => {
    for (const [net, cancelAfterMs] of [
      [SEGMENT, 400],
      [LARGE_NET, 1500],
    ] as const) {
      const seen = await lab.scan({ net, type: "full", cancelAfterMs, settings });
      expect(seen.cost.afterCancelMs).toBeLessThan(10_000);
      expect([seen.cost.children, seen.cost.handles]).toEqual([0, 0]);
    }
  });
});

it.skipIf(forbidden !== null)("without the right to send raw packets goes on without them, and says so once", async () => {
  const lab = await Lab.start({ raw: false });
  try {
    const seen = await lab.scan({ net: SEGMENT, type: "quick", exclude: [OWN], settings });
    expect(sorted(seen.found)).toEqual(sorted(labHosts(SEGMENT).map(({ ip }) => ip)));
    // Where fping has no right of its own it may use the kernel's pings.
    expect(seen.warnings.length).toBeLessThanOrEqual(2);
    expect(new Set(seen.warnings)).toEqual(new Set(["TOOL"]));
  } finally {
    lab.close();
  }
});
