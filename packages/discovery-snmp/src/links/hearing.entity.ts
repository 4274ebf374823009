import { defineTable } from "@cadastre/inventory-core";

/**
 * `snmp_hearing`: what a device of another site last told of its neighbours, a row a device. It goes with the device, and with the
 * network for whose scan it was read.
 */
export const hearingTable = defineTable("SnmpHearing", "snmp_hearing", {
  device_id: { type: "text", primary: true },
  network_id: { type: "text" },
  /** When the scan was asked for. */
  asked_at: { type: "text" },
  /** JSON, as it was reported. */
  heard: { type: "text" },
});
