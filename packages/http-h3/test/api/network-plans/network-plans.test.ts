import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, type Reply, startApi, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

type Body = Reply["body"];

describe.each(STORAGES)("plans of networks over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  const create = async (path: string, body: Body): Promise<Body> => (await api.operator("POST", path, body)).body;
  const network = async (name: string, subnet: string, more: Body = {}): Promise<Body> =>
    await create("/api/networks", { name, subnet, ...more });
  const pool = async ({ id }: Body, start: string, end: string): Promise<Body> =>
    await create(`/api/networks/${id}/pools`, { name: "cut me", start_ip: start, end_ip: end });
  const ask = async (verb: string, { id }: Body, body: Body): Promise<Reply> =>
    await api.operator("POST", `/api/networks/${id}/${verb}`, body);
  const applied = async (reply: Reply): Promise<Body> => {
    expect([reply.status, reply.body.status, reply.body.stale]).toEqual([201, "open", false]);
    const done = await api.admin("POST", `/api/plans/${reply.body.id}/apply`, { digest: reply.body.digest });
    expect([done.status, done.body.status]).toEqual([200, "applied"]);
    return done.body;
  };
  const read = async ({ id }: Body): Promise<Reply> => await api.viewer("GET", `/api/networks/${id}`);

  it("splits, merges, resizes and renumbers by plans that change nothing before they are applied", async () => {
    const lan = await network("lan", "10.0.0.0/24");
    const device = await create("/api/devices", { name: "d", addresses: [{ ip: "10.0.0.130" }] });
    const split = await ask("split", lan, { length: 25 });
    expect((await api.viewer("GET", "/api/networks")).body).toEqual([lan]);
    expect((await api.viewer("GET", `/api/plans/${split.body.id}`)).body).toEqual(split.body);
    expect(split.body).toMatchObject({ title: "Split lan (10.0.0.0/24) into 2 × /25", created_by: { username: "operator" } });
    await applied(split);
    const [, one, two] = (await api.viewer("GET", "/api/networks")).body;
    expect([one.subnet, two.subnet]).toEqual(["10.0.0.0/25", "10.0.0.128/25"]);
    const linked = async (): Promise<Body> => (await api.viewer("GET", `/api/devices/${device.id}`)).body.addresses[0];
    expect((await linked()).network_id).toBe(two.id);
    await api.operator("DELETE", `/api/networks/${lan.id}`);

    await applied(await ask("merge", one, { network_ids: [two.id] }));
    expect((await read(one)).body).toMatchObject({ name: "lan-1", subnet: "10.0.0.0/24" });
    expect((await read(two)).status).toBe(404);
    expect((await linked()).network_id).toBe(one.id);

    await applied(await ask("renumber", one, { subnet: "10.9.0.0/24" }));
    expect(await linked()).toMatchObject({ ip: "10.9.0.130", network_id: one.id });
    await applied(await ask("resize", one, { subnet: "10.9.0.0/25" }));
    expect(await linked()).toMatchObject({ ip: "10.9.0.130", network_id: null });
    await applied(await ask("resize", one, { subnet: "10.9.0.0/16" }));
    expect((await linked()).network_id).toBe(one.id);
    const space = await create("/api/spaces", { name: "vrf" });
    await applied(await ask("renumber", one, { subnet: "10.9.0.0/16", space_id: space.id }));
    expect((await read(one)).body).toMatchObject({ subnet: "10.9.0.0/16", space_id: space.id });
  });

  it("refuses what is wrong with a length", async () => {
    const v4 = await network("v4", "10.10.0.0/16");
    const v6 = await network("v6", "2001:db8:1::/48");
    const length = async (of: Body, value: unknown): Promise<Body> => problemsOf(await ask("split", of, { length: value }));
    expect(problemsOf(await ask("split", v4, {}))).toEqual({ length: "is required" });
    expect(await length(v4, "24")).toEqual({ length: "must be a number" });
    expect(await length(v4, 20.5)).toEqual({ length: "must be a whole number" });
    expect(await length(v4, -1)).toEqual({ length: "must be between 0 and 128" });
    expect(await length(v4, 15)).toEqual({ length: "must be longer than /16, the prefix length of the network" });
    expect(await length(v4, 16)).toEqual({ length: "must be longer than /16, the prefix length of the network" });
    expect(await length(v4, 33)).toEqual({ length: "must be at most 32" });
    expect(await length(v4, 27)).toEqual({ length: "would make more than 1024 parts: it must be at most 26" });
    expect(await length(v6, 129)).toEqual({ length: "must be between 0 and 128" });
    expect(await length(v6, 59)).toEqual({ length: "would make more than 1024 parts: it must be at most 58" });
  });

  it("refuses networks that are not one subnet", async () => {
    const [a, b, c] = [await network("a", "10.20.0.0/24"), await network("b", "10.20.1.0/24"), await network("c", "10.20.3.0/24")];
    const v6 = await network("six", "2001:db8:2::/64");
    const space = await create("/api/spaces", { name: "other" });
    const other = await network("elsewhere", "10.20.2.0/24", { space_id: space.id });
    const inside = await network("inside", "10.20.1.0/25");
    const merge = async (...ids: readonly unknown[]): Promise<Body> => problemsOf(await ask("merge", a, { network_ids: ids }));
    expect(problemsOf(await ask("merge", a, {}))).toEqual({ network_ids: "is required" });
    expect(problemsOf(await ask("merge", a, { network_ids: "x" }))).toEqual({ network_ids: "must be a list" });
    expect(await merge()).toEqual({ network_ids: "must hold at least one network" });
    expect(await merge(7)).toEqual({ "network_ids[0]": "must be a string" });
    expect(await merge(UNKNOWN_ID, a.id, b.id, b.id, other.id, v6.id)).toEqual({
      "network_ids[0]": "names no network",
      "network_ids[1]": "is the network itself",
      "network_ids[3]": "is named before",
      "network_ids[4]": "names elsewhere, which is in another address space",
      "network_ids[5]": "names six, which is of the other address family",
    });
    expect(await merge(b.id, inside.id)).toEqual({ network_ids: "overlap: 10.20.1.0/24 and 10.20.1.0/25 have addresses in common" });
    expect(await merge(c.id)).toEqual({
      network_ids: "must make up one subnet with the network: of 10.20.0.0/22, 10.20.1.0/24, 10.20.2.0/24 are missing",
    });
    expect(await merge(b.id, c.id)).toEqual({
      network_ids: "must make up one subnet with the network: of 10.20.0.0/22, 10.20.2.0/24 is missing",
    });
    expect((await ask("merge", a, { network_ids: [b.id] })).status).toBe(201);
  });

  it("refuses a subnet that is another size, family or place than it may be", async () => {
    const lan = await network("sized", "10.30.0.0/24");
    const subnet = async (verb: string, text: unknown): Promise<Body> => problemsOf(await ask(verb, lan, { subnet: text }));
    for (const verb of ["resize", "renumber"]) {
      expect(problemsOf(await ask(verb, lan, {}))).toEqual({ subnet: "is required" });
      expect((await subnet(verb, "10.30.0.1/24"))["subnet"]).toContain("has host bits set");
    }
    expect(await subnet("resize", "10.30.0.0/24")).toEqual({ subnet: "is that of the network already" });
    for (const text of ["10.31.0.0/24", "2001:db8::/32"])
      expect(await subnet("resize", text)).toEqual({
        subnet: "must contain 10.30.0.0/24 or lie in it; renumbering moves a network to other addresses",
      });
    expect(await subnet("renumber", "10.30.0.0/24")).toEqual({ subnet: "is that of the network, which stays in its space" });
    for (const text of ["10.31.0.0/25", "10.0.0.0/8", "2001:d00::/24"])
      expect((await subnet("renumber", text))["subnet"]).toMatch(/^must be an IPv4 subnet of \/24/);
    expect(problemsOf(await ask("renumber", lan, { subnet: "10.31.0.0/24", space_id: UNKNOWN_ID }))).toEqual({
      space_id: "names no space",
    });
    expect(problemsOf(await ask("renumber", lan, { subnet: "10.31.0.0/24", space_id: 7 }))).toEqual({
      space_id: "must be a string or null",
    });
    // Without a space of their own, the two would be in the spaces of different datacenters.
    const space = await create("/api/spaces", { name: "shared" });
    const site = (await api.admin("POST", "/api/datacenters", { name: "site" })).body;
    const outer = await network("outer", "10.32.0.0/16", { space_id: space.id });
    await network("within", "10.32.1.0/24", { space_id: space.id, datacenter_id: site.id });
    expect(problemsOf(await ask("renumber", outer, { subnet: "10.32.0.0/16", space_id: null }))).toEqual({
      space_id: "would put within, which lies in the network, into another address space",
    });
  });

  it("tells of pools that would be cut, to whoever may read pools", async () => {
    const lan = await network("pooled", "10.40.0.0/24");
    const across = await pool(lan, "10.40.0.60", "10.40.0.70");
    const conflict = async (verb: string, body: Body): Promise<Body> => {
      const reply = await ask(verb, lan, body);
      expect([reply.status, reply.body.code]).toEqual([409, "CONFLICT"]);
      return reply.body;
    };
    expect((await conflict("split", { length: 26 })).error).toBe(
      "the parts cut pools: cut me (10.40.0.60–10.40.0.70); move or delete them first",
    );
    expect((await conflict("resize", { subnet: "10.40.0.0/26" })).error).toBe(
      "10.40.0.0/26 leaves pools outside: cut me (10.40.0.60–10.40.0.70); move or delete them first",
    );
    const { allocations } = await create(`/api/pools/${across.id}/allocations`, { ip: "10.40.0.66" });
    expect(await conflict("resize", { subnet: "10.40.0.0/26" })).toMatchObject({
      error: expect.stringContaining("with allocations such as 10.40.0.66"),
      details: { allocations: [{ id: allocations[0].id, ip: "10.40.0.66" }] },
    });
    expect((await ask("split", lan, { length: 25 })).status).toBe(201);
    expect((await ask("resize", lan, { subnet: "10.40.0.0/25" })).status).toBe(201);
  });

  it("shows what comes of the target as conflicts that open", async () => {
    const lan = await network("moving", "10.50.0.0/24");
    await network("taken", "10.51.0.0/24");
    await create("/api/devices", { name: "there", addresses: [{ ip: "10.51.0.7" }] });
    await create("/api/devices", { name: "mine", addresses: [{ ip: "10.50.0.7" }] });
    const { effects } = (await ask("renumber", lan, { subnet: "10.51.0.0/24" })).body;
    expect(effects.conflicts_opened.map(({ type }: Body) => type).toSorted()).toEqual(["duplicate_ip", "overlapping_subnet"]);
  });

  it("is refused in the order of checks: sign-in, permission, record, body", async () => {
    const lan = await network("ordered", "10.60.0.0/24");
    for (const [verb, body] of [
      ["split", { length: 25 }],
      ["merge", { network_ids: [lan.id] }],
      ["resize", { subnet: "10.60.0.0/25" }],
      ["renumber", { subnet: "10.61.0.0/24" }],
    ] as const) {
      const path = `/api/networks/${lan.id}/${verb}`;
      expect((await api.anonymous("POST", path, body)).status).toBe(401);
      const refused = await api.viewer("POST", path, body);
      expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining("plan:create")]);
      const missing = await api.operator("POST", `/api/networks/${UNKNOWN_ID}/${verb}`, { odd: 1 });
      expect([missing.status, missing.body.code]).toEqual([404, "NETWORK_NOT_FOUND"]);
    }
  });

  it("gives the same plan again under an Idempotency-Key, and is no dry run itself", async () => {
    const lan = await network("keyed", "10.70.0.0/24");
    const path = `/api/networks/${lan.id}/split`;
    const headers = { "idempotency-key": "split-1" };
    const first = await api.operator("POST", path, { length: 26 }, headers);
    const second = await api.operator("POST", path, { length: 26 }, headers);
    expect([second.status, second.headers.get("idempotent-replay"), second.body]).toEqual([201, "true", first.body]);
    const other = await api.operator("POST", path, { length: 27 }, headers);
    expect([other.status, other.body.code]).toEqual([409, "CONFLICT"]);
    expect(Object.keys(problemsOf(await api.operator("POST", `${path}?dry_run=true`, { length: 28 })))).toEqual(["dry_run"]);
  });
});
