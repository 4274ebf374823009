import type { NetboxLists } from "./netbox-service.ts";

// What a NetBox has and an inventory has no place for. What is compared with the inventory is in netbox-comparison.ts.

/** Fields that follow from others, or are NetBox's own. */
const FOLLOWING =
  /^(id|url|display|display_url|created|last_updated|slug|family|scope_id|size|children|primary_ip|assigned_object_(type|id)|.*_count|count_.*|_.*)$/;

const DESCRIBED = "description comments tags custom_fields";

/** Fields of lists that have a place. */
const TAKEN: Readonly<Record<string, string>> = {
  "ipam/vrfs": "name rd description comments",
  "dcim/sites": "name region physical_address description comments custom_fields",
  "dcim/locations": "name site",
  "dcim/racks": "name",
  "dcim/device-roles": "name",
  "dcim/device-types": "manufacturer model",
  "dcim/manufacturers": "name",
  "dcim/platforms": "name",
  "virtualization/clusters": "name",
  "extras/custom-fields": "name label type object_types",
  "extras/tags": "name",
  "ipam/roles": "name",
  "ipam/aggregates": `prefix ${DESCRIBED}`,
  "ipam/prefixes": `prefix vrf scope scope_type vlan status role is_pool mark_utilized ${DESCRIBED}`,
  "ipam/vlan-groups": "name scope_type scope min_vid max_vid vid_ranges description comments custom_fields",
  "ipam/vlans": `vid name site group status role ${DESCRIBED}`,
  "ipam/ip-ranges": `start_address end_address vrf status role mark_populated mark_utilized ${DESCRIBED}`,
  "ipam/ip-addresses": `address vrf status role dns_name assigned_object ${DESCRIBED}`,
  "ipam/fhrp-groups": `name protocol group_id ip_addresses ${DESCRIBED}`,
  "dcim/devices": `name device_type role platform site location rack position status primary_ip4 primary_ip6 oob_ip ${DESCRIBED}`,
  "virtualization/virtual-machines": `name role platform site cluster status primary_ip4 primary_ip6 ${DESCRIBED}`,
  "dcim/interfaces": "name device mac_address primary_mac_address",
  "virtualization/interfaces": "name virtual_machine mac_address primary_mac_address",
  "dcim/cables": "a_terminations b_terminations",
};

/** Where a NetBox has something that no inventory has a place for: `dcim/devices: serial`. */
export function withoutPlace(lists: NetboxLists): string[] {
  const found = new Set<string>();
  for (const [list, records] of Object.entries(lists)) {
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        if (isEmpty(value) || FOLLOWING.test(field) || TAKEN[list]?.split(" ").includes(field) === true) continue;
        found.add(`${list}: ${field}`);
      }
    }
  }
  return [...found].toSorted((one, other) => (one < other ? -1 : 1));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isEmpty));

/** What has no place, by what the guide calls it (docs/guides/moving-from-netbox.md). */
export const NO_PLACE: Readonly<Record<string, string>> = {
  "dcim/cables: status": "status, type and length of cables",
  "dcim/device-roles: color": "colors",
  "dcim/device-roles: vm_role": "colors",
  "dcim/device-types: is_full_depth": "heights",
  "dcim/device-types: u_height": "heights",
  "dcim/devices: face": "rack faces",
  "dcim/devices: serial": "serial numbers",
  "dcim/devices: tenant": "tenants",
  "dcim/interfaces: type": "interfaces by themselves",
  "dcim/interfaces: enabled": "interfaces by themselves",
  "dcim/interfaces: mgmt_only": "interfaces by themselves",
  "dcim/interfaces: cable": "interfaces by themselves",
  "dcim/interfaces: cable_end": "interfaces by themselves",
  "dcim/interfaces: link_peers": "interfaces by themselves",
  "dcim/interfaces: link_peers_type": "interfaces by themselves",
  "dcim/interfaces: connected_endpoints": "interfaces by themselves",
  "dcim/interfaces: connected_endpoints_type": "interfaces by themselves",
  "dcim/interfaces: connected_endpoints_reachable": "interfaces by themselves",
  "dcim/locations: status": "racks and locations by themselves",
  "dcim/racks: site": "racks and locations by themselves",
  "dcim/racks: status": "racks and locations by themselves",
  "dcim/racks: width": "racks and locations by themselves",
  "dcim/racks: u_height": "racks and locations by themselves",
  "dcim/racks: starting_unit": "racks and locations by themselves",
  "dcim/sites: status": "status, facility and time zone of sites",
  "dcim/sites: facility": "status, facility and time zone of sites",
  "dcim/sites: time_zone": "status, facility and time zone of sites",
  "extras/custom-fields: data_type": "how custom fields are shown",
  "extras/custom-fields: search_weight": "how custom fields are shown",
  "extras/custom-fields: filter_logic": "how custom fields are shown",
  "extras/custom-fields: ui_visible": "how custom fields are shown",
  "extras/custom-fields: ui_editable": "how custom fields are shown",
  "extras/custom-fields: weight": "how custom fields are shown",
  "extras/tags: color": "colors",
  "extras/tags: weight": "tags that nothing has",
  "extras/tags: tagged_items": "tags that nothing has",
  "ipam/aggregates: rir": "registries",
  "ipam/roles: weight": "roles by themselves",
  "ipam/vrfs: enforce_unique": "whether a VRF enforces unique addresses",
  "tenancy/tenants: name": "tenants",
  "virtualization/clusters: type": "clusters by themselves",
  "virtualization/clusters: status": "clusters by themselves",
  "virtualization/clusters: scope": "clusters by themselves",
  "virtualization/clusters: scope_type": "clusters by themselves",
  "virtualization/clusters: allocated_vcpus": "clusters by themselves",
  "virtualization/clusters: allocated_memory": "clusters by themselves",
  "virtualization/interfaces: enabled": "interfaces by themselves",
  "virtualization/virtual-machines: memory": "CPUs, memory and disks of virtual machines",
  "virtualization/virtual-machines: vcpus": "CPUs, memory and disks of virtual machines",
  "virtualization/virtual-machines: start_on_boot": "CPUs, memory and disks of virtual machines",
};
