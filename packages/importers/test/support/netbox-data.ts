import { netboxOf } from "./netbox-service.ts";

// Records as NetBox 4.2 answers them (docs/integrations/rest-api.md), with the fields that a list has.

const nested = (id: number, name: string, more: object = {}): object => ({
  id,
  url: `http://netbox/api/x/${id}/`,
  display: name,
  name,
  slug: name.toLowerCase(),
  description: "",
  ...more,
});
const choice = (value: string): object => ({ value, label: value });

const SITES = [
  {
    id: 1,
    display: "DM-Akron",
    name: "DM-Akron",
    slug: "dm-akron",
    status: choice("active"),
    region: nested(40, "Ohio"),
    physical_address: "1 Main St\nAkron",
    description: "first",
    tags: [],
    prefix_count: 2,
  },
  {
    id: 2,
    display: "DM-Albany",
    name: "DM-Albany",
    slug: "dm-albany",
    status: choice("active"),
    region: nested(41, "New York"),
    physical_address: "",
    description: "",
    tags: [],
  },
  {
    id: 3,
    display: "DM-Empty",
    name: "DM-Empty",
    slug: "dm-empty",
    status: choice("planned"),
    region: null,
    physical_address: "",
    description: "",
    tags: [],
  },
];

const PREFIXES = [
  {
    id: 10,
    family: { value: 4, label: "IPv4" },
    prefix: "10.112.0.0/15",
    vrf: null,
    scope_type: "dcim.site",
    scope_id: 1,
    scope: nested(1, "DM-Akron"),
    vlan: null,
    description: "Akron",
    status: choice("container"),
  },
  {
    id: 11,
    family: { value: 4, label: "IPv4" },
    prefix: "10.112.128.0/28",
    vrf: null,
    scope_type: "dcim.site",
    scope_id: 1,
    scope: nested(1, "DM-Akron"),
    vlan: { id: 7, vid: 100, name: "Data" },
    description: "",
    status: choice("active"),
  },
  {
    id: 12,
    family: { value: 4, label: "IPv4" },
    prefix: "192.168.0.0/24",
    vrf: nested(5, "Alpha", { rd: "65000:1" }),
    scope_type: "dcim.region",
    scope_id: 40,
    scope: nested(40, "Ohio"),
    vlan: null,
    description: "",
    status: choice("active"),
  },
  // As versions up to 4.1 have it.
  { id: 13, prefix: "2001:db8::/64", vrf: null, site: nested(2, "DM-Albany"), vlan: null, description: "v6", status: choice("active") },
  { id: 14, prefix: null, description: "broken" },
];

const VLAN_GROUPS = [
  // As versions up to 4.0 have it, and as those from 4.1 on.
  {
    id: 1,
    display: "Campus",
    name: "Campus",
    slug: "campus",
    scope_type: "dcim.site",
    scope_id: 1,
    scope: nested(1, "DM-Akron"),
    min_vid: 1,
    max_vid: 999,
    description: "of Akron",
    tags: [],
    vlan_count: 2,
    utilization: "0 / 999",
  },
  {
    id: 2,
    display: "Campus",
    name: "Campus",
    slug: "campus-hall",
    scope_type: "dcim.location",
    scope_id: 60,
    scope: nested(60, "Hall 1"),
    vid_ranges: [
      [100, 199],
      [300, 399],
    ],
    description: "",
    tags: [nested(1, "marked")],
  },
  {
    id: 3,
    display: "Campus",
    name: "Campus",
    slug: "campus-ohio",
    scope_type: "dcim.region",
    scope_id: 40,
    scope: nested(40, "Ohio"),
    vid_ranges: [[1, 4094]],
  },
  { id: 4, display: "Campus", name: "Campus", slug: "campus-all", scope_type: null, scope_id: null, scope: null, vid_ranges: [[1, 4094]] },
  { id: 5, name: null },
];

const vlanOf = (id: number, vid: number, name: string, more: object = {}): object => ({
  id,
  display: `${name} (${vid})`,
  vid,
  name,
  site: null,
  group: null,
  tenant: null,
  status: choice("active"),
  role: null,
  description: "",
  comments: "",
  tags: [],
  custom_fields: {},
  prefix_count: 0,
  ...more,
});

const VLANS = [
  vlanOf(7, 100, "Data", { group: nested(1, "Campus"), site: nested(1, "DM-Akron"), role: nested(1, "Access"), tags: [nested(1, "edge")] }),
  vlanOf(8, 101, "Voice", { group: nested(1, "Campus"), site: nested(2, "DM-Albany"), status: choice("reserved"), comments: "phones" }),
  vlanOf(9, 100, "Data", { group: nested(2, "Campus"), status: choice("deprecated") }),
  vlanOf(10, 100, "Data", { site: nested(1, "DM-Akron"), status: choice("testing") }),
  vlanOf(11, 100, "Data", { site: nested(1, "DM-Akron") }),
  vlanOf(12, 30, "", {}),
  vlanOf(13, 40, "Data", {}),
  vlanOf(14, 50, "Lost", { group: nested(5, "broken") }),
];

const RANGES = [
  {
    id: 20,
    start_address: "10.112.128.2/28",
    end_address: "10.112.128.6/28",
    vrf: null,
    description: "DHCP",
    size: 5,
    tags: [nested(1, "dhcp")],
  },
  { id: 21, start_address: "10.113.0.5/24", end_address: "10.113.0.9/24", vrf: null, description: "", tags: [] },
  { id: 22, start_address: "172.16.0.5/24", end_address: "172.16.0.9/24", vrf: null, description: "nowhere", tags: [] },
];

const device = (id: number, name: string | null, more: object = {}): object => ({
  id,
  url: `http://netbox/api/dcim/devices/${id}/`,
  display: name ?? `Unnamed device ${id}`,
  name,
  device_type: { ...nested(6, "C9200"), manufacturer: nested(3, "Cisco"), model: "C9200-48P" },
  platform: nested(1, "Cisco IOS"),
  serial: "",
  asset_tag: null,
  site: nested(1, "DM-Akron"),
  rack: nested(1, "Comms closet"),
  position: 10,
  status: choice("active"),
  primary_ip4: null,
  primary_ip6: null,
  oob_ip: null,
  description: "",
  tags: [],
  custom_fields: {},
  ...more,
});

const DEVICES = [
  device(100, "dmi01-akron-rtr01", {
    primary_ip4: { id: 500, address: "10.112.128.1/28", display: "10.112.128.1/28", family: 4 },
    oob_ip: { id: 502, address: "10.112.0.9/15" },
    serial: "SN1",
    tags: [nested(4, "Alpha")],
  }),
  device(101, "dmi01-akron-sw01", { status: choice("offline"), rack: null, position: null, platform: null }),
  device(102, null, { status: choice("inventory"), site: nested(2, "DM-Albany") }),
  device(103, "odd", { status: choice("quarantined") }),
];

const MACHINES = [
  {
    id: 100,
    display: "vm-1",
    name: "vm-1",
    status: choice("paused"),
    site: null,
    cluster: nested(1, "gc-us-west1"),
    platform: nested(9, "Ubuntu"),
    primary_ip4: { id: 510, address: "10.112.0.50/15" },
    primary_ip6: null,
    description: "a machine",
    tags: [],
  },
];

const onDevice = (id: number, name: string, deviceId: number, deviceName: string): object => ({
  id,
  display: name,
  name,
  device: nested(deviceId, deviceName),
  cable: null,
});

const ADDRESSES = [
  {
    id: 500,
    address: "10.112.128.1/28",
    vrf: null,
    dns_name: "rtr01.example.com",
    assigned_object_type: "dcim.interface",
    assigned_object_id: 1,
    assigned_object: onDevice(1, "Gi0/0/0", 100, "dmi01-akron-rtr01"),
    description: "",
  },
  {
    id: 501,
    address: "2001:db8::1/64",
    vrf: null,
    dns_name: "rtr01-v6.example.com",
    assigned_object_type: "dcim.interface",
    assigned_object_id: 1,
    assigned_object: onDevice(1, "Gi0/0/0", 100, "dmi01-akron-rtr01"),
    description: "",
  },
  {
    id: 502,
    address: "10.112.0.9/15",
    vrf: null,
    dns_name: "",
    assigned_object_type: "dcim.interface",
    assigned_object_id: 2,
    assigned_object: onDevice(2, "mgmt0", 100, "dmi01-akron-rtr01"),
    description: "",
  },
  {
    id: 510,
    address: "10.112.0.50/15",
    vrf: null,
    dns_name: "",
    assigned_object_type: "virtualization.vminterface",
    assigned_object_id: 1,
    assigned_object: { id: 1, display: "eth0", name: "eth0", virtual_machine: nested(100, "vm-1") },
    description: "",
  },
  {
    id: 520,
    address: "10.112.0.200/15",
    vrf: null,
    dns_name: "",
    assigned_object_type: null,
    assigned_object_id: null,
    assigned_object: null,
    description: "free",
  },
];

const end = (type: string, object: object): object => ({ object_type: type, object_id: 1, object });

const CABLES = [
  {
    id: 30,
    type: "cat6",
    a_terminations: [end("dcim.interface", onDevice(1, "Gi0/0/0", 100, "a"))],
    b_terminations: [end("dcim.interface", onDevice(9, "Gi1/0/1", 101, "b"))],
    status: choice("connected"),
  },
  {
    id: 31,
    type: "cat6",
    a_terminations: [end("dcim.interface", onDevice(10, "Gi1/0/2", 101, "b"))],
    b_terminations: [end("dcim.interface", onDevice(3, "Gi0/0/1", 100, "a"))],
    status: choice("connected"),
  },
  {
    id: 32,
    type: "power",
    a_terminations: [end("dcim.powerport", { id: 1, name: "PSU0", device: nested(100, "a") })],
    b_terminations: [end("dcim.poweroutlet", { id: 2, name: "1", device: nested(104, "pdu") })],
    status: choice("connected"),
  },
];

const LISTS: Readonly<Record<string, readonly object[]>> = {
  "ipam/vrfs": [{ id: 5, display: "Alpha (65000:1)", name: "Alpha", rd: "65000:1", description: "first VRF", comments: "" }],
  "extras/custom-fields": [],
  "dcim/sites": SITES,
  "dcim/locations": [{ id: 60, name: "Hall 1", site: nested(2, "DM-Albany") }],
  "ipam/vlan-groups": VLAN_GROUPS,
  "ipam/vlans": VLANS,
  "ipam/prefixes": PREFIXES,
  "ipam/aggregates": [],
  "ipam/ip-ranges": RANGES,
  "ipam/ip-addresses": ADDRESSES,
  "ipam/fhrp-groups": [],
  "dcim/interfaces": [
    // As versions up to 4.1 have it, and as those from 4.2 on.
    { id: 1, name: "Gi0/0/0", mac_address: "AA:BB:CC:00:00:01" },
    { id: 2, name: "mgmt0", mac_address: null, primary_mac_address: { id: 1, mac_address: "AA:BB:CC:00:00:02" } },
  ],
  "virtualization/interfaces": [{ id: 1, name: "eth0", mac_address: null, primary_mac_address: null }],
  "dcim/devices": DEVICES,
  "virtualization/virtual-machines": MACHINES,
  "dcim/cables": CABLES,
};

/** A small NetBox. */
export const netbox = netboxOf(LISTS);
