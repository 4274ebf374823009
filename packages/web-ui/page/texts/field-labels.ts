import { customLabel } from "./known.ts";
import { inSentence, singular, spaced } from "./words.ts";

/** Labels of fields that differ from their names. */
const LABELS: Readonly<Record<string, string>> = {
  asn: "ASN",
  created_at: "Created",
  end_ip: "Last address",
  full_name: "Name",
  hostname: "Host name",
  id: "ID",
  ip: "Address",
  ip_address: "Address",
  is_active: "Active",
  label: "Role",
  mac: "MAC address",
  make_model: "Make and model",
  max_vid: "Highest VLAN ID",
  min_vid: "Lowest VLAN ID",
  os: "Operating system",
  rd: "Route distinguisher",
  start_ip: "First address",
  updated_at: "Changed",
  url: "URL",
  username: "User name",
  vid: "VLAN ID",
  vlan: "VLAN record",
  vlan_id: "VLAN",
};

/** Parts of requests that hold the fields of a record. */
const HOLDERS: ReadonlySet<string> = new Set(["filter", "set"]);
const CUSTOM = "fields.";

/**
 * Returns the label of a field.
 * @param name name on the wire; of a custom field `fields.<name>`; of a field in a list `addresses[0].ip`, or `addresses <ip> <name>`
 */
export function labelOf(name: string): string {
  if (name.startsWith(CUSTOM)) return customLabel(name) ?? name.slice(CUSTOM.length);
  const [list, ip, field] = name.split(" ");
  if (list === "addresses" && ip !== undefined && field !== undefined) return within(`Address ${ip}`, field);
  const [, items, index, rest = ""] = /^([^.[]+)\[(\d+)\]\.?(.*)$/.exec(name) ?? [];
  if (items !== undefined) return within(`${singular(labelOf(items))} ${Number(index) + 1}`, rest === "ip" ? "" : rest);
  const [, holder = "", held = ""] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  if (held !== "") return HOLDERS.has(holder) ? labelOf(held) : within(labelOf(holder), held);
  if (Object.hasOwn(LABELS, name)) return LABELS[name] ?? "";
  const words = spaced(name.replace(/_id(s?)$/, "$1"));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const within = (label: string, field: string): string => (field === "" ? label : `${label}: ${inSentence(labelOf(field))}`);
