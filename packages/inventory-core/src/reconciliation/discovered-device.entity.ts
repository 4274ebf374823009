import { addedFields, DocumentType } from "../storage/document-type.ts";
import { columnsOf, defineTable, type RowOf } from "../storage/table.ts";
import { DiscoveredDevice } from "./discovered-device.ts";

/**
 * A row of `discovered_device`: one for each address of a network. `state` and the columns after it say how it stands to what is recorded.
 */
export const discoveredDeviceTable = defineTable("DiscoveredDevice", "discovered_device", {
  id: { type: "text", primary: true },
  network_id: { type: "text" },
  ip_key: { type: "text" },
  status: { type: "text" },
  last_seen: { type: "text" },
  promoted_to_device_id: { type: "text", nullable: true },
  mac_address: { type: "text" },
  state: { type: "text" },
  device_id: { type: "text", nullable: true },
  ignored_at: { type: "text", nullable: true },
  ignore_note: { type: "text" },
  doc: { type: "text" },
});

export type DiscoveredDeviceRow = RowOf<typeof discoveredDeviceTable>;

export const DiscoveredDeviceEntity = discoveredDeviceTable.entity;

/** Columns that are fields of the record. */
export const DISCOVERED_DEVICE_FIELDS = columnsOf(discoveredDeviceTable, DiscoveredDevice);

const KEPT = "id, state, device_id, ignored_at, ignore_note";

/** Documents of discovered devices: the only copy of what they say, but of how they stand to what is recorded. */
export const discoveredDeviceDocuments = new DocumentType({
  table: "discovered_device",
  schema: DiscoveredDevice,
  times: { set: ["promoted_at", "last_seen", "ignored_at"] },
  // 2: how it stands to what is recorded.
  steps: [addedFields({ switch_port: "", state: "unknown", device_id: null, differences: [], ignored_at: null, ignore_note: "" })],
  // A program of the version before writes documents without it.
  fromRows: async (queries, ids) => {
    const rows = await queries.all<{ readonly id: string }>(`select ${KEPT} from discovered_device where id = any(?)`, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  },
});
