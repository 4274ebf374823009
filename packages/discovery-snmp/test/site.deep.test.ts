import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ScanReport, targetsOf } from "@cadastre/inventory-core/scanning";
import { expect, it } from "vitest";
import { snmpSiteScanner } from "../src/site/index.ts";
import { sentTargets } from "../src/site/sent-targets.ts";
import type { SnmpTarget } from "../src/session/snmp-target.ts";
import { Agent } from "./support/agent.ts";
import { recording } from "./support/recording.ts";
import { targetAt } from "./support/target.ts";

const PLAN = {
  scanType: "quick",
  subnet: "10.20.0.0/26",
  family: 4,
  ports: [],
  limits: { probesPerSecond: 1000, connections: 100, connectionsPerHost: 10, hostBudgetMs: 1000 },
} as const;

/** What a witness of an agent tells when the server says this, as it comes over the wire. */
async function told(reads: object | undefined, doNotProbe = ""): Promise<readonly ScanReport[]> {
  const witnesses = reads === undefined ? {} : { "snmp-tables": JSON.parse(JSON.stringify(reads)) as Record<string, unknown> };
  const plan = { ...PLAN, targets: targetsOf(["10.20.0.1-10.20.0.62"], ""), witnesses };
  return await Array.fromAsync(snmpSiteScanner(doNotProbe).scan(plan, { signal: new AbortController().signal }));
}

const V3: SnmpTarget = {
  ...targetAt(9, { name: "v3", address: "192.0.2.9" }),
  credentials: {
    version: "3",
    username: "u",
    authProtocol: "sha256",
    authKey: "12345678",
    context: "",
    privacy: { protocol: "aes", key: "8" },
  },
};

it("an agent asks the devices that its server tells it of, but those on its own list", async () => {
  await using access = await Agent.start(recording("access-switch"));
  await using router = await Agent.start(recording("router"));
  const targets = [targetAt(access.port, { name: "access1" }), targetAt(router.port, { name: "core1" }), V3];
  const reports = await told(sentTargets({ targets, warnings: ["only some are asked"] }), "192.0.2.0/24");
  expect(reports.filter(({ kind }) => kind === "warning")).toEqual([
    { kind: "warning", code: "WITNESS", message: "only some are asked" },
    {
      kind: "warning",
      code: "WITNESS",
      message: "the SNMP device v3 is not asked: its address 192.0.2.9 is on the do-not-probe list of the agent",
    },
  ]);
  expect(reports).toContainEqual({ kind: "hardware", macAddress: "3c:52:82:00:00:10", switchPort: "access1 / Gi1/0/1" });
  expect(reports).toContainEqual({ kind: "observation", ip: "10.20.0.10", evidence: "router-table", macAddress: "3c:52:82:00:00:10" });
});

it("an agent tells whom its devices hear, where the server asks for it, and nothing of one that does not respond", async () => {
  await using access = await Agent.start(recording("access-switch"));
  await using router = await Agent.start(recording("router"));
  await using silent = await Agent.start([], { before: () => true });
  const targets = [
    targetAt(access.port, { id: "a", name: "access1" }),
    targetAt(router.port, { id: "r", name: "core1" }),
    targetAt(silent.port, { id: "s", name: "silent" }),
  ];
  const heard = async (tellsNeighbours: boolean): Promise<readonly ScanReport[]> =>
    (await told(sentTargets({ targets, warnings: [], tellsNeighbours }))).filter(({ kind }) => kind === "neighbours");
  expect(await heard(false)).toEqual([]);
  const reports = await heard(true);
  expect(reports.map((report) => ScanReport.safeParse(report).success)).toEqual([true, true]);
  expect(reports).toMatchObject([
    {
      device: "a",
      name: "access1.example.net",
      macs: expect.arrayContaining(["00:1b:54:00:00:01"]),
      neighbours: expect.arrayContaining([
        expect.objectContaining({ port: "Te1/1/1", macs: expect.arrayContaining(["00:1c:73:00:00:01"]) }),
      ]),
    },
    { device: "r", neighbours: [expect.objectContaining({ port: "Eth1" })] },
  ]);
  // A server of before has no such word.
  const { neighbours: _, ...before } = sentTargets({ targets, warnings: [], tellsNeighbours: true });
  expect((await told(before)).filter(({ kind }) => kind === "neighbours")).toEqual([]);
});

it("an agent that is told of none asks none, and what it does not understand is shown nowhere", async () => {
  expect(await told(undefined)).toEqual([]);
  const strange = { targets: [{ ...V3, credentials: { version: "4", secret: "canary" } }], warnings: [] };
  await expect(told(strange)).rejects.toThrow(/^the server tells of SNMP devices in words that this agent does not know: update it$/);
});

it("what runs at a site imports nothing of the engine but what scans need", () => {
  const seen = new Set<string>();
  const strangers: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type\b)[^;]*? from "([^"]+)";/gms))
      if (from.startsWith(".")) visit(resolve(dirname(file), from));
      else if (from.startsWith("@cadastre/") && !["@cadastre/inventory-core/outbound", "@cadastre/inventory-core/scanning"].includes(from))
        strangers.push(`${file}: ${from}`);
  };
  visit(new URL("../src/site/index.ts", import.meta.url).pathname);
  expect(seen.size).toBeGreaterThan(10);
  expect(strangers).toEqual([]);
});
