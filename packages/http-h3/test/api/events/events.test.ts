import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

interface Logged {
  readonly event: string;
  readonly record_id: string;
  readonly data: Record<string, unknown>;
}

describe.each(STORAGES)("the event log over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage);
  });
  afterAll(async () => await api.stop());

  const read = async (query = "") => await api.operator("GET", `/api/events${query}`);

  it("tells every change once, in order, with its data", async () => {
    const start = (await read()).body.next as string;
    const network = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.7.0.0/24" })).body;
    const device = (await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.7.0.1" }] })).body;
    await api.operator("PUT", `/api/devices/${device.id}`, { name: "e", tags: ["t"] });
    await api.operator("PUT", `/api/devices/${device.id}`, { name: "e" });
    await api.operator("DELETE", `/api/devices/${device.id}`);
    await api.operator("POST", "/api/devices", { name: "" });
    const { events, next } = (await read(`?after=${start}`)).body as { events: Logged[]; next: string };
    expect(events.map(({ event, record_id: id }) => [event, id])).toEqual([
      ["network.created", network.id],
      ["device.created", device.id],
      ["device.updated", device.id],
      ["device.deleted", device.id],
    ]);
    expect(events[0]?.data).toEqual(network);
    expect(events[1]?.data).toEqual({ ...device, ip_address: "10.7.0.1" });
    expect(events[2]?.data["changes"]).toEqual(["name", "tags"]);
    expect((await read(`?after=${next}`)).body).toEqual({ events: [], next });
  });

  it("pages by cursor", async () => {
    const start = (await read("?limit=1000")).body.next as string;
    for (let index = 0; index < 5; index += 1) await api.operator("POST", "/api/devices", { name: `p${index}` });
    const names: unknown[] = [];
    for (let after = start; ;) {
      const { events, next } = (await read(`?after=${after}&limit=2`)).body as { events: Logged[]; next: string };
      if (events.length === 0) break;
      names.push(...events.map(({ data }) => data["name"]));
      after = next;
    }
    expect(names).toEqual(["p0", "p1", "p2", "p3", "p4"]);
  });

  it("tells when a pool fills up to the threshold, once", async () => {
    const network = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.8.0.0/24" })).body;
    const pool = (
      await api.operator("POST", `/api/networks/${network.id}/pools`, { name: "ten", start_ip: "10.8.0.1", end_ip: "10.8.0.10" })
    ).body;
    const start = (await read("?limit=1000")).body.next as string;
    for (let index = 0; index < 10; index += 1) await api.operator("POST", `/api/pools/${pool.id}/allocations`, {});
    const { events } = (await read(`?after=${start}`)).body as { events: Logged[] };
    expect(events.filter(({ event }) => event === "pool.utilization_high").map(({ data }) => data)).toEqual([
      { pool_id: pool.id, pool_name: "ten", network_id: network.id, utilization: 90, threshold: 90 },
    ]);
  });

  it("refuses what is no cursor, and cursors that have expired", async () => {
    const first = (await read("?limit=1")).body.next as string;
    for (const after of ["x", "1", "-1-1", "1-x", "9".repeat(40)])
      expect(Object.keys(problemsOf(await read(`?after=${after}`)))).toEqual(["after"]);
    for (const limit of ["0", "1001", "x"]) expect(Object.keys(problemsOf(await read(`?limit=${limit}`)))).toEqual(["limit"]);
    await api.clock.advance(91 * 86_400_000);
    await expect.poll(async () => (await read(`?after=${first}`)).status).toBe(410);
    expect((await read(`?after=${first}`)).body.code).toBe("CURSOR_EXPIRED");
    expect((await read()).body.events).toEqual([]);
  });

  it("needs event:read", async () => {
    expect((await api.viewer("GET", "/api/events")).status).toBe(403);
    expect((await api.anonymous("GET", "/api/events")).status).toBe(401);
  });
});
