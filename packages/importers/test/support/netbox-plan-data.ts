import type { NetboxLists } from "./netbox-service.ts";

// A NetBox 4.6 whose address plan has all that is awkward: the same subnet in two VRFs and outside of them, nested prefixes,
// ranges across prefixes and in none, addresses that no interface has, names that several records share.

interface Named {
  readonly id: number;
  readonly name: string;
}

const nested = (id: number, name: string): Named => ({ id, name });
const choice = (value: string): object => ({ value, label: value });
const tags = (...names: readonly string[]): object[] => names.map((name, index) => ({ id: index + 1, name, slug: name }));

const RED = { id: 1, name: "red", rd: "65000:1" };
const BLUE = { id: 2, name: "blue", rd: "65000:2" };
/** NetBox lets VRFs have the same name. */
const OTHER_RED = { id: 3, name: "red", rd: null };

const NORTH = nested(1, "north");
const SOUTH = nested(2, "Süd — 南");
const HALL = nested(1, "Hall 1");
const PRODUCTION = nested(1, "production");
const TENANT = nested(1, "T1");

const prefix = (id: number, subnet: string, more: object = {}): object => ({
  id,
  prefix: subnet,
  vrf: null,
  scope_type: null,
  scope: null,
  vlan: null,
  status: choice("active"),
  role: null,
  is_pool: false,
  mark_utilized: false,
  description: "",
  comments: "",
  tags: [],
  custom_fields: { cost_centre: null, asset_owner: null },
  ...more,
});

const at = (site: Named): object => ({ scope_type: "dcim.site", scope: site });

const PREFIXES = [
  prefix(1, "10.0.0.0/16", { ...at(NORTH), status: choice("container"), custom_fields: { cost_centre: 4000, asset_owner: "team-0" } }),
  prefix(2, "10.0.0.0/24", {
    ...at(NORTH),
    role: PRODUCTION,
    vlan: { id: 1, vid: 100, name: "v100" },
    tags: tags("prod", "with, comma"),
    description: "servers",
    comments: "of all teams",
  }),
  prefix(3, "10.0.1.0/24", { ...at(NORTH), status: choice("reserved"), mark_utilized: true }),
  prefix(4, "10.0.2.0/24", { ...at(SOUTH), status: choice("deprecated"), vlan: { id: 6, vid: 200, name: "old" } }),
  prefix(5, "10.0.3.0/24", { ...at(NORTH), is_pool: true, description: "to hand out" }),
  prefix(6, "2001:db8::/64", { ...at(NORTH) }),
  prefix(7, "192.168.0.0/24", { vrf: RED, description: "of red" }),
  prefix(8, "192.168.0.0/24", { vrf: BLUE, ...at(SOUTH) }),
  prefix(9, "192.168.0.0/24"),
  prefix(10, "192.168.1.0/24", { scope_type: "dcim.location", scope: HALL }),
  prefix(11, "192.168.2.0/24", { scope_type: "dcim.region", scope: nested(1, "Europe") }),
  prefix(12, "172.31.0.0/31"),
  prefix(13, "10.16.0.0/16", { is_pool: true }),
];

const range = (id: number, start: string, end: string, more: object = {}): object => ({
  id,
  start_address: start,
  end_address: end,
  vrf: null,
  status: choice("active"),
  role: null,
  mark_populated: false,
  mark_utilized: false,
  description: "",
  comments: "",
  tags: [],
  custom_fields: {},
  ...more,
});

const RANGES = [
  range(1, "10.0.0.250/16", "10.0.1.10/16", { description: "across prefixes" }),
  range(2, "10.0.3.100/24", "10.0.3.120/24", {
    description: "dhcp",
    tags: tags("leases"),
    role: PRODUCTION,
    custom_fields: { monitored: false },
  }),
  range(3, "10.0.3.130/24", "10.0.3.139/24", { description: "dhcp" }),
  range(4, "10.0.0.60/24", "10.0.0.69/24", { description: "of the DHCP server", mark_populated: true, mark_utilized: true }),
  range(5, "203.0.113.10/24", "203.0.113.20/24", { description: "in no prefix" }),
  range(6, "192.168.0.10/24", "192.168.0.20/24", { vrf: RED, status: choice("reserved") }),
  range(7, "10.16.0.0/16", "10.16.17.255/16", { mark_populated: true, description: "more than a device has" }),
  range(8, "10.16.64.10/16", "10.16.64.19/16"),
];

const machine = (id: number, name: string | null, more: object = {}): object => ({
  id,
  name,
  display: name ?? `Server (${id})`,
  device_type: { model: "R640", manufacturer: nested(1, "Dell") },
  role: nested(1, "Server"),
  tenant: null,
  platform: null,
  serial: "",
  asset_tag: null,
  site: NORTH,
  location: null,
  rack: null,
  position: null,
  status: choice("active"),
  primary_ip4: null,
  primary_ip6: null,
  oob_ip: null,
  description: "",
  comments: "",
  tags: [],
  custom_fields: { asset_owner: null },
  ...more,
});

const DEVICES = [
  machine(1, "srv-1", {
    location: HALL,
    rack: nested(1, "R1"),
    position: 3,
    primary_ip4: { id: 1, address: "10.0.0.10/24" },
    oob_ip: { id: 3, address: "10.0.0.65/24" },
    tags: tags("prod"),
    custom_fields: { asset_owner: "team-1", Runbook: "https://runbook.example.com/srv-1", windows: ["mon", "tue"] },
  }),
  machine(2, "srv-1", { tenant: TENANT }),
  machine(3, "srv-1", { tenant: TENANT, site: SOUTH }),
  machine(4, "router-a", { status: choice("failed") }),
  machine(5, "router-b", { site: SOUTH, status: choice("decommissioning") }),
  machine(6, null, { status: choice("planned") }),
];

const virtual = (id: number, name: string, site: Named | null): object => ({
  ...machine(id, name),
  device_type: undefined,
  location: undefined,
  rack: undefined,
  site,
  cluster: nested(1, "c1"),
});

const MACHINES = [virtual(1, "srv-1", NORTH), virtual(2, "floating", null)];

let lastId = 0;
const address = (cidr: string, assigned: object = {}, more: object = {}): object => ({
  id: (lastId += 1),
  address: cidr,
  vrf: null,
  status: choice("active"),
  role: null,
  dns_name: "",
  assigned_object_type: null,
  assigned_object_id: null,
  assigned_object: null,
  description: "",
  comments: "",
  tags: [],
  custom_fields: {},
  ...more,
  ...assigned,
});

const on = (device: Named, id: number, name: string): object => ({
  assigned_object_type: "dcim.interface",
  assigned_object_id: id,
  assigned_object: { id, name, device },
});
const onVm = (vm: Named, id: number): object => ({
  assigned_object_type: "virtualization.vminterface",
  assigned_object_id: id,
  assigned_object: { id, name: "ens3", virtual_machine: vm },
});
const onGroup = (id: number): object => ({
  assigned_object_type: "ipam.fhrpgroup",
  assigned_object_id: id,
  assigned_object: { id, display: `VRRPv2: ${id}`, protocol: "vrrp2", group_id: 1 },
});

const SRV = nested(1, "srv-1");
const ROUTER_A = nested(4, "router-a");
const ROUTER_B = nested(5, "router-b");

const ADDRESSES = [
  address("10.0.0.10/24", on(SRV, 1, "eth0"), { dns_name: "srv-1.example.com" }),
  address("2001:db8::10/64", on(SRV, 1, "eth0"), { dns_name: "*.wild.example.com" }),
  address("10.0.0.65/24", on(SRV, 2, "ipmi"), { status: choice("dhcp") }),
  address("10.0.3.3/24", on(SRV, 1, "eth0"), { role: choice("anycast") }),
  address("10.0.3.3/24", on(ROUTER_A, 10, "xe-0"), { role: choice("anycast") }),
  // One machine may have an address on two interfaces.
  address("10.0.3.9/24", on(ROUTER_A, 10, "xe-0")),
  address("10.0.3.9/24", on(ROUTER_A, 11, "xe-1")),
  address("192.168.0.15/24", on(ROUTER_A, 12, "red0"), { vrf: RED }),
  address("192.168.0.15/24", on(ROUTER_B, 13, "blue0"), { vrf: BLUE }),
  address("192.168.0.15/24", on(ROUTER_B, 14, "global0")),
  // A VRF without prefixes.
  address("192.168.0.16/24", on(ROUTER_A, 15, "other0"), { vrf: OTHER_RED }),
  address("198.51.100.7/32", on(nested(3, "srv-1"), 16, "eth0")),
  address("198.51.100.8/32", onVm(nested(2, "floating"), 1)),
  address("10.0.1.200/24", onVm(nested(1, "srv-1"), 2)),
  address("10.0.3.1/24", onGroup(1), { role: choice("vip") }),
  address("2001:db8::1/64", onGroup(1), { role: choice("vip") }),
  address("192.168.0.1/24", onGroup(2), { role: choice("vip"), vrf: RED }),
  address(
    "10.0.3.77/24",
    {},
    {
      status: choice("reserved"),
      dns_name: "later.example.com",
      description: "for the new firewall",
      tags: tags("fw"),
      custom_fields: { monitored: true },
    },
  ),
  address("10.0.3.78/24", {}, { status: choice("dhcp") }),
  address("10.0.3.101/24", {}, { dns_name: "leased.example.com" }),
  address("10.0.3.102/24", {}, { dns_name: "leased.example.com" }),
  address("10.0.0.251/24"),
  address("192.168.0.12/24", {}, { vrf: RED }),
  address("192.168.0.12/24", {}, { vrf: BLUE, status: choice("deprecated") }),
  address("192.168.0.12/24"),
  address("10.250.23.3/32"),
  address("10.16.64.12/16"),
];

const FHRP_GROUPS = [1, 2, 3].map((id) => ({
  id,
  name: "",
  display: `VRRPv2: ${id}`,
  protocol: "vrrp2",
  group_id: 1,
  description: "",
  comments: "",
  tags: [],
}));

const vlan = (id: number, vid: number, name: string, more: object = {}): object => ({
  id,
  vid,
  name,
  site: null,
  group: null,
  status: choice("active"),
  role: null,
  description: "",
  comments: "",
  tags: [],
  custom_fields: {},
  ...more,
});

const VLAN_GROUPS = [
  { id: 1, name: "access", slug: "north", ...at(NORTH), vid_ranges: [[100, 199]], description: "of north", comments: "", tags: [] },
  { id: 2, name: "access", slug: "hall", scope_type: "dcim.location", scope: HALL, vid_ranges: [[1, 4094]], description: "", tags: [] },
  { id: 3, name: "access", slug: "all", scope_type: null, scope: null, vid_ranges: [[1, 4094]], description: "", tags: [] },
];

const VLANS = [
  vlan(1, 100, "v100", { group: nested(1, "access"), role: PRODUCTION, tags: tags("prod"), description: "servers", comments: "racks" }),
  vlan(2, 101, "v101", { group: nested(1, "access"), status: choice("reserved") }),
  vlan(3, 100, "v100", { group: nested(2, "access"), status: choice("deprecated") }),
  vlan(4, 100, "v100", { group: nested(3, "access") }),
  vlan(5, 100, "old", { site: SOUTH }),
  vlan(6, 200, "old", { site: SOUTH }),
  vlan(7, 100, "loose"),
  vlan(8, 200, "loose"),
];

/** Its lists. */
export const PLAN: NetboxLists = {
  "ipam/vrfs": [RED, BLUE, OTHER_RED].map((vrf) => ({ ...vrf, display: vrf.name, description: `VRF ${vrf.name}`, comments: "", tags: [] })),
  "extras/custom-fields": [
    { id: 1, name: "cost_centre", label: "Cost Centre", type: choice("integer"), object_types: ["ipam.prefix"] },
    { id: 2, name: "asset_owner", label: "", type: choice("text"), object_types: ["ipam.prefix", "dcim.device"] },
    { id: 3, name: "Runbook", label: "", type: choice("url"), object_types: ["dcim.device"] },
    { id: 4, name: "windows", label: "Windows", type: choice("multiselect"), object_types: ["dcim.device"] },
    { id: 5, name: "monitored", label: "", type: choice("boolean"), object_types: ["ipam.iprange", "ipam.ipaddress"] },
    { id: 6, name: "opened", label: "", type: choice("date"), object_types: ["dcim.site"] },
  ],
  "dcim/sites": [
    {
      ...NORTH,
      status: choice("active"),
      region: nested(1, "Europe"),
      physical_address: "",
      description: "",
      comments: "first of all",
      custom_fields: { opened: "2020-02-29" },
    },
    { ...SOUTH, status: choice("planned"), region: null, physical_address: "Bahnhofstraße 1\nZürich", description: "south", comments: "" },
  ],
  "dcim/locations": [{ ...HALL, site: NORTH }],
  "ipam/vlan-groups": VLAN_GROUPS,
  "ipam/vlans": VLANS,
  "ipam/prefixes": PREFIXES,
  "ipam/aggregates": [
    { id: 1, prefix: "10.0.0.0/8", rir: nested(1, "RFC 1918"), tenant: null, description: "private", comments: "", tags: tags("rfc1918") },
    { id: 2, prefix: "172.31.0.0/31", rir: nested(1, "RFC 1918"), tenant: null, description: "a prefix, too", comments: "", tags: [] },
  ],
  "ipam/ip-ranges": RANGES,
  "ipam/ip-addresses": ADDRESSES,
  "ipam/fhrp-groups": FHRP_GROUPS,
  "dcim/interfaces": [1, 2, 10, 11, 12, 13].map((id) => ({
    id,
    name: `eth${id}`,
    mac_address: null,
    primary_mac_address: id === 13 ? null : { id, mac_address: `AA:BB:CC:00:00:${id.toString(16).padStart(2, "0").toUpperCase()}` },
  })),
  "virtualization/interfaces": [{ id: 2, name: "ens3", mac_address: "AA:BB:CC:00:01:02" }],
  "dcim/devices": DEVICES,
  "virtualization/virtual-machines": MACHINES,
  "dcim/cables": [],
};
