import { CORE_KINDS } from "@cadastre/inventory-core/records";

export const VLAN_KINDS = CORE_KINDS;
export const [, , , VlanGroup, Vlan] = CORE_KINDS;
