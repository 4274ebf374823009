/** Labels of fields whose names are not their labels. */
const LABELS: Readonly<Record<string, string>> = {
  asn: "ASN",
  child_id: "Child",
  datacenter_id: "Datacenter",
  device_id: "Device",
  end_ip: "Last address",
  hostname: "Host name",
  ip: "Address",
  ip_address: "Address",
  label: "Role",
  mac: "MAC address",
  make_model: "Make and model",
  network_id: "Network",
  os: "Operating system",
  parent_id: "Parent",
  pool_id: "Pool",
  rd: "Route distinguisher",
  space_id: "Space",
  start_ip: "First address",
  subnet: "Subnet",
  username: "User name",
  vlan_id: "VLAN",
};

const CUSTOM = "fields.";

/**
 * Returns the label of a field.
 * @param name name on the wire; of a custom field `fields.<name>`, of a field of an address `addresses <ip> <name>`
 * @param custom labels of custom fields by `fields.<name>`
 */
export function labelOf(name: string, custom: ReadonlyMap<string, string> = new Map()): string {
  const [list, ip, field] = name.split(" ");
  if (list === "addresses" && ip !== undefined && field !== undefined) return `Address ${ip}: ${labelOf(field).toLowerCase()}`;
  if (name.startsWith(CUSTOM)) return custom.get(name) ?? name.slice(CUSTOM.length);
  const words = name.replaceAll("_", " ");
  return LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
