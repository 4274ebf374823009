import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiServer, problemsOf, startApi, UNKNOWN_ID } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

describe.each(STORAGES)("devices over HTTP on %s", (storage) => {
  let api: ApiServer;
  let datacenter: string;
  let network: string;
  beforeAll(async () => {
    api = await startApi(storage);
    datacenter = (await api.admin("POST", "/api/datacenters", { name: "dc" })).body.id;
    network = (await api.operator("POST", "/api/networks", { name: "n", subnet: "10.0.0.0/16", datacenter_id: datacenter })).body.id;
  });
  afterAll(async () => await api.stop());

  const create = async (body: object) => (await api.operator("POST", "/api/devices", { name: "d", ...body })).body;

  it("takes wildcards of domains, whose first label alone is an asterisk", async () => {
    expect(await create({ domains: ["*.example.com"] })).toMatchObject({ domains: ["*.example.com"] });
    for (const domain of ["*", "*.", "a.*.example.com", "*.*.example.com", "**.example.com", "*a.example.com"])
      expect(problemsOf(await api.operator("POST", "/api/devices", { name: "d", domains: [domain] })), domain).toEqual({
        "domains[0]": "is not a valid domain name",
      });
  });

  it("creates with everything, reads, changes and deletes", async () => {
    const full = {
      name: "web-01",
      hostname: "web_01.example.com",
      description: "d",
      make_model: "Dell",
      os: "Debian",
      datacenter_id: datacenter,
      username: "root",
      location: "A1",
      status: "planned",
      tags: ["b", "a", "b"],
      domains: ["example.com", "www.example.com"],
      addresses: [
        { ip: "10.0.0.5", port: 22, type: "management", label: "mgmt", switch_port: "ge-0/0/1", mac: "02-00-00-AA-BB-07" },
        { ip: "2001:DB8::0005" },
      ],
    };
    const created = await api.operator("POST", "/api/devices", full);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...full,
      id: expect.any(String),
      fields: {},
      tags: ["b", "a"],
      addresses: [
        {
          id: expect.any(String),
          ip: "10.0.0.5",
          port: 22,
          type: "management",
          label: "mgmt",
          network_id: network,
          switch_port: "ge-0/0/1",
          pool_id: null,
          mac: "02:00:00:aa:bb:07",
        },
        {
          id: expect.any(String),
          ip: "2001:db8::5",
          port: null,
          type: "ipv6",
          label: "",
          network_id: null,
          switch_port: "",
          pool_id: null,
          mac: "",
        },
      ],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/devices/${created.body.id}`;
    expect((await api.viewer("GET", path)).body).toEqual(created.body);
    const changed = await api.operator("PUT", path, {
      status: "",
      tags: [],
      addresses: [{ ...created.body.addresses[1], label: "kept" }, { ip: "10.0.0.6" }],
    });
    expect(changed.body).toMatchObject({ name: "web-01", status: "active", tags: [], domains: full.domains });
    expect(changed.body.addresses[0]).toEqual({ ...created.body.addresses[1], label: "kept" });
    expect(changed.body.addresses[1]).toMatchObject({ ip: "10.0.0.6", type: "ipv4", network_id: network });
    expect((await api.viewer("GET", path)).body).toEqual(changed.body);
    expect((await api.operator("DELETE", path)).status).toBe(204);
    expect((await api.viewer("GET", path)).body.code).toBe("DEVICE_NOT_FOUND");
    expect((await api.viewer("GET", `/api/networks/${network}/utilization`)).body.used_ips).toBe(0);
  });

  it("fills every field of a device that is only a name", async () => {
    const device = await create({ tags: null, addresses: null, domains: null, datacenter_id: "" });
    expect(device).toEqual({
      id: expect.any(String),
      name: "d",
      hostname: "",
      description: "",
      make_model: "",
      os: "",
      datacenter_id: null,
      username: "",
      location: "",
      status: "active",
      tags: [],
      addresses: [],
      domains: [],
      fields: {},
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it.each(["010.0.0.1", "127.1", "0x7f.1", "1.2.3.4 ", "256.1.1.1", "1.2.3", "fe80::1%eth0", ":::", "1::2::3", "10.0.0.1/24", "", 5, null])(
    "refuses the address %s",
    async (ip) => {
      const problems = problemsOf(await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.0.0.1" }, { ip }] }));
      expect(Object.keys(problems)).toEqual(["addresses[1].ip"]);
    },
  );

  it("folds an IPv4-mapped address", async () => {
    expect((await create({ addresses: [{ ip: "::ffff:10.0.1.1" }] })).addresses[0]).toMatchObject({ ip: "10.0.1.1", type: "ipv4" });
  });

  it("names every wrong field at once, nested ones by their path", async () => {
    const problems = problemsOf(
      await api.operator("POST", "/api/devices", {
        name: "",
        hostname: "bad host",
        datacenter_id: UNKNOWN_ID,
        status: "broken",
        tags: ["ok", 5],
        domains: ["-bad-.example"],
        addresses: [
          { ip: "10.0.0.1", port: 70000 },
          { ip: "10.9.0.1", network_id: network },
          { ip: "10.0.0.2", pool_id: UNKNOWN_ID },
          { ip: "10.0.0.3", network_id: UNKNOWN_ID },
          { ip: "10.0.0.4" },
          { ip: "10.0.0.4" },
          "text",
        ],
      }),
    );
    expect(Object.keys(problems).sort()).toEqual([
      "addresses[0].port",
      "addresses[1].ip",
      "addresses[2].pool_id",
      "addresses[3].network_id",
      "addresses[5].ip",
      "addresses[6]",
      "datacenter_id",
      "domains[0]",
      "hostname",
      "name",
      "status",
      "tags[1]",
    ]);
  });

  it("keeps to the bounds", async () => {
    for (const [field, length] of [
      ["location", 255],
      ["make_model", 255],
      ["os", 255],
      ["username", 255],
      ["description", 4096],
    ] as const) {
      expect((await create({ [field]: "x".repeat(length) }))[field]).toHaveLength(length);
      expect(Object.keys(problemsOf(await api.operator("POST", "/api/devices", { name: "d", [field]: "x".repeat(length + 1) })))).toEqual([
        field,
      ]);
    }
    expect((await create({ tags: Array.from({ length: 100 }, (_, index) => `t${index}`) })).tags).toHaveLength(100);
    problemsOf(await api.operator("POST", "/api/devices", { name: "d", tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }));
    problemsOf(await api.operator("POST", "/api/devices", { name: "d", tags: ["x".repeat(129)] }));
    problemsOf(await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.0.0.1", label: "x".repeat(129) }] }));
    problemsOf(
      await api.operator("POST", "/api/devices", { name: "d", addresses: Array.from({ length: 4097 }, () => ({ ip: "10.0.0.1" })) }),
    );
  });

  it("takes one address on two ports, and one address on two devices", async () => {
    expect(
      (
        await create({
          addresses: [
            { ip: "10.0.2.1", port: 80 },
            { ip: "10.0.2.1", port: 443 },
          ],
        })
      ).addresses,
    ).toHaveLength(2);
    expect((await api.operator("POST", "/api/devices", { name: "twin", addresses: [{ ip: "10.0.2.1" }] })).status).toBe(201);
  });

  it("filters by tags, datacenter, network and status", async () => {
    const one = await create({
      name: "f1",
      tags: ["fx", "fy"],
      datacenter_id: datacenter,
      addresses: [{ ip: "10.0.3.1" }],
      status: "maintenance",
    });
    const two = await create({ name: "f2", tags: ["fx"] });
    const ids = async (query: string) => (await api.viewer("GET", `/api/devices?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await ids("tags=fx")).toEqual([one.id, two.id]);
    expect(await ids("tags=fx&tags=fy")).toEqual([one.id]);
    expect(await ids("tags=fx,fy")).toEqual([one.id]);
    expect(await ids(`tags=fx&datacenter_id=${datacenter}`)).toEqual([one.id]);
    expect(await ids(`tags=fx&network_id=${network}`)).toEqual([one.id]);
    expect(await ids("status=maintenance")).toEqual([one.id]);
    expect(await ids("tags=f")).toEqual([]);
    problemsOf(await api.viewer("GET", "/api/devices?status=odd"));
    const counts = (await api.viewer("GET", "/api/devices/status-counts")).body;
    expect(counts).toEqual({ planned: 0, active: expect.any(Number), maintenance: 1, decommissioned: 0 });
  });

  it("knows a MAC address in every usual spelling, filters and finds by it, and clears it", async () => {
    const spellings = [
      "00:1b:44:0a:00:b7",
      "00-1B-44-0A-00-B7",
      "00.1b.44.0a.00.b7",
      "001b.440a.00b7",
      "001B-440A-00B7",
      "001b44-0a00b7",
      "001b440a00b7",
      "0:1b:44:a:0:b7",
      "0-1B-44-A-0-B7",
      "  001B440A00B7\t",
    ];
    const device = await create({ name: "mac", addresses: spellings.map((mac, index) => ({ ip: `10.0.9.${index + 1}`, mac })) });
    expect(device.addresses.map(({ mac }: { mac: string }) => mac)).toEqual(spellings.map(() => "00:1b:44:0a:00:b7"));
    const far = await create({ name: "00:1b:44 no device", addresses: [{ ip: "10.0.9.20", mac: "00-1B-44-00-00-00-11-22" }] });
    expect(far.addresses[0].mac).toBe("00:1b:44:00:00:00:11:22");
    const get = async (path: string) => (await api.viewer("GET", path)).body.map(({ id }: { id: string }) => id);
    for (const spelling of spellings) {
      const text = encodeURIComponent(spelling);
      expect(await get(`/api/devices?mac=${text}`)).toEqual([device.id]);
      expect(await get(`/api/devices/search?q=${text}`)).toEqual([device.id]);
    }
    expect(await get(`/api/devices?mac=00-1b-44-0a-00-b7&network_id=${network}`)).toEqual([]);
    expect(await get("/api/devices?mac=001b440a00b7&status=active")).toEqual([device.id]);
    expect(await get("/api/devices?mac=00:00:00:00:00:00")).toEqual([]);
    for (const prefix of ["00:1b:44:0a", "00-1B-44-0A-", "001b.440a", "001b440a"])
      expect(await get(`/api/devices/search?q=${prefix}`)).toEqual([device.id]);
    expect(await get("/api/devices/search?q=00:1B:44")).toEqual([far.id, device.id]);
    const { body } = await api.viewer("GET", "/api/search?q=001b.4400.0000.1122");
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual([far.id]);
    const cleared = { ...device.addresses[0], mac: "" };
    const changed = (await api.operator("PUT", `/api/devices/${device.id}`, { addresses: [cleared] })).body;
    expect(changed.addresses).toEqual([cleared]);
    expect(await get("/api/devices?mac=001b440a00b7")).toEqual([]);
    expect(await get(`/api/devices?mac=&network_id=${network}`)).toEqual(await get(`/api/devices?network_id=${network}`));
  });

  it.each([
    ["00:1b:44:0a:00", "has 5 octets: a MAC address has 6 octets, an EUI-64 has 8"],
    ["00:1b:44:0a:00:b7:01", "has 7 octets: a MAC address has 6 octets, an EUI-64 has 8"],
    ["001b440a00b", "has an odd number of digits: a MAC address has 6 octets, an EUI-64 has 8"],
    ["00:1b-44:0a-00:b7", "has more than one kind of separator"],
    ["00:1g:44:0a:00:b7", '"g" is not a hexadecimal digit or a separator (: - .)'],
    ["00:1b:44:0a:00:0b7", "has a group of the wrong length: a MAC address has 6 octets, an EUI-64 has 8"],
    ["00:1b::0a:00:b7", "has a group of the wrong length: a MAC address has 6 octets, an EUI-64 has 8"],
  ])("says what is wrong with the MAC address %s", async (mac, problem) => {
    const said = [`is not a valid MAC address: ${problem}`];
    const body = {
      name: "d",
      addresses: [
        { ip: "10.0.0.1", mac: "" },
        { ip: "10.0.0.2", mac },
      ],
    };
    expect(problemsOf(await api.operator("POST", "/api/devices", body))).toEqual({ "addresses[1].mac": said[0] });
    expect(problemsOf(await api.viewer("GET", `/api/devices?mac=${encodeURIComponent(mac)}`))).toEqual({ mac: said[0] });
  });

  it("takes no MAC address that is no text, and one in the filter", async () => {
    for (const mac of [5, {}, []])
      expect(problemsOf(await api.operator("POST", "/api/devices", { name: "d", addresses: [{ ip: "10.0.0.1", mac }] }))).toEqual({
        "addresses[0].mac": "must be a string or null",
      });
    expect(Object.keys(problemsOf(await api.viewer("GET", "/api/devices?mac=001b440a00b7&mac=001b440a00b8")))).toEqual(["mac"]);
  });

  it("links an address to the network of a pool that is named, and refuses a pool of another network", async () => {
    const pool = (await api.operator("POST", `/api/networks/${network}/pools`, { name: "p", start_ip: "10.0.4.1", end_ip: "10.0.4.9" }))
      .body;
    const other = (await api.operator("POST", "/api/networks", { name: "o", subnet: "10.0.4.0/24" })).body;
    expect((await create({ addresses: [{ ip: "10.0.4.1", pool_id: pool.id }] })).addresses[0]).toMatchObject({
      network_id: network,
      pool_id: pool.id,
    });
    expect((await create({ datacenter_id: datacenter, addresses: [{ ip: "10.0.4.2" }] })).addresses[0]).toMatchObject({
      network_id: network,
      pool_id: pool.id,
    });
    const post = async (address: object) => problemsOf(await api.operator("POST", "/api/devices", { name: "d", addresses: [address] }));
    expect(Object.keys(await post({ ip: "10.0.4.3", pool_id: pool.id, network_id: other.id }))).toEqual(["addresses[0].pool_id"]);
    expect(Object.keys(await post({ ip: "10.0.4.30", pool_id: pool.id }))).toEqual(["addresses[0].ip"]);
    await api.operator("DELETE", `/api/networks/${other.id}`);
  });

  it("links the addresses of a deleted network to the next larger one", async () => {
    const of = async (subnet: string) => (await api.operator("POST", "/api/networks", { name: subnet, subnet })).body.id;
    const wide = await of("172.30.0.0/16");
    const narrow = await of("172.30.1.0/24");
    const { id, addresses } = await create({ name: "left", addresses: [{ ip: "172.30.1.5" }] });
    expect(addresses[0].network_id).toBe(narrow);
    await api.operator("DELETE", `/api/networks/${narrow}`);
    const changed = (await api.operator("PUT", `/api/devices/${id}`, { description: "elsewhere" })).body;
    expect(changed.description).toBe("elsewhere");
    expect(changed.addresses[0]).toMatchObject({ ip: "172.30.1.5", network_id: wide });
  });

  it("takes unlinked addresses along when a device moves to a datacenter", async () => {
    const device = await create({ addresses: [{ ip: "10.0.5.1" }] });
    expect(device.addresses[0].network_id).toBeNull();
    const moved = (await api.operator("PUT", `/api/devices/${device.id}`, { datacenter_id: datacenter })).body;
    expect(moved.addresses[0]).toEqual({ ...device.addresses[0], network_id: network });
  });

  it("answers missing records, permissions and stale versions", async () => {
    const device = await create({});
    const path = `/api/devices/${UNKNOWN_ID}`;
    for (const [method, body] of [["GET"], ["PUT", { name: 5 }], ["DELETE"]] as const) {
      expect((await api.admin(method, path, body)).body.code).toBe("DEVICE_NOT_FOUND");
      expect((await api.nobody(method, path, body)).body.code).toBe("FORBIDDEN");
      expect((await api.anonymous(method, path, body)).body.code).toBe("UNAUTHORIZED");
    }
    for (const [method, at, body] of [
      ["POST", "/api/devices", {}],
      ["PUT", `/api/devices/${device.id}`, {}],
      ["DELETE", `/api/devices/${device.id}`],
    ] as const) {
      expect((await api.viewer(method, at, body)).status).toBe(403);
    }
    for (const at of ["/api/devices", "/api/devices/search?q=x", "/api/devices/status-counts"])
      expect((await api.nobody("GET", at)).status).toBe(403);
    const tag = (await api.viewer("GET", `/api/devices/${device.id}`)).headers.get("etag") ?? "";
    expect((await api.operator("PUT", `/api/devices/${device.id}`, { name: "new" }, { "if-match": tag })).status).toBe(200);
    expect((await api.operator("PUT", `/api/devices/${device.id}`, { name: "newer" }, { "if-match": tag })).body.code).toBe(
      "PRECONDITION_FAILED",
    );
    expect((await api.operator("DELETE", `/api/devices/${device.id}`, undefined, { "if-match": tag })).status).toBe(412);
  });
});
