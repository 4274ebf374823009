import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("datacenters over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  it("creates, reads, changes and deletes", async () => {
    const created = await api.admin("POST", "/api/datacenters", {
      id: "mine",
      created_at: "x",
      name: "  Frankfurt ",
      location: "DE",
      nonsense: 1,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: "Frankfurt",
      location: "DE",
      space_id: null,
      description: "",
      fields: {},
      created_at: "2026-01-02T03:04:05.678Z",
      updated_at: "2026-01-02T03:04:05.678Z",
    });
    const path = `/api/datacenters/${created.body.id}`;
    expect((await api.viewer("GET", path)).body).toEqual(created.body);

    await api.clock.advance(1000);
    const updated = await api.admin("PUT", path, { description: "moved" });
    expect(updated.status).toBe(200);
    expect(updated.body).toEqual({ ...created.body, description: "moved", updated_at: "2026-01-02T03:04:06.678Z" });

    const deleted = await api.admin("DELETE", path);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await api.admin("GET", path)).body).toEqual({ code: "DATACENTER_NOT_FOUND", error: `datacenter ${created.body.id} not found` });
  });

  it("lists by name, and by part of a name in any case, with % and _ as plain characters", async () => {
    for (const name of ["beta", "Alpha", "100%_x"]) await api.admin("POST", "/api/datacenters", { name });
    const names = async (query: string) =>
      (await api.viewer("GET", `/api/datacenters${query}`)).body.map((one: { name: string }) => one.name);
    expect(await names("")).toEqual(["100%_x", "Alpha", "beta"]);
    expect(await names("?name=LPH")).toEqual(["Alpha"]);
    expect(await names("?name=%25_")).toEqual(["100%_x"]);
    expect(await names("?name=_l")).toEqual([]);
  });

  it("answers an empty list as []", async () => {
    expect((await api.viewer("GET", "/api/datacenters?name=nowhere")).body).toEqual([]);
  });

  it("names every wrong field at once", async () => {
    const problems = problemsOf(await api.admin("POST", "/api/datacenters", { location: 5, description: "x".repeat(4097) }));
    expect(Object.keys(problems).sort()).toEqual(["description", "location", "name"]);
    expect(problems["name"]).toBe("is required");
    problemsOf(await api.admin("POST", "/api/datacenters", { name: "   " }));
    problemsOf(await api.admin("POST", "/api/datacenters", { name: null }));
    problemsOf(await api.admin("POST", "/api/datacenters", { name: "a\u0000b" }));
  });

  it("counts characters, not code units", async () => {
    expect((await api.admin("POST", "/api/datacenters", { name: "🏢".repeat(255) })).status).toBe(201);
    problemsOf(await api.admin("POST", "/api/datacenters", { name: "🏢".repeat(256) }));
  });

  it("keeps __proto__ and constructor keys harmless", async () => {
    const reply = await api.admin("POST", "/api/datacenters", '{"name":"p","__proto__":{"location":"evil"},"constructor":{"x":1}}');
    expect(reply.body.location).toBe("");
    expect(({} as { location?: string }).location).toBeUndefined();
  });

  it("honours conditional requests", async () => {
    const { body } = await api.admin("POST", "/api/datacenters", { name: "conditional" });
    const path = `/api/datacenters/${body.id}`;
    const tag = (await api.viewer("GET", path)).headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[^"]+"$/);
    expect((await api.viewer("GET", path, undefined, { "if-none-match": tag })).status).toBe(304);
    expect((await api.admin("PUT", path, { location: "x" }, { "if-match": '"stale"' })).body.code).toBe("PRECONDITION_FAILED");
    expect((await api.admin("PUT", path, { location: "x" }, { "if-match": tag })).status).toBe(200);
    const stale = await api.admin("DELETE", path, undefined, { "if-match": tag });
    expect(stale.status).toBe(412);
    expect((await api.viewer("GET", path)).status).toBe(200);
    expect((await api.admin("DELETE", path, undefined, { "if-match": "*" })).status).toBe(204);
  });

  it("lists the devices of a datacenter", async () => {
    const { body } = await api.admin("POST", "/api/datacenters", { name: "with devices" });
    const device = (await api.admin("POST", "/api/devices", { name: "in it", datacenter_id: body.id })).body;
    expect((await api.viewer("GET", `/api/datacenters/${body.id}/devices`)).body).toEqual([device]);
    expect((await api.viewer("GET", `/api/datacenters/${UNKNOWN_ID}/devices`)).body.code).toBe("DATACENTER_NOT_FOUND");
  });

  it("lets networks and devices live on when it is deleted", async () => {
    const { body } = await api.admin("POST", "/api/datacenters", { name: "closing" });
    const network = (await api.admin("POST", "/api/networks", { name: "n", subnet: "10.99.0.0/24", datacenter_id: body.id })).body;
    const device = (
      await api.admin("POST", "/api/devices", { name: "d", datacenter_id: body.id, addresses: [{ ip: "10.99.0.5" }, { ip: "10.98.0.5" }] })
    ).body;
    expect(device.addresses[0].network_id).toBe(network.id);
    expect((await api.admin("DELETE", `/api/datacenters/${body.id}`)).status).toBe(204);
    expect((await api.viewer("GET", `/api/networks/${network.id}`)).body.datacenter_id).toBeNull();
    const after = (await api.viewer("GET", `/api/devices/${device.id}`)).body;
    expect(after.datacenter_id).toBeNull();
    expect(after.addresses.map((address: { network_id: string }) => address.network_id)).toEqual([network.id, null]);
    expect((await api.viewer("GET", `/api/networks/${network.id}/utilization`)).body.used_ips).toBe(1);
  });

  it("answers missing records, permissions and credentials in the order that tells least", async () => {
    const path = `/api/datacenters/${UNKNOWN_ID}`;
    for (const [method, body] of [["GET"], ["PUT", { name: "" }], ["DELETE"]] as const) {
      expect((await api.admin(method, path, body)).body.code).toBe("DATACENTER_NOT_FOUND");
      expect((await api.anonymous(method, path, body)).status).toBe(401);
    }
    for (const [method, at, body] of [
      ["PUT", path, "{broken"],
      ["DELETE", path],
      ["POST", "/api/datacenters", "{broken"],
    ] as const) {
      expect((await api.operator(method, at, body)).body.code).toBe("FORBIDDEN");
    }
    expect((await api.nobody("GET", "/api/datacenters")).status).toBe(403);
    expect((await api.nobody("GET", path)).body.code).toBe("FORBIDDEN");
    expect((await api.admin("PUT", path, "{broken")).body.code).toBe("DATACENTER_NOT_FOUND");
  });

  it("refuses bodies that are no JSON object", async () => {
    for (const body of ["{", "[]", '"x"', "null", "", "1e999x"]) {
      const reply = await api.admin("POST", "/api/datacenters", body);
      expect([reply.status, reply.body.code]).toEqual([400, "INVALID_INPUT"]);
    }
    expect((await api.admin("POST", "/api/datacenters", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).body.code).toBe("INVALID_INPUT");
    expect((await api.admin("POST", "/api/datacenters", `{"name":"x","a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`)).body.code).toBe(
      "INVALID_INPUT",
    );
    expect((await api.admin("POST", "/api/datacenters", `{"name":"${"x".repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await api.admin("POST", "/api/datacenters", "name=x", { "content-type": "text/plain" })).status).toBe(415);
  });

  it("knows its methods", async () => {
    const reply = await api.admin("PATCH", "/api/datacenters", {});
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toContain("POST");
    expect((await api.admin("GET", "/api/nothing")).body.code).toBe("NOT_FOUND");
  });
});
