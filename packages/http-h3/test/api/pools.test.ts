import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("pools over HTTP on %s", (storage) => {
  let api: ApiServer;
  let network: string;
  let octet = 0;
  beforeAll(async () => {
    api = await startApi(storage);
    network = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.1.0.0/16" })).body.id;
  });
  afterAll(async () => await api.stop());

  /** A pool of its own third octet: .10 to .10 + size − 1. */
  const poolOf = async (size: number) => {
    octet += 1;
    const start = `10.1.${octet}.10`;
    return (
      await api.operator("POST", `/api/networks/${network}/pools`, {
        name: `p${octet}`,
        start_ip: start,
        end_ip: `10.1.${octet}.${9 + size}`,
      })
    ).body;
  };

  it("creates, reads, changes and deletes", async () => {
    const created = await api.operator("POST", `/api/networks/${network}/pools`, {
      name: "web",
      start_ip: "10.1.200.1",
      end_ip: "10.1.200.9",
      tags: ["a", "a", "b"],
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      network_id: network,
      name: "web",
      start_ip: "10.1.200.1",
      end_ip: "10.1.200.9",
      description: "",
      fields: {},
      tags: ["a", "b"],
      quarantine_seconds: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/pools/${created.body.id}`;
    const changed = await api.operator("PUT", path, { end_ip: "10.1.200.5", tags: null });
    expect(changed.body).toMatchObject({ start_ip: "10.1.200.1", end_ip: "10.1.200.5", tags: [] });
    expect((await api.viewer("GET", path)).body).toEqual(changed.body);
    expect((await api.operator("DELETE", path)).status).toBe(204);
    expect((await api.viewer("GET", path)).body.code).toBe("POOL_NOT_FOUND");
  });

  it("lists by name and by tags that a pool must all carry", async () => {
    const { id } = (await api.operator("POST", "/api/networks", { name: "tagged", subnet: "10.2.0.0/16" })).body;
    for (const [name, tags, octet] of [
      ["z", ["red"], 1],
      ["a", ["red", "blue"], 2],
    ] as const) {
      await api.operator("POST", `/api/networks/${id}/pools`, { name, tags, start_ip: `10.2.${octet}.1`, end_ip: `10.2.${octet}.2` });
    }
    const names = async (query: string) =>
      (await api.viewer("GET", `/api/networks/${id}/pools${query}`)).body.map((pool: { name: string }) => pool.name);
    expect(await names("")).toEqual(["a", "z"]);
    expect(await names("?tags=red&tags=blue")).toEqual(["a"]);
    expect(await names("?tags=red,blue")).toEqual(["a"]);
    expect(await names("?tags=re")).toEqual([]);
  });

  it("stays inside its network, in order, without overlap", async () => {
    const create = async (start_ip: unknown, end_ip: unknown) =>
      await api.operator("POST", `/api/networks/${network}/pools`, { name: "x", start_ip, end_ip });
    expect(Object.keys(problemsOf(await create("10.9.0.1", "10.9.0.2"))).sort()).toEqual(["end_ip", "start_ip"]);
    expect(problemsOf(await create("10.1.201.9", "10.1.201.1"))["end_ip"]).toContain("before");
    problemsOf(await create("10.1.201.1", "2001:db8::1"));
    problemsOf(await create("10.1.201.1/24", "127.1"));
    expect(Object.keys(problemsOf(await api.operator("POST", `/api/networks/${network}/pools`, {}))).sort()).toEqual([
      "end_ip",
      "name",
      "start_ip",
    ]);
    expect((await create("10.1.202.10", "10.1.202.20")).status).toBe(201);
    for (const [start, end] of [
      ["10.1.202.20", "10.1.202.30"],
      ["10.1.202.1", "10.1.202.10"],
      ["10.1.202.12", "10.1.202.13"],
      ["10.1.202.1", "10.1.202.99"],
    ]) {
      const reply = await create(start, end);
      expect([reply.status, reply.body.code]).toEqual([409, "ALREADY_EXISTS"]);
      expect(reply.body.error).toContain("10.1.202.10");
    }
    expect((await create("10.1.202.21", "10.1.202.30")).status).toBe(201);
  });

  it("keeps what is changed beside the range", async () => {
    const pool = await poolOf(4);
    const changed = await api.operator("PUT", `/api/pools/${pool.id}`, { name: "renamed", description: "for printers", tags: ["b", "a"] });
    expect(changed.body).toMatchObject({ name: "renamed", description: "for printers", start_ip: pool.start_ip });
    expect((await api.viewer("GET", `/api/pools/${pool.id}`)).body).toEqual(changed.body);
  });

  it("hands out the lowest free address, and never the network or broadcast address", async () => {
    const { id } = (await api.operator("POST", "/api/networks", { name: "edge", subnet: "10.3.0.0/30" })).body;
    const pool = (await api.operator("POST", `/api/networks/${id}/pools`, { name: "all", start_ip: "10.3.0.0", end_ip: "10.3.0.3" })).body;
    const next = async () => await api.viewer("GET", `/api/pools/${pool.id}/next-ip`);
    expect((await next()).body).toEqual({ ip: "10.3.0.1" });
    await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.3.0.1" }] });
    expect((await next()).body).toEqual({ ip: "10.3.0.2" });
    await api.operator("POST", `/api/pools/${pool.id}/allocations`, {});
    const full = await next();
    expect([full.status, full.body.code]).toEqual([409, "IP_NOT_AVAILABLE"]);
    const heatmap = (await api.viewer("GET", `/api/pools/${pool.id}/heatmap`)).body;
    expect(heatmap.map(({ status }: { status: string }) => status)).toEqual(["reserved", "used", "reserved", "reserved"]);
    expect(Object.keys(heatmap[0]).sort()).toEqual(["ip", "status"]);
    expect(heatmap[1].device_id).toEqual(expect.any(String));
  });

  it("sees an address that a device holds in a nested network or without any link", async () => {
    const pool = await poolOf(3);
    const inner = (await api.operator("POST", "/api/networks", { name: "inner", subnet: `${pool.start_ip}/32` })).body;
    const device = (await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: pool.start_ip }] })).body;
    expect(device.addresses[0].network_id).toBe(inner.id);
    expect((await api.viewer("GET", `/api/pools/${pool.id}/next-ip`)).body.ip).toBe(pool.start_ip.replace(/\.10$/, ".11"));
  });

  it("works for IPv6 at both ends of large pools", async () => {
    const { id } = (await api.operator("POST", "/api/networks", { name: "v6", subnet: "2001:db8:5::/64" })).body;
    const pool = (
      await api.operator("POST", `/api/networks/${id}/pools`, {
        name: "all",
        start_ip: "2001:db8:5::",
        end_ip: "2001:db8:5::ffff:ffff:ffff:ffff",
      })
    ).body;
    expect((await api.viewer("GET", `/api/pools/${pool.id}/next-ip`)).body).toEqual({ ip: "2001:db8:5::1" });
    const { allocations } = (await api.operator("POST", `/api/pools/${pool.id}/allocations`, { count: 3 })).body;
    expect(allocations.map(({ ip }: { ip: string }) => ip)).toEqual(["2001:db8:5::1", "2001:db8:5::2", "2001:db8:5::3"]);
    expect(problemsOf(await api.viewer("GET", `/api/pools/${pool.id}/heatmap`))["prefix"]).toContain("required");
    expect(problemsOf(await api.viewer("GET", `/api/pools/${pool.id}/heatmap?prefix=96`))["prefix"]).toContain("65536");
    problemsOf(await api.viewer("GET", `/api/pools/${pool.id}/heatmap?prefix=x`));
    const folded = (await api.viewer("GET", `/api/pools/${pool.id}/heatmap?prefix=66`)).body;
    expect(folded).toHaveLength(4);
    expect(folded[0]).toEqual({
      cidr: "2001:db8:5::/66",
      total: "4611686018427387904",
      used: 0,
      reserved: 4,
      available: "4611686018427387900",
    });
  });

  it("allocates all or nothing, and the same again for the same key", async () => {
    const pool = await poolOf(5);
    const path = `/api/pools/${pool.id}/allocations`;
    const first = await api.operator("POST", path, { count: 2, key: "k", note: "n" });
    expect(first.status).toBe(201);
    expect(first.body.allocations[0]).toEqual({
      id: expect.any(String),
      pool_id: pool.id,
      ip: pool.start_ip,
      status: "held",
      key: "k",
      note: "n",
      device_id: null,
      created_at: expect.any(String),
      expires_at: null,
    });
    expect((await api.operator("POST", path, { count: 2, key: "k", note: "n" })).body).toEqual(first.body);
    const other = await api.operator("POST", path, { count: 3, key: "k", note: "n" });
    expect([other.status, other.body.code]).toEqual([409, "CONFLICT"]);
    const byHeader = await api.operator("POST", path, {}, { "idempotency-key": "h" });
    expect((await api.operator("POST", path, {}, { "idempotency-key": "h" })).body).toEqual(byHeader.body);
    problemsOf(await api.operator("POST", path, { key: "a" }, { "idempotency-key": "b" }));
    const tooMany = await api.operator("POST", path, { count: 3 });
    expect([tooMany.status, tooMany.body.code]).toEqual([409, "IP_NOT_AVAILABLE"]);
    expect((await api.viewer("GET", path)).body).toHaveLength(3);
    const got = await api.viewer("GET", `/api/allocations/${first.body.allocations[0].id}`);
    expect(got.body).toEqual(first.body.allocations[0]);
    expect((await api.operator("DELETE", `/api/allocations/${got.body.id}`)).status).toBe(204);
    expect((await api.viewer("GET", `/api/allocations/${got.body.id}`)).body.code).toBe("NOT_FOUND");
    expect((await api.operator("DELETE", `/api/allocations/${got.body.id}`)).body.code).toBe("NOT_FOUND");
    expect((await api.viewer("GET", `/api/pools/${pool.id}/next-ip`)).body.ip).toBe(pool.start_ip);
  });

  it("confirms an allocation with the device that takes it, and drops it with the address", async () => {
    const pool = await poolOf(3);
    const { allocations } = (await api.operator("POST", `/api/pools/${pool.id}/allocations`, { ttl_seconds: 60 })).body;
    const device = (await api.operator("POST", "/api/devices", { name: "taker", addresses: [{ ip: allocations[0].ip }] })).body;
    expect((await api.viewer("GET", `/api/allocations/${allocations[0].id}`)).body).toMatchObject({
      status: "confirmed",
      device_id: device.id,
      expires_at: null,
    });
    await api.clock.advance(120_000);
    expect((await api.viewer("GET", `/api/pools/${pool.id}/heatmap`)).body[0]).toMatchObject({ status: "used", device_id: device.id });
    await api.operator("PUT", `/api/devices/${device.id}`, { addresses: [] });
    expect((await api.viewer("GET", `/api/allocations/${allocations[0].id}`)).status).toBe(404);
    expect((await api.viewer("GET", `/api/pools/${pool.id}/next-ip`)).body.ip).toBe(pool.start_ip);
  });

  it("returns an allocation at its time", async () => {
    const pool = await poolOf(1);
    const path = `/api/pools/${pool.id}/allocations`;
    const { allocations } = (await api.operator("POST", path, { ttl_seconds: 30 })).body;
    expect(Date.parse(allocations[0].expires_at) - Date.parse(allocations[0].created_at)).toBe(30_000);
    expect((await api.operator("POST", path, {})).status).toBe(409);
    await api.clock.advance(31_000);
    const again = await api.operator("POST", path, {});
    expect(again.body.allocations[0].ip).toBe(pool.start_ip);
    expect(again.body.allocations[0].id).not.toBe(allocations[0].id);
  });

  it("never hands one address out twice to callers at once", async () => {
    const pool = await poolOf(40);
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.operator("POST", `/api/pools/${pool.id}/allocations`, {})));
    const ips = replies.filter(({ status }) => status === 201).map(({ body }) => body.allocations[0].ip as string);
    expect(new Set(ips).size).toBe(40);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(10);
  });

  it("allocates exactly the address that is named, or says why not", async () => {
    const { id } = (await api.operator("POST", "/api/networks", { name: "named", subnet: "10.4.0.0/28" })).body;
    const pool = (await api.operator("POST", `/api/networks/${id}/pools`, { name: "half", start_ip: "10.4.0.0", end_ip: "10.4.0.7" })).body;
    const path = `/api/pools/${pool.id}/allocations`;
    const named = async (ip: unknown, more: object = {}) => await api.operator("POST", path, { ip, ...more });
    const first = await named("::ffff:10.4.0.6", { ttl_seconds: 60, key: "mine" });
    expect([first.status, first.body.allocations]).toEqual([
      201,
      [expect.objectContaining({ ip: "10.4.0.6", status: "held", pool_id: pool.id })],
    ]);
    expect((await named("10.4.0.6", { ttl_seconds: 60, key: "mine" })).body).toEqual(first.body);
    expect((await named("10.4.0.5", { ttl_seconds: 60, key: "mine" })).body.code).toBe("CONFLICT");
    await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.4.0.3" }] });
    for (const [ip, reason] of [
      ["10.4.0.6", "held by another allocation"],
      ["10.4.0.3", "used by a device"],
      ["10.4.0.0", "network or broadcast address"],
    ]) {
      const reply = await named(ip);
      expect([reply.status, reply.body.code]).toEqual([409, "IP_NOT_AVAILABLE"]);
      expect(reply.body.error).toContain(`${ip} of pool half is`);
      expect(reply.body.error).toContain(reason);
    }
    for (const ip of ["10.4.0.8", "10.9.9.9", "2001:db8::1"]) expect(problemsOf(await named(ip))["ip"]).toContain("10.4.0.0–10.4.0.7");
    for (const ip of ["10.4.0.1/28", "010.4.0.1", "", 5]) expect(Object.keys(problemsOf(await named(ip)))).toEqual(["ip"]);
    expect(Object.keys(problemsOf(await named("10.4.0.1", { count: 2 })))).toEqual(["count"]);
    expect((await named(null)).body.allocations[0].ip).toBe("10.4.0.1");
    await api.clock.advance(61_000);
    expect((await named("10.4.0.6")).status).toBe(201);
    expect((await api.viewer("GET", path)).body.map(({ ip }: { ip: string }) => ip)).toEqual(["10.4.0.1", "10.4.0.6"]);
  });

  it("gives an address that many name at once to one of them", async () => {
    const pool = await poolOf(3);
    const ip = pool.end_ip;
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.operator("POST", `/api/pools/${pool.id}/allocations`, { ip })));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await api.viewer("GET", `/api/pools/${pool.id}/allocations`)).body).toHaveLength(1);
  });

  it("checks a request for addresses", async () => {
    const pool = await poolOf(2);
    for (const body of [
      { count: 0 },
      { count: 4097 },
      { count: "2" },
      { ttl_seconds: 0 },
      { ttl_seconds: 1.5 },
      { key: "x".repeat(256) },
      { note: 5 },
    ]) {
      expect(Object.keys(problemsOf(await api.operator("POST", `/api/pools/${pool.id}/allocations`, body)))).toEqual(Object.keys(body));
    }
  });

  it("answers missing records and permissions", async () => {
    const pool = await poolOf(1);
    const path = `/api/pools/${UNKNOWN_ID}`;
    for (const [method, at, body] of [
      ["GET", path],
      ["PUT", path, { name: 5 }],
      ["DELETE", path],
      ["GET", `${path}/next-ip`],
      ["GET", `${path}/heatmap`],
      ["GET", `${path}/allocations`],
      ["POST", `${path}/allocations`, { count: "x" }],
    ] as const) {
      expect((await api.admin(method, at, body)).body.code).toBe("POOL_NOT_FOUND");
      expect((await api.nobody(method, at, body)).body.code).toBe("FORBIDDEN");
      expect((await api.anonymous(method, at, body)).status).toBe(401);
    }
    for (const [method, at] of [
      ["PUT", ""],
      ["DELETE", ""],
      ["POST", "/allocations"],
    ] as const) {
      expect((await api.viewer(method, `/api/pools/${pool.id}${at}`, method === "DELETE" ? undefined : {})).status).toBe(403);
    }
    expect((await api.nobody("GET", `/api/allocations/${UNKNOWN_ID}`)).status).toBe(403);
    expect((await api.operator("PUT", `/api/pools/${pool.id}`, { name: "y" }, { "if-match": '"old"' })).status).toBe(412);
    expect((await api.operator("DELETE", `/api/pools/${pool.id}`, undefined, { "if-match": '"old"' })).status).toBe(412);
  });
});
