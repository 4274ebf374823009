import type { ImportRow } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { type ImportItem, readImport } from "../src/index.ts";
import { netbox } from "./support/netbox-data.ts";
import { PLAN } from "./support/netbox-plan-data.ts";
import { LIST_PATHS, type NetboxLists, netboxOf } from "./support/netbox-service.ts";
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
        {
          name: "Akron",
          subnet: "10.112.0.0/15",
          vlan_id: null,
          description: "Akron",
          datacenter: { ref: "site 1" },
          space: GLOBAL,
          status: "container",
          tags: [],
        },
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
          status: "active",
          tags: [],
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
          status: "active",
          tags: [],
        },
      ],
      [
        "network",
        "prefix 13",
        {
          name: "v6",
          subnet: "2001:db8::/64",
          vlan_id: null,
          description: "v6",
          datacenter: { ref: "site 2" },
          space: GLOBAL,
          status: "active",
          tags: [],
        },
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
            { ip: "10.112.128.1", mac: "AA:BB:CC:00:00:01", type: "primary", label: "Gi0/0/0", network: { ref: "prefix 11" } },
            { ip: "2001:db8::1", mac: "AA:BB:CC:00:00:01", label: "Gi0/0/0", network: { ref: "prefix 13" } },
            { ip: "10.112.0.9", mac: "AA:BB:CC:00:00:02", type: "management", label: "mgmt0", network: { ref: "prefix 10" } },
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
      /repeats page 1 of extras\/custom-fields/,
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

/** A NetBox with nothing but some lists. */
const netboxWith = (lists: NetboxLists) => netboxOf({ ...Object.fromEntries(LIST_PATHS.map((path) => [path, []])), ...lists });

const rangeOf = (id: number, start: string, end: string, more: object = {}): object => ({
  id,
  start_address: start,
  end_address: end,
  status: { value: "active" },
  ...more,
});

describe("NetBox's pools", () => {
  it("are ranges, and what ranges leave of prefixes that are pools", async () => {
    await using service = await Service.start(
      netboxWith({
        "ipam/prefixes": [
          { id: 1, prefix: "10.5.0.0/24", is_pool: true, description: "to hand out" },
          { id: 2, prefix: "10.5.0.0/16" },
          { id: 3, prefix: "2001:db8::/64", is_pool: true },
          { id: 4, prefix: "10.6.0.0/28", is_pool: true },
        ],
        "ipam/ip-ranges": [
          rangeOf(1, "10.5.0.100/24", "10.5.0.109/24", { description: "dhcp", role: { id: 1, name: "leases" } }),
          rangeOf(2, "10.5.0.250/16", "10.5.1.10/16", { status: { value: "reserved" }, mark_utilized: true }),
          rangeOf(3, "10.5.0.0/24", "10.5.0.9/24", { description: "dhcp" }),
          rangeOf(4, "2001:db8::/64", "2001:db8::1:ffff/64", { mark_populated: true }),
          rangeOf(5, "10.6.0.0/28", "10.6.0.15/28"),
          rangeOf(6, "10.7.0.9/24", "10.7.0.1/24"),
        ],
      }),
    );
    const { rows, errors, warnings } = await collect(open(`${service.url}/netbox`));
    const pools = rows.filter(({ type }) => type === "pool").map(({ set }) => set);
    expect(pools.map(({ name, network, start_ip: start, end_ip: end }) => [name, (network as { ref: string }).ref, start, end])).toEqual([
      ["dhcp", "prefix 1", "10.5.0.100", "10.5.0.109"],
      ["10.5.0.250 - 10.5.1.10", "prefix 2", "10.5.0.250", "10.5.1.10"],
      ["dhcp (10.5.0.0 - 10.5.0.9)", "prefix 1", "10.5.0.0", "10.5.0.9"],
      ["10.6.0.0 - 10.6.0.15", "prefix 4", "10.6.0.0", "10.6.0.15"],
      ["to hand out", "prefix 1", "10.5.0.10", "10.5.0.99"],
      ["to hand out (10.5.0.110 - 10.5.0.255)", "prefix 1", "10.5.0.110", "10.5.0.255"],
      ["2001:db8::/64", "prefix 3", "2001:db8::2:0", "2001:db8::ffff:ffff:ffff:ffff"],
    ]);
    expect(pools.slice(0, 2).map(({ tags }) => tags)).toEqual([["leases"], ["reserved", "utilized"]]);
    expect(errors.map(({ message }) => message)).toEqual(["10.7.0.9/24 - 10.7.0.1/24 is not an IP range"]);
    expect(warnings).toEqual([
      "1 IP range is skipped: marked as populated, with more addresses than are recorded one by one: none of them is in a pool",
    ]);
  });
});

describe("names that NetBox has several times", () => {
  it("are told apart by what tells the records apart, on one line", async () => {
    const vrf = (id: number, name: string, rd: string | null): object => ({ id, name, rd });
    await using service = await Service.start(
      netboxWith({
        "ipam/vrfs": [vrf(1, "Global", null), vrf(2, "red", "65000:1"), vrf(3, "red", "65000:2"), vrf(4, "red", null)],
        "dcim/sites": [{ id: 1, name: "Akron\u202e", description: "first", comments: "**bold**" }],
        "ipam/prefixes": [
          { id: 1, prefix: "10.0.0.0/24", description: "two\nlines" },
          { id: 2, prefix: "10.0.0.0/24", description: "again" },
        ],
        "dcim/devices": [
          { id: 1, name: "srv", status: { value: "active" }, site: { id: 1 }, tags: [{ name: "a, b" }] },
          { id: 2, name: "srv", status: { value: "active" }, site: { id: 1 }, tenant: { id: 1, name: "T1" } },
          { id: 3, name: "srv", status: { value: "active" }, site: { id: 1 }, tenant: { id: 1, name: "T1" } },
          { id: 4, name: "srv", status: { value: "active" } },
        ],
        "virtualization/virtual-machines": [{ id: 1, name: "srv", status: { value: "active" }, site: { id: 1 } }],
      }),
    );
    const { rows, warnings } = await collect(open(`${service.url}/netbox`, { "global-space": "Internet" }));
    const namesOf = (wanted: string): unknown[] => rows.filter(({ type }) => type === wanted).map(({ set }) => set["name"]);
    expect(namesOf("space")).toEqual(["Internet", "Global", "red", "red (65000:2)", "red (VRF 4)"]);
    expect(rows.find(({ type }) => type === "datacenter")?.set).toMatchObject({ name: "Akron", description: "first\n\n**bold**" });
    expect(namesOf("network")).toEqual(["two lines"]);
    expect(namesOf("device")).toEqual(["srv", "srv (T1)", "srv (device 3)", "srv", "srv (virtual machine)"]);
    expect(rows.find(({ ref }) => ref === "device 1")?.set["tags"]).toEqual(["a; b"]);
    expect(warnings).toEqual(["1 prefix is skipped: the same is in the VRF already, and gets the addresses"]);
  });

  it("may not be the name of the address space of what is in no VRF", async () => {
    await using service = await Service.start(netbox);
    await expect(collect(open(`${service.url}/netbox`, { "global-space": " " }))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("NetBox's custom fields", () => {
  const fieldsOf = (rows: readonly ImportRow[]): unknown[] =>
    rows.flatMap(({ type, ref, set }) => (set["fields"] === undefined ? [] : [[type, ref, set["fields"]]]));

  it("become fields of the same names, and it is told how these are defined", async () => {
    await using service = await Service.start(netboxOf(PLAN));
    const { rows, warnings } = await collect(open(`${service.url}/netbox`));
    expect(fieldsOf(rows)).toEqual([
      ["datacenter", "site 1", { opened: "2020-02-29" }],
      ["network", "prefix 1", { cost_centre: 4000, asset_owner: "team-0" }],
      ["pool", "range 2", { monitored: false }],
      ["device", "device 1", { asset_owner: "team-1", runbook: "https://runbook.example.com/srv-1", windows: "mon, tue" }],
      ["device", "address 18", { monitored: true }],
    ]);
    expect(warnings.filter((message) => message.includes("custom field "))).toEqual([
      "1 datacenter has the custom field opened, which is ignored unless it is defined: cadastre field create --record datacenter --name opened --type date",
      "1 network has the custom field cost_centre, which is ignored unless it is defined: " +
        "cadastre field create --record network --name cost_centre --type number --label 'Cost Centre'",
      "1 network has the custom field asset_owner, which is ignored unless it is defined: " +
        "cadastre field create --record network --name asset_owner --type text",
      "1 pool has the custom field monitored, which is ignored unless it is defined: cadastre field create --record pool --name monitored --type boolean",
      "1 device has the custom field asset_owner, which is ignored unless it is defined: " +
        "cadastre field create --record device --name asset_owner --type text",
      "1 device has the custom field runbook, which is ignored unless it is defined: cadastre field create --record device --name runbook --type url",
      "1 device has the custom field windows, which is ignored unless it is defined: " +
        "cadastre field create --record device --name windows --type text --label 'Windows'",
      "1 device has the custom field monitored, which is ignored unless it is defined: " +
        "cadastre field create --record device --name monitored --type boolean",
    ]);
  });

  it("are left out when they are not wanted", async () => {
    await using service = await Service.start(netboxOf(PLAN));
    const { rows, warnings } = await collect(open(`${service.url}/netbox`, { "custom-fields": "skip" }));
    expect(fieldsOf(rows)).toEqual([]);
    expect(warnings).toContain("1 network has the custom field cost_centre, which is ignored as asked for");
    expect(service.asked.some(({ path }) => path.includes("custom-fields"))).toBe(false);
  });
});
