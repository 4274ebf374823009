import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopVerified } from "../api-server.ts";
import { type AgentsApi, hosts, startSnmpAgents } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const SCANNERS = { scanners: ["connect", "snmp-tables"] };

describe.each(STORAGES)("SNMP devices that agents ask, on %s", (storage) => {
  let lab: AgentsApi;
  let north: string;
  beforeAll(async () => {
    lab = await startSnmpAgents(storage);
    north = (await lab.api.admin("POST", "/api/datacenters", { name: "north" })).body.id;
  });
  afterAll(async () => await stopVerified(lab.api));

  const device = async (name: string, fields: object = {}): Promise<string> => {
    const sent = { name, address: "10.9.0.1", community: `${name}-canary`, ...fields };
    const { status, body } = await lab.api.admin("POST", "/api/discovery/snmp/devices", sent);
    expect([name, status]).toEqual([name, 201]);
    return body.id;
  };

  it("are told, with what they are asked with, to the agent of their network or datacenter, for its scans alone", async () => {
    const { api } = lab;
    const net = await lab.network("10.1.0.0/29", { datacenter_id: north });
    const named = await lab.network("10.2.0.0/29");
    const agent = await lab.agent({ datacenter_ids: [north] });
    const other = await lab.agent({ network_ids: [named] });
    const core = await device("core", { datacenter_id: north });
    await device("v3", { network_ids: [net], version: "3", username: "u", auth_key: "auth-canary", priv_key: "priv-canary" });
    await device("elsewhere", { network_ids: [named] });
    await device("off", { datacenter_id: north, enabled: false });
    // Of every network: servers ask it, and no site is told what with.
    await device("all");
    await device("fenced", { datacenter_id: north, address: "169.254.169.254" });
    await lab.ask(net);
    await lab.ask(named);
    const { scan } = (await agent.work(SCANNERS)).body;
    expect(scan.witnesses).toEqual([
      {
        scanner: "snmp-tables",
        reads: {
          targets: [
            { id: core, name: "core", address: "10.9.0.1", port: 161, credentials: { version: "2c", community: "core-canary" } },
            {
              id: expect.any(String),
              name: "v3",
              address: "10.9.0.1",
              port: 161,
              credentials: {
                version: "3",
                username: "u",
                authProtocol: "sha256",
                authKey: "auth-canary",
                context: "",
                privacy: { protocol: "aes", key: "priv-canary" },
              },
            },
          ],
          warnings: [
            "the SNMP device fenced is not asked: its address 169.254.169.254 is loopback, link-local or multicast " +
              "(DISCOVERY_ALLOW opens it)",
          ],
          // Servers of before do not say so, and are told of no neighbours.
          neighbours: true,
        },
      },
    ]);
    // An agent that reads no tables, and one whose network has none of them.
    const without = (await other.work()).body.scan;
    expect([without.network_id, without.witnesses]).toEqual([named, []]);
    const found = { ip: "10.1.0.2", evidence: "router-table", macAddress: "02:00:00:00:00:01" };
    const seen = [
      { kind: "observation", ...found },
      { kind: "observation", ip: "10.1.0.2", evidence: "switch-table", switchPort: "core / Eth1" },
    ];
    await agent.report(scan, 1, [...seen, ...hosts([], ["10.1.0.2"])]);
    expect(await lab.seen(net)).toMatchObject([
      { ip: "10.1.0.2", mac_address: "02:00:00:00:00:01", switch_port: "core / Eth1", confidence: 58 },
    ]);
    for (const { body } of [
      await api.viewer("GET", `/api/discovery/scans/${scan.id}`),
      await api.admin("GET", "/api/audit"),
      await api.admin("GET", "/api/events?limit=500"),
      { body: await api.inventory.host.get(STORAGE).read.all("select * from scan") },
    ])
      expect(JSON.stringify(body)).not.toContain("canary");
  });

  it("are not asked by the server, where an address may be somebody else's", async () => {
    const { api } = lab;
    const [there, here] = [await lab.network("10.3.0.0/29"), await lab.network("10.4.0.0/29")];
    await lab.agent({ network_ids: [there] });
    const away = await device("away", { network_ids: [there] });
    const both = await device("both", { network_ids: [there, here], address: "169.254.0.1" });
    const refused = await api.admin("POST", `/api/discovery/snmp/devices/${away}/test`);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      "CONFLICT",
      expect.stringContaining("the SNMP device away is asked by an agent, in scans of its networks"),
    ]);
    expect((await api.admin("POST", `/api/discovery/snmp/devices/${both}/test`)).body.error).toContain("is loopback, link-local");
    for (const { id } of (await api.admin("GET", "/api/discovery/snmp/devices")).body)
      if (![away, both].includes(id)) await api.admin("PUT", `/api/discovery/snmp/devices/${id}`, { enabled: false });
    const { problems } = (await api.operator("POST", "/api/discovery/snmp/links/plan")).body;
    expect(problems).toContain("the SNMP device away is asked by an agent, in scans of its networks, and none of the last 30 days read it");
  });

  it("are not asked by the server once networks of theirs are gone", async () => {
    const { api } = lab;
    const [there, gone] = [await lab.network("10.6.0.0/29"), await lab.network("10.7.0.0/29")];
    await lab.agent({ network_ids: [there] });
    const [left, lost] = [await device("left", { network_ids: [there, gone] }), await device("lost", { network_ids: [gone] })];
    expect((await api.admin("DELETE", `/api/networks/${gone}`)).status).toBe(204);
    const told = async (id: string): Promise<unknown> => (await api.admin("POST", `/api/discovery/snmp/devices/${id}/test`)).body.error;
    expect(await told(left)).toContain("the SNMP device left is asked by an agent");
    expect(await told(lost)).toContain(
      "the SNMP device lost is not asked: what it names of networks and datacenters does not exist any more",
    );
  });

  it("that cannot be decrypted are told as a warning, and the scan is run", async () => {
    const { api } = lab;
    const net = await lab.network("10.5.0.0/29");
    const agent = await lab.agent({ network_ids: [net] });
    const id = await device("damaged", { network_ids: [net] });
    await api.inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update snmp_device set credentials = ? where id = ?", ["damaged", id]);
    });
    await lab.ask(net);
    const { scan } = (await agent.work(SCANNERS)).body;
    const [{ reads }] = scan.witnesses;
    expect(reads).toEqual({ targets: [], warnings: [expect.stringMatching(/^no SNMP device is asked: /)], neighbours: false });
    await api.admin("DELETE", `/api/discovery/snmp/devices/${id}`);
  });
});
