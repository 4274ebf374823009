import { EntitySchema } from "@mikro-orm/core";

/** A row of `discovered_device`: one for each address of a network. */
export interface DiscoveredDeviceRow {
  id: string;
  network_id: string;
  ip_key: string;
  status: string;
  last_seen: string;
  promoted_to_device_id: string | null;
  doc: string;
}

export const DiscoveredDeviceEntity: EntitySchema<DiscoveredDeviceRow> = new EntitySchema<DiscoveredDeviceRow>({
  name: "DiscoveredDevice",
  tableName: "discovered_device",
  properties: {
    id: { type: "text", primary: true },
    network_id: { type: "text" },
    ip_key: { type: "text" },
    status: { type: "text" },
    last_seen: { type: "text" },
    promoted_to_device_id: { type: "text", nullable: true },
    doc: { type: "text" },
  },
});
