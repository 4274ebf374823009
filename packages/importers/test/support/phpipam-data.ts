import type { Answer, Asked } from "./service.ts";

// Answers as phpIPAM 1.6 gives them: numbers are texts, an empty list is a 404, or a 200 without data.

const address = (id: string, subnetId: string, ip: string, more: object = {}): object => ({
  id,
  subnetId,
  ip,
  is_gateway: "0",
  description: null,
  hostname: null,
  mac: null,
  owner: null,
  tag: "2",
  deviceId: "0",
  location: null,
  port: null,
  note: null,
  lastSeen: null,
  excludePing: "0",
  ...more,
});

const LISTS: Readonly<Record<string, readonly object[]>> = {
  sections: [
    { id: "1", name: "Customers", description: "Section for customers", masterSection: "0", permissions: '{"3":"1"}', strictMode: "1" },
    { id: "2", name: "IPv6", description: null, masterSection: "0", permissions: null, strictMode: "1" },
  ],
  vrf: [{ id: "7", name: "Customer", rd: "65000:7", sections: "1;2", description: "of a customer" }],
  "addresses/tags": [
    { id: "1", type: "Offline", showtag: "1" },
    { id: "2", type: "Used", showtag: "0" },
    { id: "3", type: "Reserved", showtag: "1" },
    { id: "4", type: "DHCP", showtag: "1" },
    { id: "5", type: "Handed over", showtag: "1" },
  ],
  l2domains: [
    { id: "1", name: "default", description: "default L2 domain", sections: null },
    { id: "2", name: "Office", description: null, sections: "1" },
    { id: "3", name: "Shared", description: null, permissions: "1;2" },
  ],
  vlan: [
    { id: "5", domainId: "1", name: "IPv4 servers", number: "4001", description: null },
    { id: "6", domainId: "2", name: "Printers", number: "20", description: "third floor", custom_Owner: "ops" },
    // phpIPAM can be told to let a number be twice in a domain.
    { id: "7", domainId: "2", name: "Printers", number: "20", description: null },
    { vlanId: "8", domainId: "9", name: null, number: 30, description: null },
  ],
  "sections/1/subnets": [
    {
      id: "3",
      subnet: "10.10.1.0",
      mask: "24",
      sectionId: "1",
      description: "Office",
      custom_fields: { "Cost Centre": "4000" },
      vrfId: "0",
      masterSubnetId: "2",
      vlanId: "5",
      isFolder: "0",
    },
    {
      id: "4",
      subnet: "10.10.2.0",
      mask: "24",
      sectionId: "1",
      description: null,
      vrfId: "7",
      masterSubnetId: "2",
      vlanId: "0",
      isFolder: "0",
    },
    // The same subnet in the section itself, and once more in the VRF.
    {
      id: "5",
      subnet: "10.10.2.0",
      mask: "24",
      sectionId: "1",
      description: null,
      vrfId: "0",
      vlanId: "0",
      state: "3",
      isFolder: "0",
    },
    { id: "6", subnet: "10.10.2.0", mask: "24", sectionId: "1", description: "again", vrfId: "7", vlanId: "0", isFolder: "0" },
    { id: "9", subnet: null, mask: "", sectionId: "1", description: "a folder", vrfId: "0", isFolder: "1" },
  ],
  devices: [
    {
      id: "1",
      hostname: "CoreSwitch",
      ip: "10.10.1.254",
      type: "1",
      vendor: "Cisco",
      model: "C9500",
      description: "core",
      sections: "1;2",
      rack: "0",
    },
    // Its address is in no list of addresses.
    { id: "2", hostname: "Firewall", ip: "10.10.1.9", type: "1", vendor: null, model: null, description: null, sections: "1;2", rack: "0" },
    { id: "3", hostname: "Firewall", ip: "10.10.2.9", type: "1", vendor: null, model: null, description: null, sections: "1", rack: "0" },
  ],
  "subnets/3/addresses": [
    address("1", "3", "10.10.1.3", { hostname: "server1.cust1.local", description: "Server1" }),
    address("2", "3", "10.10.1.254", {
      is_gateway: "1",
      deviceId: "1",
      port: "Gi1/0/1",
      hostname: "ignored",
      mac: "08:00:27:25:d3:01",
      owner: "ops",
    }),
    address("3", "3", "10.10.1.245", { description: "printer", note: "third floor", custom_Floor: "3", custom_Empty: null }),
    address("5", "3", "10.10.1.77", { tag: "3", description: "for later" }),
    address("6", "3", "10.10.1.78", { tag: "5" }),
  ],
  "subnets/4/addresses": [
    address("4", "4", "10.10.2.3", { hostname: "SERVER1.cust1.local" }),
    address("7", "4", "10.10.2.50", { tag: "4" }),
  ],
  "subnets/5/addresses": [address("8", "5", "10.10.2.50")],
  "subnets/6/addresses": [address("9", "6", "10.10.2.60", { tag: "1" })],
};

/** Answers as phpIPAM does: lists are whole, and it wants the code of the app or the token of the user ann. */
export function phpipam({ method, path, headers }: Asked): Answer {
  const found = /^\/ipam\/api\/app-1\/(.*)\/$/.exec(path)?.[1];
  if (method === "POST" && found === "user") {
    return headers.authorization === `Basic ${Buffer.from("ann:secret").toString("base64")}`
      ? { body: { code: 200, success: true, data: { token: "of-ann", expires: "2030-01-01 00:00:00" }, time: 0.01 } }
      : { status: 401, body: { code: 401, success: false, message: "Invalid username or password", time: 0.01 } };
  }
  if (headers["token"] !== "app-code" && headers["token"] !== "of-ann")
    return { status: 403, body: { code: 403, success: false, message: "Invalid token" } };
  const list = LISTS[found ?? ""];
  // A list that was filtered keeps the keys of what is left.
  if (found === "sections") return { body: { code: 200, success: true, data: { 1: list?.[0], 3: list?.[1] }, time: 0.01 } };
  if (list !== undefined) return { body: { code: 200, success: true, data: list, time: 0.01 } };
  return { status: 404, body: { code: 404, success: 0, message: "No subnets found", time: 0.01 } };
}

/** What is taken, by the address space that it is in. */
export const PHPIPAM_TAKEN: readonly { readonly space: string; readonly ip: string }[] = [
  ...["10.10.1.3", "10.10.1.254", "10.10.1.245", "10.10.1.77", "10.10.1.78", "10.10.1.9", "10.10.2.50", "10.10.2.9"].map((ip) => ({
    space: "private Customers",
    ip,
  })),
  ...["10.10.2.3", "10.10.2.50", "10.10.2.60"].map((ip) => ({ space: "Customer", ip })),
];
