import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ScanPlan, type Scanner, type ScanReport } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Gate, ScriptedScanner } from "../../support/scripted-scanner.ts";
import { stopVerified } from "../api-server.ts";
import { type AgentsApi, startSnmpAgents } from "./agents-api.ts";
import { passing, startSite } from "./site.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

/** Tells of a host in the words of what it was told to read. */
class Witness implements Scanner {
  readonly id = "snmp-tables";
  readonly priority = 0;
  readonly isWitness = true;
  readonly capabilities = { families: [4, 6], scanTypes: ["quick", "full", "deep"], maxAddresses: 65_536 } as const;
  readonly told: unknown[] = [];

  async unavailable(): Promise<string | null> {
    return await Promise.resolve(null);
  }

  async *scan({ witnesses, targets }: ScanPlan): AsyncGenerator<ScanReport> {
    this.told.push(witnesses?.[this.id]);
    const [ip] = targets;
    const { targets: devices } = (witnesses?.[this.id] ?? { targets: [] }) as { targets: { id: string }[] };
    const neighbours = [{ port: "Eth1", name: "edge", neighbourPort: "Gi0/1", macs: [], addresses: [] }];
    yield { kind: "neighbours", device: devices[0]?.id ?? "", name: "core", macs: [], neighbours };
    yield { kind: "hardware", macAddress: "02:00:00:00:00:07", switchPort: "core / Eth7" };
    yield { kind: "observation", ip: ip as string, evidence: "router-table", macAddress: "02:00:00:00:00:07" };
    await Promise.reject(new Error("the second device hung up"));
  }
}

describe.each(STORAGES)("the program of an agent, on %s", (storage) => {
  let lab: AgentsApi;
  beforeAll(async () => {
    lab = await startSnmpAgents(storage);
  });
  afterAll(async () => await stopVerified(lab.api));

  it("hears the witnesses that the server tells what to read, before it probes, and writes that nowhere", async () => {
    const net = await lab.network("10.1.0.0/31");
    const agent = await lab.agent({ network_ids: [net] });
    const device = { name: "core", address: "10.9.0.1", community: "community-canary", network_ids: [net] };
    expect((await lab.api.admin("POST", "/api/discovery/snmp/devices", device)).status).toBe(201);
    const witness = new Witness();
    await using site = startSite(lab, agent, [new ScriptedScanner(), witness]);
    const { id } = (await lab.ask(net)).body;
    await passing(lab, async () => expect((await lab.scan(id)).status).toBe("completed"));
    expect(witness.told).toMatchObject([{ targets: [{ name: "core", credentials: { community: "community-canary" } }] }]);
    expect(await lab.seen(net)).toMatchObject([{ mac_address: "02:00:00:00:00:07", switch_port: "core / Eth7", confidence: 58 }]);
    const [core, edge] = [
      await lab.api.operator("POST", "/api/devices", { name: "core" }),
      await lab.api.operator("POST", "/api/devices", { name: "edge" }),
    ];
    const { proposed, problems } = (await lab.api.operator("POST", "/api/discovery/snmp/links/plan")).body;
    const link = { device_id: core.body.id, port: "Eth1", neighbour_id: edge.body.id, neighbour_port: "Gi0/1" };
    expect([proposed, problems]).toEqual([[link], []]);
    expect((await lab.scan(id)).coverage.warnings).toEqual([
      { code: "WITNESS", message: "the witness snmp-tables was not heard to its end: the second device hung up" },
    ]);
    expect((await lab.api.admin("GET", `/api/agents/${agent.id}`)).body.scanners).toEqual(["scripted", "snmp-tables"]);
    const written = readdirSync(site.stateFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
    expect(written.length).toBeGreaterThan(0);
    expect([...written, ...site.said].filter((text) => text.includes("canary"))).toEqual([]);
  });

  it("reports no host where one machine answers for every address of the site, and leaves its addresses free", async () => {
    const net = await lab.network("10.3.0.0/28");
    const agent = await lab.agent({ network_ids: [net] });
    const scanner = new ScriptedScanner();
    scanner.script = async function* firewall({ targets }) {
      for (const ip of targets) {
        yield {
          kind: "observation",
          ip,
          evidence: ip === "10.3.0.9" ? "tcp-open" : "tcp-refused",
          ...(ip === "10.3.0.9" ? { acceptedPorts: [22] } : {}),
        };
        yield { kind: "host-done", ip, outcome: "answered" };
      }
    };
    await using _ = startSite(lab, agent, [scanner]);
    const { id } = (await lab.ask(net)).body;
    await passing(lab, async () => expect((await lab.scan(id)).status).toBe("completed"));
    const { found_hosts: found, coverage } = await lab.scan(id);
    expect([found, coverage.probed, coverage.warnings.map(({ code }: { code: string }) => code)]).toEqual([1, 14, ["MIDDLEBOX"]]);
    expect((await lab.seen(net)).map(({ ip }: { ip: string }) => ip)).toEqual(["10.3.0.9"]);
    expect((await lab.api.operator("GET", `/api/networks/${net}/next-ip`)).body).toEqual({ ip: "10.3.0.1" });
  });

  it("stops to probe when an answer says that its scan was cancelled, be it of its reports or of its request for work", async () => {
    const net = await lab.network("10.2.0.0/24");
    const agent = await lab.agent({ network_ids: [net] });
    const scanner = new ScriptedScanner();
    await using site = startSite(lab, agent, [scanner]);
    for (const reports of [true, false]) {
      const silent = 26;
      const gate = new Gate(silent);
      scanner.script = gate.script;
      const { id } = (await lab.ask(net)).body;
      await passing(lab, async () => expect((await lab.scan(id)).status).toBe("running"));
      gate.let(silent + 5);
      await passing(lab, async () => expect((await lab.scan(id)).found_hosts).toBe(5));
      const { signal } = scanner.asked.at(-1) as (typeof scanner.asked)[number];
      expect((await lab.api.operator("POST", `/api/discovery/scans/${id}/cancel`)).status).toBe(204);
      expect(signal.aborted).toBe(false);
      if (reports) gate.let(1);
      await passing(lab, () => expect(signal.aborted).toBe(true));
      gate.let(100);
      await passing(lab, () => expect(site.said.filter((line) => line.startsWith("a scan has ended"))).toHaveLength(scanner.asked.length));
      const { status, found_hosts: found } = await lab.scan(id);
      expect(status).toBe("cancelled");
      expect([5, 6]).toContain(found);
    }
  });

  it.each([
    ["0.0.0-alpha.1", true],
    ["0.0.0", false],
    ["1.2.3", false],
    ["no version", false],
  ])("says that the server is newer only where it is: an agent of %s", async (version, isOlder) => {
    const agent = await lab.agent();
    await using site = startSite(lab, agent, [new ScriptedScanner()], version);
    await passing(lab, () => expect(site.said.some((line) => line.includes("waiting for work"))).toBe(true));
    expect(site.said.some((line) => line.startsWith("the server has a newer version: update the agent"))).toBe(isOlder);
  });
});
