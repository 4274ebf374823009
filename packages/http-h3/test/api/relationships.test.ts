import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("relationships over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  const device = async (name: string): Promise<string> => (await api.operator("POST", "/api/devices", { name })).body.id;
  const relate = async (parent: string, child_id: unknown, type: unknown) =>
    await api.operator("POST", `/api/devices/${parent}/relationships`, { child_id, type });

  it("creates, lists both ways, newest first, and removes", async () => {
    const [a, b, c] = [await device("a"), await device("b"), await device("c")];
    const created = await relate(a, b, "contains");
    expect([created.status, created.body]).toEqual([201, { status: "created" }]);
    await api.clock.advance(5);
    await relate(c, a, "connected_to");
    const ofA = (await api.viewer("GET", `/api/devices/${a}/relationships`)).body;
    expect(ofA).toEqual([
      { parent_id: c, child_id: a, type: "connected_to", created_at: expect.any(String) },
      { parent_id: a, child_id: b, type: "contains", created_at: expect.any(String) },
    ]);
    expect((await api.viewer("GET", `/api/devices/${b}/relationships`)).body).toEqual([ofA[1]]);
    expect((await api.viewer("GET", "/api/relationships")).body).toEqual(ofA);
    expect((await api.operator("DELETE", `/api/devices/${a}/relationships/${b}/contains`)).status).toBe(204);
    expect((await api.operator("DELETE", `/api/devices/${a}/relationships/${b}/contains`)).body.code).toBe("NOT_FOUND");
    expect((await api.operator("DELETE", `/api/devices/${a}/relationships/${b}/odd`)).body.code).toBe("NOT_FOUND");
    expect((await api.operator("DELETE", `/api/devices/${a}/relationships/${c}/connected_to`)).status).toBe(404);
  });

  it("gives related devices once each, either way, by type", async () => {
    const [hub, one, two] = [await device("hub"), await device("r1"), await device("r2")];
    await relate(hub, one, "contains");
    await relate(hub, one, "depends_on");
    await relate(two, hub, "connected_to");
    const names = async (query: string) =>
      (await api.viewer("GET", `/api/devices/${hub}/related${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names("")).toEqual(["r1", "r2"]);
    expect(await names("?type=connected_to")).toEqual(["r2"]);
    problemsOf(await api.viewer("GET", `/api/devices/${hub}/related?type=odd`));
  });

  it("refuses the same twice, itself, unknown devices and types", async () => {
    const [a, b] = [await device("a"), await device("b")];
    await relate(a, b, "connected_to");
    const twice = await relate(a, b, "connected_to");
    expect([twice.status, twice.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect((await relate(b, a, "connected_to")).status).toBe(201);
    expect(Object.keys(problemsOf(await relate(a, a, "connected_to")))).toEqual(["child_id"]);
    expect(Object.keys(problemsOf(await relate(a, UNKNOWN_ID, "odd"))).sort()).toEqual(["child_id", "type"]);
    expect(Object.keys(problemsOf(await relate(a, undefined, undefined))).sort()).toEqual(["child_id", "type"]);
  });

  it("refuses cycles, naming the path, and a second container", async () => {
    const [a, b, c] = [await device("ca"), await device("cb"), await device("cc")];
    for (const type of ["contains", "depends_on"]) {
      expect((await relate(a, b, type)).status).toBe(201);
      expect((await relate(b, c, type)).status).toBe(201);
      expect(problemsOf(await relate(c, a, type))["child_id"]).toContain("cc -> ca -> cb -> cc");
    }
    const second = await relate(a, c, "contains");
    expect([second.status, second.body.code]).toEqual([409, "CONFLICT"]);
    expect((await relate(c, a, "connected_to")).status).toBe(201);
  });

  it("lets no two writers close a cycle together", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => device(`ring${index}`)));
    const replies = await Promise.all(ids.map((id, index) => relate(id, ids[(index + 1) % ids.length], "depends_on")));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(1);
  });

  it("goes with its device", async () => {
    const [a, b] = [await device("gone"), await device("stays")];
    await relate(a, b, "contains");
    await api.operator("DELETE", `/api/devices/${a}`);
    expect((await api.viewer("GET", `/api/devices/${b}/relationships`)).body).toEqual([]);
  });

  it("answers missing records and permissions", async () => {
    const id = await device("x");
    for (const [method, at, body] of [
      ["GET", `/api/devices/${UNKNOWN_ID}/relationships`],
      ["GET", `/api/devices/${UNKNOWN_ID}/related`],
      ["POST", `/api/devices/${UNKNOWN_ID}/relationships`, { type: 5 }],
    ] as const) {
      expect((await api.admin(method, at, body)).body.code).toBe("DEVICE_NOT_FOUND");
      expect((await api.nobody(method, at, body)).body.code).toBe("FORBIDDEN");
      expect((await api.anonymous(method, at, body)).status).toBe(401);
    }
    expect((await api.viewer("POST", `/api/devices/${id}/relationships`, {})).status).toBe(403);
    expect((await api.viewer("DELETE", `/api/devices/${id}/relationships/${id}/contains`)).status).toBe(403);
    expect((await api.nobody("GET", "/api/relationships")).status).toBe(403);
  });
});
