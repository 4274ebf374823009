import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

type Body = Reply["body"];

describe.each(STORAGES)("changes of many records on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  const create = async (path: string, body: Body): Promise<Body> => (await api.operator("POST", path, body)).body;
  const devices = async (prefix: string, count: number, more: Body = {}): Promise<Body[]> =>
    await Promise.all(
      Array.from({ length: count }, async (_, index) => await create("/api/devices", { name: `${prefix}${index}`, ...more })),
    );
  const idsOf = (records: readonly Body[]): string[] => records.map(({ id }) => id);
  const again = async (kind: string, { id }: Body): Promise<Body> => (await api.viewer("GET", `/api/${kind}/${id}`)).body;
  const auditOf = async (id: string): Promise<Body[]> =>
    (await api.admin("GET", "/api/audit")).body.filter((row: Body) => row.resource_id === id);

  it("changes devices by their ids: fields, tags, and fields of one's own that are named", async () => {
    await api.admin("POST", "/api/fields", { record: "device", name: `owner_${storage}`, type: "text" });
    await api.admin("POST", "/api/fields", { record: "device", name: `rack_${storage}`, type: "text" });
    const site = (await api.admin("POST", "/api/datacenters", { name: `site ${storage}` })).body;
    const all = await devices("ids", 3, { tags: ["old", "kept"], fields: { [`rack_${storage}`]: "r1" } });
    const reply = await api.operator("POST", "/api/devices/bulk-update", {
      ids: idsOf(all),
      set: { datacenter_id: site.id, status: "maintenance", location: "row 4", fields: { [`owner_${storage}`]: "ada" } },
      add_tags: ["new", "kept"],
      remove_tags: ["old", "unheard"],
    });
    expect([reply.status, reply.body]).toEqual([200, { matched: 3, changed: 3 }]);
    for (const device of all) {
      expect(await again("devices", device)).toEqual({
        ...device,
        datacenter_id: site.id,
        status: "maintenance",
        location: "row 4",
        tags: ["kept", "new"],
        fields: { [`owner_${storage}`]: "ada", [`rack_${storage}`]: "r1" },
        updated_at: expect.any(String),
      });
    }
    // One change: its audit rows have one change id, and images of each.
    const rows = (await Promise.all(idsOf(all).map(auditOf))).map(([row]) => row);
    expect(new Set(rows.map((row) => row.change_id)).size).toBe(1);
    expect(rows.map((row) => [row.action, row.changes.before.status, row.changes.after.status])).toEqual(
      all.map(() => ["update", "active", "maintenance"]),
    );
    // Asked to become what they are, they stay as they were.
    const same = { ids: idsOf(all), set: { status: "maintenance" } };
    expect((await api.operator("POST", "/api/devices/bulk-update", same)).body).toEqual({ matched: 3, changed: 0 });
    expect(await auditOf(all[0].id)).toHaveLength(2);
  });

  it("changes and deletes what the filters of the list match", async () => {
    const chosen = await devices("filter", 3, { tags: [`choose ${storage}`] });
    const [other] = await devices("other", 1);
    const filter = { tags: `choose ${storage}`, status: "active" };
    const changed = await api.operator("POST", "/api/devices/bulk-update", { filter, set: { os: "linux" } });
    expect(changed.body).toEqual({ matched: 3, changed: 3 });
    expect((await again("devices", other)).os).toBe("");
    expect(
      (await api.operator("POST", "/api/devices/bulk-update", { filter: { mac: "02:00:00:00:00:99" }, set: { os: "x" } })).body,
    ).toEqual({
      matched: 0,
      changed: 0,
    });
    expect((await api.operator("POST", "/api/devices/bulk-delete", { filter })).body).toEqual({ matched: 3, changed: 3 });
    for (const device of chosen) expect((await api.viewer("GET", `/api/devices/${device.id}`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/devices/${other.id}`)).status).toBe(200);
  });

  it("matches what the list shows, by each of its filters", async () => {
    const own = `tier_${storage}`;
    for (const record of ["device", "network"]) await api.admin("POST", "/api/fields", { record, name: own, type: "text" });
    const space = (await api.admin("POST", "/api/spaces", { name: `all filters ${storage}` })).body;
    const site = (await api.admin("POST", "/api/datacenters", { name: `all filters ${storage}`, space_id: space.id })).body;
    const more = { datacenter_id: site.id, tags: ["x", "y"], fields: { [own]: "gold" } };
    const parent = await create("/api/networks", { name: "All Filters", subnet: "10.70.0.0/16", vlan_id: 7, status: "reserved", ...more });
    const child = await create("/api/networks", { name: "below", subnet: "10.70.1.0/24", datacenter_id: site.id });
    const mac = "02:00:00:00:70:01";
    await create("/api/devices", { name: "all filters", status: "planned", addresses: [{ ip: "10.70.1.9", mac }], ...more });
    await create("/api/devices", { name: "one more", addresses: [{ ip: "10.70.2.9" }], datacenter_id: site.id });
    const filters: Readonly<Record<string, readonly Body[]>> = {
      devices: [
        { tags: ["x", "y"], datacenter_id: site.id },
        { datacenter_id: site.id },
        { network_id: child.id },
        { space_id: space.id },
        { mac },
        { status: "planned", space_id: space.id },
        { field: { [own]: "gold" } },
      ],
      networks: [
        { name: "all filt" },
        { parent_id: parent.id },
        { parent_id: "none", space_id: space.id },
        { datacenter_id: site.id },
        { vlan_id: 7, space_id: space.id },
        { status: "reserved", space_id: space.id },
        { tags: "x,y", space_id: space.id },
        { family: 4, space_id: space.id },
        { contains: "10.70.1.5", space_id: space.id },
        { within: "10.70.0.0/16", space_id: space.id },
        { field: { [own]: "gold" } },
      ],
    };
    for (const [kind, all] of Object.entries(filters))
      for (const filter of all) {
        const { field = {}, ...plain } = filter;
        const query = new URLSearchParams({
          ...plain,
          ...Object.fromEntries(Object.entries<string>(field).map(([name, is]) => [`field.${name}`, is])),
        });
        const listed = idsOf((await api.viewer("GET", `/api/${kind}?${query.toString()}`)).body);
        expect(listed.length, JSON.stringify(filter)).toBeGreaterThan(0);
        const plan = await api.operator("POST", `/api/${kind}/bulk-update?plan=true`, { filter, set: { description: "as listed" } });
        expect(idsOf(plan.body.effects.records).toSorted(), JSON.stringify(filter)).toEqual(listed.toSorted());
      }
  });

  it("lets addresses, allocations, relationships and conflicts follow the devices that go", async () => {
    const site = (await api.admin("POST", "/api/datacenters", { name: `follow ${storage}` })).body;
    const within = { datacenter_id: site.id };
    const network = await create("/api/networks", { name: "follow", subnet: "10.60.0.0/24", ...within });
    const pool = await create(`/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.60.0.10", end_ip: "10.60.0.19" });
    await create(`/api/pools/${pool.id}/allocations`, { count: 1 });
    const ips = ["10.60.0.10", "10.60.0.20", "10.60.0.20"];
    const all = [];
    for (const [index, ip] of ips.entries()) all.push(await create("/api/devices", { name: `f${index}`, addresses: [{ ip }], ...within }));
    const [kept] = await devices("related", 1);
    await create(`/api/devices/${kept.id}/relationships`, { child_id: all[0].id, type: "contains" });
    await create(`/api/devices/${all[0].id}/relationships`, { child_id: all[1].id, type: "connected_to" });
    const open = async (): Promise<Body[]> =>
      (await api.viewer("GET", "/api/conflicts?status=active")).body.filter(({ ip_address: ip }: Body) => ip === "10.60.0.20");
    expect(await open()).toHaveLength(1);
    expect((await api.operator("POST", "/api/devices/bulk-delete", { ids: idsOf(all) })).body).toEqual({ matched: 3, changed: 3 });
    expect(await open()).toEqual([]);
    expect((await api.viewer("GET", `/api/devices/${kept.id}/relationships`)).body).toEqual([]);
    expect((await api.viewer("GET", `/api/networks/${network.id}/utilization`)).body.used_ips).toBe(0);
    expect((await api.viewer("GET", `/api/pools/${pool.id}/allocations`)).body).toEqual([]);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it("changes and deletes networks, with the addresses in them", async () => {
    const site = (await api.admin("POST", "/api/datacenters", { name: `nets ${storage}` })).body;
    const all = [];
    for (const third of [1, 2, 3])
      all.push(await create("/api/networks", { name: `n${third}`, subnet: `10.61.${third}.0/24`, tags: [`nets ${storage}`] }));
    const [device] = await devices("in net", 1, { addresses: [{ ip: "10.61.1.5" }] });
    const filter = { tags: [`nets ${storage}`], family: 4 };
    const set = { datacenter_id: site.id, vlan_id: 12, status: "reserved" };
    const changed = await api.operator("POST", "/api/networks/bulk-update", { filter, set, add_tags: ["moved"] });
    expect(changed.body).toEqual({ matched: 3, changed: 3 });
    for (const network of all)
      expect(await again("networks", network)).toMatchObject({ ...set, tags: [`nets ${storage}`, "moved"], subnet: network.subnet });
    expect((await again("devices", device)).addresses[0].network_id).toBe(all[0].id);
    expect((await api.operator("POST", "/api/networks/bulk-delete", { ids: idsOf(all) })).body).toEqual({ matched: 3, changed: 3 });
    expect((await again("devices", device)).addresses[0].network_id).toBe(null);
    expect((await api.inventory.verify()).differences).toEqual([]);
  });

  it.each(["devices", "networks"])("refuses calls for %s that are wrong, each at its place", async (kind) => {
    const post = async (verb: string, body: Body): Promise<Body> => {
      const reply = await api.operator("POST", `/api/${kind}/bulk-${verb}`, body);
      expect([reply.status, reply.body.code]).toEqual([400, "VALIDATION_ERROR"]);
      return problemsOf(reply);
    };
    const set = { description: "x" };
    for (const [verb, more] of [
      ["update", { set }],
      ["delete", {}],
    ] as const) {
      expect(await post(verb, { ...more })).toEqual({ ids: "is required, unless a filter is given" });
      expect(await post(verb, { ids: ["a"], filter: { status: "active" }, ...more })).toEqual({
        filter: "cannot be given together with ids",
      });
      expect(await post(verb, { ids: [], ...more })).toEqual({ ids: "must name at least one record" });
      expect(await post(verb, { ids: ["a", "b", "a"], ...more })).toEqual({ "ids[2]": "is the same as ids[0]" });
      expect(await post(verb, { ids: ["a", 5], ...more })).toEqual({ "ids[1]": "must be a string" });
      expect(await post(verb, { filter: {}, ...more })).toEqual({ filter: "must name at least one filter" });
      expect(await post(verb, { filter: { tags: [], field: { x: "" }, datacenter_id: "" }, ...more })).toEqual({
        filter: "must name at least one filter",
      });
      expect((await post(verb, { filter: { status: "active", stauts: "x" }, ...more }))["filter"]).toMatch(/^has no stauts: choose from /);
      expect((await post(verb, { filter: { status: "none such" }, ...more }))["filter.status"]).toMatch(/^must be one of/);
      expect((await post(verb, { filter: { field: { nothing: "x" } }, ...more }))["filter.field.nothing"]).toMatch(/^is no field of/);
      const thing = kind.slice(0, -1);
      expect(await post(verb, { ids: ["a", UNKNOWN_ID], ...more })).toEqual({
        "ids[0]": `names no ${thing}: a`,
        "ids[1]": `names no ${thing}: ${UNKNOWN_ID}`,
      });
      const many = Array.from({ length: 10_001 }, (_, index) => `id ${index}`);
      expect(await post(verb, { ids: many, ...more })).toEqual({ ids: "must hold at most 10000 ids, not 10001" });
    }
    expect(await post("update", { ids: ["a"] })).toEqual({ set: "is required, unless add_tags or remove_tags is given" });
    expect(await post("update", { ids: ["a"], set: {} })).toEqual({ set: "is required, unless add_tags or remove_tags is given" });
    expect(await post("update", { ids: ["a"], add_tags: [], remove_tags: [] })).toEqual({
      set: "is required, unless add_tags or remove_tags is given",
    });
    expect((await post("update", { ids: ["a"], set: { name: "same for all" } }))["set.name"]).toMatch(/^cannot be set here: choose from/);
    expect(await post("update", { ids: ["a"], set: "x" })).toMatchObject({ set: "must be an object" });
    expect((await post("update", { ids: ["a"], set: { status: "none such" } }))["set.status"]).toMatch(/^must be one of/);
    expect(await post("update", { ids: ["a"], add_tags: ["x", "y"], remove_tags: ["z", "y"] })).toEqual({
      "remove_tags[1]": "is among add_tags, too",
    });
    expect(await post("update", { ids: ["a"], add_tags: ["x,y"] })).toEqual({
      "add_tags[0]": "must not contain a comma: commas separate tags",
    });
  });

  it("does all or nothing", async () => {
    const all = await devices("all", 70);
    const before = await again("devices", all[0]);
    const missing = await api.operator("POST", "/api/devices/bulk-delete", { ids: [...idsOf(all), UNKNOWN_ID] });
    expect(problemsOf(missing)).toEqual({ "ids[70]": `names no device: ${UNKNOWN_ID}` });
    // One that has a hundred tags, after more than a slice of others.
    const tags = Array.from({ length: 100 }, (_, index) => `t${index}`);
    await api.operator("PUT", `/api/devices/${all[69].id}`, { tags });
    const full = await api.operator("POST", "/api/devices/bulk-update", { ids: idsOf(all), add_tags: ["one more"] });
    expect(problemsOf(full)).toEqual({ add_tags: `would give ${all[69].id} 101 tags, and a record has at most 100` });
    const nowhere = await api.operator("POST", "/api/devices/bulk-update", { ids: idsOf(all), set: { datacenter_id: UNKNOWN_ID } });
    expect(problemsOf(nowhere)).toEqual({ "set.datacenter_id": "names no datacenter" });
    const nofield = await api.operator("POST", "/api/devices/bulk-update", { ids: idsOf(all), set: { fields: { nothing: 1 } } });
    expect(Object.keys(problemsOf(nofield))).toEqual(["set.fields.nothing"]);
    expect(await again("devices", all[0])).toEqual(before);
    expect(await auditOf(all[0].id)).toHaveLength(1);
  });

  it("does not give two records the value of a unique field", async () => {
    const name = `serial_${storage}`;
    await api.admin("POST", "/api/fields", { record: "device", name, type: "text", unique: true });
    const all = await devices("unique", 2);
    const refused = await api.operator("POST", "/api/devices/bulk-update", { ids: idsOf(all), set: { fields: { [name]: "s1" } } });
    expect([refused.status, refused.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect((await again("devices", all[0])).fields[name]).toBe(null);
  });

  it("asks for the permission of the change", async () => {
    const [device] = await devices("rights", 1);
    const [network] = [await create("/api/networks", { name: "rights", subnet: "10.62.0.0/24" })];
    for (const [kind, id] of [
      ["devices", device.id],
      ["networks", network.id],
    ] as const) {
      for (const [verb, more] of [
        ["update", { set: { description: "x" } }],
        ["delete", {}],
      ] as const) {
        const path = `/api/${kind}/bulk-${verb}`;
        expect((await api.viewer("POST", path, { ids: [id], ...more })).status).toBe(403);
        // Nothing is said of the body to who may not.
        expect((await api.viewer("POST", path, { ids: [UNKNOWN_ID], ...more })).status).toBe(403);
        expect((await api.anonymous("POST", path, { ids: [id], ...more })).status).toBe(401);
        expect((await api.viewer("POST", `${path}?plan=true`, { ids: [id], ...more })).status).toBe(403);
      }
    }
    expect((await api.viewer("GET", `/api/devices/${device.id}`)).body).toEqual(device);
  });

  it("has a dry run, and gives the same answer to the same key", async () => {
    const all = await devices("dry", 2);
    const body = { ids: idsOf(all), set: { os: "plan9" } };
    const dry = await api.operator("POST", "/api/devices/bulk-update?dry_run=true", body);
    expect([dry.status, dry.body.change_count, dry.body.event_count]).toEqual([200, 2, 2]);
    expect((await again("devices", all[0])).os).toBe("");
    const key = { "idempotency-key": `bulk ${storage}`.replace(" ", "-") };
    const first = await api.operator("POST", "/api/devices/bulk-update", body, key);
    const second = await api.operator("POST", "/api/devices/bulk-update", body, key);
    expect([first.body, second.body, second.headers.get("idempotent-replay")]).toEqual([
      { matched: 2, changed: 2 },
      { matched: 2, changed: 2 },
      "true",
    ]);
  });

  it("makes a plan with plan=true, which does the same when it is applied", async () => {
    const all = await devices("planned", 3, { tags: [`planned ${storage}`] });
    const body = { filter: { tags: [`planned ${storage}`] }, set: { status: "maintenance" }, add_tags: ["by plan"] };
    const reply = await api.operator("POST", "/api/devices/bulk-update?plan=true", body);
    expect(reply.status).toBe(201);
    const plan = reply.body;
    expect(plan).toMatchObject({ title: "Change many devices", status: "open", steps: [{ operation: "devices.bulkUpdate", body }] });
    expect(idsOf(plan.effects.records).toSorted()).toEqual(idsOf(all).toSorted());
    for (const device of all) expect(await again("devices", device)).toEqual(device);
    // What came since is not shown: it is refused, until the plan is looked at again.
    const [late] = await devices("late", 1, { tags: [`planned ${storage}`] });
    expect((await api.operator("POST", `/api/plans/${plan.id}/apply`)).body.code).toBe("PLAN_STALE");
    const refreshed = await api.operator("POST", `/api/plans/${plan.id}/refresh`);
    expect(refreshed.body.effects.records).toHaveLength(4);
    const applied = await api.operator("POST", `/api/plans/${plan.id}/apply`);
    expect([applied.status, applied.body.status]).toEqual([200, "applied"]);
    for (const { id, after } of refreshed.body.effects.records)
      expect({ ...(await again("devices", { id })), updated_at: "" }).toEqual({ ...after, updated_at: "" });
    const [row] = await auditOf(late.id);
    expect(row.change_id).toBe(applied.body.change_id);

    const gone = await api.operator("POST", "/api/devices/bulk-delete?plan=true", { ids: idsOf(all) });
    expect(gone.body.effects.records.map(({ action }: Body) => action)).toEqual(["delete", "delete", "delete"]);
    await api.operator("POST", `/api/plans/${gone.body.id}/apply`);
    expect((await api.viewer("GET", `/api/devices/${all[0].id}`)).status).toBe(404);
  });

  it("refuses a plan of a wrong call as the call itself", async () => {
    const post = async (query: string, body: Body): Promise<Reply> => await api.operator("POST", `/api/devices/bulk-update?${query}`, body);
    const [device] = await devices("wrong", 1);
    const set = { os: "x" };
    expect(problemsOf(await post("plan=true", { ids: [UNKNOWN_ID], set }))).toEqual({ "ids[0]": `names no device: ${UNKNOWN_ID}` });
    expect(problemsOf(await post("plan=true", { ids: "x", set }))).toEqual({ ids: "must be a list of ids" });
    expect(problemsOf(await post("plan=true", { ids: [device.id], set: { name: "x" } }))).toHaveProperty(["set.name"]);
    expect(problemsOf(await post("plan=maybe", { ids: [device.id], set }))).toEqual({ plan: "must be true or false" });
    expect(problemsOf(await post("plan=true&dry_run=true", { ids: [device.id], set }))).toEqual({
      plan: "cannot be given together with dry_run",
    });
    expect((await post("plan=true", [])).body.code).toBe("INVALID_INPUT");
    expect((await post("plan=false", { ids: [device.id], set })).body).toEqual({ matched: 1, changed: 1 });
  });
});
