import { defineTable, type RowOf } from "../../storage/table.ts";
import { DocumentType } from "../../storage/document-type.ts";
import { DiscoveredDevice } from "./discovered-device.ts";

/** A row of `discovered_device`: one for each address of a network. */
export const discoveredDeviceTable = defineTable("DiscoveredDevice", "discovered_device", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  ip_key: { type: "text" },
  status: { type: "text" },
  last_seen: { type: "text" },
  promoted_to_device_id: { type: "text", nullable: true },
  doc: { type: "text" },
});

export type DiscoveredDeviceRow = RowOf<typeof discoveredDeviceTable>;

export const DiscoveredDeviceEntity = discoveredDeviceTable.entity;

/** Documents of discovered devices: the only copy of what they say. */
export const discoveredDeviceDocuments = new DocumentType({ table: "discovered_device", schema: DiscoveredDevice, steps: [] });
