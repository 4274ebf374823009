import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("networks over HTTP on %s", (storage) => {
  let api: ApiServer;
  let datacenter: string;
  beforeAll(async () => {
    api = await startApi(storage);
    datacenter = (await api.admin("POST", "/api/datacenters", { name: "dc" })).body.id;
  });
  afterAll(async () => await api.stop());

  const create = async (body: object) => (await api.operator("POST", "/api/networks", { name: "n", ...body })).body;

  it("creates, reads, changes and deletes", async () => {
    const created = await api.operator("POST", "/api/networks", {
      name: "prod",
      subnet: "10.0.0.0/16",
      vlan_id: 100,
      datacenter_id: datacenter,
      description: "d",
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      parent_id: null,
      name: "prod",
      subnet: "10.0.0.0/16",
      vlan_id: 100,
      vlan: null,
      datacenter_id: datacenter,
      space_id: null,
      description: "d",
      status: "active",
      tags: [],
      fields: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/networks/${created.body.id}`;
    const changed = await api.operator("PUT", path, { vlan_id: null, datacenter_id: "" });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ vlan_id: null, datacenter_id: null, subnet: "10.0.0.0/16" });
    expect((await api.viewer("GET", path)).body).toEqual(changed.body);
    expect((await api.operator("DELETE", path)).status).toBe(204);
    expect((await api.viewer("GET", path)).body.code).toBe("NETWORK_NOT_FOUND");
  });

  it("have a status and tags, and lists are filtered by both", async () => {
    const { id } = await create({ name: "all", subnet: "10.64.0.0/16", status: "container", tags: ["prod", "edge", "prod"] });
    await create({ name: "half", subnet: "10.64.0.0/17", tags: ["prod"] });
    const found = async (query: string) =>
      (await api.viewer("GET", `/api/networks?${query}`)).body.map(({ name }: { name: string }) => name);
    expect((await api.viewer("GET", `/api/networks/${id}`)).body).toMatchObject({ status: "container", tags: ["prod", "edge"] });
    expect(await found("status=container")).toEqual(["all"]);
    expect(await found("tags=prod")).toEqual(["all", "half"]);
    expect(await found("tags=edge,prod")).toEqual(["all"]);
    expect(await found("tags=prod&status=active")).toEqual(["half"]);
    const changed = await api.operator("PUT", `/api/networks/${id}`, { status: "", tags: ["lab"] });
    expect(changed.body).toMatchObject({ status: "active", tags: ["lab"] });
    expect(await found("tags=edge")).toEqual([]);
    expect(await found("tags=lab")).toEqual(["all"]);
    expect(await found("status=container")).toEqual([]);
    await api.operator("DELETE", `/api/networks/${id}`);
    expect(await found("tags=lab")).toEqual([]);
  });

  it("refuse other statuses, and tags with commas", async () => {
    const refused = await api.operator("POST", "/api/networks", { name: "n", subnet: "10.65.0.0/24", status: "used", tags: ["a,b"] });
    expect([refused.status, problemsOf(refused)]).toEqual([
      400,
      {
        status: "must be one of container, active, reserved, deprecated",
        "tags[0]": "must not contain a comma: commas separate tags",
      },
    ]);
    expect((await api.viewer("GET", "/api/networks?status=used")).status).toBe(400);
  });

  it("tells the lowest address that is free, past what is taken, reserved or held, and why there is none", async () => {
    const { id } = await create({ name: "edge", subnet: "10.77.0.0/30" });
    const next = async () => await api.viewer("GET", `/api/networks/${id}/next-ip`);
    expect((await next()).body).toEqual({ ip: "10.77.0.1" });
    await api.operator("POST", "/api/devices", { name: "first", addresses: [{ ip: "10.77.0.1" }] });
    expect((await next()).body).toEqual({ ip: "10.77.0.2" });
    await api.operator("POST", "/api/devices", { name: "second", addresses: [{ ip: "10.77.0.2" }] });
    const full = await next();
    expect([full.status, full.body.code]).toEqual([409, "IP_NOT_AVAILABLE"]);
    const unknown = await api.viewer("GET", `/api/networks/${UNKNOWN_ID}/next-ip`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "NETWORK_NOT_FOUND"]);
  });

  it("creates many, each by itself", async () => {
    const bodies = [
      { name: "bulk a", subnet: "10.78.0.0/24" },
      { name: "bulk b", subnet: "10.78.1.1/24" },
      { name: "bulk c", subnet: "10.78.2.0/24" },
    ];
    const { status, body } = await api.operator("POST", "/api/networks/bulk", bodies);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, success: 2, failed: 1, errors: [{ index: 1, code: "VALIDATION_ERROR" }] });
    const names = (await api.viewer("GET", "/api/networks")).body.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => name.startsWith("bulk"))).toEqual(["bulk a", "bulk c"]);
  });

  it("keeps subnets canonical", async () => {
    expect((await create({ subnet: "2001:DB8:0:0::/64" })).subnet).toBe("2001:db8::/64");
    expect((await create({ subnet: "0.0.0.0/0", datacenter_id: datacenter })).subnet).toBe("0.0.0.0/0");
    expect((await create({ subnet: "::/0", datacenter_id: datacenter })).subnet).toBe("::/0");
    expect(await create({ subnet: "10.0.0.1/32", vlan_id: 0 })).toMatchObject({ subnet: "10.0.0.1/32", vlan_id: null });
  });

  it.each([
    ["10.0.0.0", "prefix length"],
    ["10.0.0.5/24", "10.0.0.0/24"],
    ["10.0.0.0/33", "valid CIDR"],
    ["10.0.0.0/", "valid CIDR"],
    ["10.0.0.0/08", "valid CIDR"],
    ["010.0.0.0/8", "valid CIDR"],
    ["10.0.0.0/8 ", "valid CIDR"],
    ["2001:db8::1/64", "2001:db8::/64"],
    ["fe80::%eth0/64", "valid CIDR"],
    ["", "valid CIDR"],
    [5, "string"],
    [undefined, "required"],
  ])("refuses the subnet %s", async (subnet, says) => {
    expect(problemsOf(await api.operator("POST", "/api/networks", { name: "n", subnet }))["subnet"]).toContain(says);
  });

  it("checks its other fields and references, all at once", async () => {
    const problems = problemsOf(await api.operator("POST", "/api/networks", { subnet: "x", vlan_id: 4095, datacenter_id: UNKNOWN_ID }));
    expect(Object.keys(problems).sort()).toEqual(["datacenter_id", "name", "subnet", "vlan_id"]);
    problemsOf(await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/8", vlan_id: "5" }));
    problemsOf(await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/8", vlan_id: 1.5 }));
    problemsOf(await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/8", datacenter_id: 7 }));
  });

  it("filters by name, datacenter and VLAN", async () => {
    const one = await create({ name: "Filter One", subnet: "10.50.0.0/24", vlan_id: 501, datacenter_id: datacenter });
    const two = await create({ name: "filter two", subnet: "10.51.0.0/24", vlan_id: 502 });
    const ids = async (query: string) => (await api.viewer("GET", `/api/networks?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids("name=FILTER")).toEqual([one.id, two.id]);
    expect(await ids(`name=filter&datacenter_id=${datacenter}`)).toEqual([one.id]);
    expect(await ids("vlan_id=502")).toEqual([two.id]);
    problemsOf(await api.viewer("GET", "/api/networks?vlan_id=abc"));
  });

  it("links the unlinked addresses that a new network contains", async () => {
    const device = (await api.operator("POST", "/api/devices", { name: "early", addresses: [{ ip: "10.60.0.9" }] })).body;
    expect(device.addresses[0].network_id).toBeNull();
    const network = await create({ subnet: "10.60.0.0/24" });
    const after = (await api.viewer("GET", `/api/devices/${device.id}`)).body;
    expect(after.addresses[0]).toEqual({ ...device.addresses[0], network_id: network.id });
    expect((await api.viewer("GET", `/api/networks/${network.id}/devices`)).body).toEqual([after]);
  });

  it("counts exactly, also beyond 2^53", async () => {
    const utilization = async (subnet: string) => {
      const { id } = await create({ subnet });
      return (await api.viewer("GET", `/api/networks/${id}/utilization`)).body;
    };
    expect(await utilization("10.70.0.0/24")).toMatchObject({ total_ips: 254, used_ips: 0, available_ips: 254, utilization: 0 });
    expect(await utilization("10.70.1.0/31")).toMatchObject({ total_ips: 2, available_ips: 2 });
    expect(await utilization("10.70.2.1/32")).toMatchObject({ total_ips: 1 });
    expect(await utilization("2001:db8:70::/64")).toMatchObject({
      total_ips: "18446744073709551616",
      available_ips: "18446744073709551616",
    });
  });

  it("counts an address of a nested network in the outer one, once per space", async () => {
    const outer = await create({ subnet: "10.80.0.0/16", datacenter_id: datacenter });
    const inner = await create({ subnet: "10.80.5.0/24", datacenter_id: datacenter });
    const elsewhere = await create({ subnet: "10.80.0.0/16" });
    for (const name of ["a", "b"])
      await api.operator("POST", "/api/devices", { name, datacenter_id: datacenter, addresses: [{ ip: "10.80.5.1" }] });
    const used = async (id: string) => (await api.viewer("GET", `/api/networks/${id}/utilization`)).body.used_ips;
    expect([await used(outer.id), await used(inner.id), await used(elsewhere.id)]).toEqual([1, 1, 0]);
    expect((await api.viewer("GET", `/api/networks/${inner.id}/devices`)).body).toHaveLength(2);
    expect((await api.viewer("GET", `/api/networks/${outer.id}/devices`)).body).toHaveLength(0);
    await api.operator("PUT", `/api/networks/${inner.id}`, { datacenter_id: null });
    expect([await used(outer.id), await used(inner.id), await used(elsewhere.id)]).toEqual([0, 1, 1]);
  });

  it("re-checks its pools and lets go of addresses when the subnet changes", async () => {
    const network = await create({ subnet: "10.90.0.0/16" });
    const device = (await api.operator("POST", "/api/devices", { name: "x", addresses: [{ ip: "10.90.200.1", network_id: network.id }] }))
      .body;
    const pool = (
      await api.operator("POST", `/api/networks/${network.id}/pools`, { name: "p", start_ip: "10.90.9.1", end_ip: "10.90.9.9" })
    ).body;
    expect(problemsOf(await api.operator("PUT", `/api/networks/${network.id}`, { subnet: "10.90.0.0/24" }))["subnet"]).toContain(
      "p (10.90.9.1",
    );
    expect((await api.operator("PUT", `/api/networks/${network.id}`, { subnet: "10.90.8.0/23" })).status).toBe(200);
    expect((await api.viewer("GET", `/api/devices/${device.id}`)).body.addresses[0].network_id).toBeNull();
    expect((await api.viewer("GET", `/api/pools/${pool.id}/next-ip`)).body).toEqual({ ip: "10.90.9.1" });
    expect((await api.operator("DELETE", `/api/networks/${network.id}`)).status).toBe(204);
    expect((await api.viewer("GET", `/api/pools/${pool.id}`)).body.code).toBe("POOL_NOT_FOUND");
  });

  it("stores an identical subnet twice", async () => {
    expect([await create({ subnet: "10.95.0.0/24" }), await create({ subnet: "10.95.0.0/24" })].map(({ subnet }) => subnet)).toEqual([
      "10.95.0.0/24",
      "10.95.0.0/24",
    ]);
  });

  it("answers missing records, permissions and stale versions", async () => {
    const network = await create({ subnet: "10.96.0.0/24" });
    const path = `/api/networks/${UNKNOWN_ID}`;
    for (const [method, at, body] of [
      ["GET", path],
      ["PUT", path, { subnet: "x" }],
      ["DELETE", path],
      ["GET", `${path}/devices`],
      ["GET", `${path}/utilization`],
      ["GET", `${path}/pools`],
      ["POST", `${path}/pools`, {}],
    ] as const) {
      expect((await api.admin(method, at, body)).body.code).toBe("NETWORK_NOT_FOUND");
      expect((await api.nobody(method, at, body)).body.code).toBe("FORBIDDEN");
      expect((await api.anonymous(method, at, body)).body.code).toBe("UNAUTHORIZED");
    }
    for (const [method, at, body] of [
      ["POST", "/api/networks", {}],
      ["PUT", `/api/networks/${network.id}`, {}],
      ["DELETE", `/api/networks/${network.id}`],
    ] as const) {
      expect((await api.viewer(method, at, body)).status).toBe(403);
    }
    expect((await api.operator("PUT", `/api/networks/${network.id}`, { name: "y" }, { "if-match": '"old"' })).status).toBe(412);
    expect((await api.operator("DELETE", `/api/networks/${network.id}`, undefined, { "if-match": '"old"' })).status).toBe(412);
  });
});
