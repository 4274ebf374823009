import { KeyRing } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

// docs/spec/spaces.md

const KEY = "YSBrZXkgb2YgMzIgYnl0ZXMgZm9yIHRlc3RzIG9ubHk=";

describe.each(STORAGES)("spaces over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage, { keyRing: KeyRing.parse(KEY) });
  });
  afterEach(async () => await stopVerified(api));

  const space = async (name: string, more: object = {}): Promise<string> =>
    (await api.operator("POST", "/api/spaces", { name, ...more })).body.id;
  const names = async (path: string): Promise<string[]> => (await api.viewer("GET", path)).body.map((one: { name: string }) => one.name);

  it("creates, reads, changes and deletes", async () => {
    const created = await api.operator("POST", "/api/spaces", { id: "mine", name: " red ", rd: "65000:1", description: "Customer" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: "red",
      rd: "65000:1",
      description: "Customer",
      fields: {},
      created_at: "2026-01-02T03:04:05.678Z",
      updated_at: "2026-01-02T03:04:05.678Z",
    });
    const path = `/api/spaces/${created.body.id}`;
    expect((await api.viewer("GET", path)).body).toEqual(created.body);

    await api.clock.advance(1000);
    const updated = await api.operator("PUT", path, { rd: "" });
    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({ ...created.body, rd: "", updated_at: "2026-01-02T03:04:06.678Z" });
    await api.clock.advance(1000);
    expect((await api.operator("PUT", path, { name: "red" })).body).toEqual(updated.body);

    const deleted = await api.operator("DELETE", path);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await api.operator("GET", path)).body).toEqual({
      code: "SPACE_NOT_FOUND",
      error: `address space ${created.body.id} not found`,
    });
  });

  it("lists by name, and by part of a name in any case", async () => {
    expect(await names("/api/spaces")).toEqual([]);
    for (const name of ["red", "Blue", "50%"]) await space(name);
    expect(await names("/api/spaces")).toEqual(["50%", "Blue", "red"]);
    expect(await names("/api/spaces?name=BLU")).toEqual(["Blue"]);
    expect(await names("/api/spaces?name=%25")).toEqual(["50%"]);
  });

  it("takes each name once, also of one that is renamed, and of another that went", async () => {
    const red = await space("red");
    const blue = await space("blue");
    const refusal = [409, "ALREADY_EXISTS", expect.stringContaining("red")];
    const told = ({ status, body }: Reply): unknown[] => [status, body.code, body.error];
    expect(told(await api.operator("POST", "/api/spaces", { name: "red" }))).toEqual(refusal);
    expect(told(await api.operator("PUT", `/api/spaces/${blue}`, { name: "red" }))).toEqual(refusal);
    expect((await api.operator("PUT", `/api/spaces/${red}`, { name: "red", rd: "1:1" })).status).toBe(200);
    await api.operator("DELETE", `/api/spaces/${red}`);
    expect((await api.operator("PUT", `/api/spaces/${blue}`, { name: "red" })).status).toBe(200);
    const both = await Promise.all([0, 1].map(async () => await api.operator("POST", "/api/spaces", { name: "green" })));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
  });

  it("names every wrong field at once", async () => {
    const problems = problemsOf(await api.operator("POST", "/api/spaces", { rd: "x".repeat(65), description: 5 }));
    expect(Object.keys(problems).toSorted()).toEqual(["description", "name", "rd"]);
    expect(Object.keys(problemsOf(await api.operator("POST", "/api/spaces", { name: "a\u202eb", rd: "a\nb" }))).toSorted()).toEqual([
      "name",
      "rd",
    ]);
    problemsOf(await api.operator("PUT", `/api/spaces/${await space("red")}`, { name: "" }));
  });

  it("is not deleted while datacenters or networks name it, and says how many do", async () => {
    const red = await space("red");
    const path = `/api/spaces/${red}`;
    const datacenter = (await api.admin("POST", "/api/datacenters", { name: "fra1", space_id: red })).body;
    const own = (await api.operator("POST", "/api/networks", { name: "own", subnet: "10.0.0.0/24", space_id: red })).body;
    await api.operator("POST", "/api/networks", { name: "follows", subnet: "10.0.1.0/24", datacenter_id: datacenter.id });
    await api.operator("POST", "/api/networks", { name: "also", subnet: "10.0.2.0/24", datacenter_id: datacenter.id, space_id: red });
    const refused = await api.operator("DELETE", path);
    expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"]);
    expect(refused.body.error).toContain("1 datacenter and 2 networks");
    await api.admin("PUT", `/api/datacenters/${datacenter.id}`, { space_id: null });
    expect((await api.operator("DELETE", path)).body.error).toContain("the space holds 2 networks");
    await api.operator("DELETE", `/api/networks/${own.id}`);
    for (const { id } of (await api.viewer("GET", `/api/networks?space_id=${red}`)).body)
      await api.operator("PUT", `/api/networks/${id}`, { space_id: "" });
    expect((await api.operator("DELETE", path)).status).toBe(204);
  });

  it("is named by datacenters and networks, which say so where there is none", async () => {
    const red = await space("red");
    const at = "names no space";
    const declared = `${at}: ${UNKNOWN_ID}`;
    expect(problemsOf(await api.admin("POST", "/api/datacenters", { name: "", space_id: UNKNOWN_ID }))).toMatchObject({
      space_id: declared,
    });
    const datacenter = (await api.admin("POST", "/api/datacenters", { name: "fra1", space_id: red })).body;
    expect(datacenter.space_id).toBe(red);
    const path = `/api/datacenters/${datacenter.id}`;
    expect(problemsOf(await api.admin("PUT", path, { space_id: UNKNOWN_ID }))).toEqual({ space_id: declared });
    expect(problemsOf(await api.admin("PUT", path, { space_id: 7 }))).toHaveProperty("space_id");
    expect(problemsOf(await api.operator("POST", "/api/networks", { subnet: "10.0.0.0/8", space_id: UNKNOWN_ID }))).toMatchObject({
      name: "is required",
      space_id: at,
    });
    const network = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/8", space_id: red })).body;
    expect(network.space_id).toBe(red);
    expect(problemsOf(await api.operator("PUT", `/api/networks/${network.id}`, { space_id: datacenter.id }))).toEqual({ space_id: at });
    expect(await names(`/api/datacenters?space_id=${red}`)).toEqual(["fra1"]);
    expect((await api.admin("PUT", path, { space_id: "" })).body.space_id).toBeNull();
    expect(await names(`/api/datacenters?space_id=${red}`)).toEqual([]);
  });

  it("answers missing records, permissions and credentials in the order that tells least", async () => {
    const path = `/api/spaces/${UNKNOWN_ID}`;
    for (const [method, body] of [["GET"], ["PUT", "{broken"], ["DELETE"]] as const) {
      expect((await api.operator(method, path, body)).body.code).toBe("SPACE_NOT_FOUND");
      expect((await api.anonymous(method, path, body)).status).toBe(401);
      expect((await api.nobody(method, path, body)).body.code).toBe("FORBIDDEN");
    }
    for (const [method, at, body] of [
      ["PUT", path, "{broken"],
      ["DELETE", path],
      ["POST", "/api/spaces", "{broken"],
    ] as const)
      expect((await api.viewer(method, at, body)).body.code).toBe("FORBIDDEN");
    expect((await api.nobody("GET", "/api/spaces")).status).toBe(403);
    expect((await api.operator("PATCH", "/api/spaces", {})).status).toBe(405);
  });

  it("honours conditional requests and dry runs", async () => {
    const path = `/api/spaces/${await space("red")}`;
    const tag = (await api.viewer("GET", path)).headers.get("etag") ?? "";
    expect((await api.viewer("GET", path, undefined, { "if-none-match": tag })).status).toBe(304);
    expect((await api.operator("PUT", path, { rd: "x" }, { "if-match": '"stale"' })).body.code).toBe("PRECONDITION_FAILED");
    expect((await api.operator("DELETE", `${path}?dry_run=true`)).body.changes).toMatchObject([{ action: "delete", resource: "space" }]);
    expect((await api.operator("PUT", `${path}?dry_run=true`, { rd: "1:1" })).body.changes).toMatchObject([{ after: { rd: "1:1" } }]);
    expect((await api.viewer("GET", path)).body.rd).toBe("");
    expect((await api.operator("DELETE", path, undefined, { "if-match": tag })).status).toBe(204);
  });

  it("is told of by events and the audit log, and found by a search and by its name", async () => {
    const red = await space("red", { rd: "65000:1" });
    await api.operator("PUT", `/api/spaces/${red}`, { description: "Customer" });
    expect((await api.viewer("GET", "/api/search?q=65000:1")).body.results).toMatchObject([{ type: "space", id: red, name: "red" }]);
    expect((await api.nobody("GET", "/api/search?q=65000:1")).body.results).toEqual([]);
    const named = (await api.viewer("GET", "/api/names?text=RED&type=space")).body;
    expect(named).toMatchObject([{ type: "space", id: red, name: "red", detail: "65000:1" }]);
    await api.operator("DELETE", `/api/spaces/${red}`);
    const { events } = (await api.operator("GET", "/api/events")).body;
    expect(events.map(({ event, data }: { event: string; data: object }) => [event, data])).toEqual([
      ["space.created", expect.objectContaining({ id: red, rd: "65000:1" })],
      ["space.updated", expect.objectContaining({ id: red, changes: ["description"] })],
      ["space.deleted", expect.objectContaining({ id: red, description: "Customer" })],
    ]);
    const audited = (await api.admin("GET", "/api/audit?resource=space")).body;
    expect(audited.map(({ action, resource_id: id }: Record<string, string>) => [action, id])).toEqual([
      ["delete", red],
      ["update", red],
      ["create", red],
    ]);
  });
});
