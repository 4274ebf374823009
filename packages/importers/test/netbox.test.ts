import { describe, expect, it } from "vitest";
import { type ImportItem, readImport } from "../src/index.ts";
import { netbox } from "./support/netbox-data.ts";
import { collect } from "./support/read.ts";
import { type Answer, type Asked, Service } from "./support/service.ts";

const TOKEN = "0123456789abcdef0123456789abcdef01234567";

/** The space of what is in no VRF. */
const GLOBAL = { ref: "global table" };

const open = (url: string, options: Readonly<Record<string, string>> = {}): AsyncIterable<ImportItem> =>
  readImport({
    format: "netbox",
    source: { kind: "service", url },
    options: { token: TOKEN, "page-size": "2", ...options },
    retryDelayMs: 1,
  });

describe("NetBox", () => {
  it("becomes spaces, datacenters, networks, pools, devices and relationships", async () => {
    await using service = await Service.start(netbox);
    const { rows, errors, warnings } = await collect(open(`${service.url}/netbox/`));
    expect(rows.map(({ type, ref, set }) => [type, ref, set])).toEqual([
      ["space", "global table", { name: "Global" }],
      ["space", "vrf 5", { name: "Alpha", rd: "65000:1", description: "first VRF" }],
      ["datacenter", "site 1", { name: "DM-Akron", location: "1 Main St, Akron", description: "first", space: GLOBAL }],
      ["datacenter", "site 2", { name: "DM-Albany", location: "New York", description: "", space: GLOBAL }],
      ["datacenter", "site 3", { name: "DM-Empty", location: "", description: "", space: GLOBAL }],
      [
        "network",
        "prefix 10",
        { name: "Akron", subnet: "10.112.0.0/15", vlan_id: null, description: "Akron", datacenter: { ref: "site 1" }, space: GLOBAL },
      ],
      [
        "network",
        "prefix 11",
        {
          name: "10.112.128.0/28",
          subnet: "10.112.128.0/28",
          vlan_id: 100,
          description: "",
          datacenter: { ref: "site 1" },
          space: GLOBAL,
        },
      ],
      [
        "network",
        "prefix 12",
        {
          name: "192.168.0.0/24",
          subnet: "192.168.0.0/24",
          vlan_id: null,
          description: "",
          datacenter: null,
          space: { ref: "vrf 5" },
        },
      ],
      [
        "network",
        "prefix 13",
        { name: "v6", subnet: "2001:db8::/64", vlan_id: null, description: "v6", datacenter: { ref: "site 2" }, space: GLOBAL },
      ],
      [
        "pool",
        "range 20",
        {
          name: "DHCP",
          network: { ref: "prefix 11" },
          start_ip: "10.112.128.2",
          end_ip: "10.112.128.6",
          description: "DHCP",
          tags: ["dhcp"],
        },
      ],
      [
        "pool",
        "range 21",
        {
          name: "10.113.0.5 - 10.113.0.9",
          network: { ref: "prefix 10" },
          start_ip: "10.113.0.5",
          end_ip: "10.113.0.9",
          description: "",
          tags: [],
        },
      ],
      ["network", "172.16.0.0/24 of global table", { name: "172.16.0.0/24", subnet: "172.16.0.0/24", space: GLOBAL }],
      ["pool", "range 22", expect.objectContaining({ name: "nowhere", network: { ref: "172.16.0.0/24 of global table" } })],
      [
        "device",
        "device 100",
        {
          name: "dmi01-akron-rtr01",
          hostname: "rtr01.example.com",
          description: "",
          make_model: "Cisco C9200-48P",
          os: "Cisco IOS",
          location: "Comms closet, U10",
          status: "active",
          datacenter: { ref: "site 1" },
          tags: ["Alpha"],
          domains: ["rtr01-v6.example.com"],
          addresses: [
            { ip: "10.112.128.1", type: "primary", label: "Gi0/0/0", network: { ref: "prefix 11" } },
            { ip: "2001:db8::1", label: "Gi0/0/0", network: { ref: "prefix 13" } },
            { ip: "10.112.0.9", type: "management", label: "mgmt0", network: { ref: "prefix 10" } },
          ],
        },
      ],
      [
        "device",
        "device 101",
        expect.objectContaining({ name: "dmi01-akron-sw01", status: "maintenance", location: "", os: "", addresses: [] }),
      ],
      ["device", "device 102", expect.objectContaining({ name: "Unnamed device 102", status: "planned", datacenter: { ref: "site 2" } })],
      ["device", "device 103", expect.objectContaining({ name: "odd", status: "active" })],
      [
        "device",
        "virtual machine 100",
        expect.objectContaining({
          name: "vm-1",
          status: "maintenance",
          os: "Ubuntu",
          datacenter: null,
          make_model: "",
          location: "gc-us-west1",
          addresses: [{ ip: "10.112.0.50", type: "primary", label: "eth0", network: { ref: "prefix 10" } }],
        }),
      ],
      [
        "device",
        "address 520",
        expect.objectContaining({
          name: "10.112.0.200",
          description: "free",
          datacenter: { ref: "site 1" },
          addresses: [{ ip: "10.112.0.200", label: "", network: { ref: "prefix 10" } }],
        }),
      ],
      ["relationship", undefined, { parent: { ref: "device 100" }, child: { ref: "device 101" }, type: "connected_to" }],
    ]);
    expect(errors).toEqual([
      {
        at: { path: "ipam/prefixes, page 3, record 1" },
        type: "network",
        field: "prefix",
        severity: "error",
        message: expect.stringContaining("is not a valid NetBox record"),
      },
    ]);
    expect(warnings).toEqual([
      "1 prefix belongs to a region or a site group, not a site: their networks are in no datacenter",
      "1 network was added for addresses and ranges that no prefix of their VRF contains",
      "serial numbers and asset tags of 1 device are ignored: the inventory has no fields for them",
      '1 record of dcim/devices with the status "quarantined", which the inventory does not have: active is used',
      "1 cable is skipped: only cables between the interfaces of two devices are imported",
    ]);
    expect(new Set(service.asked.map(({ headers }) => headers.authorization))).toEqual(new Set([`Token ${TOKEN}`]));
    expect(service.asked.every(({ method }) => method === "GET")).toBe(true);
  });

  it("takes tokens of version 2 as Bearer", async () => {
    await using service = await Service.start(netbox);
    await collect(open(`${service.url}/netbox/api`, { token: "nbt_abcdefghijkl.0123456789", "page-size": "250" }));
    expect(service.asked[0]?.headers.authorization).toBe("Bearer nbt_abcdefghijkl.0123456789");
  });

  it("is asked again when it throttles, fails or breaks off, and no record comes twice", async () => {
    const trouble: readonly (Answer | undefined)[] = [
      { status: 429, headers: { "retry-after": "0" }, body: { detail: "throttled" } },
      undefined,
      { status: 502, body: "<html>Bad Gateway</html>" },
      (response) =>
        void response
          .writeHead(200, { "content-type": "application/json", "content-length": "1000" })
          .write('{"count":', () => response.destroy()),
      undefined,
      (response) => void response.destroy(),
    ];
    let number = -1;
    await using service = await Service.start((asked, own) => trouble[(number += 1)] ?? netbox(asked, own));
    const { rows } = await collect(open(`${service.url}/netbox`));
    expect(rows).toHaveLength(20);
    expect(new Set(rows.map(({ type, ref }) => `${type} ${ref}`)).size).toBe(20);
  });

  it("that keeps failing half-way ends with where and why", async () => {
    await using service = await Service.start((asked, own) =>
      asked.path.includes("ip-ranges") ? { status: 503, body: {} } : netbox(asked, own),
    );
    await expect(collect(open(`${service.url}/netbox`))).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringMatching(/^NetBox failed 5 times at http.*\/api\/ipam\/ip-ranges\/\?limit=2: status 503\. Nothing was changed/),
    });
    expect(service.asked.filter(({ path }) => path.includes("ip-ranges"))).toHaveLength(5);
  });

  it("that is not there is told with its cause", async () => {
    const service = await Service.start(netbox);
    const { url } = service;
    await service[Symbol.asyncDispose]();
    await expect(collect(open(url))).rejects.toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("ECONNREFUSED") });
  });

  it.each([
    [
      "refuses the token",
      (): Answer => ({ status: 403, body: { detail: "Invalid token" } }),
      /refuses the credentials \(status 403 .*"Invalid token"/,
    ],
    [
      "is somewhere else",
      (): Answer => ({ status: 301, headers: { location: "https://other.example/api/" }, body: "" }),
      /redirects .* to https:\/\/other\.example\/api\/: pass its final URL/,
    ],
    ["is no NetBox", (): Answer => ({ headers: { "content-type": "text/html" }, body: "<html>" }), /invalid JSON: check its URL/],
    ["has no such list", (): Answer => ({ status: 404, body: { detail: "Not found." } }), /status 404/],
    ["answers something else", (): Answer => ({ body: { hello: 1 } }), /unexpected response/],
    [
      "does not get further",
      ({ path, query }: Asked, own: Service): Answer => ({
        body: { count: 9, next: `${own.url}${path}?${query.toString()}`, previous: null, results: [{}] },
      }),
      /repeats page 1 of ipam\/vrfs/,
    ],
  ])("that %s is told at once", async (_, answer, message) => {
    await using service = await Service.start(answer);
    await expect(collect(open(service.url))).rejects.toMatchObject({ code: "INVALID_INPUT", message: expect.stringMatching(message) });
    expect(service.asked).toHaveLength(1);
  });

  it("is given the token, and nobody else", async () => {
    await using other = await Service.start(() => ({ body: {} }));
    const elsewhere = other.url.replace("127.0.0.1", "localhost");
    await using service = await Service.start(({ path }) => ({
      body: { count: 9, next: `${elsewhere}${path}?limit=2&offset=2`, previous: null, results: [{}] },
    }));
    await expect(collect(open(service.url))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("the token is not sent there"),
    });
    expect(other.asked).toEqual([]);
  });

  it("behind a proxy names itself wrongly, which does no harm", async () => {
    await using service = await Service.start((asked, own) => {
      const answer = netbox(asked, own) as { readonly body: { readonly next: string | null } };
      return { body: { ...answer.body, next: answer.body.next?.replace(own.url, "https://127.0.0.1") ?? null } };
    });
    expect((await collect(open(`${service.url}/netbox`))).rows).toHaveLength(20);
  });

  it.each([["nowhere"], ["ftp://netbox"], ["http://user:secret@netbox"]])(
    "has an address of http, without credentials in it: %s",
    async (url) => {
      await expect(collect(open(url))).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  );

  it("can be left while it is read", async () => {
    const leaving = new AbortController();
    await using service = await Service.start((asked, own) =>
      asked.path.includes("prefixes") ? () => leaving.abort() : netbox(asked, own),
    );
    const items = readImport({
      format: "netbox",
      source: { kind: "service", url: `${service.url}/netbox` },
      options: { token: TOKEN },
      signal: leaving.signal,
    });
    await expect(collect(items)).rejects.toMatchObject({ name: "AbortError" });
    expect(leaving.signal.aborted).toBe(true);
  });
});
