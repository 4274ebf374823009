import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

type Body = Reply["body"];

describe.each(STORAGES)("taking changes back over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  const create = async (path: string, body: Body): Promise<Body> => (await api.operator("POST", path, body)).body;
  const undo = async (change: string): Promise<Reply> => await api.operator("POST", `/api/changes/${change}/undo`);
  const apply = async (plan: Body): Promise<Reply> => await api.operator("POST", `/api/plans/${plan.id}/apply`);
  const lastChangeOf = async (kind: string, id: string): Promise<string> =>
    (await api.viewer("GET", `/api/${kind}/${id}/history`)).body[0].change_id;

  it("answers a plan that takes the change back, under the same ids, and another that does it again", async () => {
    const network = await create("/api/networks", { name: "lan", subnet: "10.0.0.0/24" });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" });
    const device = await create("/api/devices", { name: "web", tags: ["a"], addresses: [{ ip: "10.0.0.12" }, { ip: "10.0.0.200" }] });
    await api.operator("DELETE", `/api/networks/${network.id}`);
    const deletion = await lastChangeOf("networks", network.id);
    const { status, body: plan } = await undo(deletion);
    expect([status, plan.status, plan.undoes, plan.stale]).toEqual([201, "open", deletion, false]);
    expect(plan.steps).toEqual([{ operation: "changes.undo/records", body: { change_id: deletion } }]);
    expect((await api.viewer("GET", `/api/networks/${network.id}`)).status).toBe(404);
    const effects = plan.effects.records.map(({ action, type, id }: Body) => `${action} ${type} ${id}`);
    expect(effects.toSorted()).toEqual([`create network ${network.id}`, `create pool ${pool.id}`, `update device ${device.id}`]);
    const applied = await apply(plan);
    expect([applied.status, applied.body.status, applied.body.undoes]).toEqual([200, "applied", deletion]);
    const { updated_at: _, ...same } = network;
    expect((await api.viewer("GET", `/api/networks/${network.id}`)).body).toMatchObject(same);
    expect((await api.viewer("GET", `/api/devices/${device.id}`)).body.addresses).toEqual(device.addresses);
    expect((await api.viewer("GET", `/api/plans?status=applied`)).body[0]).toMatchObject({ undoes: deletion });
    // Redo.
    const { body: redo } = await undo(applied.body.change_id);
    expect([redo.title, (await apply(redo)).status]).toEqual([plan.title.replace("Undo", "Redo"), 200]);
    expect((await api.viewer("GET", `/api/networks/${network.id}`)).status).toBe(404);
  });

  it("says which fields somebody changed since, and is stale when one is changed before it is applied", async () => {
    const device = await create("/api/devices", { name: "db" });
    await api.operator("PUT", `/api/devices/${device.id}`, { hostname: "db.example.com", os: "Debian" });
    const change = await lastChangeOf("devices", device.id);
    await api.operator("PUT", `/api/devices/${device.id}`, { os: "Fedora" });
    const { body: plan } = await undo(change);
    expect(plan.effects.warnings).toEqual(["os of the device db was changed since, and stays"]);
    expect(plan.effects.records).toMatchObject([{ before: { hostname: "db.example.com" }, after: { hostname: "", os: "Fedora" } }]);
    await api.operator("PUT", `/api/devices/${device.id}`, { location: "r4" });
    expect((await api.operator("GET", `/api/plans/${plan.id}`)).body.stale).toBe(true);
    const late = await apply(plan);
    expect([late.status, late.body.code]).toEqual([409, "PLAN_STALE"]);
    await api.operator("POST", `/api/plans/${plan.id}/refresh`);
    expect((await apply(plan)).status).toBe(200);
    expect((await api.viewer("GET", `/api/devices/${device.id}`)).body).toMatchObject({ hostname: "", os: "Fedora", location: "r4" });
  });

  it("refuses what there is nothing of, and what a rule speaks against", async () => {
    const unknown = await undo(UNKNOWN_ID);
    expect([unknown.status, unknown.body.code]).toEqual([404, "CHANGE_NOT_FOUND"]);
    expect(unknown.body.error).toContain("older than what the log keeps");
    const network = await create("/api/networks", { name: "n", subnet: "10.5.0.0/24" });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "first", start_ip: "10.5.0.10", end_ip: "10.5.0.20" });
    await api.operator("DELETE", `/api/pools/${pool.id}`);
    const deletion = await lastChangeOf("pools", pool.id);
    await create(`/api/networks/${network.id}/pools`, { name: "second", start_ip: "10.5.0.15", end_ip: "10.5.0.16" });
    const refused = await undo(deletion);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.error).toContain("the pool first: the pool second (10.5.0.15–10.5.0.16) overlaps this range");
    // What was taken back already, and what all of was changed since.
    const host = await create("/api/devices", { name: "h" });
    await api.operator("PUT", `/api/devices/${host.id}`, { os: "Debian" });
    const change = await lastChangeOf("devices", host.id);
    await api.operator("PUT", `/api/devices/${host.id}`, { os: "Fedora" });
    const plans = (await api.viewer("GET", "/api/plans")).body.length;
    const idle = await undo(change);
    expect([idle.status, idle.body.code]).toEqual([409, "CONFLICT"]);
    expect(idle.body.error).toBe("nothing of the change is left to take back: os of the device h was changed since, and stays");
    expect((await api.viewer("GET", "/api/plans")).body).toHaveLength(plans);
    const latest = await lastChangeOf("devices", host.id);
    await apply((await undo(latest)).body);
    const twice = await undo(latest);
    expect([twice.status, twice.body.code]).toEqual([409, "CONFLICT"]);
    expect(twice.body.error).toBe("nothing of the change is left to take back: the records are what they would become");
    // Plans are records of their own, and no part of the inventory.
    const plan = await create("/api/plans", { title: "x", steps: [{ operation: "devices.create", body: { name: "x" } }] });
    const rows = (await api.admin("GET", `/api/audit?resource_id=${plan.id}`)).body;
    const made = await undo(rows[0].change_id);
    expect([made.status, made.body.code]).toEqual([409, "CONFLICT"]);
  });

  it("answers a dry run with the plan that it would make, and stores nothing", async () => {
    const devices = [await create("/api/devices", { name: "first" }), await create("/api/devices", { name: "second" })];
    await api.operator("POST", "/api/devices/bulk-update", { ids: devices.map(({ id }) => id), set: { os: "Debian" } });
    const change = await lastChangeOf("devices", devices[0].id);
    const stored = async (): Promise<unknown[]> => [
      (await api.viewer("GET", "/api/plans")).body.length,
      (await api.admin("GET", "/api/audit")).body.length,
      (await api.admin("GET", "/api/events/log")).body.length,
    ];
    const before = await stored();
    const path = `/api/changes/${change}/undo`;
    const key = { "idempotency-key": "dry" };
    const dry = await api.operator("POST", `${path}?dry_run=true`, { record: { type: "device", id: devices[0].id } }, key);
    expect([dry.status, dry.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(dry.body).toMatchObject({ title: "Undo the change of the device first", status: "open", undoes: change });
    expect(dry.body.effects).toMatchObject({ records: [{ id: devices[0].id, before: { os: "Debian" }, after: { os: "" } }], warnings: [] });
    expect((await api.operator("GET", `/api/plans/${dry.body.id}`)).status).toBe(404);
    expect(await stored()).toEqual(before);
    // What fails fails, and what is unclear makes no plan.
    expect((await api.operator("POST", `/api/changes/${UNKNOWN_ID}/undo?dry_run=true`)).status).toBe(404);
    expect((await api.operator("POST", `${path}?dry_run=yes`)).status).toBe(400);
    expect((await api.viewer("POST", `${path}?dry_run=true`)).status).toBe(403);
    expect(await stored()).toEqual(before);
    // The key names the call that is not dry.
    const made = await api.operator("POST", path, {}, key);
    expect([made.status, made.body.effects.records.length]).toEqual([201, 2]);
  });

  it("names records that depend on the record to those who may read them", async () => {
    const steps = [
      { operation: "devices.create", body: { name: "rack" } },
      { operation: "devices.create", body: { name: "web" } },
      { operation: "relationships.create", params: { id: "$0.id" }, body: { child_id: "$1.id", type: "contains" } },
    ];
    const { body } = await apply(await create("/api/plans", { title: "rack", steps }));
    const id = body.effects.records.find(({ name }: Body) => name === "rack").id;
    const refused = await api.operator("POST", `/api/changes/${body.change_id}/undo`, { record: { type: "device", id } });
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.error).toContain("the relationship contains");
  });

  it("needs what plans need: to make it, to read what it shows, and to be allowed each part of it when it is applied", async () => {
    const device = await create("/api/devices", { name: "ours" });
    const change = await lastChangeOf("devices", device.id);
    const path = `/api/changes/${change}/undo`;
    expect((await api.anonymous("POST", path)).status).toBe(401);
    for (const caller of [api.viewer, api.nobody]) expect((await caller("POST", path)).status).toBe(403);
    const field = (await api.admin("POST", "/api/fields", { record: "device", name: "owner", type: "text" })).body;
    const [row] = (await api.admin("GET", `/api/audit?resource_id=${field.id}`)).body;
    // Fields are the administrator's.
    expect((await undo(row.change_id)).body).toMatchObject({ code: "FORBIDDEN" });
    const { body: plan } = await api.admin("POST", `/api/changes/${row.change_id}/undo`);
    expect((await api.operator("POST", `/api/plans/${plan.id}/apply`)).status).toBe(403);
    expect((await api.admin("POST", `/api/plans/${plan.id}/apply`)).status).toBe(200);
    expect((await api.admin("GET", `/api/fields/${field.id}`)).status).toBe(404);
    // Its step is nobody's to send.
    const steps = [{ operation: "changes.undo/records", body: { change_id: change } }];
    expect((await api.admin("POST", "/api/plans", { title: "x", steps })).status).toBe(400);
  });
});
