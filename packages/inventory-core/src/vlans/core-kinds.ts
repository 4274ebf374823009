import { Space } from "../spaces/space.ts";
import { Vlan } from "./vlan.ts";
import { VlanGroup } from "./vlan-group.ts";

/**
 * Kinds of record that the core declares: address spaces, VLAN groups and VLANs. A program that reads files by `readImport` passes them in
 * `kinds`.
 *
 * @example
 * readImport({ format: "netbox", source, options: { token }, kinds: CORE_KINDS })
 */
export const CORE_KINDS = [Space, VlanGroup, Vlan] as const;
