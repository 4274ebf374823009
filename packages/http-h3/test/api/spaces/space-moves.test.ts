import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

// docs/spec/spaces.md

interface Placed {
  readonly id: string;
  readonly addresses: readonly { readonly ip: string; readonly network_id: string | null; readonly pool_id: string | null }[];
}

describe.each(STORAGES)("what is in a space, over HTTP on %s", (storage) => {
  let api: ApiServer;
  let red: string;
  let blue: string;
  beforeEach(async () => {
    api = await startApi(storage);
    [red, blue] = [await made("/api/spaces", { name: "red" }), await made("/api/spaces", { name: "blue" })];
  });
  afterEach(async () => await stopVerified(api));

  const made = async (path: string, body: object): Promise<string> => (await api.admin("POST", path, body)).body.id;
  const datacenter = async (name: string, space: string | null = null): Promise<string> =>
    await made("/api/datacenters", { name, space_id: space });
  const network = async (name: string, subnet: string, place: object = {}): Promise<string> =>
    await made("/api/networks", { name, subnet, ...place });
  const pool = async (of: string, start: string, end: string): Promise<string> =>
    await made(`/api/networks/${of}/pools`, { name: "p", start_ip: start, end_ip: end });
  const device = async (name: string, home: string | null, ...ips: string[]): Promise<string> =>
    await made("/api/devices", { name, datacenter_id: home, addresses: ips.map((ip) => ({ ip })) });
  const change = async (path: string, body: object): Promise<number> => (await api.admin("PUT", path, body)).status;
  const names = async (path: string): Promise<string[]> => (await api.viewer("GET", path)).body.map((one: { name: string }) => one.name);
  const linksOf = async (id: string): Promise<(string | null)[]> =>
    ((await api.viewer("GET", `/api/devices/${id}`)).body as Placed).addresses.map(({ network_id: link }) => link);
  const used = async (id: string): Promise<number> => (await api.viewer("GET", `/api/networks/${id}/utilization`)).body.used_ips;
  const open = async (): Promise<string[]> =>
    (await api.viewer("GET", "/api/conflicts?status=active")).body
      .map(({ type, ip_address: ip, subnets }: { type: string; ip_address: string; subnets: string[] }) =>
        type === "overlapping_subnet" ? `${type} ${subnets[0]}` : `${type} ${ip}`,
      )
      .toSorted();

  it("is one plan over many sites, or two customers with the same subnet", async () => {
    const [fra, ams] = [await datacenter("fra", red), await datacenter("ams", red)];
    const plan = await network("plan", "10.0.0.0/8", { space_id: red });
    const other = await network("other", "10.0.0.0/8", { space_id: blue });
    expect(await open()).toEqual([]);
    const a = await device("a", fra, "10.0.0.5");
    expect(await linksOf(a)).toEqual([plan]);
    expect((await api.viewer("GET", `/api/networks/${plan}/next-ip`)).body.ip).toBe("10.0.0.1");
    const b = await device("b", ams, "10.0.0.5", "10.0.0.1");
    expect(await linksOf(b)).toEqual([plan, plan]);
    expect(await open()).toEqual(["duplicate_ip 10.0.0.5"]);
    expect((await api.viewer("GET", `/api/networks/${plan}/next-ip`)).body.ip).toBe("10.0.0.2");
    expect([await used(plan), await used(other)]).toEqual([2, 0]);
    expect((await api.viewer("GET", `/api/networks/${other}/next-ip`)).body.ip).toBe("10.0.0.1");
  });

  it("links addresses in the space of the device, and in the common one only where its datacenter names none", async () => {
    const common = await network("common", "10.0.0.0/16");
    const [own, shared] = [await datacenter("own"), await datacenter("shared", red)];
    const [inOwn, inShared, nowhere] = [
      await device("in own", own, "10.0.0.1"),
      await device("in shared", shared, "10.0.0.1"),
      await device("nowhere", null, "10.0.0.1"),
    ];
    expect([await linksOf(inOwn), await linksOf(inShared), await linksOf(nowhere)]).toEqual([[common], [null], [common]]);
    expect(await open()).toEqual(["duplicate_ip 10.0.0.1"]);
    const inRed = await network("in red", "10.0.0.0/24", { space_id: red });
    const inPrivate = await network("in private", "10.0.0.0/24", { datacenter_id: own });
    // The network in the private space of its datacenter comes first, also when it is created later.
    expect([await linksOf(inOwn), await linksOf(inShared)]).toEqual([[inPrivate], [inRed]]);
    expect(await linksOf(await device("later", own, "10.0.0.9"))).toEqual([inPrivate]);
    // A network may name a space of its own, whatever its datacenter is in.
    const apart = await network("apart", "10.0.0.0/24", { datacenter_id: shared, space_id: blue });
    expect(await linksOf(await device("named", shared, "10.0.0.77"))).toEqual([inRed]);
    await api.admin("DELETE", `/api/networks/${inRed}`);
    expect([await linksOf(inShared), await used(apart)]).toEqual([[null], 0]);
  });

  it("follows a datacenter to a space, with conflicts and not with errors", async () => {
    const fra = await datacenter("fra");
    const lan = await network("lan", "10.0.0.0/24", { datacenter_id: fra });
    const apart = await network("apart", "10.9.0.0/24", { datacenter_id: fra, space_id: blue });
    const low = await pool(lan, "10.0.0.10", "10.0.0.19");
    expect((await api.admin("POST", `/api/pools/${low}/allocations`, { ip: "10.0.0.10" })).status).toBe(201);
    const a = await device("a", fra, "10.0.0.5", "10.1.0.5", "10.2.0.5");
    const twin = await network("twin", "10.0.0.0/24", { space_id: red });
    const wide = await network("wide", "10.1.0.0/16", { space_id: red });
    const spread = await pool(wide, "10.1.0.0", "10.1.0.99");
    const ams = await datacenter("ams", red);
    const b = await device("b", ams, "10.0.0.5", "10.0.0.10", "10.2.0.5");
    expect([await open(), await linksOf(a)]).toEqual([[], [lan, null, null]]);

    expect(await change(`/api/datacenters/${fra}`, { space_id: red })).toBe(200);
    expect(await linksOf(a)).toEqual([lan, wide, null]);
    expect((await api.viewer("GET", `/api/devices/${a}`)).body.addresses[1].pool_id).toBe(spread);
    expect(await open()).toEqual([
      "duplicate_ip 10.0.0.10",
      "duplicate_ip 10.0.0.5",
      "duplicate_ip 10.2.0.5",
      "overlapping_subnet 10.0.0.0/24",
    ]);
    // Both contain what either holds: 10.0.0.5 and 10.0.0.10.
    expect([await used(lan), await used(twin), await used(wide), await used(apart)]).toEqual([2, 2, 1, 0]);
    expect(await names(`/api/networks?space_id=${red}`)).toEqual(["lan", "twin", "wide"]);

    expect(await change(`/api/datacenters/${fra}`, { space_id: null })).toBe(200);
    expect(await open()).toEqual([]);
    expect([await used(lan), await used(twin), await linksOf(a)]).toEqual([1, 2, [lan, wide, null]]);
    expect((await linksOf(b))[0]).toBe(twin);
  });

  it("goes to the common space with its datacenter, but for networks that name another", async () => {
    const fra = await datacenter("fra", red);
    const lan = await network("lan", "10.0.0.0/24", { datacenter_id: fra });
    const apart = await network("apart", "10.9.0.0/24", { datacenter_id: fra, space_id: blue });
    const kept = await network("kept", "10.8.0.0/24", { datacenter_id: fra, space_id: red });
    const a = await device("a", fra, "10.0.0.5", "10.7.0.5");
    const common = await network("common", "10.7.0.0/24");
    await device("b", null, "10.0.0.5");
    expect([await open(), await linksOf(a)]).toEqual([[], [lan, null]]);
    expect((await api.admin("DELETE", `/api/datacenters/${fra}`)).status).toBe(204);
    expect([await open(), await linksOf(a)]).toEqual([["duplicate_ip 10.0.0.5"], [lan, common]]);
    expect(await names("/api/networks?space_id=none")).toEqual(["common", "lan"]);
    const read = async (id: string): Promise<object> => (await api.viewer("GET", `/api/networks/${id}`)).body;
    expect(await read(apart)).toMatchObject({ datacenter_id: null, space_id: blue });
    expect(await read(kept)).toMatchObject({ datacenter_id: null, space_id: red });
  });

  it("moves with a network, which takes its addresses and allocations along", async () => {
    const lan = await network("lan", "10.0.0.0/24", { space_id: red });
    const low = await pool(lan, "10.0.0.10", "10.0.0.19");
    const fra = await datacenter("fra", red);
    const a = await device("a", fra, "10.0.0.5");
    await api.admin("POST", `/api/pools/${low}/allocations`, { ip: "10.0.0.10" });
    const other = await network("other", "10.0.0.0/25", { space_id: blue });
    const same = await pool(other, "10.0.0.10", "10.0.0.19");
    await api.admin("POST", `/api/pools/${same}/allocations`, { ip: "10.0.0.10" });
    const b = await device("b", await datacenter("ams", blue), "10.0.0.200");
    expect([await open(), await linksOf(b)]).toEqual([[], [null]]);
    expect(await change(`/api/networks/${lan}`, { space_id: blue })).toBe(200);
    expect(await open()).toEqual(["duplicate_ip 10.0.0.10"]);
    // The address of a moved along, and has a smaller network in the space where it is now.
    expect([await linksOf(a), await linksOf(b)]).toEqual([[other], [lan]]);
    expect([await used(lan), await used(other)]).toEqual([2, 1]);
    // A datacenter of the same space changes nothing but itself.
    const changed = await api.admin("PUT", `/api/networks/${lan}`, { datacenter_id: fra });
    expect(changed.body).toMatchObject({ datacenter_id: fra, space_id: blue });
    expect(await open()).toEqual(["duplicate_ip 10.0.0.10"]);
    expect(await change(`/api/networks/${lan}`, { space_id: null })).toBe(200);
    expect([await open(), await names(`/api/networks?space_id=${red}`)]).toEqual([[], ["lan"]]);
    expect((await api.admin("GET", `/api/pools/${low}/next-ip`)).body.ip).toBe("10.0.0.11");
  });

  it("is listed: networks by their space, devices by that of an address or of their datacenter", async () => {
    const [own, shared] = [await datacenter("own"), await datacenter("shared", red)];
    await network("in own", "10.0.0.0/24", { datacenter_id: own });
    await network("in red", "10.0.0.0/24", { datacenter_id: shared });
    const lent = await network("lent", "10.1.0.0/24", { datacenter_id: own, space_id: red });
    await network("common", "10.2.0.0/24");
    await device("of own", own, "10.0.0.1");
    await device("of own in common", own, "10.2.0.1");
    await device("of shared", shared);
    await device("of none", null);
    await made("/api/devices", { name: "of none in red", addresses: [{ ip: "10.1.0.1", network_id: lent }] });
    const listed = async (id: string): Promise<readonly string[][]> => [
      await names(`/api/networks?space_id=${id}`),
      await names(`/api/devices?space_id=${id}`),
    ];
    expect(await listed(red)).toEqual([
      ["in red", "lent"],
      ["of none in red", "of shared"],
    ]);
    expect(await listed("none")).toEqual([["common"], ["of none", "of none in red", "of own in common"]]);
    expect(await listed(own)).toEqual([["in own"], ["of own", "of own in common"]]);
    // What is in a space that the datacenter names is not in its private one, and nothing is in what there is not.
    expect([await listed(shared), await listed(blue), await listed(UNKNOWN_ID)]).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
    expect(await names(`/api/devices?space_id=${red}&datacenter_id=${shared}&status=active`)).toEqual(["of shared"]);
    expect(await names(`/api/devices?space_id=none&tags=x`)).toEqual([]);
    expect(await names(`/api/networks?space_id=${red}&datacenter_id=${own}`)).toEqual(["lent"]);
    const datacenters = await Promise.all([red, own, shared, "none"].map(async (id) => await names(`/api/datacenters?space_id=${id}`)));
    expect(datacenters).toEqual([["shared"], ["own"], [], []]);
  });
});
