import { DatacenterKind } from "./datacenters/datacenter-kind.ts";
import { DiscoveryRule } from "./discovery/rules/discovery-rule.ts";
import { FieldKind } from "./field-definitions/field-kind.ts";
import { Space } from "./spaces/space.ts";
import { Vlan } from "./vlans/vlan.ts";
import { VlanGroup } from "./vlans/vlan-group.ts";

/**
 * Kinds of record that the core declares: custom fields, datacenters, address spaces, VLAN groups, VLANs and discovery rules. A program
 * that reads files by `readImport` passes them in `kinds`.
 *
 * @example
 * readImport({ format: "netbox", source, options: { token }, kinds: CORE_KINDS })
 */
export const CORE_KINDS = [FieldKind, DatacenterKind, Space, VlanGroup, Vlan, DiscoveryRule] as const;
