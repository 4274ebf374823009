import { byText, givenFilters, hasIndex, type PagedList, type PageRequest } from "../../contract/operations/paging.ts";
import type { SqlFragment } from "../../contract/storage/storage.ts";
import { addValues, type OwnCondition } from "../../fields/own-filter.ts";
import { pagedDocuments } from "../../storage/paging/paged-documents.ts";
import type { PagedFilter } from "../../storage/paging/read-page.ts";
import { Where } from "../../storage/where.ts";
import type { DeviceFilter } from "../device.ts";
import { deviceDocuments } from "../device-rows.ts";
import { deviceCondition, deviceFilter } from "./device-queries.ts";

const id = byText("t.id");

/** Orders of lists of devices. */
export const DEVICE_PAGES = {
  name: "devices",
  defaultOrder: "name",
  sortable: {
    name: [byText("t.name"), id],
    created_at: [byText("t.created_at"), id],
    updated_at: [byText("t.updated_at"), id],
  },
  filters: { name: ["status", "datacenter_id"] },
} as const satisfies PagedList;

/** Devices of a page. */
export const pagedDevices = pagedDocuments(deviceDocuments);

/** The filter of a page of devices. @param own what it asks of custom fields */
export function devicePageFilter(filter: DeviceFilter, own: readonly OwnCondition[], page: PageRequest): PagedFilter {
  const where = deviceFilter(filter, new Where());
  addValues(own, where);
  const isCounted = givenFilters(filter).every((name) => name === "status");
  return {
    where,
    each: deviceCondition({ ...filter, own }),
    isIndexed: hasIndex(DEVICE_PAGES, page, filter),
    counted: isCounted ? countOf(filter.status) : undefined,
  };
}

/** Adds up the rows that count devices. */
const countOf = (status: string | undefined): SqlFragment => ({
  sql: `select sum(devices) as count from device_count${status ? " where status = ?" : ""}`,
  params: status ? [status] : [],
});
