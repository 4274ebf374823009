import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

type Body = Reply["body"];

interface Step {
  readonly operation: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

describe.each(STORAGES)("plans over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  const create = async (path: string, body: Body): Promise<Body> => (await api.operator("POST", path, body)).body;
  const plan = async (...steps: readonly Step[]): Promise<Reply> => await api.operator("POST", "/api/plans", { title: "plan", steps });
  const planned = async (...steps: readonly Step[]): Promise<Body> => {
    const reply = await plan(...steps);
    if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
    return reply.body;
  };
  const device = async (name: string, ip?: string): Promise<Body> =>
    await create("/api/devices", { name, addresses: ip === undefined ? [] : [{ ip }] });
  const actionsOf = ({ effects }: Body): Body => effects.records.map(({ type, name, action }: Body) => `${action} ${type} ${name}`);
  const withoutImages = (plan: Body): Body => ({
    ...plan,
    effects: { ...plan.effects, records: plan.effects.records.map((effect: Body) => ({ ...effect, before: null, after: null })) },
  });
  const withoutTimes = (record: Body): Body => ({ ...record, updated_at: "", created_at: "" });

  it("shows what steps would do, does nothing of it, and then exactly that", async () => {
    const kept = await device("kept");
    const gone = await device("gone");
    const made = await planned(
      { operation: "networks.create", body: { name: "lan", subnet: "10.20.0.0/24" } },
      { operation: "pools.create", params: { id: "$0.id" }, body: { name: "p", start_ip: "10.20.0.10", end_ip: "10.20.0.19" } },
      { operation: "devices.update", params: { id: kept.id }, body: { name: "renamed", addresses: [{ ip: "10.20.0.5" }] } },
      { operation: "devices.delete", params: { id: gone.id } },
      { operation: "relationships.create", params: { id: kept.id }, body: { child_id: "$2.id", type: "connected_to" } },
    ).catch(async (error: unknown) => error);
    // A device is not related to itself: told at the step, in its own words.
    expect(String(made)).toContain("steps[4].body.child_id");

    const open = await planned(
      { operation: "networks.create", body: { name: "lan", subnet: "10.20.0.0/24" } },
      { operation: "pools.create", params: { id: "$0.id" }, body: { name: "p", start_ip: "10.20.0.10", end_ip: "10.20.0.19" } },
      { operation: "devices.update", params: { id: kept.id }, body: { name: "renamed", addresses: [{ ip: "10.20.0.5" }] } },
      { operation: "devices.delete", params: { id: gone.id } },
      { operation: "devices.create", body: { name: "new", addresses: [{ ip: "10.20.0.6", network_id: "$0.id" }] } },
      { operation: "relationships.create", params: { id: kept.id }, body: { child_id: "$4.id", type: "contains" } },
    );
    expect(open).toMatchObject({
      title: "plan",
      description: "",
      status: "open",
      stale: false,
      created_by: { user_id: "operator", username: "operator" },
      applied_by: null,
      applied_at: null,
      rejected_by: null,
      note: "",
      change_id: null,
      undoes: null,
    });
    expect(open.steps).toHaveLength(6);
    expect(actionsOf(open).toSorted()).toEqual([
      "create device new",
      "create network lan",
      "create pool p",
      "create relationship contains",
      "delete device gone",
      "update device renamed",
    ]);
    const effectOf = (name: string): Body => open.effects.records.find((one: Body) => one.name === name);
    expect(effectOf("gone")).toMatchObject({ before: gone, after: null });
    expect(effectOf("renamed")).toMatchObject({ before: kept, after: { name: "renamed", addresses: [{ ip: "10.20.0.5" }] } });
    expect(effectOf("new").after.addresses[0].network_id).toBe(effectOf("lan").id);
    // Nothing of it is done.
    expect((await api.viewer("GET", `/api/devices/${kept.id}`)).body).toEqual(kept);
    expect((await api.viewer("GET", `/api/networks/${effectOf("lan").id}`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body).toEqual(open);

    await api.clock.advance(60_000);
    const applied = await api.admin("POST", `/api/plans/${open.id}/apply`, { digest: open.digest });
    expect(applied.status).toBe(200);
    expect(applied.body).toEqual({
      ...withoutImages(open),
      status: "applied",
      applied_by: { user_id: "admin", username: "admin" },
      applied_at: expect.any(String),
      change_id: expect.any(String),
    });
    for (const [path, name] of [
      ["devices", "renamed"],
      ["devices", "new"],
      ["networks", "lan"],
      ["pools", "p"],
    ] as const) {
      const { id, after } = effectOf(name);
      expect(withoutTimes((await api.viewer("GET", `/api/${path}/${id}`)).body)).toEqual(withoutTimes(after));
    }
    expect((await api.viewer("GET", `/api/devices/${gone.id}`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body).toEqual(applied.body);
    const rows = (await api.admin("GET", `/api/audit?resource=plan`)).body.filter((row: Body) => row.resource_id === open.id);
    expect(rows.map(({ action, username }: Body) => [action, username])).toEqual([
      ["apply", "admin"],
      ["create", "operator"],
    ]);
  });

  it("tells of what follows the steps: addresses that let go, allocations, conflicts that open and close", async () => {
    const network = await create("/api/networks", { name: "follow", subnet: "10.21.0.0/24" });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "f", start_ip: "10.21.0.10", end_ip: "10.21.0.19" });
    const { allocations } = await create(`/api/pools/${pool.id}/allocations`, { count: 1 });
    const holder = await device("holder", "10.21.0.50");
    const open = await planned(
      { operation: "devices.create", body: { name: "twin", addresses: [{ ip: "10.21.0.50" }] } },
      { operation: "devices.create", body: { name: "confirms", addresses: [{ ip: allocations[0].ip }] } },
    );
    expect(open.effects.conflicts_opened).toMatchObject([{ type: "duplicate_ip", ip_address: "10.21.0.50", status: "active" }]);
    expect(open.effects.records.find(({ type }: Body) => type === "allocation")).toMatchObject({
      action: "update",
      before: { status: "held" },
      after: { status: "confirmed" },
    });
    await api.operator("POST", `/api/plans/${open.id}/apply`);
    const [conflict] = open.effects.conflicts_opened;
    expect((await api.viewer("GET", `/api/conflicts/${conflict.id}`)).body).toMatchObject({ status: "active" });

    const closing = await planned({ operation: "networks.delete", params: { id: network.id } });
    expect(actionsOf(closing)).toEqual(
      expect.arrayContaining(["delete network follow", "delete pool f", `delete allocation ${allocations[0].ip}`, "update device holder"]),
    );
    expect(closing.effects.records.find(({ id }: Body) => id === holder.id)).toMatchObject({
      before: { addresses: [{ network_id: network.id }] },
      after: { addresses: [{ network_id: null }] },
    });
    const swap = await planned({ operation: "conflicts.resolve", params: { id: conflict.id }, body: { keep_device_id: holder.id } });
    expect(swap.effects.conflicts_closed).toMatchObject([{ id: conflict.id }]);
    // Somebody else applies it than planned it: who resolved it is no part of what is compared.
    expect((await api.admin("POST", `/api/plans/${swap.id}/apply`, { digest: swap.digest })).status).toBe(200);
    expect((await api.viewer("GET", `/api/conflicts/${conflict.id}`)).body).toMatchObject({ status: "resolved", resolved_by: "admin" });
  });

  it("takes allocations with a time to live, which end later the later it is applied", async () => {
    const network = await create("/api/networks", { name: "ttl", subnet: "10.22.0.0/24" });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "t", start_ip: "10.22.0.10", end_ip: "10.22.0.19" });
    const open = await planned({ operation: "pools.allocate", params: { id: pool.id }, body: { count: 9, ttl_seconds: 3600 } });
    expect(open.effects.warnings).toEqual(["the pool t will be 90 % full"]);
    await api.clock.advance(5000);
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body.stale).toBe(false);
    expect((await api.operator("POST", `/api/plans/${open.id}/apply`)).status).toBe(200);
    const list = (await api.viewer("GET", `/api/pools/${pool.id}/allocations`)).body;
    expect(list.map(({ id }: Body) => id).toSorted()).toEqual(open.effects.records.map(({ id }: Body) => id).toSorted());
  });

  it("refuses what is wrong with steps, all at once, and keeps nothing", async () => {
    const before = (await api.viewer("GET", "/api/plans")).body.length;
    expect(Object.keys(problemsOf(await api.operator("POST", "/api/plans", {}))).toSorted()).toEqual(["steps", "title"]);
    expect(problemsOf(await api.operator("POST", "/api/plans", { title: "x", steps: [] }))).toEqual({
      steps: "must hold at least one step",
    });
    const many = Array.from({ length: 1001 }, () => ({ operation: "devices.create", body: { name: "x" } }));
    expect(problemsOf(await plan(...many))).toEqual({ steps: "must hold at most 1000 steps" });
    const { id } = await device("there");
    expect(
      problemsOf(
        await plan(
          { operation: "users.create", body: { username: "x" } },
          { operation: "devices.list" },
          { operation: "devices.update", params: { id, odd: "x" }, body: { name: 7 } },
          { operation: "devices.update", body: {} },
          { operation: "devices.delete", params: { id }, body: { force: true } },
          { operation: "devices.update", params: { id: "$5.id" } },
          { operation: "devices.update", params: { id: "$7.id" } },
          { operation: "relationships.create", params: { id }, body: { child_id: "$4.id", type: "contains" } },
        ),
      ),
    ).toEqual({
      "steps[0].operation": "names no operation that changes records of the inventory",
      "steps[1].operation": "names no operation that changes records of the inventory",
      "steps[2].params.odd": "is no parameter of devices.update",
      "steps[2].body.name": "must be a string",
      "steps[3].params.id": "is required",
      "steps[4].body": "is not taken by devices.delete",
      "steps[5].params.id": "must refer to a step before this one",
      "steps[6].params.id": "must refer to a step before this one",
      "steps[7].body.child_id": "refers to step 4, which makes nothing that has an id",
    });
    expect(problemsOf(await plan({ operation: "devices.update", params: { id: UNKNOWN_ID }, body: { name: "x" } }))).toEqual({
      "steps[0]": `device ${UNKNOWN_ID} not found`,
    });
    expect(
      problemsOf(
        await plan(
          { operation: "spaces.create", body: { name: "vrf" } },
          { operation: "networks.create", body: { name: "in", subnet: "10.0.0.0/8", space_id: "$0.id" } },
          { operation: "spaces.delete", params: { id: "$0.id" } },
        ),
      )["steps[2]"],
    ).toContain("1 network");
    expect(problemsOf(await plan({ operation: "devices.create", body: { name: "x", datacenter_id: UNKNOWN_ID } }))).toEqual({
      "steps[0].body.datacenter_id": "names no datacenter",
    });
    expect((await api.viewer("GET", "/api/plans")).body).toHaveLength(before);
    expect((await api.viewer("GET", "/api/spaces?name=vrf")).body).toEqual([]);
  });

  it("is stale when it would do something else by now, and shows that after a refresh", async () => {
    const one = await device("one");
    const open = await planned({ operation: "devices.update", params: { id: one.id }, body: { description: "planned" } });
    await api.operator("PUT", `/api/devices/${one.id}`, { hostname: "meanwhile" });
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body).toEqual({ ...open, stale: true });
    const refused = await api.operator("POST", `/api/plans/${open.id}/apply`);
    expect([refused.status, refused.body.code]).toEqual([409, "PLAN_STALE"]);
    expect((await api.viewer("GET", `/api/devices/${one.id}`)).body.description).toBe("");
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body.status).toBe("open");
    const fresh = await api.operator("POST", `/api/plans/${open.id}/refresh`);
    expect(fresh.status).toBe(200);
    expect(fresh.body).toMatchObject({
      stale: false,
      effects: { records: [{ after: { hostname: "meanwhile", description: "planned" } }] },
    });
    expect((await api.operator("POST", `/api/plans/${open.id}/apply`)).status).toBe(200);
    // The same again would change nothing more, and is closed anyway.
    for (const verb of ["apply", "refresh", "reject"]) {
      const closed = await api.operator("POST", `/api/plans/${open.id}/${verb}`, verb === "reject" ? {} : undefined);
      expect([closed.status, closed.body.code]).toEqual([409, "CONFLICT"]);
    }
  });

  it("keeps the ids of what it makes, however often it is rehearsed", async () => {
    const open = await planned({ operation: "devices.create", body: { name: "same", addresses: [{ ip: "192.0.2.77" }] } });
    const again = (await api.operator("POST", `/api/plans/${open.id}/refresh`)).body;
    expect(again.effects.records.map(({ id, after }: Body) => [id, after.addresses])).toEqual(
      open.effects.records.map(({ id, after }: Body) => [id, after.addresses]),
    );
    await api.operator("POST", `/api/plans/${open.id}/apply`);
    expect((await api.viewer("GET", `/api/devices/${open.effects.records[0].id}`)).body.addresses).toEqual(
      open.effects.records[0].after.addresses,
    );
  });

  it("fails for good when a record of it is gone and somebody rehearses it again; until then it is stale", async () => {
    const one = await device("going");
    const open = await planned({ operation: "devices.update", params: { id: one.id }, body: { name: "x" } });
    await api.operator("DELETE", `/api/devices/${one.id}`);
    const refused = await api.operator("POST", `/api/plans/${open.id}/apply`);
    expect([refused.status, refused.body.code]).toEqual([409, "PLAN_STALE"]);
    expect(refused.body.error).toContain("steps[0]");
    expect((await api.viewer("GET", `/api/plans/${open.id}`)).body).toMatchObject({ status: "open", stale: true });
    const failed = await api.operator("POST", `/api/plans/${open.id}/refresh`);
    expect(failed.status).toBe(200);
    expect(failed.body).toMatchObject({ status: "failed", stale: false, applied_by: null });
    expect(failed.body.note).toContain(`device ${one.id} not found`);
  });

  it("stays open while a step cannot be done for now", async () => {
    const network = await create("/api/networks", { name: "full", subnet: "10.23.0.0/30" });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "u", start_ip: "10.23.0.1", end_ip: "10.23.0.1" });
    const open = await planned({ operation: "pools.allocate", params: { id: pool.id }, body: {} });
    const { allocations } = await create(`/api/pools/${pool.id}/allocations`, {});
    for (const verb of ["refresh", "apply"]) {
      const refused = await api.operator("POST", `/api/plans/${open.id}/${verb}`);
      expect([verb, refused.status, refused.body.code]).toEqual([verb, 409, "PLAN_STALE"]);
    }
    await api.operator("DELETE", `/api/allocations/${allocations[0].id}`);
    expect((await api.operator("POST", `/api/plans/${open.id}/apply`)).status).toBe(200);
  });

  it("is rejected with a note, and listed by status, newest first", async () => {
    const open = await planned({ operation: "devices.create", body: { name: "no" } });
    expect(problemsOf(await api.operator("POST", `/api/plans/${open.id}/reject`, { note: 7 }))).toEqual({ note: "must be a string" });
    const rejected = await api.operator("POST", `/api/plans/${open.id}/reject`, { note: "not now" });
    expect(rejected.status).toBe(200);
    expect(rejected.body).toEqual({
      ...withoutImages(open),
      status: "rejected",
      note: "not now",
      rejected_by: { user_id: "operator", username: "operator" },
      rejected_at: expect.any(String),
    });
    const list = (await api.viewer("GET", "/api/plans?status=rejected")).body;
    expect(list.map(({ id }: Body) => id)).toContain(open.id);
    expect(list[0]).toMatchObject({ step_count: 1, record_count: 1, status: "rejected" });
    expect(list[0]).not.toHaveProperty("steps");
    problemsOf(await api.viewer("GET", "/api/plans?status=odd"));
    const all = (await api.viewer("GET", "/api/plans")).body;
    expect(all.map(({ created_at: at }: Body) => at)).toEqual(
      all
        .map(({ created_at: at }: Body) => at)
        .toSorted()
        .toReversed(),
    );
    expect((await api.viewer("GET", "/api/devices/search?q=no")).body).toEqual([]);
  });

  it("is not there under an unknown id", async () => {
    for (const [method, path, body] of [
      ["GET", `/api/plans/${UNKNOWN_ID}`],
      ["POST", `/api/plans/${UNKNOWN_ID}/refresh`],
      ["POST", `/api/plans/${UNKNOWN_ID}/apply`],
      ["POST", `/api/plans/${UNKNOWN_ID}/reject`, { note: 7 }],
    ] as const)
      expect((await api.operator(method, path, body)).body).toMatchObject({ code: "NOT_FOUND", error: "plan not found" });
  });

  it("asks for permissions", async () => {
    const open = await planned({ operation: "devices.create", body: { name: "rights" } });
    for (const [verb, method, path] of [
      ["plan:list", "GET", "/api/plans"],
      ["plan:read", "GET", `/api/plans/${open.id}`],
      ["plan:create", "POST", "/api/plans"],
      ["plan:create", "POST", `/api/plans/${open.id}/refresh`],
      ["plan:reject", "POST", `/api/plans/${open.id}/reject`],
      ["plan:apply", "POST", `/api/plans/${open.id}/apply`],
    ] as const) {
      expect((await api.anonymous(method, path)).status).toBe(401);
      const refused = await api.nobody(method, path);
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining(verb)]);
    }
    expect((await api.viewer("POST", "/api/plans", { title: "x", steps: [] })).status).toBe(403);
  });

  it("is made by a proposer, who changes nothing, and applied by an operator", async () => {
    const step = { operation: "devices.create", body: { name: "proposed" } };
    const made = await api.proposer("POST", "/api/plans", { title: "proposed", steps: [step] });
    expect([made.status, actionsOf(made.body)]).toEqual([201, ["create device proposed"]]);
    for (const [verb, path, body] of [
      ["device:create", "/api/devices", step.body],
      ["plan:apply", `/api/plans/${made.body.id}/apply`, undefined],
      ["plan:reject", `/api/plans/${made.body.id}/reject`, {}],
    ] as const) {
      const refused = await api.proposer("POST", path, body);
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining(verb)]);
    }
    expect((await api.proposer("GET", `/api/plans/${made.body.id}`)).body.status).toBe("open");
    const unseen = await api.operator("POST", `/api/plans/${made.body.id}/apply`);
    expect([unseen.status, unseen.body.code]).toEqual([428, "PRECONDITION_REQUIRED"]);
    const wrong = await api.operator("POST", `/api/plans/${made.body.id}/apply`, { digest: "0".repeat(64) });
    expect([wrong.status, wrong.body.code]).toEqual([412, "PRECONDITION_FAILED"]);
    const ifMatch = { "if-match": `"${made.body.digest}"` };
    expect((await api.operator("POST", `/api/plans/${made.body.id}/apply`, undefined, ifMatch)).body).toMatchObject({
      status: "applied",
      created_by: { username: "proposer" },
      applied_by: { username: "operator" },
    });
  });

  it("is applied by one of two who do so at once", async () => {
    const open = await planned({ operation: "devices.create", body: { name: "once" } });
    const replies = await Promise.all([1, 2, 3].map(async () => await api.operator("POST", `/api/plans/${open.id}/apply`)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    expect((await api.viewer("GET", "/api/devices/search?q=once")).body).toHaveLength(1);
  });

  it("gives the same plan again under an Idempotency-Key, and tells of an applying by dry_run", async () => {
    const body = { title: "again", steps: [{ operation: "devices.create", body: { name: "keyed" } }] };
    const headers = { "idempotency-key": "plan-1" };
    const first = await api.operator("POST", "/api/plans", body, headers);
    const second = await api.operator("POST", "/api/plans", body, headers);
    expect([second.status, second.headers.get("idempotent-replay"), second.body]).toEqual([201, "true", first.body]);
    const dry = await api.operator("POST", `/api/plans/${first.body.id}/apply?dry_run=true`);
    expect(dry.status).toBe(200);
    expect(dry.body.changes.map(({ action, resource }: Body) => `${action} ${resource}`)).toEqual(["create device", "apply plan"]);
    expect((await api.viewer("GET", `/api/plans/${first.body.id}`)).body.status).toBe("open");
  });

  it("tells of itself by events", async () => {
    const open = await planned({ operation: "devices.create", body: { name: "told" } });
    await api.operator("POST", `/api/plans/${open.id}/apply`);
    const other = await planned({ operation: "devices.create", body: { name: "untold" } });
    await api.operator("POST", `/api/plans/${other.id}/reject`, {});
    const events = (await api.admin("GET", "/api/events?limit=1000")).body.events.filter(
      ({ record_id: id }: Body) => id === open.id || id === other.id,
    );
    expect(events.map(({ event }: Body) => event)).toEqual(["plan.created", "plan.applied", "plan.created", "plan.rejected"]);
    expect(events[1].data).toMatchObject({ status: "applied", applied_by: { username: "operator" }, record_count: 1 });
  });

  it("answers the same call under its key with the plan as it is now, and 404 once the plan is deleted", async () => {
    const { id: device_id } = await device("keyed");
    for (const [path, body] of [
      ["/api/plans", { title: "keyed", steps: [{ operation: "devices.create", body: { name: "made once" } }] }],
      ["/api/devices/bulk-update?plan=true", { ids: [device_id], set: { location: "once" } }],
    ] as const) {
      const send = async (): Promise<Reply> => await api.operator("POST", path, body, { "idempotency-key": path });
      const first = await send();
      expect([first.status, first.headers.get("idempotent-replay")]).toEqual([201, null]);
      const again = await send();
      expect([again.status, again.headers.get("idempotent-replay"), again.body]).toEqual([201, "true", first.body]);
      await api.operator("POST", `/api/plans/${first.body.id}/reject`, {});
      expect((await send()).body).toEqual((await api.viewer("GET", `/api/plans/${first.body.id}`)).body);
      expect((await api.operator("DELETE", `/api/plans/${first.body.id}`)).status).toBe(204);
      expect((await send()).status).toBe(404);
    }
  });

  it("streams a large plan with an entity tag of its own, which a refresh changes", async () => {
    const names = Array.from({ length: 300 }, (_, index) => ({ operation: "devices.create", body: { name: `large ${index}` } }));
    const open = await planned(...names);
    const path = `/api/plans/${open.id}`;
    const read = await api.viewer("GET", path);
    expect([read.status, read.headers.get("content-length"), read.body]).toEqual([200, null, open]);
    const tag = read.headers.get("etag") as string;
    expect((await api.viewer("GET", path, undefined, { "if-none-match": tag })).status).toBe(304);
    expect((await api.viewer("GET", `${path}?effects=false`)).body).toEqual({ ...open, effects: undefined });
    const page = await api.viewer("GET", `${path}/effects?q=LARGE%2029&limit=3`);
    const { records: _, ...others } = open.effects;
    expect(page.body).toEqual({ ...others, digest: open.digest, records: expect.any(Array), next: expect.any(String) });
    expect(page.body.records.map(({ name }: Body) => name)).toEqual(["large 29", "large 290", "large 291"]);
    await api.clock.advance(1_000);
    await api.operator("POST", `${path}/refresh`);
    expect((await api.viewer("GET", path, undefined, { "if-none-match": tag })).status).toBe(200);
    expect((await api.viewer("DELETE", path)).status).toBe(403);
    expect((await api.operator("DELETE", path)).status).toBe(204);
    expect((await api.operator("DELETE", path)).body.code).toBe("NOT_FOUND");
    expect((await api.viewer("GET", `${path}/effects`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/plans/${UNKNOWN_ID}/effects?limit=0`)).status).toBe(404);
  });
});
