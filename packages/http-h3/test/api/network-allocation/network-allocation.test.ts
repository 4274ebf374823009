import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { type Body, childNetworks } from "./child-networks.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

// docs/spec/pools.md#networks-inside-a-network

describe.each(STORAGES)("networks inside a network over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await stopVerified(api));

  const { network, allocate, given } = childNetworks(() => api);

  it("creates one with every field of a network", async () => {
    const site = (await api.admin("POST", "/api/datacenters", { name: "fra1" })).body.id;
    const parent = await network("10.0.0.0/16", { datacenter_id: site });
    const reply = await allocate(parent, { length: 24, name: " office ", vlan_id: 12, description: "Floor 2" });
    expect(reply.status).toBe(201);
    const [made] = reply.body.networks;
    expect(reply.body).toEqual({
      networks: [
        expect.objectContaining({
          id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
          name: "office",
          subnet: "10.0.0.0/24",
          vlan_id: 12,
          description: "Floor 2",
          datacenter_id: site,
          space_id: null,
          fields: {},
        }),
      ],
    });
    expect((await api.viewer("GET", `/api/networks/${made.id}`)).body).toEqual(made);
    const { events } = (await api.operator("GET", "/api/events")).body;
    expect(events.filter(({ data }: Body) => data.id === made.id)).toMatchObject([{ event: "network.created", data: made }]);
    const audit = (await api.admin("GET", "/api/audit?resource=network")).body;
    expect(audit.find((row: Body) => row.resource_id === made.id)).toMatchObject({
      action: "create",
      username: "operator",
      changes: { after: made },
    });
  });

  it("names several by number, and creates all or none", async () => {
    const parent = await network("10.0.0.0/22");
    const reply = await allocate(parent, { length: 24, count: 3, name: "lab" });
    expect(reply.body.networks.map(({ name, subnet }: Body) => `${name} ${subnet}`)).toEqual([
      "lab-1 10.0.0.0/24",
      "lab-2 10.0.1.0/24",
      "lab-3 10.0.2.0/24",
    ]);
    const refused = await allocate(parent, { length: 25, count: 3, name: "more" });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      "PREFIX_NOT_AVAILABLE",
      { subnet: "10.0.0.0/22", length: 25, count: 3, largest: "10.0.3.0/24" },
    ]);
    expect(refused.body.error).toContain("10.0.3.0/24");
    expect(await given(parent, { length: 25, count: 2 })).toEqual(["10.0.3.0/25", "10.0.3.128/25"]);
    const full = await allocate(parent, { length: 32 });
    expect([full.body.code, full.body.details.largest]).toEqual(["PREFIX_NOT_AVAILABLE", null]);
  });

  it("takes the lowest of the smallest free blocks, and with sparse the middle of the largest", async () => {
    const parent = await network("10.0.0.0/16");
    expect(await given(parent, { length: 24 })).toEqual(["10.0.0.0/24"]);
    expect(await given(parent, { length: 20 })).toEqual(["10.0.16.0/20"]);
    // 10.0.1.0/24 is free, and fits better than anything larger.
    expect(await given(parent, { length: 26 })).toEqual(["10.0.1.0/26"]);
    expect(await given(parent, { length: 24 })).toEqual(["10.0.2.0/24"]);
    const sparse = await network("10.1.0.0/16");
    const middle = async () => (await given(sparse, { length: 24, strategy: "sparse" }))[0];
    expect([await middle(), await middle(), await middle(), await middle()]).toEqual([
      "10.1.0.0/24",
      "10.1.192.0/24",
      "10.1.96.0/24",
      "10.1.160.0/24",
    ]);
  });

  it("gives what no child, pool or address is in", async () => {
    const parent = await network("10.0.0.0/28");
    await network("10.0.0.4/31");
    await api.operator("POST", `/api/networks/${parent}/pools`, { name: "p", start_ip: "10.0.0.9", end_ip: "10.0.0.9" });
    await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.0.0.0" }] });
    expect(await given(parent, { length: 30 })).toEqual(["10.0.0.12/30"]);
    expect(await given(parent, { length: 31 })).toEqual(["10.0.0.2/31"]);
    expect(await given(parent, { length: 31, count: 2 })).toEqual(["10.0.0.6/31", "10.0.0.10/31"]);
    expect(await given(parent, { length: 32, count: 2 })).toEqual(["10.0.0.1/32", "10.0.0.8/32"]);
    expect(await given(parent, { length: 32 })).toEqual([409, "PREFIX_NOT_AVAILABLE"]);
  });

  it("works in IPv6 at both ends of the space", async () => {
    const low = await network("::/0");
    expect(await given(low, { length: 128, count: 2 })).toEqual(["::/128", "::1/128"]);
    const high = await network("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127");
    expect(await given(high, { length: 128, count: 2 })).toEqual([
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/128",
      "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128",
    ]);
    expect(await given(low, { length: 1, strategy: "sparse" })).toEqual([409, "PREFIX_NOT_AVAILABLE"]);
    const plan = await network("2001:db8::/32");
    expect(await given(plan, { length: 48 })).toEqual(["2001:db8::/48"]);
  });

  it("is in the space and datacenter of its parent, or in others of the same space", async () => {
    const red = (await api.operator("POST", "/api/spaces", { name: "red" })).body.id;
    const [one, two, apart] = await Promise.all(
      [{ name: "one", space_id: red }, { name: "two", space_id: red }, { name: "apart" }].map(
        async (body) => (await api.admin("POST", "/api/datacenters", body)).body.id,
      ),
    );
    const parent = await network("10.0.0.0/16", { datacenter_id: one });
    const datacenterAndSpace = async (body: object) => {
      const { networks } = (await allocate(parent, { length: 24, ...body })).body;
      return [networks[0].datacenter_id, networks[0].space_id];
    };
    expect(await datacenterAndSpace({})).toEqual([one, null]);
    expect(await datacenterAndSpace({ datacenter_id: two })).toEqual([two, null]);
    expect(await datacenterAndSpace({ datacenter_id: apart, space_id: red })).toEqual([apart, red]);
    expect(await datacenterAndSpace({ datacenter_id: null, space_id: red })).toEqual([null, red]);
    expect(Object.keys(problemsOf(await allocate(parent, { length: 24, datacenter_id: null })))).toEqual(["datacenter_id"]);
    expect(Object.keys(problemsOf(await allocate(parent, { length: 24, datacenter_id: apart })))).toEqual(["datacenter_id"]);
    const blue = (await api.operator("POST", "/api/spaces", { name: "blue" })).body.id;
    expect(Object.keys(problemsOf(await allocate(parent, { length: 24, space_id: blue })))).toEqual(["space_id"]);
    const inBlue = await network("10.0.0.0/16", { space_id: blue });
    const [child] = (await allocate(inBlue, { length: 24 })).body.networks;
    expect(child).toMatchObject({ subnet: "10.0.0.0/24", datacenter_id: null, space_id: blue });
  });

  it("tells of everything that is wrong with the body", async () => {
    const parent = await network("10.0.0.0/16");
    const wrong = async (body: object): Promise<string[]> => Object.keys(problemsOf(await allocate(parent, body))).toSorted();
    for (const length of [16, 8, 33, 0, -1, 129, 24.5, "24", null, undefined]) expect(await wrong({ length })).toEqual(["length"]);
    for (const count of [0, 1025, 1.5, "2"]) expect(await wrong({ length: 24, count })).toEqual(["count"]);
    for (const strategy of ["highest", "", 1]) expect(await wrong({ length: 24, strategy })).toEqual(["strategy"]);
    expect(await wrong({ length: 24, datacenter_id: UNKNOWN_ID, space_id: UNKNOWN_ID })).toEqual(["datacenter_id", "space_id"]);
    expect(await wrong({ length: 24, fields: { none: 1 } })).toEqual(["fields.none"]);
    expect(await wrong({ length: 24, key: "x".repeat(256) })).toEqual(["key"]);
    expect(await wrong({ length: 24, name: "x".repeat(254), count: 2 })).toEqual(["name"]);
    expect(await wrong({ length: 9, name: "", count: 0, vlan_id: 5000, strategy: "x", datacenter_id: UNKNOWN_ID })).toEqual([
      "count",
      "datacenter_id",
      "length",
      "name",
      "strategy",
      "vlan_id",
    ]);
    const six = await network("2001:db8::/126");
    expect(Object.keys(problemsOf(await allocate(six, { length: 126 })))).toEqual(["length"]);
    expect((await api.viewer("GET", "/api/networks")).body).toHaveLength(2);
    expect((await allocate(parent, { length: 24, count: null, strategy: null, key: null, datacenter_id: "", space_id: "" })).status).toBe(
      201,
    );
  });

  it("needs network:create, and asks for it before anything else", async () => {
    const parent = await network("10.0.0.0/16");
    for (const id of [parent, UNKNOWN_ID])
      for (const caller of ["viewer", "nobody"] as const)
        expect((await api[caller]("POST", `/api/networks/${id}/networks`, {})).status).toBe(403);
    expect((await api.anonymous("POST", `/api/networks/${parent}/networks`, {})).status).toBe(401);
    for (const body of [{}, { length: 24 }]) expect((await allocate(UNKNOWN_ID, body)).body.code).toBe("NETWORK_NOT_FOUND");
  });

  it("keeps own fields, and refuses a unique value that two would have", async () => {
    for (const body of [
      { name: "owner", type: "text" },
      { name: "code", type: "text", unique: true },
    ])
      await api.admin("POST", "/api/fields", { record: "network", ...body });
    const parent = await network("10.0.0.0/16");
    const one = await allocate(parent, { length: 24, fields: { owner: "ann", code: "a" } });
    expect(one.body.networks[0].fields).toEqual({ owner: "ann", code: "a" });
    for (const body of [{ fields: { code: "a" } }, { count: 2, fields: { code: "b" } }]) {
      const refused = await allocate(parent, { length: 24, ...body });
      expect([refused.status, refused.body.code]).toEqual([409, "ALREADY_EXISTS"]);
    }
    expect((await api.viewer("GET", "/api/networks?field.owner=ann")).body).toEqual(one.body.networks);
    expect((await api.viewer("GET", "/api/networks")).body).toHaveLength(2);
  });

  it("skips a block with an address that fell back to the common space when its network was deleted", async () => {
    const site = (await api.admin("POST", "/api/datacenters", { name: "fra1" })).body.id;
    const inSite = await network("10.0.0.0/24", { datacenter_id: site });
    const { id } = (await api.operator("POST", "/api/devices", { name: "d", datacenter_id: site, addresses: [{ ip: "10.0.0.5" }] })).body;
    const common = await network("10.0.0.0/8");
    await api.operator("DELETE", `/api/networks/${inSite}`);
    const address = async () => (await api.viewer("GET", `/api/devices/${id}`)).body.addresses[0];
    expect((await address()).network_id).toBe(common);
    const { networks } = (await allocate(common, { length: 24, count: 2 })).body;
    expect(networks.map(({ subnet }: { subnet: string }) => subnet)).toEqual(["10.0.1.0/24", "10.0.2.0/24"]);
    expect((await address()).network_id).toBe(common);
  });

  it("gives nothing twice where two networks have one subnet, and the older one is the parent", async () => {
    const older = await network("10.0.0.0/22");
    const younger = await network("10.0.0.0/22");
    expect(await given(younger, { length: 24 })).toEqual(["10.0.0.0/24"]);
    expect(await given(older, { length: 24 })).toEqual(["10.0.1.0/24"]);
    const { networks } = (await allocate(younger, { length: 24, count: 2 })).body;
    expect(networks.map(({ subnet, parent_id: parent }: Body) => [subnet, parent])).toEqual([
      ["10.0.2.0/24", older],
      ["10.0.3.0/24", older],
    ]);
    expect(await given(older, { length: 32 })).toEqual([409, "PREFIX_NOT_AVAILABLE"]);
  });

  it("takes what a deleted network leaves, and is the parent of networks that are larger than those inside it", async () => {
    const parent = await network("10.0.0.0/16");
    const { networks } = (await allocate(parent, { length: 24, count: 3 })).body;
    expect(networks.map((one: Body) => one.parent_id)).toEqual([parent, parent, parent]);
    await api.operator("DELETE", `/api/networks/${networks[1].id}`);
    expect(await given(parent, { length: 25 })).toEqual(["10.0.1.0/25"]);
    expect(await given(networks[0].id, { length: 25, count: 2 })).toEqual(["10.0.0.0/25", "10.0.0.128/25"]);
    expect(await given(parent, { length: 23 })).toEqual(["10.0.4.0/23"]);
  });

  it("has every field of a network, status and tags too", async () => {
    const parent = await network("10.0.0.0/16", { status: "container" });
    const { networks } = (await allocate(parent, { length: 24, count: 2, status: "reserved", tags: ["a", "b"] })).body;
    expect(networks).toMatchObject([
      { status: "reserved", tags: ["a", "b"] },
      { status: "reserved", tags: ["a", "b"] },
    ]);
    expect((await api.viewer("GET", "/api/networks?tags=a,b&status=reserved")).body).toEqual(networks);
  });

  it("is a step of a plan, which is done exactly as it was shown", async () => {
    const parent = await network("10.0.0.0/16");
    const step = { operation: "networks.allocate", params: { id: parent }, body: { name: "n", length: 24, count: 2, key: "k" } };
    const planned = await api.operator("POST", "/api/plans", {
      title: "plan",
      steps: [step, { ...step, body: { ...step.body, strategy: "sparse", key: null, count: 1 } }],
    });
    expect(planned.status).toBe(201);
    const shown = planned.body.effects.records.filter(({ action }: Body) => action === "create").map(({ after }: Body) => after);
    expect(shown.map(({ subnet }: Body) => subnet)).toEqual(["10.0.0.0/24", "10.0.1.0/24", "10.0.192.0/24"]);
    expect((await api.viewer("GET", "/api/networks")).body).toHaveLength(1);
    const applied = await api.admin("POST", `/api/plans/${planned.body.id}/apply`, { digest: planned.body.digest });
    expect([applied.status, applied.headers.get("idempotent-replay")]).toEqual([200, null]);
    for (const { id, subnet } of shown) expect((await api.viewer("GET", `/api/networks/${id}`)).body.subnet).toBe(subnet);
    const { body } = await allocate(parent, step.body);
    expect(body.networks.map(({ id }: Body) => id)).toEqual(shown.slice(0, 2).map(({ id }: Body) => id));
    const refused = await api.operator("POST", "/api/plans", { title: "p", steps: [{ ...step, body: { name: "n", length: 8 } }] });
    expect(Object.keys(problemsOf(refused))).toEqual(["steps[0].body.length"]);
  });
});
