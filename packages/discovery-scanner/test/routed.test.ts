import { createSocket } from "node:dgram";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { findHost } from "../src/hosts/find-routed.ts";
import { lookAtRouted } from "../src/hosts/look-at-routed.ts";
import { ReverseNames } from "../src/names/reverse-names.ts";
import { LocalSegments } from "../src/neighbours/local-segments.ts";
import { LossEstimate } from "../src/probing/loss-estimate.ts";
import type { ProbeOutcome } from "../src/probing/probe-outcome.ts";
import { Prober } from "../src/probing/prober.ts";
import { TokenBucket } from "../src/probing/token-bucket.ts";
import { QUIET_UDP_PORT } from "../src/ports.ts";
import { ReportQueue } from "../src/report-queue.ts";
import type { ScanContext } from "../src/scan-context.ts";
import { settingsOf } from "../src/scan-settings.ts";
import { Pings } from "../src/tools/pings.ts";
import { NO_TOOLS } from "../src/tools/tools-here.ts";

type Probe = (ip: string, round: number) => ProbeOutcome;

/** Addresses of 10.0.0.0/8, in order. */
const addressesOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);

/** A scan of addresses whose ports all say what a round of questions says; only `ping` is asked by ICMP. */
function contextOf(
  ips: readonly string[],
  says: Probe,
  ping?: (ip: string) => Promise<boolean>,
  { subnet = "10.0.0.0/8", family = 4 }: Partial<Pick<ScanPlan, "subnet" | "family">> = {},
): ScanContext {
  const { signal } = new AbortController();
  const [bucket, loss] = [new TokenBucket(3000), new LossEstimate()];
  const plan: ScanPlan = {
    scanType: "quick",
    subnet,
    family,
    targets: { size: ips.length, has: (ip) => ips.includes(ip), [Symbol.iterator]: () => ips[Symbol.iterator]() },
    ports: [],
    limits: { probesPerSecond: 3000, connections: 200, connectionsPerHost: 10, hostBudgetMs: 5000 },
  };
  const prober = new Prober({ window: 200, bucket, signal, onShortage: () => {} });
  const rounds = new Map<string, number>();
  vi.spyOn(prober, "probeAll").mockImplementation(async (ip, ports) => {
    const round = (rounds.get(ip) ?? 0) + 1;
    rounds.set(ip, round);
    return ports.map(() => says(ip, round));
  });
  const pings = new Pings({ fping: "missing", family, probesPerSecond: 3000, bucket, loss, twice: false, warn: async () => {}, signal });
  if (ping !== undefined) vi.spyOn(pings, "ask").mockImplementation(ping);
  return {
    plan,
    settings: settingsOf({ reverseNames: false, tools: "none" }),
    ports: [],
    prober,
    bucket,
    loss,
    names: new ReverseNames({ enabled: false, servers: [], signal }),
    tools: NO_TOOLS,
    pings,
    reports: new ReportQueue(100_000),
    signal,
  };
}

async function look(context: ScanContext, segments = new LocalSegments({})): Promise<readonly ScanReport[]> {
  const told = Array.fromAsync(context.reports.read());
  await lookAtRouted(context, [...context.plan.targets], segments);
  context.reports.end();
  return await told;
}

describe("an address behind a router", () => {
  it("is asked again in large subnets where packets are lost, twice, and once where none are", async () => {
    // Two rounds come first: each of what follows asks at all ports.
    const roundsOf = async (lost: boolean): Promise<number> => {
      let rounds = 0;
      const context = contextOf(addressesOf(2000), (_, round) => ((rounds = round), "silent"));
      if (lost) context.loss.recovered(100);
      expect(await findHost(context, "10.0.0.1")).toMatchObject({ outcome: "silent" });
      return rounds;
    };
    expect([await roundsOf(false), await roundsOf(true)]).toEqual([2, 4]);
  });

  it("that is this machine's own has the hardware of its interface, and no other has", async () => {
    const eth0 = { address: "10.0.0.1", netmask: "255.255.255.255", mac: "BC:24:11:00:00:03", internal: false, cidr: "10.0.0.1/32" };
    const segments = new LocalSegments({ eth0: [{ ...eth0, family: "IPv4" }] });
    const reports = await look(
      contextOf(["10.0.0.1", "10.0.0.2"], () => "refused"),
      segments,
    );
    expect(reports).toContainEqual(
      expect.objectContaining({
        ip: "10.0.0.1",
        evidence: "tcp-refused",
        macAddress: "bc:24:11:00:00:03",
        vendor: expect.stringMatching(/^Proxmox/),
      }),
    );
    expect(reports).toContainEqual({ kind: "observation", ip: "10.0.0.2", evidence: "tcp-refused" });
  });

  it("waits for its ping with so many others at most: what a scan keeps is bounded", async () => {
    const count = 4400;
    let waiting = 0;
    let most = 0;
    const held: (() => void)[] = [];
    const context = contextOf(
      addressesOf(count),
      () => "silent",
      async () => {
        most = Math.max(most, (waiting += 1));
        await new Promise<void>((resolve) => held.push(resolve));
        waiting -= 1;
        return false;
      },
    );
    const looking = look(context);
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(4000));
    // All that can be asked without an answer has been asked when several turns bring nothing more.
    for (let before = -1; before !== held.length;) {
      before = held.length;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(most).toBeLessThan(4300);
    const release = setInterval(() => held.splice(0).forEach((go) => go()), 1);
    const reports = await looking;
    clearInterval(release);
    expect(reports.filter(({ kind }) => kind === "host-done")).toHaveLength(count);
  });
});

it("a host is reported with the ports that accepted a connection, and silent addresses before it is described to its end", async () => {
  const [host = "", ...others] = ["127.0.6.1", "127.0.6.2", "127.0.6.3", "127.0.6.4"];
  // They take the datagram of the search, and say nothing.
  const sockets = await Promise.all(
    others.map(async (ip) => {
      const socket = createSocket("udp4");
      await new Promise<void>((resolve) => socket.bind(QUIET_UDP_PORT, ip, resolve));
      return socket;
    }),
  );
  const context = contextOf(
    [host, ...others],
    (ip) => (ip === host ? "open" : "silent"),
    async () => false,
  );
  const named = Promise.withResolvers<undefined>();
  vi.spyOn(context.names, "nameOf").mockImplementation(async () => await named.promise);
  const reports: ScanReport[] = [];
  const reading = (async () => {
    for await (const report of context.reports.read()) reports.push(report);
  })();
  const looking = lookAtRouted(context, [...context.plan.targets], new LocalSegments({}));
  await vi.waitFor(() => expect(reports.filter(({ kind }) => kind === "host-done")).toHaveLength(3));
  expect(reports).toContainEqual({ kind: "observation", ip: host, evidence: "tcp-open", acceptedPorts: [443, 80, 22, 445] });
  named.resolve(undefined);
  await looking;
  context.reports.end();
  await reading;
  for (const socket of sockets) socket.close();
  expect(reports.at(-1)).toEqual({ kind: "host-done", ip: host, outcome: "answered" });
});
