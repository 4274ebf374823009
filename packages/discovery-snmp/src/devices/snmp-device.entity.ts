import { defineTable, DocumentType, type RowOf } from "@cadastre/inventory-core";
import { SnmpDevice } from "./snmp-device.ts";

/** A row of `snmp_device`; `credentials` is encrypted. */
export const snmpDeviceTable = defineTable("SnmpDevice", "snmp_device", {
  id: { type: "text", primary: true },
  name: { type: "text" },
  enabled: { type: "integer" },
  credentials: { type: "text", hidden: true },
  doc: { type: "text" },
});

export type SnmpDeviceRow = RowOf<typeof snmpDeviceTable>;

/** Documents of SNMP devices: the only copy of what they say, but of the credentials. */
export const snmpDeviceDocuments = new DocumentType({ table: "snmp_device", schema: SnmpDevice, steps: [] });
