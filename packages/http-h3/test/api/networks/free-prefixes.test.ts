import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, stopVerified, UNKNOWN_ID } from "../api-server.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

// docs/spec/addresses.md#free-prefixes

describe.each(STORAGES)("free prefixes of a network, over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeEach(async () => {
    api = await startApi(storage);
  });
  afterEach(async () => await stopVerified(api));

  const made = async (path: string, body: object): Promise<string> => (await api.admin("POST", path, body)).body.id;
  const network = async (subnet: string, place: object = {}): Promise<string> =>
    await made("/api/networks", { name: subnet, subnet, ...place });
  const pool = async (of: string, start: string, end: string): Promise<string> =>
    await made(`/api/networks/${of}/pools`, { name: "p", start_ip: start, end_ip: end });
  const free = async (id: string, query = ""): Promise<string[]> =>
    (await api.viewer("GET", `/api/networks/${id}/free-prefixes${query}`)).body.map(({ cidr }: { cidr: string }) => cidr);
  const refusal = async (id: string, query: string): Promise<unknown> => {
    const reply = await api.viewer("GET", `/api/networks/${id}/free-prefixes${query}`);
    return [reply.status, reply.body.code, ...(reply.status === 400 ? Object.keys(problemsOf(reply)) : [])];
  };

  it("are all of an empty network, with exact sizes", async () => {
    const eight = await network("10.0.0.0/8");
    const six = await network("2001:db8::/32");
    const { status, body } = await api.viewer("GET", `/api/networks/${eight}/free-prefixes`);
    expect([status, body]).toEqual([200, [{ cidr: "10.0.0.0/8", size: 16_777_216 }]]);
    expect((await api.viewer("GET", `/api/networks/${six}/free-prefixes`)).body).toEqual([
      { cidr: "2001:db8::/32", size: "79228162514264337593543950336" },
    ]);
    expect((await api.viewer("GET", `/api/networks/${six}/free-prefixes?length=48&limit=2`)).body).toEqual([
      { cidr: "2001:db8::/48", size: "1208925819614629174706176" },
      { cidr: "2001:db8:1::/48", size: "1208925819614629174706176" },
    ]);
    expect(await free(eight, "?length=24")).toHaveLength(16);
    expect(await free(eight, "?length=24&limit=1024")).toHaveLength(1024);
    expect(await free(six, "?length=128&limit=1")).toEqual(["2001:db8::/128"]);
  });

  it("leave out networks inside it, pools, and what devices and allocations hold, and come back", async () => {
    const top = await network("10.0.0.0/24");
    const child = await network("10.0.0.0/26");
    const range = await pool(top, "10.0.0.128", "10.0.0.143");
    const device = await made("/api/devices", { name: "d", addresses: [{ ip: "10.0.0.200" }, { ip: "10.0.0.5" }] });
    const held = (await api.admin("POST", `/api/pools/${range}/allocations`, {})).body.allocations[0].id;
    const around = ["10.0.0.192/29", "10.0.0.201/32", "10.0.0.202/31", "10.0.0.204/30", "10.0.0.208/28", "10.0.0.224/27"];
    expect(await free(top)).toEqual(["10.0.0.64/26", "10.0.0.144/28", "10.0.0.160/27", ...around]);
    expect(await free(top, "?length=27&limit=3")).toEqual(["10.0.0.64/27", "10.0.0.96/27", "10.0.0.160/27"]);
    expect(await free(top, "?limit=2")).toEqual(["10.0.0.64/26", "10.0.0.144/28"]);
    expect(await free(child)).toEqual(["10.0.0.0/30", "10.0.0.4/32", "10.0.0.6/31", "10.0.0.8/29", "10.0.0.16/28", "10.0.0.32/27"]);
    await api.admin("DELETE", `/api/allocations/${held}`);
    await api.admin("DELETE", `/api/devices/${device}`);
    expect(await free(top)).toEqual(["10.0.0.64/26", "10.0.0.144/28", "10.0.0.160/27", "10.0.0.192/26"]);
    await api.admin("PUT", `/api/pools/${range}`, { end_ip: "10.0.0.159" });
    expect(await free(top)).toEqual(["10.0.0.64/26", "10.0.0.160/27", "10.0.0.192/26"]);
    await api.admin("DELETE", `/api/pools/${range}`);
    expect(await free(top)).toEqual(["10.0.0.64/26", "10.0.0.128/25"]);
    await api.admin("DELETE", `/api/networks/${child}`);
    expect(await free(top)).toEqual(["10.0.0.0/24"]);
  });

  it("follow networks that are put between, resized and moved to other spaces", async () => {
    const space = await made("/api/spaces", { name: "red" });
    const top = await network("10.0.0.0/16");
    const leaf = await network("10.0.1.0/24");
    expect(await free(top, "?length=17")).toEqual(["10.0.128.0/17"]);
    const middle = await network("10.0.0.0/20");
    expect(await free(top)).toEqual(["10.0.16.0/20", "10.0.32.0/19", "10.0.64.0/18", "10.0.128.0/17"]);
    expect(await free(middle)).toEqual(["10.0.0.0/24", "10.0.2.0/23", "10.0.4.0/22", "10.0.8.0/21"]);
    await api.admin("PUT", `/api/networks/${middle}`, { subnet: "10.0.0.0/22" });
    expect(await free(middle)).toEqual(["10.0.0.0/24", "10.0.2.0/23"]);
    expect(await free(top, "?length=20&limit=1")).toEqual(["10.0.16.0/20"]);
    await api.admin("PUT", `/api/networks/${middle}`, { space_id: space });
    expect(await free(middle)).toEqual(["10.0.0.0/22"]);
    expect(await free(top, "?length=24&limit=2")).toEqual(["10.0.0.0/24", "10.0.2.0/24"]);
    await api.admin("PUT", `/api/networks/${leaf}`, { space_id: space });
    expect(await free(middle)).toEqual(["10.0.0.0/24", "10.0.2.0/23"]);
    expect(await free(top)).toEqual(["10.0.0.0/16"]);
  });

  it("are found one by one at the start of a network, and behind any number that are too small", async () => {
    const top = await network("10.0.0.0/16");
    for (let at = 0; at < 20; at += 1) await network(`10.0.${at}.0/25`);
    const next = async (length: number): Promise<string[]> => await free(top, `?length=${length}&limit=1`);
    expect([await next(25), await next(28)]).toEqual([["10.0.0.128/25"], ["10.0.0.128/28"]]);
    expect([await next(24), await next(22), await next(21)]).toEqual([["10.0.20.0/24"], ["10.0.20.0/22"], ["10.0.24.0/21"]]);
    expect([await next(17), await next(32)]).toEqual([["10.0.128.0/17"], ["10.0.0.128/32"]]);
    await network("10.0.128.0/17");
    expect([await next(17), await next(18)]).toEqual([[], ["10.0.64.0/18"]]);
    expect(await free(top, "?length=23&limit=2")).toEqual(["10.0.20.0/23", "10.0.22.0/23"]);
  });

  it("are the same in all networks of one subnet, but for pools", async () => {
    const datacenter = await made("/api/datacenters", { name: "fra" });
    const older = [await network("10.0.0.0/8", { datacenter_id: datacenter }), await network("10.0.0.0/8", { datacenter_id: datacenter })];
    const younger = await network("10.0.0.0/8");
    const child = await network("10.0.0.0/9");
    await pool(younger, "10.192.0.0", "10.255.255.255");
    expect([await free(younger), await free(older[0] as string)]).toEqual([["10.128.0.0/10"], ["10.0.0.0/8"]]);
    await api.admin("DELETE", `/api/datacenters/${datacenter}`);
    expect((await api.viewer("GET", `/api/networks/${child}`)).body.parent_id).toBe(older[0]);
    expect([await free(younger), ...(await Promise.all(older.map(async (id) => await free(id))))]).toEqual([
      ["10.128.0.0/10"],
      ["10.128.0.0/9"],
      ["10.128.0.0/9"],
    ]);
    await api.admin("DELETE", `/api/networks/${older[0]}`);
    await api.admin("DELETE", `/api/networks/${child}`);
    expect([await free(younger), await free(older[1] as string)]).toEqual([["10.0.0.0/9", "10.128.0.0/10"], ["10.0.0.0/8"]]);
  });

  it("are none of a network that is full", async () => {
    const top = await network("10.0.0.0/30");
    await network("10.0.0.0/31");
    await network("10.0.0.2/31");
    expect(await free(top)).toEqual([]);
    expect(await free(top, "?length=32")).toEqual([]);
    const one = await network("10.1.0.0/32");
    expect(await free(one)).toEqual(["10.1.0.0/32"]);
  });

  it("refuse what cannot be asked", async () => {
    const four = await network("10.0.0.0/8");
    const six = await network("2001:db8::/32");
    for (const length of ["0", "8", "7", "33", "129", "-1", "1.5", "x", "24&length=25"])
      expect(await refusal(four, `?length=${length}`), length).toEqual([400, "VALIDATION_ERROR", "length"]);
    for (const length of ["32", "129"])
      expect(await refusal(six, `?length=${length}`), length).toEqual([400, "VALIDATION_ERROR", "length"]);
    for (const limit of ["0", "1025", "-1", "x"])
      expect(await refusal(four, `?length=24&limit=${limit}`), limit).toEqual([400, "VALIDATION_ERROR", "limit"]);
    expect(await refusal(UNKNOWN_ID, "")).toEqual([404, "NETWORK_NOT_FOUND"]);
    expect(await refusal(UNKNOWN_ID, "?length=24")).toEqual([404, "NETWORK_NOT_FOUND"]);
  });
});
