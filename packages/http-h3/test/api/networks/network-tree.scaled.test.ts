import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";
import { atDepth } from "../../../../../testing/depth.ts";

// docs/spec/addresses.md#the-tree-of-networks

/** Networks in one subnet. */
const MANY = atDepth({ few: 300, many: 1001 });

interface Child {
  readonly id: string;
  readonly name: string;
  readonly child_count: number;
  readonly utilization: object;
}

describe.each(STORAGES)("the tree of networks over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => void (api = await startApi(storage)));
  afterEach(async () => await stopVerified(api));

  const made = async (path: string, body: object): Promise<string> => (await api.admin("POST", path, body)).body.id;
  const network = async (subnet: string, place: object = {}): Promise<string> =>
    await made("/api/networks", { name: subnet, subnet, ...place });
  const parent = async (id: string): Promise<string | null> => (await api.viewer("GET", `/api/networks/${id}`)).body.parent_id;
  const children = async (id: string): Promise<Child[]> => (await api.viewer("GET", `/api/networks/${id}/children`)).body;
  const names = async (id: string): Promise<string[]> => (await children(id)).map(({ name }) => name);
  const listed = async (query: string): Promise<string[]> =>
    (await api.viewer("GET", `/api/networks?${query}`)).body.map(({ name }: { name: string }) => name);

  it("gives networks that come in the middle what lies in them, and lets go of it when they go", async () => {
    const [inner, outer, beside] = [await network("10.1.2.0/24"), await network("10.0.0.0/8"), await network("10.2.0.0/16")];
    expect([await parent(inner), await parent(outer), await parent(beside)]).toEqual([outer, null, outer]);
    const created = await api.operator("POST", "/api/networks", { name: "middle", subnet: "10.1.0.0/16" });
    expect(created.body.parent_id).toBe(outer);
    expect([await parent(inner), await names(outer), await names(created.body.id)]).toEqual([
      created.body.id,
      ["middle", "10.2.0.0/16"],
      ["10.1.2.0/24"],
    ]);
    await api.operator("DELETE", `/api/networks/${created.body.id}`);
    expect([await parent(inner), await names(outer)]).toEqual([outer, ["10.1.2.0/24", "10.2.0.0/16"]]);
  });

  it("follows a network to another subnet", async () => {
    const [outer, inner] = [await network("10.0.0.0/16"), await network("10.0.1.0/24")];
    const moved = await api.operator("PUT", `/api/networks/${outer}`, { subnet: "10.0.1.0/25" });
    expect([moved.body.parent_id, await parent(inner), await names(inner)]).toEqual([inner, null, ["10.0.0.0/16"]]);
    // As other fields that only records have.
    const ignored = await api.operator("PUT", `/api/networks/${outer}`, { name: "same", parent_id: null });
    expect([ignored.status, ignored.body.parent_id]).toEqual([200, inner]);
    const back = await api.operator("PUT", `/api/networks/${outer}`, { subnet: "10.0.0.0/8" });
    expect([back.body.parent_id, await parent(inner)]).toEqual([null, outer]);
    const { changes, parent_id } = (await api.admin("GET", "/api/events?limit=1000")).body.events.findLast(
      ({ record_id: id }: { record_id: string }) => id === outer,
    ).data;
    expect([changes, parent_id]).toEqual([["subnet", "parent_id"], null]);
  });

  it("keeps spaces apart, and follows networks, datacenters and their ends into others", async () => {
    const red = await made("/api/spaces", { name: "red" });
    const [common, inRed] = [await network("10.0.0.0/8"), await network("10.0.0.0/8", { space_id: red })];
    const datacenter = await made("/api/datacenters", { name: "dc" });
    const [site, rack] = [
      await network("10.3.0.0/16", { datacenter_id: datacenter }),
      await network("10.3.1.0/24", { datacenter_id: datacenter }),
    ];
    const stray = await network("10.3.1.0/25", { space_id: red });
    expect([await parent(site), await parent(rack), await parent(stray)]).toEqual([null, site, inRed]);
    await api.admin("PUT", `/api/datacenters/${datacenter}`, { space_id: red });
    expect([await parent(site), await parent(rack), await parent(stray)]).toEqual([inRed, site, rack]);
    await api.admin("DELETE", `/api/datacenters/${datacenter}`);
    expect([await parent(site), await parent(rack), await parent(stray)]).toEqual([common, site, inRed]);
    await api.operator("PUT", `/api/networks/${rack}`, { space_id: red });
    expect([await parent(rack), await parent(stray), await names(site)]).toEqual([inRed, rack, []]);
  });

  it("gives what lies in networks of one subnet to the oldest of them, then to the next", async () => {
    const [inner, outer] = [await network("10.0.0.0/24"), await network("10.0.0.0/8")];
    const [older, newer] = [await network("10.0.0.0/16"), await network("10.0.0.0/16")];
    expect([await parent(inner), await parent(older), await parent(newer)]).toEqual([older, outer, outer]);
    await api.operator("DELETE", `/api/networks/${older}`);
    expect(await parent(inner)).toBe(newer);
    const third = await network("10.0.0.0/16");
    await api.operator("PUT", `/api/networks/${newer}`, { subnet: "10.9.0.0/16" });
    expect([await parent(inner), await names(third), await names(newer)]).toEqual([third, ["10.0.0.0/24"], []]);
  });

  it("lists the children of a network by address, with how full they are", async () => {
    const outer = await network("10.0.0.0/8");
    const [second, first] = [await network("10.2.0.0/16"), await network("10.1.0.0/16")];
    await network("10.1.7.0/24");
    await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.1.7.9" }] });
    const [one, two] = await children(outer);
    const { child_count: count, utilization, ...record } = one as Child;
    expect([one?.id, two?.id, two?.child_count, count]).toEqual([first, second, 0, 1]);
    expect(record).toEqual((await api.viewer("GET", `/api/networks/${first}`)).body);
    expect(utilization).toEqual((await api.viewer("GET", `/api/networks/${first}/utilization`)).body);
    expect(utilization).toMatchObject({ used_ips: 1 });
    const unknown = await api.viewer("GET", `/api/networks/${UNKNOWN_ID}/children`);
    expect([unknown.status, unknown.body.code]).toEqual([404, "NETWORK_NOT_FOUND"]);
  });

  it("lists by parent, family, and what contains or lies in what", async () => {
    const outer = await network("10.0.0.0/8");
    const datacenter = await made("/api/datacenters", { name: "dc" });
    await network("10.1.0.0/16");
    await network("10.1.2.0/24");
    await network("10.1.0.0/16", { name: "elsewhere", datacenter_id: datacenter });
    await network("2001:db8::/32");
    expect(await listed(`parent_id=${outer}`)).toEqual(["10.1.0.0/16"]);
    expect(await listed("parent_id=none")).toEqual(["10.0.0.0/8", "2001:db8::/32", "elsewhere"]);
    expect(await listed(`parent_id=none&datacenter_id=${datacenter}`)).toEqual(["elsewhere"]);
    expect(await listed(`parent_id=${UNKNOWN_ID}`)).toEqual([]);
    expect(await listed("family=6")).toEqual(["2001:db8::/32"]);
    expect(await listed("family=4&parent_id=none")).toEqual(["10.0.0.0/8", "elsewhere"]);
    expect(await listed("contains=10.1.2.3")).toEqual(["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24", "elsewhere"]);
    expect(await listed("contains=10.1.0.0/16&space_id=none")).toEqual(["10.0.0.0/8", "10.1.0.0/16"]);
    expect(await listed("within=10.1.0.0/16")).toEqual(["10.1.0.0/16", "10.1.2.0/24", "elsewhere"]);
    expect(await listed("within=10.0.0.0/8&contains=10.1.2.0/24&space_id=none")).toEqual(["10.0.0.0/8", "10.1.0.0/16", "10.1.2.0/24"]);
    expect(await listed("within=2001:db9::/32")).toEqual([]);
    expect(await listed("contains=2001:db8::1&within=::/0")).toEqual(["2001:db8::/32"]);
    expect((await listed("parent_id=&family=&contains=&within=")).length).toBe(5);
  });

  it("lists the many that lie in a subnet by name", async () => {
    const bodies = Array.from({ length: MANY }, (_, index) => ({
      name: `n${String(index).padStart(4, "0")}`,
      subnet: `10.${index >> 8}.${index & 255}.0/24`,
    }));
    for (let at = 0; at < MANY; at += 1000) await api.operator("POST", "/api/networks/bulk", bodies.slice(at, at + 1000));
    await network("10.0.0.0/7", { name: "around" });
    await network("11.0.0.0/24", { name: "beside" });
    expect(await listed("within=10.0.0.0/8")).toEqual(bodies.map(({ name }) => name));
    expect(await listed("within=10.0.64.0/18")).toEqual(bodies.slice(64, 128).map(({ name }) => name));
  });

  it.each([
    ["family=5", "family", "must be 4 or 6"],
    ["contains=10.0.0", "contains", "is not a valid address or CIDR: write an address and a prefix length, for example 10.0.0.0/24"],
    ["contains=10.0.0.1/24", "contains", "has host bits set: the network address is 10.0.0.0/24"],
    ["within=10.0.0.1", "within", "is not a valid CIDR: it needs a prefix length, for example 10.0.0.0/24"],
    ["within=nothing", "within", "is not a valid CIDR: write an address and a prefix length, for example 10.0.0.0/24"],
  ])("refuses %s", async (query, field, message) => {
    expect(problemsOf(await api.viewer("GET", `/api/networks?${query}`))).toEqual({ [field]: message });
  });

  it("shows in a plan which networks have another parent", async () => {
    const [inner, outer] = [await network("10.1.2.0/24"), await network("10.0.0.0/8")];
    const plan = await api.operator("POST", "/api/plans", {
      title: "a site",
      steps: [{ operation: "networks.create", body: { name: "site", subnet: "10.1.0.0/16" } }],
    });
    const { records } = plan.body.effects;
    const [site, child] = ["site", "10.1.2.0/24"].map((name) => records.find((one: { name: string }) => one.name === name));
    expect([site.action, site.after.parent_id]).toEqual(["create", outer]);
    expect([child.id, child.action, child.before.parent_id, child.after.parent_id]).toEqual([inner, "update", outer, site.id]);
    await api.operator("POST", `/api/plans/${plan.body.id}/apply`);
    expect(await parent(inner)).toBe(site.id);
  });
});
