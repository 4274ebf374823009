import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const TYPE = "application/vnd.cadastre.dry-run+json";

describe.each(STORAGES)("dry_run on %s", (storage) => {
  let api: ApiServer;
  let datacenter: string;
  let network: Reply["body"];
  let device: Reply["body"];
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());
  beforeEach(async () => {
    ({ id: datacenter } = (await api.admin("POST", "/api/datacenters", { name: "dc" })).body);
    network = (await api.admin("POST", "/api/networks", { name: "lan", subnet: "10.1.0.0/24", datacenter_id: datacenter })).body;
    const pool = (await api.admin("POST", `/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.1.0.10", end_ip: "10.1.0.99" }))
      .body;
    await api.admin("POST", `/api/pools/${pool.id}/allocations`, { count: 2 });
    device = (await api.admin("POST", "/api/devices", { name: "web", datacenter_id: datacenter, addresses: [{ ip: "10.1.0.50" }] })).body;
  });

  test("deleting: what would go, with what goes along, in a type of its own; nothing went", async () => {
    const { status, headers, body } = await api.admin("DELETE", `/api/networks/${network.id}?dry_run=true`);
    expect([status, headers.get("content-type"), headers.has("etag")]).toEqual([200, TYPE, false]);
    expect(body.changes).toContainEqual({ action: "delete", resource: "network", id: network.id, before: network });
    expect(body.changes.filter(({ resource }: Reply["body"]) => resource === "allocation")).toHaveLength(2);
    expect(body).toMatchObject({ change_count: body.changes.length, event_count: body.events.length });
    expect(body.events).toContainEqual({ event: "network.deleted", record_id: network.id });
    expect(body.rows).toContainEqual({ table: "pool", action: "delete", rows: 1 });
    expect((await api.admin("GET", `/api/networks/${network.id}`)).body).toEqual(network);
    expect((await api.admin("DELETE", `/api/networks/${network.id}?dry_run=false`)).status).toBe(204);
  });

  test("changing: before and after; all empty where nothing would change", async () => {
    const path = `/api/devices/${device.id}`;
    const { status, headers, body } = await api.admin("PUT", `${path}?dry_run=true`, { name: "renamed" });
    expect([status, headers.get("content-type")]).toEqual([200, TYPE]);
    expect(body.changes).toMatchObject([{ action: "update", resource: "device", before: { name: "web" }, after: { name: "renamed" } }]);
    expect((await api.admin("PUT", `${path}?dry_run=true`, { name: "web" })).body).toEqual({
      changes: [],
      events: [],
      rows: [],
      change_count: 0,
      event_count: 0,
    });
    expect((await api.admin("GET", path)).body).toEqual(device);
    // The answer of the change itself is what it was.
    expect((await api.admin("PUT", path, { name: "renamed" })).headers.get("content-type")).toBe("application/json");
  });

  test("fails as the call itself would", async () => {
    const path = `/api/devices/${device.id}`;
    for (const [method, target, body, headers] of [
      ["DELETE", `/api/devices/${UNKNOWN_ID}`],
      ["PUT", path, { datacenter_id: UNKNOWN_ID }],
      ["PUT", path, { name: 7 }],
      ["PUT", path, { name: "x" }, { "if-match": '"other"' }],
      ["DELETE", "/api/discovery/devices"],
    ] as const) {
      const dryRun = await api.admin(method, `${target}?dry_run=true`, body, headers);
      const real = await api.admin(method, target, body, headers);
      expect([method, target, dryRun.status, dryRun.body]).toEqual([method, target, real.status, real.body]);
      expect(real.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("needs the permission of the call, and says nothing before that is settled", async () => {
    expect(await api.anonymous("DELETE", `/api/devices/${device.id}?dry_run=true`)).toMatchObject({ status: 401 });
    expect(await api.viewer("DELETE", `/api/devices/${device.id}?dry_run=true`)).toMatchObject({ status: 403 });
    expect(await api.viewer("DELETE", `/api/devices/${device.id}?dry_run=perhaps`)).toMatchObject({ status: 403 });
  });

  test.each(["dry_run=1", "dry_run=", "dry_run=TRUE", "dry_run=true&dry_run=false", "dry_run=false&dry_run=true", "dry%5Frun=yes"])(
    "does nothing when it is not clear what was meant: %s",
    async (query) => {
      expect(problemsOf(await api.admin("DELETE", `/api/devices/${device.id}?${query}`))).toEqual({ dry_run: "must be true or false" });
      expect((await api.admin("GET", `/api/devices/${device.id}`)).body).toEqual(device);
    },
  );

  test("is refused where there is no dry run, and nothing is done", async () => {
    const before = (await api.admin("GET", "/api/devices/status-counts")).body;
    expect(problemsOf(await api.admin("POST", "/api/devices?dry_run=true", { name: "new" }))).toEqual({
      dry_run: expect.stringContaining("calls that change or delete records, and by creations of declared kinds; nothing was done"),
    });
    expect((await api.admin("GET", "/api/devices/status-counts")).body).toEqual(before);
    expect((await api.admin("POST", "/api/devices?dry_run=false", { name: "new" })).status).toBe(201);
    expect(problemsOf(await api.admin("GET", `/api/devices/${device.id}?dry_run=true`))).toHaveProperty("dry_run");
  });

  test("tells of the first thousand, and how many there are", async () => {
    const wide = (await api.admin("POST", "/api/networks", { name: "wide", subnet: "10.64.0.0/16" })).body;
    const pool = (await api.admin("POST", `/api/networks/${wide.id}/pools`, { name: "w", start_ip: "10.64.0.1", end_ip: "10.64.9.255" }))
      .body;
    for (let made = 0; made < 1100; made += 100)
      expect((await api.admin("POST", `/api/pools/${pool.id}/allocations`, { count: 100 })).status).toBeLessThan(300);
    const { body } = await api.admin("DELETE", `/api/networks/${wide.id}?dry_run=true`);
    expect(body.changes).toHaveLength(1000);
    expect(body.change_count).toBeGreaterThan(1100);
    expect(body.rows).toContainEqual({ table: "allocation", action: "delete", rows: 1100 });
  });

  test("is told of in the document wherever it can be asked for, from one place", async () => {
    const { paths, components } = (await api.admin("GET", "/api/openapi.json")).body;
    const all = Object.entries(paths as Record<string, Record<string, Reply["body"]>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, operation })),
    );
    const offered = all.filter(({ operation }) =>
      operation.parameters?.some(({ $ref }: Reply["body"]) => $ref === "#/components/parameters/DryRun"),
    );
    const answered = (type: string, schema: string): string[] =>
      offered
        .filter(({ operation }) => operation.responses["200"].content[type]?.schema.$ref === `#/components/schemas/${schema}`)
        .map(({ name }) => name);
    // The effects of an undo are those of its plan.
    const undo = "post /api/changes/{change_id}/undo";
    expect(answered(TYPE, "DryRunResult")).toEqual(offered.flatMap(({ name }) => (name === undo ? [] : [name])));
    expect(answered("application/json", "Plan")).toContain(undo);
    const names = offered.map(({ name }) => name);
    expect(all.filter(({ method, name }) => (method === "delete" || method === "put") && !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !/^(?:delete|put) /.test(name))).toEqual([
      "post /api/networks/bulk-update",
      "post /api/networks/bulk-delete",
      "post /api/devices/bulk-update",
      "post /api/devices/bulk-delete",
      "post /api/conflicts/{id}/resolve",
      "post /api/discovery/scans/{id}/cancel",
      "post /api/discovery/devices/{id}/accept",
      "post /api/plans/{id}/apply",
      undo,
      "post /api/fields",
      "post /api/datacenters",
      "post /api/datacenters/bulk-update",
      "post /api/datacenters/bulk-delete",
      "post /api/spaces",
      "post /api/spaces/bulk-update",
      "post /api/spaces/bulk-delete",
      "post /api/vlan-groups",
      "post /api/vlan-groups/bulk-update",
      "post /api/vlan-groups/bulk-delete",
      "post /api/vlans",
      "post /api/vlans/bulk-update",
      "post /api/vlans/bulk-delete",
      "post /api/discovery/rules",
    ]);
    expect(components.parameters.DryRun).toMatchObject({ name: "dry_run", in: "query" });
  });
});
