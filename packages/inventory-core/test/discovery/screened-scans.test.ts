import type { Evidence, Observation, ScanReport } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { scanHost } from "./scan-lab.ts";
import { ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const PROXY = "02:00:00:00:00:01";

type Seen = Omit<Observation, "kind" | "ip">;

/** Every address answers alike, but for some. */
function answeringAll(usual: readonly Seen[], others: Readonly<Record<string, readonly Seen[]>> = {}): ScriptedScanner["script"] {
  return async function* scan(plan) {
    for (const ip of plan.targets) yield* reportsOf(ip, others[ip] ?? usual);
  };
}

const reportsOf = (ip: string, seen: readonly Seen[]): readonly ScanReport[] => [
  ...seen.map((one): ScanReport => ({ kind: "observation", ip, ...one })),
  { kind: "host-done", ip, outcome: seen.length > 0 ? "answered" : "silent" },
];

describe.each(DATABASES)("scans of networks where one machine answers for others, on %s", (_, openPlace) => {
  async function lab(subnet: string, script: ScriptedScanner["script"], plugins: readonly ScriptedScanner[] = []) {
    const place = await openPlace();
    const scanner = new ScriptedScanner(script);
    const host = await scanHost(
      place,
      scanner,
      undefined,
      { missingAfter: 1 },
      plugins.map(({ plugin }) => plugin),
    );
    const { inventory } = host;
    const network = await inventory.networks.create({ name: "lab", subnet });
    const scan = async () => await host.reaches((await inventory.scans.start(network.id, {})).id, "completed");
    const seen = async () => await inventory.discoveredDevices.list({ network_id: network.id });
    const close = async (): Promise<void> => {
      await host[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    };
    return { place, scanner, host, inventory, network, scan, seen, [Symbol.asyncDispose]: close };
  }

  it.each<[string, string, Evidence, string]>([
    ["10.0.0.0/24", "refuses connections", "tcp-refused", "254 addresses of 10.0.0.0/24 answer alike"],
    ["10.0.0.0/26", "accepts connections", "tcp-open", "62 addresses of 10.0.0.0/26 answer alike"],
    ["10.0.0.0/30", "answers pings", "icmp", "2 addresses of 10.0.0.0/30 answer alike"],
  ])("find no host in %s where it %s, say so, and leave its addresses free", async (subnet, _how, evidence, message) => {
    await using it = await lab(subnet, answeringAll([{ evidence }]));
    const { id } = it.network;
    const scan = await it.scan();
    const total = scan.total_hosts;
    expect(scan).toMatchObject({ scanned_hosts: total, found_hosts: 0, coverage: { probed: total, answered: 0, skipped: 0 } });
    expect(scan.coverage.warnings).toEqual([{ code: "MIDDLEBOX", message: expect.stringContaining(message) as string }]);
    expect(await it.seen()).toEqual([]);
    expect((await it.inventory.networks.nextIp(id)).ip).toBe("10.0.0.1");
    expect((await it.inventory.verify()).differences).toEqual([]);
  });

  it("find hosts with a proof of their own, and none of the others is missing or down", async () => {
    const own = { "10.0.0.3": [{ evidence: "tcp-open", acceptedPorts: [22] }] } as const;
    await using it = await lab("10.0.0.0/28", answeringAll([], { ...own, "10.0.0.5": [{ evidence: "icmp" }] }));
    await it.inventory.devices.create({ name: "db", addresses: [{ ip: "10.0.0.4" }] });
    await it.scan();
    const missing = async () => (await it.inventory.discoveredDevices.missing()).map(({ ip }) => ip);
    expect(await missing()).toEqual(["10.0.0.4"]);
    await it.inventory.devices.create({ name: "web", addresses: [{ ip: "10.0.0.6" }] });
    it.scanner.script = answeringAll([{ evidence: "tcp-refused" }], own);
    await it.host.clock.advance(60_000);
    expect(await it.scan()).toMatchObject({ found_hosts: 1, coverage: { probed: 14, answered: 1 } });
    expect(await missing()).toEqual(["10.0.0.4"]);
    expect((await it.seen()).map(({ ip, status }) => [ip, status])).toEqual([
      ["10.0.0.3", "up"],
      ["10.0.0.5", "up"],
    ]);
  });

  it("doubt hosts behind a proxy, which keep nothing of its hardware", async () => {
    const arp: Seen = { evidence: "arp", macAddress: PROXY, vendor: "Example" };
    await using it = await lab(
      "10.0.0.0/28",
      answeringAll([arp], { "10.0.0.3": [arp, { ...arp, evidence: "tcp-open", acceptedPorts: [22] }] }),
    );
    const { found_hosts: found, coverage } = await it.scan();
    expect([found, coverage.warnings]).toEqual([
      1,
      [{ code: "PROXY_ARP", message: expect.stringContaining(`${PROXY} answers for 14 addresses of 10.0.0.0/28`) as string }],
    ]);
    expect(await it.seen()).toMatchObject([{ ip: "10.0.0.3", mac_address: "", vendor: "", confidence: 20 }]);
  });

  it("keep no phantom when they are cancelled half-way, and a host that takes over probes again what was held back", async () => {
    const stuckAt = (share: number): ScriptedScanner["script"] =>
      async function* scan(plan, signal) {
        const targets = [...plan.targets];
        for (const ip of targets.slice(0, targets.length * share)) yield* reportsOf(ip, [{ evidence: "tcp-refused" }]);
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));
      };
    await using it = await lab("10.0.0.0/24", stuckAt(0.6));
    const { id } = await it.inventory.scans.start(it.network.id, {});
    await it.host.reaches(id, "running");
    await vi.waitFor(() => expect(it.scanner.asked).toHaveLength(1));
    await it.host.clock.advance(600);
    await it.inventory.scans.cancel(id);
    await vi.waitFor(async () => expect((await it.inventory.scans.get(id)).coverage.probed).toBe(152));
    expect(await it.seen()).toEqual([]);
    const next = await it.inventory.scans.start(it.network.id, {});
    await vi.waitFor(() => expect(it.scanner.asked).toHaveLength(2));
    await it.inventory.close();
    const other = new ScriptedScanner(answeringAll([{ evidence: "tcp-refused" }]), "other");
    await using second = await scanHost(it.place, other, it.host.clock);
    await second.clock.advance(500);
    expect((await second.reaches(next.id, "completed")).found_hosts).toBe(0);
    expect(other.asked[0]).toHaveLength(254);
  });

  it("take no proxy in the table of a router for hosts", async () => {
    const tables = Object.assign(
      new ScriptedScanner(async function* scan(plan) {
        for (const ip of plan.targets) yield { kind: "observation", ip, evidence: "router-table", macAddress: PROXY };
      }, "tables"),
      { isWitness: true },
    );
    await using it = await lab("10.0.0.0/28", answeringAll([]), [tables]);
    const { found_hosts: found, coverage } = await it.scan();
    expect([found, coverage.warnings.map(({ code }) => code)]).toEqual([0, ["PROXY_ARP"]]);
  });
});
