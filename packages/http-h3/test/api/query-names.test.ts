import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("query parameters on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  it("of every operation are refused at their name when the operation does not have them", async () => {
    const strange: string[] = [];
    for (const { id, http } of api.inventory.host.operations) {
      const path = http.path.replaceAll(/\{[^}]+\}/g, UNKNOWN_ID);
      const body = http.method === "POST" || http.method === "PUT" ? {} : undefined;
      const { status, body: answer } = await api.admin(http.method, `${path}?no_such_parameter=1`, body);
      if (status === 400 && "no_such_parameter" in (answer.details ?? {})) continue;
      strange.push(`${id}: ${status} ${JSON.stringify(answer)}`);
    }
    expect(strange).toEqual([]);
  });

  it("that are unknown name the closest one, and nothing is done", async () => {
    const device = (await api.operator("POST", "/api/devices", { name: "kept" })).body;
    expect(problemsOf(await api.viewer("GET", "/api/devices?datacentre_id=x"))).toEqual({
      datacentre_id: "is not a query parameter of this operation; the closest one is datacenter_id",
    });
    expect(problemsOf(await api.operator("DELETE", `/api/devices/${device.id}?dry-run=true`))).toEqual({
      "dry-run": "is not a query parameter of this operation; the closest one is dry_run",
    });
    expect(problemsOf(await api.operator("POST", "/api/devices?plan=true", { name: "new" }))).toEqual({
      plan: "is not a query parameter of this operation, which has none",
    });
    expect(problemsOf(await api.viewer("GET", `/api/devices/${device.id}?dry_run=true`))).toHaveProperty("dry_run");
    expect((await api.viewer("GET", "/api/devices")).body.map(({ name }: { name: string }) => name)).toEqual(["kept"]);
  });

  it("that are unknown are named up to twenty of them", async () => {
    const query = Array.from({ length: 21 }, (_, index) => `unknown_${index}=1`).join("&");
    expect(Object.keys(problemsOf(await api.viewer("GET", `/api/devices?${query}`)))).toEqual(
      Array.from({ length: 20 }, (_, index) => `unknown_${index}`),
    );
  });

  it("pool_id and limit of devices, and type of a conflict detection, are honoured; stale and the like have no effect", async () => {
    const net = (await api.admin("POST", "/api/networks", { name: "n", subnet: "10.20.0.0/24" })).body;
    const pool = (await api.admin("POST", `/api/networks/${net.id}/pools`, { name: "p", start_ip: "10.20.0.10", end_ip: "10.20.0.20" }))
      .body;
    for (const [name, ip] of [
      ["pooled 1", "10.20.0.10"],
      ["pooled 2", "10.20.0.11"],
      ["other", "10.20.0.99"],
      ["twin", "10.20.0.99"],
    ])
      await api.operator("POST", "/api/devices", { name, addresses: [{ ip, network_id: net.id }] });
    const names = async (query: string): Promise<string[]> =>
      (await api.viewer("GET", `/api/devices?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names(`pool_id=${pool.id}`)).toEqual(["pooled 1", "pooled 2"]);
    expect(await names(`pool_id=${pool.id}&limit=1&stale=true&stale_days=7`)).toEqual(["pooled 1"]);
    expect(await names(`network_id=${net.id}&limit=10000`)).toEqual(["other", "pooled 1", "pooled 2", "twin"]);
    for (const limit of [0, 10_001, "x"])
      expect(problemsOf(await api.viewer("GET", `/api/devices?limit=${limit}`))).toEqual({
        limit: "must be a whole number between 1 and 10000",
      });
    expect((await api.viewer("GET", "/api/dashboard?stale_days=7&recent_limit=10")).status).toBe(200);
    expect((await api.admin("POST", "/api/conflicts/detect?type=duplicate_ip")).body.count).toBe(1);
    expect((await api.admin("POST", "/api/conflicts/detect?type=overlapping_subnet")).body.count).toBe(0);
    expect((await api.admin("POST", "/api/conflicts/detect", { type: "overlapping_subnet" })).body.count).toBe(0);
    expect((await api.admin("GET", "/api/audit?start_time=2999-01-01T00:00:00Z")).body).toEqual([]);
    expect((await api.admin("GET", "/api/audit?end_time=2999-01-01T00:00:00Z&resource=pool")).body).toHaveLength(1);
  });
});
