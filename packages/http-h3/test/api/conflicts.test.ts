import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("conflicts over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await api.stop());

  const device = async (name: string, ...ips: string[]): Promise<string> =>
    (await api.operator("POST", "/api/devices", { name, addresses: ips.map((ip) => ({ ip })) })).body.id;
  const network = async (name: string, subnet: string): Promise<string> =>
    (await api.operator("POST", "/api/networks", { name, subnet })).body.id;
  const list = async (query = ""): Promise<Reply["body"]> => (await api.viewer("GET", `/api/conflicts${query}`)).body;
  const resolve = async (id: string, body: object = {}): Promise<Reply> => await api.operator("POST", `/api/conflicts/${id}/resolve`, body);
  const ignore = async (id: string, body: object = {}): Promise<Reply> => await api.operator("POST", `/api/conflicts/${id}/ignore`, body);
  const told = async (): Promise<string[]> => {
    const { events } = (await api.operator("GET", "/api/events?limit=500")).body as {
      events: { event: string; data: { status: string; ip_address: string } }[];
    };
    return events
      .filter(({ event }) => event.startsWith("conflict."))
      .map(({ event, data }) => `${event} ${data.status} ${data.ip_address}`);
  };

  it("opens when a second device takes an address, in the same change, and closes when one lets go", async () => {
    const net = await network("lab", "10.0.0.0/24");
    const a = await device("a", "10.0.0.5");
    expect(await list()).toEqual([]);
    const b = await device("b", "10.0.0.5", "10.0.0.6");
    const [conflict] = await list();
    expect(conflict).toEqual({
      id: expect.any(String),
      type: "duplicate_ip",
      status: "active",
      description: "10.0.0.5 is held by a and b",
      ip_address: "10.0.0.5",
      device_ids: [a, b],
      device_names: ["a", "b"],
      network_ids: [net],
      network_names: ["lab"],
      subnets: ["10.0.0.0/24"],
      detected_at: expect.any(String),
      resolved_at: null,
      resolved_by: "",
      notes: "",
      allocation_ids: [],
    });
    expect((await api.viewer("GET", `/api/conflicts/${conflict.id}`)).body).toEqual(conflict);
    await api.clock.advance(1000);
    await api.operator("PUT", `/api/devices/${b}`, { addresses: [{ ip: "10.0.0.6" }] });
    expect(await list()).toEqual([{ ...conflict, status: "resolved", resolved_at: expect.any(String), resolved_by: "operator" }]);
    expect(await told()).toEqual(["conflict.detected active 10.0.0.5", "conflict.resolved resolved 10.0.0.5"]);
    // The same again is another conflict, and deleting a device ends it too.
    await api.operator("PUT", `/api/devices/${b}`, { addresses: [{ ip: "10.0.0.5" }] });
    expect((await list("?status=active"))[0].id).not.toBe(conflict.id);
    await api.operator("DELETE", `/api/devices/${b}`);
    expect(await list("?status=active")).toEqual([]);
    expect(await list("?status=resolved")).toHaveLength(2);
  });

  it("follows names, networks and spaces while it is open", async () => {
    const [dc, other] = [
      await api.admin("POST", "/api/datacenters", { name: "dc" }),
      await api.admin("POST", "/api/datacenters", { name: "other" }),
    ];
    const a = await device("a", "10.0.0.5");
    await device("b", "10.0.0.5");
    expect((await list())[0]).toMatchObject({ network_ids: [], subnets: [] });
    const net = await network("lab", "10.0.0.0/24");
    await api.operator("PUT", `/api/devices/${a}`, { name: "z" });
    await api.operator("PUT", `/api/networks/${net}`, { name: "office" });
    const [conflict] = await list();
    expect(conflict).toMatchObject({
      device_names: ["z", "b"],
      network_ids: [net],
      network_names: ["office"],
      description: "10.0.0.5 is held by z and b",
    });
    // Both move to the space of a datacenter with their network: there it is the same conflict no longer.
    await api.operator("PUT", `/api/networks/${net}`, { datacenter_id: dc.body.id });
    expect(await list("?status=active")).toMatchObject([{ ip_address: "10.0.0.5", device_names: ["z", "b"] }]);
    // Another datacenter may reuse the address.
    await api.operator("POST", "/api/devices", { name: "c", datacenter_id: other.body.id, addresses: [{ ip: "10.0.0.5" }] });
    expect(await list("?status=active")).toMatchObject([{ device_names: ["z", "b"] }]);
  });

  it("is resolved by taking the address from all devices but one", async () => {
    const [a, b, c] = [await device("a", "10.0.0.5"), await device("b", "10.0.0.5", "10.0.0.6"), await device("c", "10.0.0.5")];
    const [{ id }] = await list();
    const remains = await resolve(id);
    expect([remains.status, remains.body.code]).toEqual([409, "CONFLICT"]);
    expect(remains.body.error).toContain("keep_device_id");
    const stranger = await device("stranger", "10.0.0.9");
    for (const keep of [stranger, UNKNOWN_ID])
      expect(Object.keys(problemsOf(await resolve(id, { keep_device_id: keep })))).toEqual(["keep_device_id"]);
    expect(Object.keys(problemsOf(await resolve(id, { keep_device_id: 7, notes: 7 }))).sort()).toEqual(["keep_device_id", "notes"]);
    const done = await resolve(id, { keep_device_id: b, notes: "b was first" });
    expect([done.status, done.body.status, done.body.notes, done.body.resolved_by]).toEqual([200, "resolved", "b was first", "operator"]);
    expect(done.body.device_ids).toEqual([a, b, c]);
    expect((await list())[0]).toEqual(done.body);
    const ips = async (device_: string): Promise<string[]> =>
      (await api.viewer("GET", `/api/devices/${device_}`)).body.addresses.map(({ ip }: { ip: string }) => ip);
    expect([await ips(a), await ips(b), await ips(c)]).toEqual([[], ["10.0.0.5", "10.0.0.6"], []]);
    const events = (await api.operator("GET", "/api/events?limit=500")).body.events as {
      event: string;
      record_id: string;
      data: { changes?: string[]; notes?: string };
    }[];
    expect(events.filter(({ event }) => event === "device.updated").map(({ record_id, data }) => [record_id, data.changes])).toEqual([
      [a, ["addresses"]],
      [c, ["addresses"]],
    ]);
    expect(events.findLast(({ event }) => event === "conflict.resolved")?.data.notes).toBe("b was first");
    for (const again of [await resolve(id, { keep_device_id: b }), await ignore(id)])
      expect([again.status, again.body.code]).toEqual([409, "CONFLICT"]);
  });

  it("is left alone when ignored, also when another device joins, until its cause ends", async () => {
    const [a] = [await device("vrrp-a", "10.0.0.1"), await device("vrrp-b", "10.0.0.1")];
    const [{ id }] = await list();
    expect((await ignore(id, { notes: "VRRP" })).body).toMatchObject({ status: "ignored", notes: "VRRP", resolved_at: null });
    const c = await device("vrrp-c", "10.0.0.1");
    expect(await list()).toMatchObject([{ id, status: "ignored", notes: "VRRP", device_names: ["vrrp-a", "vrrp-b", "vrrp-c"] }]);
    expect((await api.operator("POST", "/api/conflicts/detect")).body).toEqual({ conflicts: [], count: 0 });
    expect(await told()).toEqual(["conflict.detected active 10.0.0.1"]);
    await api.operator("DELETE", `/api/devices/${a}`);
    expect((await list())[0].status).toBe("ignored");
    await api.operator("DELETE", `/api/devices/${c}`);
    expect((await list())[0]).toMatchObject({ status: "resolved", notes: "VRRP" });
  });

  it("is recorded for an identical subnet, not for a nested one, and ends when one of them changes", async () => {
    const [one, two] = [await network("one", "10.0.0.0/24"), await network("two", "10.0.0.0/24")];
    await network("around", "10.0.0.0/16");
    const [conflict] = await list("?type=overlapping_subnet&status=active");
    expect(conflict).toMatchObject({
      description: "10.0.0.0/24 is the subnet of one and two",
      ip_address: "",
      device_ids: [],
      network_ids: [one, two],
      network_names: ["one", "two"],
      subnets: ["10.0.0.0/24", "10.0.0.0/24"],
    });
    expect(await list()).toHaveLength(1);
    expect(Object.keys(problemsOf(await resolve(conflict.id, { keep_device_id: UNKNOWN_ID })))).toEqual(["keep_device_id"]);
    expect((await resolve(conflict.id)).body.error).toContain("change the subnet");
    await api.operator("PUT", `/api/networks/${two}`, { subnet: "10.0.1.0/24" });
    expect(await list("?status=active")).toEqual([]);
    await network("three", "10.0.1.0/24");
    await api.operator("DELETE", `/api/networks/${two}`);
    expect((await list()).map(({ status }: { status: string }) => status)).toEqual(["resolved", "resolved"]);
  });

  it("is filtered, refused and permitted as the rest", async () => {
    await device("a", "10.0.0.5");
    await device("b", "10.0.0.5");
    const [{ id }] = await list("?type=duplicate_ip");
    expect(await list("?type=discovery_mismatch")).toEqual([]);
    expect(Object.keys(problemsOf(await api.viewer("GET", "/api/conflicts?status=odd&type=odd"))).sort()).toEqual(["status", "type"]);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/resolve"],
      ["POST", "/ignore"],
    ] as const) {
      const missing = await api.admin(method, `/api/conflicts/${UNKNOWN_ID}${path}`, method === "POST" ? {} : undefined);
      expect([missing.status, missing.body.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await api.operator("POST", "/api/conflicts/detect")).body).toMatchObject({ count: 1, conflicts: [{ id }] });
    expect((await api.viewer("POST", "/api/conflicts/detect")).status).toBe(403);
    expect((await api.viewer("POST", `/api/conflicts/${id}/ignore`, {})).status).toBe(403);
    expect((await api.nobody("GET", "/api/conflicts")).status).toBe(403);
    expect((await api.anonymous("GET", "/api/conflicts")).status).toBe(401);
  });
});
