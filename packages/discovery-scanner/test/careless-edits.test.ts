import type { Observation, ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { lookAtNeighbours } from "../src/hosts/look-at-neighbours.ts";
import { ReverseNames } from "../src/names/reverse-names.ts";
import { LocalSegments } from "../src/neighbours/local-segments.ts";
import { LossEstimate } from "../src/probing/loss-estimate.ts";
import { Prober } from "../src/probing/prober.ts";
import { TokenBucket } from "../src/probing/token-bucket.ts";
import { ReportQueue } from "../src/report-queue.ts";
import { settingsOf } from "../src/scan-settings.ts";
import { valuesIn } from "../src/services/snmp.ts";
import { Pings } from "../src/tools/pings.ts";
import { NO_TOOLS } from "../src/tools/tools-here.ts";

/** An SNMP v2c response to a request, with two texts. */
function response(request: number, [first, second]: readonly [string, string]): Buffer {
  const field = (tag: number, ...parts: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from([tag, Buffer.concat(parts).length]), ...parts]);
  const id = Buffer.alloc(4);
  id.writeInt32BE(request);
  const zero = field(0x02, Buffer.from([0]));
  const variables = [first, second].map((text, index) =>
    field(0x30, field(0x06, Buffer.from([0x2b, index])), field(0x04, Buffer.from(text))),
  );
  return field(
    0x30,
    field(0x02, Buffer.from([1])),
    field(0x04, Buffer.from("public")),
    field(0xa2, field(0x02, id), zero, zero, field(0x30, ...variables)),
  );
}

describe("an SNMP answer", () => {
  it("counts for the request that it answers, and for no other", () => {
    const answer = response(7777, ["Cisco IOS", "switch-7"]);
    expect(valuesIn(answer, 7777)?.map(String)).toEqual(["Cisco IOS", "switch-7"]);
    for (const other of [7776, 7778, 1, 0, -7777, 0x7fff_fffe]) expect([other, valuesIn(answer, other)]).toEqual([other, undefined]);
  });
});

/** Looks at addresses of this machine as if they were neighbours with some hardware: the kernel's table says so, and they refuse TCP. */
async function look(hardware: ReadonlyMap<string, string>): Promise<ScanReport[]> {
  const { signal } = new AbortController();
  const ips = [...hardware.keys()];
  const plan: ScanPlan = {
    scanType: "quick",
    subnet: "127.0.5.0/24",
    family: 4,
    targets: { size: ips.length, has: (ip) => ips.includes(ip), [Symbol.iterator]: () => ips[Symbol.iterator]() },
    ports: [],
    limits: { probesPerSecond: 3000, connections: 200, connectionsPerHost: 10, hostBudgetMs: 5000 },
  };
  const [bucket, loss, reports] = [new TokenBucket(3000), new LossEstimate(), new ReportQueue()];
  const context = {
    plan,
    settings: settingsOf({ reverseNames: false, tools: "none" }),
    ports: [],
    prober: new Prober({ window: 200, bucket, signal, onShortage: () => {} }),
    bucket,
    loss,
    names: new ReverseNames({ enabled: false, servers: [], signal }),
    tools: NO_TOOLS,
    pings: new Pings({ fping: "missing", family: 4, probesPerSecond: 3000, bucket, loss, twice: false, warn: async () => {}, signal }),
    reports,
    signal,
  };
  const told = Array.fromAsync(reports.read());
  await lookAtNeighbours(context, ips, { resolved: hardware, entries: hardware.size }, new LocalSegments({}));
  reports.end();
  return await told;
}

const observed = (reports: readonly ScanReport[]): Observation[] =>
  reports.filter((report): report is Observation => report.kind === "observation");

describe("neighbours of one segment", () => {
  it("are reported with the hardware address that the kernel has for them", async () => {
    const hardware = new Map(
      Array.from({ length: 20 }, (_, index) => [`127.0.5.${index + 1}`, `02:00:00:00:01:${(index + 16).toString(16)}`] as const),
    );
    const seen = observed(await look(hardware));
    for (const [ip, macAddress] of hardware)
      expect(seen).toContainEqual(expect.objectContaining({ ip, macAddress, evidence: "arp-cached" }));
  });
});
