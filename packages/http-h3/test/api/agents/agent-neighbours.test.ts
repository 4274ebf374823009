import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOf, type Reply, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { type AgentsApi, hosts, startSnmpAgents, type TestAgent } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const SCANNERS = { scanners: ["connect", "snmp-tables"] };
const DAY_MS = 86_400_000;

describe.each(STORAGES)("neighbours of SNMP devices that agents ask, on %s", (storage) => {
  let lab: AgentsApi;
  beforeAll(async () => {
    lab = await startSnmpAgents(storage);
  });
  afterAll(async () => await stopVerified(lab.api));

  const device = async (name: string, fields: object): Promise<string> =>
    (await lab.api.admin("POST", "/api/discovery/snmp/devices", { name, address: "10.9.0.1", community: "c", ...fields })).body.id;
  const record = async (name: string, fields: object = {}): Promise<string> =>
    (await lab.api.operator("POST", "/api/devices", { name, ...fields })).body.id;
  const scan = async (agent: TestAgent, networkId: string): Promise<Reply["body"]> => {
    await lab.api.clock.advance(1000);
    await lab.ask(networkId);
    return (await agent.work(SCANNERS)).body.scan;
  };
  const heard = (id: string, ...names: readonly string[]): object => ({
    kind: "neighbours",
    device: id,
    name: "",
    macs: [],
    neighbours: names.map((name, at) => ({ port: `Eth${at + 1}`, name, neighbourPort: "up", macs: [], addresses: [] })),
  });
  const kept = async (id: string): Promise<readonly string[]> => {
    const rows = await lab.api.inventory.host
      .get(STORAGE)
      .read.all<{ heard: string }>("select heard from snmp_hearing where device_id = ?", [id]);
    return rows.flatMap(({ heard: text }) => (JSON.parse(text) as { neighbours: { name: string }[] }).neighbours.map(({ name }) => name));
  };
  const planned = async (): Promise<Reply["body"]> => (await lab.api.operator("POST", "/api/discovery/snmp/links/plan")).body;

  it("become a plan, once, and the scan is as it is without them", async () => {
    const net = await lab.network("10.1.0.0/30");
    const agent = await lab.agent({ network_ids: [net] });
    const [core, edge] = [await record("n1-core"), await record("n1-edge")];
    const id = await device("n1-core", { network_ids: [net] });
    const given = await scan(agent, net);
    expect(given.witnesses[0].reads.neighbours).toBe(true);
    for (let times = 0; times < 2; times += 1)
      expect(
        (await agent.report(given, 1, [heard(id, "n1-edge.example.net", "n1-nobody"), ...hosts(["10.1.0.1"], ["10.1.0.2"])])).body,
      ).toEqual({
        status: "running",
        missing: [],
      });
    expect((await agent.end(given, { outcome: "completed", batches: 1 })).body.status).toBe("completed");
    expect((await lab.scan(given.id)).coverage).toMatchObject({ probed: 2, answered: 1, warnings: [] });
    const proposal = await planned();
    expect(proposal).toMatchObject({
      proposed: [{ device_id: core, port: "Eth1", neighbour_id: edge, neighbour_port: "up" }],
      unmatched: [{ heard_by: "n1-core", port: "Eth2", name: "n1-nobody" }],
      problems: [],
    });
    const { digest } = (await lab.api.admin("GET", `/api/plans/${proposal.plan_id}`)).body;
    expect((await lab.api.admin("POST", `/api/plans/${proposal.plan_id}/apply`, { digest })).status).toBe(200);
    expect(await planned()).toMatchObject({ plan_id: null, known: 1, proposed: [], problems: [] });
    await lab.api.admin("DELETE", `/api/discovery/snmp/devices/${id}`);
    expect(await kept(id)).toEqual([]);
  });

  it("are those of the scan that was asked for last, in whatever order the reports come", async () => {
    const [first, second] = [await lab.network("10.2.0.0/30"), await lab.network("10.2.1.0/30")];
    const agent = await lab.agent({ network_ids: [first, second] });
    const id = await device("n2-core", { network_ids: [first, second] });
    const [older, newer] = [await scan(agent, first), await scan(agent, second)];
    await agent.report(newer, 1, [heard(id, "new")]);
    expect((await agent.report(older, 1, [heard(id, "old")])).status).toBe(200);
    expect(await kept(id)).toEqual(["new"]);
    // Who hears nobody any more says so.
    await agent.report(newer, 2, [heard(id)]);
    expect([await kept(id), (await planned()).problems]).toEqual([[], []]);
    await agent.report(newer, 3, [heard(id, "newest")]);
    expect(await kept(id)).toEqual(["newest"]);
    expect((await lab.api.admin("DELETE", `/api/networks/${second}`)).status).toBe(204);
    expect(await kept(id)).toEqual([]);
    await lab.api.admin("DELETE", `/api/discovery/snmp/devices/${id}`);
  });

  it("of a device that was not to be read are refused with the whole batch, and audited; what has changed since is left out", async () => {
    const [net, other] = [await lab.network("10.3.0.0/30"), await lab.network("10.3.1.0/30")];
    const agent = await lab.agent({ network_ids: [net] });
    const own = await device("n3-own", { network_ids: [net] });
    const strange = await device("n3-strange", { network_ids: [other] });
    const everywhere = await device("n3-everywhere", {});
    const given = await scan(agent, net);
    for (const id of [strange, everywhere]) {
      const refused = await agent.report(given, 1, [...hosts(["10.3.0.1"]), heard(own, "n"), heard(id, "x")]);
      expect([refused.status, problemsOf(refused)]).toEqual([400, { "reports[3].device": "is not a device that is read for this scan" }]);
    }
    expect([await kept(own), await kept(strange), await lab.seen(net)]).toEqual([[], [], []]);
    const [row] = await lab.audited();
    expect(row).toMatchObject({
      action: "report",
      resource_id: agent.id,
      status: "failure",
      error: expect.stringContaining("reports[3].device"),
    });
    // One that is gone, and one that was moved elsewhere while the agent scanned.
    await lab.api.clock.advance(1000);
    await lab.api.admin("PUT", `/api/discovery/snmp/devices/${own}`, { network_ids: [other] });
    expect((await agent.report(given, 1, [heard(own, "n"), heard(UNKNOWN_ID, "n"), ...hosts(["10.3.0.1"])])).status).toBe(200);
    expect([await kept(own), (await lab.seen(net)).length]).toEqual([[], 1]);
    for (const id of [own, strange, everywhere]) await lab.api.admin("DELETE", `/api/discovery/snmp/devices/${id}`);
  });

  it("are bounded, and of plain text", async () => {
    const net = await lab.network("10.4.0.0/30");
    const agent = await lab.agent({ network_ids: [net] });
    const id = await device("n4", { network_ids: [net] });
    const given = await scan(agent, net);
    const neighbour = { port: "p", name: "", neighbourPort: "", macs: [], addresses: [] };
    const mac = "02:00:00:00:00:01";
    for (const [wrong, field] of [
      [{ neighbours: Array.from({ length: 501 }, () => neighbour) }, "neighbours"],
      [{ macs: Array.from({ length: 257 }, () => mac) }, "macs"],
      [{ neighbours: [{ ...neighbour, macs: Array.from({ length: 9 }, () => mac) }] }, "neighbours[0].macs"],
      [{ neighbours: [{ ...neighbour, addresses: ["10.0.0.300"] }] }, "neighbours[0].addresses[0]"],
      [{ neighbours: [{ ...neighbour, name: "two\nlines" }] }, "neighbours[0].name"],
    ] as const) {
      const reply = await agent.report(given, 1, [{ ...heard(id), ...wrong }]);
      expect([reply.status, Object.keys(problemsOf(reply))]).toEqual([400, [`reports[0].${field}`]]);
    }
    await agent.report(given, 1, [heard(id, "n")]);
    expect(await kept(id)).toEqual(["n"]);
    await lab.api.admin("DELETE", `/api/discovery/snmp/devices/${id}`);
  });

  it("are looked for by their address where they were heard, and count for thirty days", async () => {
    const spaces = [];
    for (const name of ["n5-a", "n5-b"]) spaces.push((await lab.api.admin("POST", "/api/spaces", { name })).body.id);
    const [here, there] = [
      await lab.network("10.5.0.0/24", { space_id: spaces[0] }),
      (await lab.api.operator("POST", "/api/networks", { name: "n5", subnet: "10.5.0.0/24", space_id: spaces[1] })).body.id,
    ];
    const agent = await lab.agent({ network_ids: [here] });
    const core = await record("n5-core");
    const near = await record("n5-near", { addresses: [{ ip: "10.5.0.9", network_id: here }] });
    expect(await record("n5-far", { addresses: [{ ip: "10.5.0.9", network_id: there }] })).not.toBe(near);
    const id = await device("n5-core", { network_ids: [here] });
    const given = await scan(agent, here);
    const neighbour = { port: "Eth1", name: "", neighbourPort: "", macs: [], addresses: ["10.5.0.9"] };
    await agent.report(given, 1, [{ ...heard(id), neighbours: [neighbour] }]);
    await agent.end(given, { outcome: "completed", batches: 1 });
    await lab.api.clock.advance(30 * DAY_MS + 1);
    expect(await planned()).toMatchObject({
      proposed: [],
      problems: ["the SNMP device n5-core is asked by an agent, in scans of its networks, and none of the last 30 days read it"],
    });
    const again = await scan(agent, here);
    await agent.report(again, 1, [{ ...heard(id), neighbours: [neighbour] }]);
    expect((await planned()).proposed).toMatchObject([{ device_id: core, neighbour_id: near }]);
    await lab.api.admin("PUT", `/api/discovery/snmp/devices/${id}`, { enabled: false });
    expect(await planned()).toMatchObject({ plan_id: null, known: 0, problems: [] });
  });
});
