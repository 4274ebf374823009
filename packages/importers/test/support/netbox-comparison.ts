import { BlockList } from "node:net";
import type { Device, Inventory, Network } from "@cadastre/inventory-core";
import type { NetboxLists } from "./netbox-service.ts";
import { spacesOfNetworks, type Taken } from "./taken.ts";

// What a NetBox has, compared with what an inventory has after a move. It knows nothing of how the importer reads it.

type Fields = Readonly<Record<string, unknown>>;

interface Named extends Fields {
  readonly id: number;
  readonly name: string;
}

const GLOBAL = "Global";

const listOf = (lists: NetboxLists, path: string): readonly Fields[] => (lists[path] ?? []) as readonly Fields[];
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const valueOf = (value: unknown): string => textOf((value as { readonly value?: string } | null)?.value);
const namedOf = (value: unknown): Named | undefined => (value ?? undefined) as Named | undefined;
const tagsOf = (record: Fields): string[] => ((record["tags"] ?? []) as readonly Named[]).map(({ name }) => name.replaceAll(",", ";"));
const withoutMask = (address: unknown): string => textOf(address).split("/")[0] as string;
const describedBy = ({ description, comments }: Fields): string =>
  [textOf(description), textOf(comments)].filter((part) => part !== "").join("\n\n");

/** Name of the space of each VRF, by its id: of several of one name, the later ones have the distinguisher or the id behind it. */
function spaceNames(lists: NetboxLists): (vrf: unknown) => string {
  const names = new Map<number, string>();
  for (const { id, name, rd } of listOf(lists, "ipam/vrfs") as readonly Named[])
    names.set(id, [...names.values()].includes(name) ? `${name} (${textOf(rd) || `VRF ${id}`})` : name);
  return (vrf) => names.get(namedOf(vrf)?.id ?? -1) ?? GLOBAL;
}

function sitesOf(lists: NetboxLists): (prefix: Fields) => string | undefined {
  const locations = new Map(
    (listOf(lists, "dcim/locations") as readonly Named[]).map((location) => [location.id, namedOf(location["site"])?.name]),
  );
  return ({ scope, scope_type: type }) =>
    type === "dcim.site" ? namedOf(scope)?.name : type === "dcim.location" ? locations.get(namedOf(scope)?.id ?? -1) : undefined;
}

/** Every address that somebody has in a NetBox. */
export function takenOf(lists: NetboxLists): Taken[] {
  const spaceOf = spaceNames(lists);
  const single = listOf(lists, "ipam/ip-addresses").map(({ address, vrf }) => ({ space: spaceOf(vrf), ip: withoutMask(address) }));
  const populated = listOf(lists, "ipam/ip-ranges").filter((range) => range["mark_populated"] === true);
  return [...single, ...populated.flatMap((range) => addressesOf(range).map((ip) => ({ space: spaceOf(range["vrf"]), ip })))];
}

function addressesOf({ start_address: start, end_address: end }: Fields): string[] {
  const [first, last] = [start, end].map((address) =>
    withoutMask(address)
      .split(".")
      .reduce((number, part) => number * 256 + Number(part), 0),
  ) as [number, number];
  return Array.from({ length: last - first + 1 }, (_, index) =>
    [24, 16, 8, 0].map((shift) => (Math.floor((first + index) / 2 ** shift) % 256).toString()).join("."),
  );
}

/** Records of a NetBox that are not in an inventory as they were. */
export async function differences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  return [
    ...(await spaceDifferences(inventory, lists)),
    ...(await siteDifferences(inventory, lists)),
    ...(await networkDifferences(inventory, lists)),
    ...(await aggregateDifferences(inventory, lists)),
    ...(await poolDifferences(inventory, lists)),
    ...(await deviceDifferences(inventory, lists)),
    ...(await addressDifferences(inventory, lists)),
    ...(await cableDifferences(inventory, lists)),
  ];
}

/** Kinds of record whose custom fields become fields, by NetBox's. */
const RECORDS: Readonly<Record<string, "datacenter" | "network" | "pool" | "device">> = {
  "dcim.site": "datacenter",
  "ipam.aggregate": "network",
  "ipam.prefix": "network",
  "ipam.iprange": "pool",
  "dcim.device": "device",
  "virtualization.virtualmachine": "device",
  "ipam.ipaddress": "device",
};

const FIELD_TYPES = { integer: "number", boolean: "boolean", date: "date", url: "url" } as const;

/** Defines the custom fields of a NetBox, as its administrator does before a move. */
export async function defineFields(inventory: Inventory, lists: NetboxLists): Promise<void> {
  const defined = new Set<string>();
  for (const field of listOf(lists, "extras/custom-fields")) {
    for (const objects of field["object_types"] as readonly string[]) {
      const record = RECORDS[objects];
      const name = textOf(field["name"]).toLowerCase();
      if (record === undefined || defined.has(`${record} ${name}`)) continue;
      defined.add(`${record} ${name}`);
      const type = FIELD_TYPES[valueOf(field["type"]) as keyof typeof FIELD_TYPES] ?? "text";
      await inventory.fields.create({ record, name, type, label: textOf(field["label"]) });
    }
  }
}

/** Values of custom fields as they are kept: names in lower case, several values as one text. */
function customOf(record: Fields): Fields {
  const values = Object.entries((record["custom_fields"] ?? {}) as Fields).filter(([, value]) => value !== null);
  return Object.fromEntries(values.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]));
}

/** Fields of one's own that a record lacks. */
function fieldsDiffer(what: string, source: Fields, found: object | undefined): string[] {
  const fields = ((found as Fields | undefined)?.["fields"] ?? {}) as Fields;
  return Object.entries(customOf(source)).flatMap(([name, value]) =>
    found === undefined || fields[name] === value ? [] : [`${what}: the field ${name} is ${String(fields[name])}, not ${String(value)}`],
  );
}

/** What is expected of a record and what it has, where that is not the same. */
function compared(what: string, found: object | undefined, expected: Fields): string[] {
  if (found === undefined) return [`${what} is not there`];
  const record = found as Fields;
  return Object.entries(expected).flatMap(([field, value]) =>
    JSON.stringify(record[field]) === JSON.stringify(value)
      ? []
      : [`${what}: ${field} is ${JSON.stringify(record[field])}, not ${JSON.stringify(value)}`],
  );
}

async function spaceDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const spaces = await inventory.spaces.list();
  const spaceOf = spaceNames(lists);
  return listOf(lists, "ipam/vrfs").flatMap((vrf) => {
    const name = spaceOf(vrf);
    const expected = { rd: textOf(vrf["rd"]), description: describedBy(vrf) };
    return compared(
      `VRF ${name}`,
      spaces.find((space) => space.name === name),
      expected,
    );
  });
}

async function siteDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const datacenters = await inventory.datacenters.list();
  const globalSpace = (await inventory.spaces.list()).find(({ name }) => name === GLOBAL);
  return (listOf(lists, "dcim/sites") as readonly Named[]).flatMap((site) => {
    const datacenter = datacenters.find(({ name }) => name === site.name);
    return [
      ...compared(`site ${site.name}`, datacenter, {
        location: textOf(site["physical_address"]).replaceAll("\n", ", ") || (namedOf(site["region"])?.name ?? ""),
        description: describedBy(site),
        space_id: globalSpace?.id,
      }),
      ...fieldsDiffer(`site ${site.name}`, site, datacenter),
    ];
  });
}

async function networkDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const networks = await inventory.networks.list();
  const datacenters = new Map((await inventory.datacenters.list()).map(({ id, name }) => [name, id]));
  const [spaceOf, siteOf, spaceOfNetwork] = [spaceNames(lists), sitesOf(lists), await spacesOfNetworks(inventory)];
  return listOf(lists, "ipam/prefixes").flatMap((prefix) => {
    const subnet = textOf(prefix["prefix"]);
    const space = spaceOf(prefix["vrf"]);
    const what = `prefix ${subnet} of ${space}`;
    const network = networks.find((one) => one.subnet === subnet && spaceOfNetwork(one) === space);
    const marks = [namedOf(prefix["role"])?.name ?? "", prefix["mark_utilized"] === true ? "utilized" : ""];
    return [
      ...compared(what, network, {
        name: textOf(prefix["description"]) || subnet,
        description: describedBy(prefix),
        vlan_id: (prefix["vlan"] as { readonly vid: number } | null)?.vid ?? null,
        datacenter_id: datacenters.get(siteOf(prefix) ?? "") ?? null,
        status: valueOf(prefix["status"]),
        tags: [...tagsOf(prefix), ...marks.filter((tag) => tag !== "")],
      }),
      ...fieldsDiffer(what, prefix, network),
    ];
  });
}

async function aggregateDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const networks = await inventory.networks.list();
  const spaceOfNetwork = await spacesOfNetworks(inventory);
  const prefixes = new Set(listOf(lists, "ipam/prefixes").map(({ prefix, vrf }) => (vrf === null ? prefix : "")));
  return listOf(lists, "ipam/aggregates").flatMap((aggregate) =>
    prefixes.has(aggregate["prefix"])
      ? []
      : compared(
          `aggregate ${textOf(aggregate["prefix"])}`,
          networks.find((network) => network.subnet === aggregate["prefix"] && spaceOfNetwork(network) === GLOBAL),
          { description: describedBy(aggregate), status: "container", tags: tagsOf(aggregate) },
        ),
  );
}

const holds = ({ subnet }: Pick<Network, "subnet">, ...ips: readonly string[]): boolean => {
  const [network = "", length = ""] = subnet.split("/");
  const family = network.includes(":") ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(network, Number(length), family);
  return ips.every((ip) => (ip.includes(":") ? "ipv6" : "ipv4") === family && list.check(ip, family));
};

const lengthOf = ({ subnet }: Pick<Network, "subnet">): number => Number(subnet.split("/")[1]);

/** The smallest network of a space that has all of some addresses. */
function smallest(
  networks: readonly Network[],
  spaceOfNetwork: (network: Network) => string | undefined,
  space: string,
  ...ips: readonly string[]
) {
  return networks
    .filter((network) => spaceOfNetwork(network) === space && holds(network, ...ips))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
}

async function poolDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const networks = await inventory.networks.list();
  const [spaceOf, spaceOfNetwork] = [spaceNames(lists), await spacesOfNetworks(inventory)];
  const found: string[] = [];
  for (const range of listOf(lists, "ipam/ip-ranges")) {
    const [start, end] = [withoutMask(range["start_address"]), withoutMask(range["end_address"])];
    const what = `range ${start} - ${end} of ${spaceOf(range["vrf"])}`;
    const network = smallest(networks, spaceOfNetwork, spaceOf(range["vrf"]), start, end);
    const pools = network === undefined ? [] : await inventory.pools.list(network.id);
    const pool = pools.find(({ start_ip: first, end_ip: last }) => first === start && last === end);
    const status = valueOf(range["status"]);
    const wanted = [...tagsOf(range), namedOf(range["role"])?.name ?? "", status === "active" ? "" : status].filter((tag) => tag !== "");
    found.push(
      ...compared(what, pool, { description: describedBy(range) }),
      ...fieldsDiffer(what, range, pool),
      ...wanted.filter((tag) => pool?.tags.includes(tag) === false).map((tag) => `${what}: the tag ${tag} is missing`),
    );
  }
  for (const prefix of listOf(lists, "ipam/prefixes").filter((record) => record["is_pool"] === true)) {
    const subnet = textOf(prefix["prefix"]);
    const network = networks.find((one) => one.subnet === subnet && spaceOfNetwork(one) === spaceOf(prefix["vrf"])) as Network;
    const pools = await inventory.pools.list(network.id);
    const [first = ""] = subnet.split("/");
    const outside = (await inventory.networks.heatmap(network.id)).flatMap((entry) =>
      "ip" in entry && !pools.some(({ start_ip: start, end_ip: end }) => isBetween(start, entry.ip, end)) ? [entry.ip] : [],
    );
    if (outside.length > 0) found.push(`${outside.length} addresses of the pool ${subnet} are in none, ${outside[0] ?? first} the first`);
  }
  return found;
}

function isBetween(start: string, ip: string, end: string): boolean {
  const list = new BlockList();
  list.addRange(start, end);
  return list.check(ip);
}

/** Status of devices by that of NetBox. */
const STATUSES: Readonly<Record<string, string>> = {
  active: "active",
  planned: "planned",
  staged: "planned",
  inventory: "planned",
  failed: "maintenance",
  offline: "maintenance",
  decommissioning: "decommissioned",
};

async function deviceDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const devices = await inventory.devices.list();
  const datacenters = new Map((await inventory.datacenters.list()).map(({ id, name }) => [name, id]));
  const addresses = listOf(lists, "ipam/ip-addresses");
  const seen = new Set<string>();
  return [
    ...listOf(lists, "dcim/devices").map((machine) => ({ machine, owner: "device" })),
    ...listOf(lists, "virtualization/virtual-machines").map((machine) => ({ machine, owner: "virtual_machine" })),
  ].flatMap(({ machine, owner }) => {
    const own = addresses.filter(({ assigned_object: to }) => namedOf((to as Fields | null)?.[owner])?.id === machine["id"]);
    const name = textOf(machine["name"]) || textOf(machine["display"]);
    const home = datacenters.get(namedOf(machine["site"])?.name ?? "") ?? null;
    const ips = [...new Set(own.map(({ address, vrf }) => `${withoutMask(address)} ${namedOf(vrf)?.id ?? ""}`))];
    const wanted = ips.map((ip) => ip.split(" ")[0] as string).toSorted();
    const device = devices.find(
      (one) =>
        !seen.has(one.id) &&
        (one.name === name || one.name.startsWith(`${name} (`)) &&
        one.datacenter_id === home &&
        JSON.stringify(one.addresses.map(({ ip }) => ip).toSorted()) === JSON.stringify(wanted),
    );
    if (device !== undefined) seen.add(device.id);
    const what = `${owner} ${name} (${String(machine["id"])})`;
    const tags = [...tagsOf(machine), namedOf(machine["role"])?.name ?? ""].filter((tag) => tag !== "");
    return [
      ...compared(what, device, {
        status: STATUSES[valueOf(machine["status"])],
        description: describedBy(machine),
        os: namedOf(machine["platform"])?.name ?? "",
      }),
      ...tags.filter((tag) => device?.tags.includes(tag) === false).map((tag) => `${what}: the tag ${tag} is missing`),
      ...fieldsDiffer(what, machine, device),
      ...addressesDiffer(what, own, device),
      ...macsDiffer(what, own, listOf(lists, owner === "device" ? "dcim/interfaces" : "virtualization/interfaces"), device),
    ];
  });
}

/** Names of interfaces, types and DNS names of the addresses of a device. */
function addressesDiffer(what: string, own: readonly Fields[], device: Device | undefined): string[] {
  if (device === undefined) return [];
  return own.flatMap((address) => {
    const ip = withoutMask(address["address"]);
    const label = textOf((address["assigned_object"] as Fields)["name"]);
    const labels = device.addresses.filter((one) => one.ip === ip).map((one) => one.label);
    const dns = textOf(address["dns_name"]);
    return [
      ...(labels.some((one) => one.split(", ").includes(label)) ? [] : [`${what}: ${ip} has the label ${labels.join()}, not ${label}`]),
      ...(dns === "" || dns.startsWith("*") || device.hostname === dns || device.domains.includes(dns) ? [] : [`${what} lacks ${dns}`]),
    ];
  });
}

/** The hardware addresses of interfaces. */
function macsDiffer(what: string, own: readonly Fields[], interfaces: readonly Fields[], device: Device | undefined): string[] {
  if (device === undefined) return [];
  return own.flatMap((address) => {
    const ip = withoutMask(address["address"]);
    const at = interfaces.find(({ id }) => id === (address["assigned_object"] as Fields)["id"]);
    const primary = (at?.["primary_mac_address"] ?? null) as Fields | null;
    const mac = (textOf(primary?.["mac_address"]) || textOf(at?.["mac_address"])).toLowerCase();
    // An address that several interfaces have is there once, with the MAC of one of them.
    const shared = own.filter((other) => withoutMask(other["address"]) === ip).length > 1;
    const held = device.addresses.filter((one) => one.ip === ip).map((one) => one.mac);
    return held.includes(mac) || (shared && held.every((one) => one !== "")) ? [] : [`${what}: ${ip} lacks the MAC ${mac}`];
  });
}

/** Each address in the space of its VRF, in its smallest network there, with somebody who holds it. */
async function addressDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const networks = await inventory.networks.list();
  const [spaceOf, spaceOfNetwork] = [spaceNames(lists), await spacesOfNetworks(inventory)];
  const byId = new Map(networks.map((network) => [network.id, network]));
  const held = new Map<string, { readonly device: Device; readonly network: Network | undefined }[]>();
  for (const device of await inventory.devices.list()) {
    for (const { ip, network_id: id } of device.addresses) {
      const network = byId.get(id ?? "");
      const space =
        network === undefined ? spaceOfNetwork({ space_id: null, datacenter_id: device.datacenter_id }) : spaceOfNetwork(network);
      const key = `${space ?? ""} ${ip}`;
      held.set(key, [...(held.get(key) ?? []), { device, network }]);
    }
  }
  return listOf(lists, "ipam/ip-addresses").flatMap((address) => {
    const [ip, space] = [withoutMask(address["address"]), spaceOf(address["vrf"])];
    const holders = held.get(`${space} ${ip}`) ?? [];
    const what = `address ${ip} of ${space}`;
    if (holders.length === 0) return [`${what} is held by nobody`];
    const network = smallest(networks, spaceOfNetwork, space, ip);
    return holders.some((holder) => holder.network?.id === network?.id)
      ? looseDifferences(
          what,
          address,
          holders.map(({ device }) => device),
        )
      : [`${what} is in ${holders[0]?.network?.subnet ?? "no network"}, not in ${network?.subnet ?? "none"}`];
  });
}

/** What an address that no interface has says of itself. */
function looseDifferences(what: string, address: Fields, holders: readonly Device[]): string[] {
  if (address["assigned_object"] !== null) return [];
  const status = valueOf(address["status"]);
  const wanted = [...tagsOf(address), ...(status === "active" ? [] : [status])];
  const fits = holders.some(
    (device) =>
      device.description === describedBy(address) &&
      wanted.every((tag) => device.tags.includes(tag)) &&
      device.hostname === textOf(address["dns_name"]) &&
      fieldsDiffer(what, address, device).length === 0,
  );
  return fits ? [] : [`${what} is not described as it was`];
}

async function cableDifferences(inventory: Inventory, lists: NetboxLists): Promise<string[]> {
  const names = new Map((await inventory.devices.list()).map(({ id, name }) => [id, name]));
  const edges = new Set(
    (await inventory.relationships.listAll()).map(({ parent_id: a, child_id: b }) =>
      [names.get(a) as string, names.get(b) as string].toSorted().join(),
    ),
  );
  return listOf(lists, "dcim/cables").flatMap((cable) => {
    const ends = ["a_terminations", "b_terminations"].map(
      (side) => namedOf(((cable[side] as readonly Fields[])[0]?.["object"] as Fields | null)?.["device"])?.name ?? "",
    );
    return ends.includes("") || edges.has(ends.toSorted().join()) ? [] : [`the cable between ${ends.join(" and ")} is not there`];
  });
}
