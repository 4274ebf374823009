import { definePermissions } from "@cadastre/inventory-core";

const actions = ["list", "read", "create", "update", "delete"] as const;

export const snmpPermissions = definePermissions({
  snmp: { resource: "SNMP devices", area: "discovery", actions, viewer: ["list", "read"], operator: ["list", "read"] },
});
