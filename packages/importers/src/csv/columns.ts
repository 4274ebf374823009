import {
  ADDRESS_REFERENCES,
  IMPORT_TYPES,
  type ImportType,
  type ImportTypes,
  type ReferenceField,
} from "@cadastre/inventory-core/exchange";
import { addressValueFields, type FieldKind, readOnlyFields, valueFields } from "../reading/import-fields.ts";

/** What the cells of a column are. */
export interface Column {
  /** Where the value goes: the record, or the address that the line gives. */
  readonly part: "record" | "address";
  readonly field: string;
  /**
   * reference: the name of another record (of a network, also its subnet). record-id: its id in the inventory. ignored: what the inventory
   * writes itself. own: the value of a field of one's own, whose name `field` is. scope: what the record is in that another column names.
   * vlan: the number of a VLAN, or else the VLAN by its id, as group/name or by its name alone.
   */
  readonly kind: FieldKind | "addresses" | "reference" | "record-id" | "ignored" | "own" | "scope" | "vlan";
  /** The type of the record that a reference leads to. */
  readonly to?: string;
  /** Whether the cell has a list of references, separated by semicolons. */
  readonly isList?: true;
  /** Whether the record is one of a declared kind: its references may be ids in place of names, and every field can be unset. */
  readonly isDeclared?: true;
  /** Of a scope: the field whose reference it makes clear, and by what. */
  readonly of?: { readonly field: string; readonly by: "space" | "datacenter" };
}

/** Columns that say which record of several of one name another column means. */
const SCOPES: Readonly<Partial<Record<ImportType, Readonly<Record<string, NonNullable<Column["of"]>>>>>> = {
  pool: { space: { field: "network", by: "space" }, datacenter: { field: "network", by: "datacenter" } },
  // The datacenter of the device has a column of its own.
  device: { space: { field: "network", by: "space" } },
  relationship: {
    parent_datacenter: { field: "parent", by: "datacenter" },
    child_datacenter: { field: "child", by: "datacenter" },
  },
};

/** Other names of columns, by the field that they stand for. Names are compared in lower case, with _ for spaces and hyphens. */
export const COLUMN_ALIASES: Readonly<Record<ImportType, Readonly<Record<string, readonly string[]>>>> = {
  field: {
    record: ["record_type", "kind", "of"],
    name: ["field", "field_name"],
    label: ["title"],
    choices: ["options"],
    required: ["is_required", "mandatory"],
    unique: ["is_unique"],
    description: ["comment", "comments", "notes"],
    position: ["order"],
  },
  space: { name: ["space", "vrf", "vrf_name"], rd: ["route_distinguisher"], description: ["comment", "comments", "notes"] },
  datacenter: {
    name: ["datacenter", "site", "site_name"],
    location: ["address", "city"],
    space: ["vrf"],
    description: ["comment", "comments", "notes"],
  },
  network: {
    name: ["network", "network_name"],
    subnet: ["cidr", "prefix", "ip_range"],
    vlan_id: ["vlan", "vid", "vlan_number"],
    datacenter: ["site", "dc"],
    space: ["vrf"],
    description: ["comment", "comments", "notes"],
    status: ["state"],
    tags: ["tag", "labels"],
  },
  pool: {
    name: ["pool", "pool_name"],
    start_ip: ["start", "start_address", "first_ip", "from"],
    end_ip: ["end", "end_address", "last_ip", "to"],
    network: ["subnet", "cidr", "prefix"],
    space: ["vrf"],
    datacenter: ["site", "dc"],
    description: ["comment", "comments", "notes"],
  },
  device: {
    name: ["device", "device_name", "host"],
    hostname: ["host_name", "fqdn", "dns_name"],
    description: ["comment", "comments", "notes"],
    make_model: ["model", "make", "hardware"],
    os: ["operating_system", "platform"],
    datacenter: ["site", "dc"],
    username: ["user", "login"],
    location: ["rack", "room"],
    status: ["state"],
    tags: ["tag", "labels"],
    domains: ["domain"],
    ip: ["ip_address", "ipv4", "ipv6", "address"],
    type: ["address_type", "ip_type"],
    label: ["address_label", "interface"],
    network: ["subnet", "prefix"],
    pool: ["ip_pool"],
    space: ["vrf"],
    switch_port: ["switchport"],
    mac: ["mac_address", "hwaddr", "hw_address", "hardware_address"],
  },
  relationship: { parent: ["parent_device", "from"], child: ["child_device", "to"], type: ["relationship", "relation"] },
};

/** Every column of a type by the names that it may have. */
export function columnsOf(types: ImportTypes, type: string): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  const core = IMPORT_TYPES.find((known) => known === type);
  const declared = core === undefined ? ({ isDeclared: true } as const) : {};
  const aliases: Readonly<Record<string, readonly string[]>> = core === undefined ? {} : COLUMN_ALIASES[core];
  const add = (name: string, column: Column): void => {
    for (const each of [name, ...(aliases[name] ?? [])]) if (!columns.has(each)) columns.set(each, column);
  };
  const addParts = (
    part: Column["part"],
    values: ReadonlyMap<string, FieldKind>,
    references: Readonly<Record<string, ReferenceField>>,
  ): void => {
    // Custom fields have a column each.
    for (const [field, kind] of values)
      if (field !== "fields") add(field, { part, field, kind: field === "addresses" ? "addresses" : kind, ...declared });
    for (const [field, { to, field: idField, isList }] of Object.entries(references)) {
      const list = isList === true ? ({ isList } as const) : {};
      add(field, { part, field, kind: "reference", to, ...list, ...declared });
      add(idField, { part, field, kind: "record-id", to, ...list, ...declared });
    }
  };
  columns.set("id", { part: "record", field: "id", kind: "text" });
  // Where there are no VLANs, the column has numbers alone.
  const vlan = types.referencesOf(type)["vlan"];
  if (core === "network") columns.set("vlan", { part: "record", field: "vlan", kind: "vlan", ...(vlan && { to: vlan.to }) });
  for (const name of readOnlyFields(type)) columns.set(name, { part: "record", field: name, kind: "ignored" });
  addParts("record", valueFields(types, type), types.referencesOf(type));
  if (type === "device") addParts("address", addressValueFields(), ADDRESS_REFERENCES);
  for (const [field, of] of Object.entries((core === undefined ? undefined : SCOPES[core]) ?? {}))
    add(field, { part: type === "device" ? "address" : "record", field, kind: "scope", of });
  return columns;
}

/** What the columns of own fields begin with: `field.owner`. */
export const OWN_FIELD = "field.";

/** The column of an own field; undefined for another name. Which fields there are is the inventory's to say. */
export function ownColumn(types: ImportTypes, type: string, name: string): Column | undefined {
  if (!name.startsWith(OWN_FIELD) || valueFields(types, type).get("fields") !== "map") return undefined;
  return { part: "record", field: name.slice(OWN_FIELD.length), kind: "own" };
}

/** The name of a column as it is looked up. */
export const columnName = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
