import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/index.ts";
import { type ApiServer, problemsOf, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const key = (value: string) => ({ "idempotency-key": value });

describe.each(STORAGES)("Idempotency-Key over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  it("gives the first answer again, and says so", async () => {
    const body = { name: "web-01", addresses: [{ ip: "10.0.0.1" }] };
    const first = await api.operator("POST", "/api/devices", body, key("create-1"));
    const again = await api.operator("POST", "/api/devices", ` {"addresses": [{"ip":"10.0.0.1"}],\n"name":"web-01"}`, {
      ...key("create-1"),
      "content-type": "application/json",
    });
    expect([first.status, first.headers.get("idempotent-replay")]).toEqual([201, null]);
    expect([again.status, again.headers.get("idempotent-replay"), again.body]).toEqual([201, "true", first.body]);
    expect((await api.viewer("GET", "/api/devices")).body).toEqual([first.body]);
    // It is the first answer, whatever became of the device.
    await api.operator("DELETE", `/api/devices/${first.body.id}`);
    expect((await api.operator("POST", "/api/devices", body, key("create-1"))).body).toEqual(first.body);
  });

  it("refuses another body or path under the key, and leaves other callers alone", async () => {
    const sent = { name: "n", subnet: "10.4.0.0/24" };
    const first = await api.operator("POST", "/api/networks", sent, key("k"));
    for (const [path, body] of [
      ["/api/networks", { ...sent, name: "other" }],
      ["/api/networks", { ...sent, vlan_id: 1 }],
      ["/api/devices", sent],
    ] as const) {
      const reply = await api.operator("POST", path, body, key("k"));
      expect([reply.status, reply.body.code, reply.headers.get("retry-after")]).toEqual([409, "CONFLICT", null]);
    }
    const admin = await api.admin("POST", "/api/networks", { ...sent, subnet: "10.4.1.0/24" }, key("k"));
    expect([admin.status, admin.headers.get("idempotent-replay")]).toEqual([201, null]);
    expect((await api.operator("POST", "/api/networks", sent, key("k"))).body).toEqual(first.body);
  });

  it("does once what many send at once; who comes too early is told when to ask again", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.operator("POST", "/api/networks", { name: "n", subnet: "10.5.0.0/24" }, key("burst"))),
    );
    const refused = replies
      .filter(({ status }) => status !== 201)
      .map(({ status, body, headers }) => `${status} ${body.code} ${headers.get("retry-after")}`);
    expect(refused.filter((text) => text !== "409 CONFLICT 1")).toEqual([]);
    expect(new Set(replies.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(1);
    expect(
      (await api.viewer("GET", "/api/networks")).body.filter(({ subnet }: { subnet: string }) => subnet === "10.5.0.0/24"),
    ).toHaveLength(1);
  });

  it("keeps nothing of what was refused, and is checked after the permission", async () => {
    problemsOf(await api.operator("POST", "/api/devices", { name: "" }, key("refused")));
    expect((await api.operator("POST", "/api/devices", { name: "right" }, key("refused"))).status).toBe(201);
    for (const wrong of ["", "with space", "x".repeat(256)])
      expect(Object.keys(problemsOf(await api.operator("POST", "/api/devices", { name: "x" }, key(wrong))))).toEqual(["Idempotency-Key"]);
    expect((await api.viewer("POST", "/api/devices", { name: "x" }, key(""))).status).toBe(403);
  });

  it("of a call that has no dry run does nothing", async () => {
    problemsOf(await api.operator("POST", "/api/devices?dry_run=true", { name: "dry" }, key("dry")));
    expect((await api.operator("POST", "/api/devices", { name: "dry" }, key("dry"))).headers.get("idempotent-replay")).toBeNull();
  });

  it("is not looked at where nothing is created, nor where answers hold secrets", async () => {
    const document = openApiDocument(api.inventory.host);
    const takesKey = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) =>
        JSON.stringify(operation).includes("parameters/IdempotencyKey") ? [String(operation["operationId"])] : [],
      ),
    );
    expect(takesKey.toSorted()).toEqual([
      "changes.undo",
      "datacenters.bulkDelete",
      "datacenters.bulkUpdate",
      "datacenters.create",
      "devices.bulkDelete",
      "devices.bulkUpdate",
      "devices.create",
      "devices.createMany",
      "discoveredDevices.promote",
      "discoveredDevices.promoteMany",
      "discoveryRules.create",
      "fields.create",
      "networks.allocate",
      "networks.bulkDelete",
      "networks.bulkUpdate",
      "networks.create",
      "networks.createMany",
      "networks.merge",
      "networks.renumber",
      "networks.resize",
      "networks.split",
      "plans.create",
      "pools.allocate",
      "pools.create",
      "relationships.create",
      "scans.start",
      "spaces.bulkDelete",
      "spaces.bulkUpdate",
      "spaces.create",
      "vlanGroups.adopt",
      "vlanGroups.allocate",
      "vlanGroups.bulkDelete",
      "vlanGroups.bulkUpdate",
      "vlanGroups.create",
      "vlans.bulkDelete",
      "vlans.bulkUpdate",
      "vlans.create",
    ]);
    const { id } = (await api.operator("POST", "/api/devices", { name: "put" })).body;
    for (const name of ["one", "two"]) expect((await api.operator("PUT", `/api/devices/${id}`, { name }, key("put"))).body.name).toBe(name);
  });

  it("of addresses is their request key, which tells what was let go since", async () => {
    const network = (await api.operator("POST", "/api/networks", { name: "pools", subnet: "10.6.0.0/24" })).body;
    const pool = (await api.operator("POST", `/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.6.0.1", end_ip: "10.6.0.9" }))
      .body;
    const path = `/api/pools/${pool.id}/allocations`;
    const { allocations } = (await api.operator("POST", path, { count: 2 }, key("job/7"))).body;
    await api.operator("DELETE", `/api/allocations/${allocations[1].id}`);
    const reply = await api.operator("POST", path, { count: 2 }, key("job/7"));
    expect([reply.status, reply.body.code, reply.body.details]).toEqual([409, "CONFLICT", { released: ["10.6.0.2"] }]);
    const forget = `/api/allocation-keys/${encodeURIComponent("job/7")}?pool_id=${pool.id}`;
    expect((await api.viewer("DELETE", forget)).status).toBe(403);
    problemsOf(await api.operator("DELETE", forget.replace(/[?].*/, "")));
    expect((await api.operator("DELETE", forget)).status).toBe(204);
    expect((await api.operator("DELETE", forget)).status).toBe(404);
    expect((await api.operator("POST", path, { count: 2 }, key("job/7"))).body.allocations.map(({ ip }: { ip: string }) => ip)).toEqual([
      "10.6.0.2",
      "10.6.0.3",
    ]);
    const shrunk = await api.operator("PUT", `/api/pools/${pool.id}`, { end_ip: "10.6.0.2" });
    expect([shrunk.status, shrunk.body.code, shrunk.body.details]).toEqual([
      409,
      "CONFLICT",
      { allocations: [{ id: expect.any(String), ip: "10.6.0.3" }] },
    ]);
    expect((await api.operator("PUT", `/api/pools/${pool.id}`, { end_ip: "10.6.0.2", release_outside: true })).status).toBe(200);
  });

  it("tags hold no comma, and those of before are still read", async () => {
    expect(Object.keys(problemsOf(await api.operator("POST", "/api/devices", { name: "tagged", tags: ["a", "b,c"] })))).toEqual([
      "tags[1]",
    ]);
    const { id } = (await api.operator("POST", "/api/devices", { name: "tagged", tags: ["a"] })).body;
    expect(Object.keys(problemsOf(await api.operator("PUT", `/api/devices/${id}`, { tags: ["x,y"] })))).toEqual(["tags[0]"]);
  });
});
