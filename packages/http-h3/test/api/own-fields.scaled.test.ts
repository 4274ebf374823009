import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("fields of one's own over HTTP on %s", (storage) => {
  let api: ApiServer;
  let networkId: string;
  beforeAll(async () => {
    api = await startApi(storage);
    networkId = (await api.admin("POST", "/api/networks", { name: "home of pools", subnet: "10.250.0.0/16" })).body.id;
  });
  afterAll(async () => await api.stop());
  // What a test that failed has left.
  afterEach(async () => await gone(...(await api.admin("GET", "/api/fields")).body.map(({ id }: { id: string }) => id)));

  const define = async (fields: Record<string, unknown>): Promise<Reply> => await api.admin("POST", "/api/fields", fields);
  const defined = async (fields: Record<string, unknown>): Promise<string> => {
    const reply = await define(fields);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body.id as string;
  };
  const gone = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) expect((await api.admin("DELETE", `/api/fields/${id}?values=drop`)).status).toBe(204);
  };
  let made = 0;
  /** Where records of a kind are made, and a body that makes one. */
  const creation = (record: string): { path: string; body: Record<string, unknown> } => {
    made += 1;
    const name = `${record}-${made}`;
    if (record === "network") return { path: "/api/networks", body: { name, subnet: `10.${made % 200}.0.0/24` } };
    if (record === "pool") {
      const ip = `10.250.${made}.1`;
      return { path: `/api/networks/${networkId}/pools`, body: { name, start_ip: ip, end_ip: ip } };
    }
    return { path: record === "device" ? "/api/devices" : "/api/datacenters", body: { name } };
  };
  const create = async (record: string, fields?: unknown): Promise<Reply> => {
    const { path, body } = creation(record);
    return await api.admin("POST", path, fields === undefined ? body : { ...body, fields });
  };
  const sorted = (...names: readonly (string | undefined)[]): string[] => names.map(String).toSorted();
  const pathOf = (record: string, id: string): string => `/api/${record}s/${id}`;
  const namesIn = async (path: string): Promise<string[]> => {
    const reply = await api.viewer("GET", path);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.map((one: { name: string }) => one.name);
  };

  it("defines, reads, changes and deletes a field", async () => {
    const created = await define({ record: "device", name: "owner", type: "text" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      record: "device",
      name: "owner",
      label: "owner",
      type: "text",
      choices: [],
      required: false,
      unique: false,
      description: "",
      position: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/fields/${created.body.id}`;
    expect((await api.viewer("GET", path)).body).toEqual(created.body);
    const updated = await api.admin("PUT", path, { label: "Owner", description: "who pays", position: 7 });
    expect(updated.body).toMatchObject({ label: "Owner", description: "who pays", position: 7, name: "owner" });
    expect((await api.admin("PUT", path, { label: "" })).body.label).toBe("owner");
    const other = await defined({ record: "device", name: "asset", type: "number", label: "Asset no." });
    const elsewhere = await defined({ record: "network", name: "owner", type: "url" });
    expect((await api.nobody("GET", "/api/fields?record=device")).body.map(({ name }: { name: string }) => name)).toEqual([
      "owner",
      "asset",
    ]);
    expect((await api.viewer("GET", "/api/fields")).body.map(({ id }: { id: string }) => id)).toEqual([created.body.id, other, elsewhere]);
    expect((await api.admin("DELETE", path)).status).toBe(204);
    expect((await api.admin("GET", path)).body.code).toBe("FIELD_NOT_FOUND");
    await gone(other, elsewhere);
  });

  it("is read by everybody signed in, and changed by the administrator alone", async () => {
    const id = await defined({ record: "pool", name: "site", type: "text" });
    expect((await api.anonymous("GET", "/api/fields")).status).toBe(401);
    expect((await api.nobody("GET", `/api/fields/${id}`)).status).toBe(200);
    for (const role of ["operator", "viewer", "nobody"] as const) {
      expect((await api[role]("POST", "/api/fields", { record: "pool", name: "x", type: "text" })).status).toBe(403);
      expect((await api[role]("PUT", `/api/fields/${id}`, { label: "x" })).status).toBe(403);
      expect((await api[role]("DELETE", `/api/fields/${id}`)).status).toBe(403);
    }
    await gone(id);
  });

  it("names everything that is wrong with a definition", async () => {
    expect(problemsOf(await define({}))).toEqual({ record: "is required", name: "is required", type: "is required" });
    const wrong = problemsOf(
      await define({ record: "cable", name: "Owner", type: "money", choices: ["", 5], required: "yes", unique: 1, position: -1 }),
    );
    expect(Object.keys(wrong).sort()).toEqual(["choices[0]", "choices[1]", "name", "position", "record", "required", "type", "unique"]);
    for (const name of ["", "1a", "a-b", "a b", "__proto__", "ä", `a${"b".repeat(63)}`, "a\n"])
      expect(Object.keys(problemsOf(await define({ record: "device", name, type: "text" })))).toEqual(["name"]);
    expect(problemsOf(await define({ record: "cable", name: "a", type: "text" }))).toEqual({
      record: expect.stringContaining("network, pool, device"),
    });
    expect(Object.keys(problemsOf(await define({ record: "device", name: "a", type: "choice" })))).toEqual(["choices"]);
    expect(Object.keys(problemsOf(await define({ record: "device", name: "a", type: "text", choices: ["x"] })))).toEqual(["choices"]);
    expect(Object.keys(problemsOf(await api.viewer("GET", "/api/fields?record=cable")))).toEqual(["record"]);
    expect((await api.admin("PUT", `/api/fields/${UNKNOWN_ID}`, { label: 5 })).body.code).toBe("FIELD_NOT_FOUND");
    expect((await api.admin("DELETE", `/api/fields/${UNKNOWN_ID}`)).body.code).toBe("FIELD_NOT_FOUND");
    const id = await defined({ record: "device", name: "a", type: "text" });
    expect(Object.keys(problemsOf(await api.admin("PUT", `/api/fields/${id}`, { record: "pool" })))).toEqual(["record"]);
    expect(Object.keys(problemsOf(await api.admin("PUT", `/api/fields/${id}`, { type: "choice" })))).toEqual(["choices"]);
    expect(Object.keys(problemsOf(await api.admin("DELETE", `/api/fields/${id}?values=keep`)))).toEqual(["values"]);
    await gone(id);
  });

  it("takes a name once for each kind of record", async () => {
    const ids = [
      await defined({ record: "device", name: "twice", type: "text" }),
      await defined({ record: "network", name: "twice", type: "text" }),
      await defined({ record: "device", name: "other", type: "text" }),
    ];
    const again = await define({ record: "device", name: "twice", type: "number" });
    expect([again.status, again.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    const renamed = await api.admin("PUT", `/api/fields/${String(ids[2])}`, { name: "twice" });
    expect([renamed.status, renamed.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    const both = await Promise.all([1, 2].map(async () => await define({ record: "device", name: "raced", type: "text" })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await gone(...ids, ...both.flatMap(({ status, body }) => (status === 201 ? [body.id] : [])));
  });

  describe.each(["datacenter", "network", "pool", "device"])("of a %s", (record) => {
    const list = record === "pool" ? (): string => `/api/networks/${networkId}/pools` : (): string => `/api/${record}s`;

    it("has values that are merged by name, and null where it is unset", async () => {
      const before = (await create(record)).body;
      expect(before.fields).toEqual({});
      const ids = [
        await defined({ record, name: "owner", type: "text" }),
        await defined({ record, name: "units", type: "number" }),
        await defined({ record, name: "leased", type: "boolean" }),
        await defined({ record, name: "bought", type: "date" }),
        await defined({ record, name: "tier", type: "choice", choices: ["gold", "silver"] }),
        await defined({ record, name: "runbook", type: "url" }),
      ];
      const none = { owner: null, units: null, leased: null, bought: null, tier: null, runbook: null };
      const all = {
        owner: 'a "quoted" \\ {text}, "fields":{',
        units: -0.5,
        leased: false,
        bought: "2024-02-29",
        tier: "gold",
        runbook: "https://wiki.example/x?y=1#z",
      };
      // A record of before has them, and its time of change stays.
      const path = pathOf(record, before.id);
      expect((await api.viewer("GET", path)).body).toEqual({ ...before, fields: none });
      const created = await create(record, { tier: "silver", owner: "ada" });
      expect(created.status).toBe(201);
      expect(created.body.fields).toEqual({ ...none, owner: "ada", tier: "silver" });
      expect(Object.keys(created.body.fields)).toEqual(Object.keys(none));
      const set = await api.admin("PUT", path, { fields: all });
      expect(set.body.fields).toEqual(all);
      expect((await api.viewer("GET", path)).body).toEqual(set.body);
      expect((await api.viewer("GET", list())).body.find(({ id }: { id: string }) => id === before.id)).toEqual(set.body);
      const merged = await api.admin("PUT", path, { fields: { owner: null, units: 7, tier: "silver" } });
      expect(merged.body.fields).toEqual({ ...all, owner: null, units: 7, tier: "silver" });
      expect((await api.admin("PUT", path, { description: "x" })).body.fields).toEqual(merged.body.fields);
      // Another field comes between, and one goes.
      const [owner, ...others] = ids as [string, ...string[]];
      const rack = await defined({ record, name: "rack", type: "text", position: 1 });
      await gone(owner);
      const { owner: _, ...rest } = merged.body.fields;
      const after = (await api.viewer("GET", path)).body.fields;
      expect(after).toEqual({ ...rest, rack: null });
      expect(Object.keys(after)).toEqual(["rack", "units", "leased", "bought", "tier", "runbook"]);
      await gone(rack, ...others);
      expect((await api.viewer("GET", path)).body.fields).toEqual({});
      expect((await api.admin("DELETE", path)).status).toBe(204);
    });

    it("refuses unknown names and wrong values, all at once", async () => {
      const ids = [
        await defined({ record, name: "owner", type: "text" }),
        await defined({ record, name: "units", type: "number" }),
        await defined({ record, name: "leased", type: "boolean" }),
        await defined({ record, name: "bought", type: "date" }),
        await defined({ record, name: "tier", type: "choice", choices: ["gold", "silver"] }),
        await defined({ record, name: "runbook", type: "url" }),
      ];
      const wrong = problemsOf(
        await create(record, { owner: 5, units: "5", leased: "true", bought: "2023-02-29", tier: "bronze", runbook: "/x", rack: "a1" }),
      );
      expect(Object.keys(wrong).sort()).toEqual(
        ["bought", "leased", "owner", "rack", "runbook", "tier", "units"].map((name) => `fields.${name}`),
      );
      const { body: there } = await create(record);
      const path = pathOf(record, there.id);
      for (const [name, value] of [
        ["owner", "x".repeat(4097)],
        ["owner", "a\u0000b"],
        ["owner", ["x"]],
        ["owner", {}],
        ["bought", "2024-2-1"],
        ["bought", ""],
        ["runbook", "ftp://example.com"],
        ["runbook", "javascript:alert(1)"],
        ["runbook", "https://"],
        ["tier", ""],
        ["constructor", "x"],
        ["toString", "x"],
      ] as const)
        expect(Object.keys(problemsOf(await api.admin("PUT", path, { fields: { [name]: value } }))), `${name}`).toEqual([`fields.${name}`]);
      const raw = async (json: string): Promise<Reply> => {
        const response = await fetch(`${api.url}${path}`, {
          method: "PUT",
          body: json,
          headers: { authorization: "Bearer admin", "content-type": "application/json" },
        });
        return { status: response.status, headers: response.headers, body: await response.json() };
      };
      expect(Object.keys(problemsOf(await raw('{"fields":{"__proto__":"x"}}')))).toEqual(["fields.__proto__"]);
      expect(Object.keys(problemsOf(await raw('{"fields":{"units":1e999}}')))).toEqual(["fields.units"]);
      for (const fields of [null, [], "x", 5])
        expect(Object.keys(problemsOf(await api.admin("PUT", path, { fields })))).toEqual(["fields"]);
      const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, "x"]));
      expect(problemsOf(await api.admin("PUT", path, { fields: many }))).toEqual({ fields: "must hold at most 200 fields" });
      expect((await api.viewer("GET", path)).body).toEqual(there);
      await gone(...ids);
    });

    it("asks new records for what is required, and lets nobody unset it", async () => {
      const { body: older } = await create(record);
      const id = await defined({ record, name: "owner", type: "text", required: true });
      expect(problemsOf(await create(record))).toEqual({ "fields.owner": "is required" });
      expect(problemsOf(await create(record, { owner: null }))).toEqual({ "fields.owner": "is required" });
      expect(problemsOf(await create(record, { owner: "" }))).toEqual({ "fields.owner": "is required" });
      const { body: made } = await create(record, { owner: "ada" });
      expect(Object.keys(problemsOf(await api.admin("PUT", pathOf(record, made.id), { fields: { owner: null } })))).toEqual([
        "fields.owner",
      ]);
      // A record of before need not have it for other changes.
      expect((await api.admin("PUT", pathOf(record, older.id), { description: "x" })).status).toBe(200);
      await gone(id);
    });

    it("keeps a unique value for one record, also of two at once", async () => {
      const id = await defined({ record, name: "serial", type: "text", unique: true });
      const { body: first } = await create(record, { serial: "S1" });
      const { body: second } = await create(record, { serial: "S2" });
      const taken = await create(record, { serial: "S1" });
      expect([taken.status, taken.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      expect(taken.body.error).toContain("S1");
      const moved = await api.admin("PUT", pathOf(record, second.id), { fields: { serial: "S1" } });
      expect([moved.status, moved.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      expect((await api.admin("PUT", pathOf(record, first.id), { fields: { serial: "S1" } })).status).toBe(200);
      expect((await api.admin("PUT", pathOf(record, first.id), { fields: { serial: null } })).status).toBe(200);
      expect((await api.admin("PUT", pathOf(record, second.id), { fields: { serial: "S1" } })).status).toBe(200);
      const raced = await Promise.all(Array.from({ length: 8 }, async () => await create(record, { serial: "raced" })));
      expect(raced.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
      expect(new Set(raced.flatMap(({ status, body }) => (status === 409 ? [body.code] : [])))).toEqual(new Set(["ALREADY_EXISTS"]));
      // A record that goes gives its value back.
      const winner = String(raced.find((reply) => reply.status === 201)?.body.id);
      await api.admin("DELETE", pathOf(record, winner));
      const { status, body } = await create(record, { serial: "raced" });
      expect(status).toBe(201);
      const changed = await Promise.all(
        [first.id, second.id].map(async (own: string) => await api.admin("PUT", pathOf(record, own), { fields: { serial: "both" } })),
      );
      expect(changed.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      await api.admin("DELETE", pathOf(record, body.id));
      await gone(id);
    });

    it("is filtered by", async () => {
      const ids = [
        await defined({ record, name: "owner", type: "text" }),
        await defined({ record, name: "units", type: "number" }),
        await defined({ record, name: "leased", type: "boolean" }),
      ];
      const long = "x".repeat(3000);
      const records = [
        await create(record, { owner: "ada", units: 2, leased: true }),
        await create(record, { owner: "bob", units: 2 }),
        await create(record, { owner: "ada", units: 0.5, leased: false }),
        await create(record, { owner: long }),
      ];
      const [one, two, three, four] = records.map(({ body }) => body.name as string);
      expect(await namesIn(`${list()}?field.owner=ada`)).toEqual(sorted(one, three));
      expect(await namesIn(`${list()}?field%5Bowner%5D=ada`)).toEqual(sorted(one, three));
      expect(await namesIn(`${list()}?field.owner=Ada`)).toEqual([]);
      expect(await namesIn(`${list()}?field.owner=${long}`)).toEqual([four]);
      expect(await namesIn(`${list()}?field.units=2`)).toEqual(sorted(one, two));
      expect(await namesIn(`${list()}?field.units=2.0&field.owner=ada`)).toEqual([one]);
      expect(await namesIn(`${list()}?field.units=.5`)).toEqual([three]);
      expect(await namesIn(`${list()}?field.leased=true`)).toEqual([one]);
      expect(await namesIn(`${list()}?field.owner=`)).toEqual(await namesIn(list()));
      // Renamed, a record has its new place.
      const renamed = `aa ${one}`;
      await api.admin("PUT", pathOf(record, records[0]?.body.id), { name: renamed });
      expect(await namesIn(`${list()}?field.owner=ada`)).toEqual([renamed, three]);
      expect(Object.keys(problemsOf(await api.viewer("GET", `${list()}?field.rack=1`)))).toEqual(["field.rack"]);
      expect(Object.keys(problemsOf(await api.viewer("GET", `${list()}?field.__proto__=1`)))).toEqual(["field.__proto__"]);
      expect(Object.keys(problemsOf(await api.viewer("GET", `${list()}?field.units=two`)))).toEqual(["field.units"]);
      expect(Object.keys(problemsOf(await api.viewer("GET", `${list()}?field.units=1&field.units=2`)))).toEqual(["field.units"]);
      await gone(...ids);
    });

    it("changes its type only while every value converts", async () => {
      const id = await defined({ record, name: "code", type: "text" });
      const path = `/api/fields/${id}`;
      const { body: first } = await create(record, { code: "05" });
      const { body: second } = await create(record, { code: "five" });
      const refused = await api.admin("PUT", path, { type: "number" });
      expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
      expect(refused.body.error).toContain('"five"');
      expect(refused.body.error).toContain(second.id);
      expect((await api.viewer("GET", path)).body.type).toBe("text");
      await api.admin("PUT", pathOf(record, second.id), { fields: { code: "6" } });
      expect((await api.admin("PUT", path, { type: "number" })).body.type).toBe("number");
      const valueOf = async (own: string): Promise<unknown> => (await api.viewer("GET", pathOf(record, own))).body.fields.code;
      expect([await valueOf(first.id), await valueOf(second.id)]).toEqual([5, 6]);
      expect(await namesIn(`${list()}?field.code=5`)).toEqual([first.name]);
      // Choices hold what is there, and let go of what is not.
      expect((await api.admin("PUT", path, { type: "choice", choices: ["5"] })).status).toBe(409);
      expect((await api.admin("PUT", path, { type: "choice", choices: ["5", "6", "7"] })).status).toBe(200);
      expect(await valueOf(first.id)).toBe("5");
      expect((await api.admin("PUT", path, { choices: ["6", "5"] })).status).toBe(200);
      expect((await api.admin("PUT", path, { choices: ["6"] })).body.code).toBe("CONFLICT");
      // Another type has no choices.
      expect((await api.admin("PUT", path, { type: "text" })).body).toMatchObject({ type: "text", choices: [] });
      expect((await api.admin("PUT", path, { type: "boolean" })).status).toBe(409);
      await gone(id);
    });

    it("becomes unique while no two records have one value, and lets go of it", async () => {
      const id = await defined({ record, name: "serial", type: "text" });
      const path = `/api/fields/${id}`;
      const { body: first } = await create(record, { serial: "5" });
      const { body: second } = await create(record, { serial: "5.0" });
      const { body: third } = await create(record, { serial: "5" });
      const refused = await api.admin("PUT", path, { unique: true });
      expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
      expect(refused.body.error).toContain(first.name);
      await api.admin("PUT", pathOf(record, third.id), { fields: { serial: null } });
      expect((await api.admin("PUT", path, { unique: true })).status).toBe(200);
      expect((await create(record, { serial: "5" })).body.code).toBe("ALREADY_EXISTS");
      // As numbers, they would be the same.
      expect((await api.admin("PUT", path, { type: "number" })).body.code).toBe("CONFLICT");
      await api.admin("PUT", pathOf(record, second.id), { fields: { serial: "6" } });
      expect((await api.admin("PUT", path, { type: "number" })).status).toBe(200);
      expect((await create(record, { serial: 6 })).body.code).toBe("ALREADY_EXISTS");
      expect((await api.admin("PUT", path, { unique: false })).status).toBe(200);
      expect((await create(record, { serial: 6 })).status).toBe(201);
      await gone(id);
    });

    it("takes its values along when it is renamed, and is found by its texts", async () => {
      const id = await defined({ record, name: "owner", type: "text" });
      const { body: own } = await create(record, { owner: "Wilhelmine" });
      const { body: renamed } = await api.admin("PUT", `/api/fields/${id}`, { name: "keeper" });
      expect(renamed).toMatchObject({ name: "keeper", label: "owner" });
      expect((await api.viewer("GET", pathOf(record, own.id))).body).toEqual({ ...own, fields: { keeper: "Wilhelmine" } });
      expect(await namesIn(`${list()}?field.keeper=Wilhelmine`)).toEqual([own.name]);
      const found = async (q: string): Promise<string[]> =>
        (await api.viewer("GET", `/api/search?q=${q}`)).body.results.map((one: { name: string }) => one.name);
      // Pools are not searched.
      const searched = record === "pool" ? [] : [own.name];
      expect(await found("helmin")).toEqual(searched);
      await api.admin("PUT", pathOf(record, own.id), { fields: { keeper: "Theodora" } });
      expect([await found("helmin"), await found("theodor")]).toEqual([[], searched]);
      await gone(id);
      expect(await found("theodor")).toEqual([]);
      // The name is free, and the value is not there any more.
      const again = await defined({ record, name: "keeper", type: "number" });
      expect((await api.viewer("GET", pathOf(record, own.id))).body.fields).toEqual({ keeper: null });
      await gone(again);
    });

    it("is deleted with its values only where that is asked for", async () => {
      const id = await defined({ record, name: "owner", type: "text" });
      const { body: one } = await create(record, { owner: "ada" });
      await create(record, { owner: "bob" });
      const refused = await api.admin("DELETE", `/api/fields/${id}`);
      expect([refused.status, refused.body.code, refused.body.details.values]).toEqual([409, "CONFLICT", 2]);
      expect(refused.body.error).toContain("2");
      expect((await api.viewer("GET", pathOf(record, one.id))).body.fields).toEqual({ owner: "ada" });
      expect((await api.admin("DELETE", `/api/fields/${id}?values=drop`)).status).toBe(204);
      expect((await api.viewer("GET", pathOf(record, one.id))).body.fields).toEqual({});
    });

    it("is in events and in the audit log", async () => {
      const id = await defined({ record, name: "owner", type: "text" });
      const { body: own } = await create(record, { owner: "ada" });
      const { body: page } = await api.admin("GET", "/api/events?limit=1000");
      const last = page.events.at(-1);
      expect([last.event, last.data.fields]).toEqual([`${record}.created`, { owner: "ada" }]);
      await api.admin("PUT", pathOf(record, own.id), { fields: { owner: "bob" } });
      await api.admin("PUT", pathOf(record, own.id), { fields: { owner: "bob" } });
      await gone(id);
      const { body: further } = await api.admin("GET", `/api/events?limit=1000&after=${page.next}`);
      expect(further.events.map(({ event }: { event: string }) => event)).toEqual([`${record}.updated`, "field.deleted"]);
      expect(further.events[0].data).toMatchObject({ fields: { owner: "bob" }, changes: ["fields"] });
      expect(further.events[1].data).toMatchObject({ id, record, name: "owner" });
      const { body: audit } = await api.admin("GET", `/api/audit?resource=field&limit=1`);
      expect(audit.entries?.[0] ?? audit[0]).toMatchObject({ action: "delete", resource: "field", resource_id: id });
    });
  });

  it("is filtered by beside what else devices are filtered by", async () => {
    const ids = [
      await defined({ record: "device", name: "owner", type: "text" }),
      await defined({ record: "device", name: "units", type: "number" }),
    ];
    const { body: one } = await create("device", { owner: "ada", units: 2 });
    const { body: other } = await create("device", { owner: "ada", units: 3 });
    await api.admin("PUT", pathOf("device", other.id), { status: "planned", tags: ["red"] });
    expect(await namesIn("/api/devices?field.owner=ada&status=planned")).toEqual([other.name]);
    expect(await namesIn("/api/devices?field.owner=ada&tags=red&field.units=3")).toEqual([other.name]);
    expect(await namesIn("/api/devices?field.owner=ada&tags=red&field.units=2")).toEqual([]);
    expect(await namesIn("/api/devices?field.owner=ada&space_id=none&field.units=2")).toEqual([one.name]);
    await gone(...ids);
  });

  it("changes the tag of records, by which conditions go", async () => {
    for (const record of ["datacenter", "network", "pool", "device"]) {
      const { body } = await create(record);
      const path = pathOf(record, body.id);
      const before = (await api.viewer("GET", path)).headers.get("etag") ?? "";
      const id = await defined({ record, name: "owner", type: "text" });
      const stale = await api.admin("PUT", path, { fields: { owner: "ada" } }, { "if-match": before });
      expect([record, stale.status]).toEqual([record, 412]);
      const now = (await api.viewer("GET", path)).headers.get("etag") ?? "";
      expect((await api.admin("PUT", path, { fields: { owner: "ada" } }, { "if-match": now })).status).toBe(200);
      const later = (await api.viewer("GET", path)).headers.get("etag") ?? "";
      expect((await api.admin("DELETE", path, undefined, { "if-match": now })).status).toBe(412);
      expect((await api.admin("DELETE", path, undefined, { "if-match": later })).status).toBe(204);
      await gone(id);
    }
  });

  it("has at most 200 of a kind of record", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) ids.push(await defined({ record: "pool", name: `f${index}`, type: "number" }));
    const more = await define({ record: "pool", name: "more", type: "number" });
    expect([more.status, more.body.code]).toEqual([409, "CONFLICT"]);
    const all = Object.fromEntries(ids.map((_, index) => [`f${index}`, index]));
    expect((await create("pool", all)).body.fields).toEqual(all);
    await gone(...ids);
  });

  it("finds a field by its name", async () => {
    const ids = [
      await defined({ record: "device", name: "owner", type: "text" }),
      await defined({ record: "pool", name: "owner", type: "text" }),
    ];
    const named = async (text: string): Promise<string[]> =>
      (await api.viewer("GET", `/api/names?type=field&text=${text}`)).body.map(({ id }: { id: string }) => id);
    expect((await named("owner")).sort()).toEqual(ids.toSorted());
    expect(await named("pool/owner")).toEqual([ids[1]]);
    await gone(...ids);
  });
});
