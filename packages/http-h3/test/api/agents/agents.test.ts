import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemsOf, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { type AgentsApi, heard, startAgents } from "./agents-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

describe.each(STORAGES)("agents over HTTP on %s", (storage) => {
  let lab: AgentsApi;
  beforeAll(async () => {
    lab = await startAgents(storage);
  });
  afterAll(async () => await stopVerified(lab.api));

  it("are registered with a token that is shown once, listed by name, changed and deleted", async () => {
    const { api } = lab;
    const site = (await api.admin("POST", "/api/datacenters", { name: "north" })).body.id;
    const net = await lab.network("10.1.0.0/24");
    const made = await api.admin("POST", "/api/agents", {
      name: " north ",
      network_ids: [net, net],
      datacenter_ids: [site],
      labels: { rack: "a1" },
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "north",
        network_ids: [net],
        datacenter_ids: [site],
        labels: { rack: "a1" },
        scanners: [],
        version: "",
        status: "never",
        remote_address: null,
        problem: null,
        last_seen_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        token: expect.stringMatching(/^cag_[0-9A-Za-z]{49}$/),
      },
    ]);
    const { token, ...shown } = made.body;
    expect((await api.admin("GET", `/api/agents/${shown.id}`)).body).toEqual(shown);
    expect((await api.admin("GET", "/api/agents")).body).toEqual([shown]);
    const changed = await api.admin("PUT", `/api/agents/${shown.id}`, { name: "south", network_ids: [] });
    // The same again is no change.
    expect((await api.admin("PUT", `/api/agents/${shown.id}`, { name: "south" })).body).toEqual(changed.body);
    expect((await api.admin("POST", `/api/agents/${shown.id}/token`)).status).toBe(201);
    expect([changed.status, changed.body]).toEqual([200, { ...shown, name: "south", network_ids: [], updated_at: expect.any(String) }]);
    // What is served goes with its record.
    expect((await api.admin("DELETE", `/api/datacenters/${site}`)).status).toBe(204);
    expect((await api.admin("GET", `/api/agents/${shown.id}`)).body.datacenter_ids).toEqual([]);
    expect((await api.admin("DELETE", `/api/agents/${shown.id}`)).status).toBe(204);
    expect((await api.admin("GET", "/api/agents")).body).toEqual([]);
    expect((await lab.callerOf(token)("POST", "/api/agent/work", {})).status).toBe(401);
    const rows = await lab.audited();
    expect(rows.map(({ action }) => action)).toEqual(["delete", "new_token", "update", "create"]);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
    const { events } = (await api.admin("GET", "/api/events")).body;
    const ofAgents = events.filter(({ event }: { event: string }) => event.startsWith("agent."));
    expect(ofAgents.map(({ event, data }: { event: string; data: { changes?: string[] } }) => [event, data.changes])).toEqual([
      ["agent.created", undefined],
      ["agent.updated", ["name", "network_ids"]],
      ["agent.updated", ["token"]],
      ["agent.deleted", undefined],
    ]);
    expect(JSON.stringify(events)).not.toContain("cag_");
  });

  it("are refused with names that are taken, what is not there, and what another one serves", async () => {
    const { api } = lab;
    const net = await lab.network("10.2.0.0/24");
    const first = await lab.agent({ name: "first", network_ids: [net] });
    const again = await api.admin("POST", "/api/agents", { name: "FIRST" });
    expect([again.status, again.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    const taken = await api.admin("POST", "/api/agents", { name: "second", network_ids: [net] });
    expect([taken.status, taken.body.code, taken.body.error]).toEqual([409, "CONFLICT", expect.stringContaining("first")]);
    const wrong = await api.admin("POST", "/api/agents", { name: "", network_ids: [7], labels: { a: 1 } });
    expect(Object.keys(problemsOf(wrong)).toSorted()).toEqual(["labels.a", "name", "network_ids[0]"]);
    expect(problemsOf(await api.admin("PUT", `/api/agents/${first.id}`, { network_ids: [net, UNKNOWN_ID] }))).toEqual({
      "network_ids[1]": "there is no network with this id",
    });
    expect((await api.admin("GET", `/api/agents/${first.id}`)).body.network_ids).toEqual([net]);
    for (const [method, path] of [
      ["GET", `/api/agents/${UNKNOWN_ID}`],
      ["PUT", `/api/agents/${UNKNOWN_ID}`],
      ["DELETE", `/api/agents/${UNKNOWN_ID}`],
      ["POST", `/api/agents/${UNKNOWN_ID}/token`],
    ] as const) {
      const { status, body } = await api.admin(method, path, method === "PUT" ? { name: "" } : undefined);
      expect([method, status, body.code]).toEqual([method, 404, "NOT_FOUND"]);
    }
    for (const caller of [api.operator, api.viewer]) expect((await caller("GET", "/api/agents")).status).toBe(403);
    expect((await api.anonymous("GET", "/api/agents")).status).toBe(401);
  });

  it("get a new token, and the one before is void at once; a token opens nothing else", async () => {
    const { api } = lab;
    const agent = await lab.agent();
    expect((await agent.work()).status).toBe(200);
    // Waits, while its token is replaced.
    const waiting = agent.work({ wait_seconds: 25 });
    const renewed = await api.admin("POST", `/api/agents/${agent.id}/token`);
    expect([renewed.status, renewed.body.token]).toEqual([201, expect.stringMatching(/^cag_/)]);
    expect((await heard(api.clock, waiting)).status).toBe(401);
    expect((await agent.work()).status).toBe(401);
    const call = lab.callerOf(renewed.body.token);
    expect((await call("POST", "/api/agent/work", { instance: "process-new", wait_seconds: 0 })).status).toBe(200);
    for (const path of ["/api/fields", "/api/search?q=a", "/api/agents", "/api/devices", "/api/manifest", "/api/auth/me"]) {
      const { status } = await api.nobody("GET", path, undefined, { authorization: `Bearer ${renewed.body.token}` });
      expect([path, [403, 404].includes(status)]).toEqual([path, true]);
    }
    expect((await api.admin("POST", "/api/agent/work", {})).status).toBe(403);
    const wrong = renewed.body.token.replace(/.$/, (last: string) => (last === "x" ? "y" : "x"));
    expect((await lab.callerOf(wrong)("POST", "/api/agent/work", {})).status).toBe(401);
  });
});
