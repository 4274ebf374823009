// Lists of a rackd that lets through what the inventory refuses: names twice, a subnet twice in a datacenter, host bits, tags with
// commas, addresses outside of their networks, overlapping pools; and reservations of every kind.

const device = (id: string, name: string, addresses: readonly object[], more: object = {}): object => ({
  id,
  name,
  status: "active",
  tags: [],
  domains: [],
  addresses,
  ...more,
});

const reservation = (id: string, ip: string, more: object = {}): object => ({
  id,
  pool_id: "p1",
  ip_address: ip,
  status: "active",
  ...more,
});

/** When the files are read. */
export const NOW = new Date("2026-11-25T00:00:00Z");

/** The files of a folder. */
export const RACKD_FILES: Readonly<Record<string, readonly object[]>> = {
  datacenters: [
    { id: "d1", name: "Dup", location: "", description: "" },
    { id: "d2", name: "Dup", location: "the other\none", description: "" },
  ],
  networks: [
    { id: "n1", name: "lan", subnet: "10.240.0.0/24", vlan_id: 0, datacenter_id: "d1", description: "" },
    { id: "n2", name: "lan again", subnet: "10.240.0.0/24", vlan_id: 0, datacenter_id: "d1", description: "" },
    { id: "n3", name: "lan", subnet: "10.240.0.0/24", vlan_id: 0, datacenter_id: "d2", description: "" },
    { id: "n4", name: "host bits", subnet: "172.20.5.7/24", vlan_id: 0, datacenter_id: "", description: "" },
    { id: "n5", name: "v6", subnet: "2001:DB8::/64", vlan_id: 0, datacenter_id: "d1", description: "" },
  ],
  pools: [
    { id: "p1", network_id: "n1", name: "pool", start_ip: "10.240.0.10", end_ip: "10.240.0.50", description: "", tags: [] },
    { id: "p2", network_id: "n2", name: "pool", start_ip: "10.240.0.100", end_ip: "10.240.0.120", description: "", tags: [] },
    { id: "p3", network_id: "n3", name: "pool", start_ip: "10.240.0.10", end_ip: "10.240.0.50", description: "", tags: ["v4"] },
    { id: "p4", network_id: "n5", name: "pool", start_ip: "2001:db8::10", end_ip: "2001:DB8::FF", description: "", tags: [] },
    { id: "p5", network_id: "n4", name: "pool", start_ip: "172.20.5.10", end_ip: "172.20.5.20", description: "", tags: [] },
  ],
  reservations: [
    reservation("r1", "10.240.0.10", { notes: "forever" }),
    reservation("r2", "10.240.0.11", { hostname: "later.example.com", purpose: "future", expires_at: "2026-12-22T09:31:50Z" }),
    reservation("r3", "10.240.0.12", { expires_at: "2026-11-24T00:00:00Z" }),
    reservation("r4", "10.240.0.13", { status: "released" }),
    reservation("r5", "10.240.0.14", { notes: "a device has it" }),
    reservation("r6", "10.240.0.101", { pool_id: "p2" }),
    reservation("r7", "10.240.0.10", { pool_id: "p3" }),
    reservation("r8", "10.240.0.9", { pool_id: "gone" }),
  ],
  devices: [
    device("x1", "web", [{ ip: "10.240.0.14", type: "primary", network_id: "n1", pool_id: "p1" }], { datacenter_id: "d1" }),
    device("x2", "web", [{ ip: "10.240.0.102", type: "", network_id: "n2" }], { datacenter_id: "d1", tags: ["a, b", "c"] }),
    device("x3", "web", [{ ip: "10.240.0.15", type: "", pool_id: "p3" }], { datacenter_id: "d2" }),
    device("x4", "twice", [
      { ip: "172.20.5.10", network_id: "n4" },
      { ip: "172.20.5.10", network_id: "n4" },
    ]),
    device("x5", "elsewhere", [{ ip: "10.99.99.99", network_id: "n4" }]),
    device("x6", "v6", [{ ip: "2001:DB8:0::10", network_id: "n5" }], { datacenter_id: "d1" }),
  ],
  relationships: [{ parent_id: "x1", child_id: "x2", type: "contains", notes: "" }],
  circuits: [{ id: "c1" }],
};

/** What is taken, by the datacenter whose address space it is in. */
export const RACKD_TAKEN: readonly { readonly space: string | undefined; readonly ip: string }[] = [
  ...["10.240.0.10", "10.240.0.11", "10.240.0.14", "10.240.0.101", "10.240.0.102", "2001:db8::10"].map((ip) => ({
    space: "private Dup",
    ip,
  })),
  ...["10.240.0.10", "10.240.0.15"].map((ip) => ({ space: "private Dup (the other one)", ip })),
  { space: undefined, ip: "172.20.5.10" },
];
