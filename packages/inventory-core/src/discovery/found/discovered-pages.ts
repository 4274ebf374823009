import { byText, type PagedList } from "../../contract/operations/paging.ts";

const id = byText("t.id");
const ip = byText("t.ip_key");

/** Orders of lists of discovered devices: by network and address by default. */
export const DISCOVERED_PAGES = {
  name: "discovered",
  defaultOrder: { columns: [byText("t.network_id"), ip], descending: false },
  sortable: { ip: [ip, id], last_seen: [byText("t.last_seen"), id] },
  filters: { "": ["network_id", "state"], ip: ["network_id"] },
} as const satisfies PagedList;
