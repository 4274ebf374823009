import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { type Authenticator, definePlugin, KeyRing, provide, serviceToken, STORAGE } from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, type Reply, stopVerified } from "../api-server.ts";
import { type AgentsApi, startAgents } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

const OF_AGENTS = ["agent:create", "agent:update", "agent:read", "network:read", "network:update", "datacenter:read", "discovery:create"];
const CANARY = "SUPERSECRETCOMMUNITY";

const AUTHENTICATOR = serviceToken<Authenticator>("test-permissions");

/** A user with the permissions that the token lists. */
const permissionsPlugin = definePlugin({
  id: "test-permissions",
  engine: "*",
  services: [
    provide(AUTHENTICATOR, [], () => ({
      id: "test-permissions",
      priority: 200,
      authenticate: ({ headers }) => {
        const names = /^Bearer with (.*)$/.exec(headers.get("authorization") ?? "")?.[1]?.split(" ");
        if (names === undefined) return null;
        const who = { kind: "user", userId: "ann", username: "ann", credential: KEY_CREDENTIAL, credentialId: "ann" } as const;
        return Promise.resolve({ ...who, permissions: new Set(names) });
      },
    })),
  ],
  authenticators: [AUTHENTICATOR],
});

describe.each(STORAGES)("credentials that agents are sent, on %s", (storage) => {
  let lab: AgentsApi;
  let made = 0;
  let site: string;
  let net: string;
  let device: string;
  let source: string;

  beforeAll(async () => {
    lab = await startAgents(storage, {
      keyRing: KeyRing.parse(KeyRing.generate()),
      plugins: [discoveryAgentPlugin(), discoverySnmpPlugin(), leaseSourcesPlugin(), permissionsPlugin],
    });
  });
  afterAll(async () => await stopVerified(lab.api));
  beforeEach(async () => {
    made += 1;
    site = await create("/api/datacenters", { name: `site ${made}` });
    net = await lab.network(`10.${made}.0.0/29`, { datacenter_id: site });
    device = await create("/api/discovery/snmp/devices", { name: `d${made}`, address: "10.9.0.1", community: CANARY, network_ids: [net] });
    const kea = { type: "kea-api", url: "http://10.9.0.2:8000/", username: "u", password: CANARY };
    source = await create("/api/discovery/lease-sources", { name: `l${made}`, ...kea, network_ids: [net], datacenter_id: site });
  });

  const create = async (path: string, fields: object): Promise<string> => {
    const { status, body } = await lab.api.admin("POST", path, fields);
    expect([path, status, body.error]).toEqual([path, 201, undefined]);
    return body.id;
  };
  const as = (...permissions: readonly string[]): Caller => lab.callerOf(`with ${[...OF_AGENTS, ...permissions].join(" ")}`);
  const refused = async (reply: Promise<Reply>, reason: string): Promise<void> =>
    expect(await reply).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN", error: expect.stringContaining(reason) },
    });
  const ask = async (call: Caller, fields: object = {}): Promise<Reply["body"]> => {
    const process = { instance: "process-1", version: "1.0.0", scanners: ["connect", "snmp-tables"], reads_leases: true, wait_seconds: 0 };
    const { status, body } = await call("POST", "/api/agent/work", { ...process, ...fields });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const handOuts = async (): Promise<readonly Reply["body"][]> => {
    await lab.api.clock.advance(2000);
    const rows = (await lab.api.admin("GET", "/api/audit")).body as readonly Reply["body"][];
    return rows.filter(({ action, resource_id: id }) => action === "send_credentials" && [device, source].includes(id));
  };

  it("are given to an agent only by a user who may set them: binding and new tokens are refused with what is missing", async () => {
    const both = "which needs snmp:update and lease-source:update;";
    const bind = async (by: Caller, serving: object): Promise<Reply> => await by("POST", "/api/agents", { name: `a${made}`, ...serving });
    await refused(bind(as(), { datacenter_ids: [site] }), both);
    await refused(bind(as("lease-source:update"), { network_ids: [net] }), "which needs snmp:update;");
    await refused(bind(as("snmp:update"), { datacenter_ids: [site] }), "which needs lease-source:update;");
    const { id } = (await bind(as(), {})).body;
    const update = async (by: Caller, fields: object): Promise<Reply> => await by("PUT", `/api/agents/${id}`, fields);
    await refused(update(as(), { datacenter_ids: [site] }), both);
    expect((await update(as("snmp:update", "lease-source:update"), { datacenter_ids: [site] })).status).toBe(200);
    await refused(as()("POST", `/api/agents/${id}/token`), both);
    // Nothing more is bound, and no other token is made.
    expect((await update(as(), { name: `renamed ${made}`, datacenter_ids: [site] })).status).toBe(200);
    expect((await update(as(), { datacenter_ids: [] })).status).toBe(200);
    expect((await as()("POST", `/api/agents/${id}/token`)).status).toBe(201);
  });

  it("leave one audit row for each device and source, with the address of the agent, once a connection", async () => {
    const agent = await lab.agent({ datacenter_ids: [site] });
    await lab.ask(net);
    const { scan, lease_source: reads } = { ...(await ask(agent.call)), lease_source: (await ask(agent.call)).lease_source };
    expect(JSON.stringify(scan.witnesses)).toContain(CANARY);
    expect(reads).toMatchObject({ id: source, reads: { password: CANARY } });
    const rows = await handOuts();
    expect(rows.map(({ resource, resource_id: id }) => `${resource} ${id}`).toSorted()).toEqual([
      `lease_source ${source}`,
      `snmp_device ${device}`,
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        username: expect.stringMatching(/^agent /),
        ip_address: "127.0.0.1",
        changes: { after: { agent_id: agent.id } },
      });
    expect(JSON.stringify(rows)).not.toContain(CANARY);
    await agent.end(scan, { outcome: "failed", batches: 0, reason: "again" });
    await lab.ask(net);
    const again = await ask(agent.call);
    expect(JSON.stringify(again.scan.witnesses)).toContain(CANARY);
    expect(await handOuts()).toHaveLength(2);
    await lab.api.clock.advance(60_000);
    await agent.end(again.scan, { outcome: "failed", batches: 0, reason: "again" });
    await lab.ask(net);
    expect(JSON.stringify((await ask(agent.call, { instance: "process-2" })).scan.witnesses)).toContain(CANARY);
    expect((await handOuts()).filter(({ resource }) => resource === "snmp_device")).toHaveLength(2);
  });

  it("are not sent with a token of a user who could not set them, also if the network or datacenter is bound otherwise", async () => {
    const empty = await create("/api/datacenters", { name: `empty ${made}` });
    const { id, token } = (await as()("POST", "/api/agents", { name: `a${made}`, datacenter_ids: [empty] })).body;
    expect((await as()("PUT", `/api/networks/${net}`, { datacenter_id: empty })).status).toBe(200);
    await lab.api.admin("PUT", `/api/discovery/lease-sources/${source}`, { datacenter_id: empty, password: CANARY });
    await lab.ask(net);
    const work = [await ask(lab.callerOf(token)), await ask(lab.callerOf(token))];
    expect(work[0].scan.witnesses).toMatchObject([{ reads: { targets: [], warnings: [expect.stringContaining("snmp:update")] } }]);
    expect(JSON.stringify(work)).not.toContain(CANARY);
    expect((await lab.api.admin("GET", `/api/discovery/lease-sources/${source}`)).body.last_error).toContain("lease-source:update");
    expect(await handOuts()).toEqual([]);
    // A token of who may set them is another one.
    const renewed = (await as("snmp:update", "lease-source:update")("POST", `/api/agents/${id}/token`)).body;
    await lab.api.admin("POST", `/api/discovery/scans/${work[0].scan.id}/cancel`);
    await lab.ask(net);
    expect(JSON.stringify((await ask(lab.callerOf(renewed.token))).scan.witnesses)).toContain(CANARY);
  });

  it("are kept for agents of earlier versions", async () => {
    const opened = lab.api.inventory.host.get(STORAGE);
    await opened.write(async (transaction) => {
      await transaction.run(
        `insert into agent (id, name, name_key, labels, scanners, version, token_id, token_hash, created_at, updated_at)
         values ('old', 'old', 'old', '{}', '[]', '', 't', 'h', '', '')`,
        [],
      );
    });
    expect(await opened.read.get("select token_permissions from agent where id = 'old'")).toEqual({
      token_permissions: '["snmp:update","lease-source:update"]',
    });
    await opened.write(async (transaction) => void (await transaction.run("delete from agent where id = 'old'", [])));
  });
});
