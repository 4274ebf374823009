import { namedSpace } from "../address-space/space-numbers.ts";
import { byInteger, byText, hasIndex, orNull, type PagedList, type PageRequest } from "../contract/operations/paging.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { addValues, type OwnCondition } from "../fields/own-filter.ts";
import { pagedDocuments } from "../storage/paging/paged-documents.ts";
import type { PagedFilter } from "../storage/paging/read-page.ts";
import { Where } from "../storage/where.ts";
import { networkFilter } from "./network-filter.ts";
import type { NetworkFilter, RootFilter } from "./network.ts";
import { networkDocuments } from "./network.entity.ts";

const id = byText("t.id");
const name = [byText("t.name"), id] as const;
/** Order by address: IPv4 first; of networks that begin at the same address, the larger one first. */
const subnet = [byText("t.first_key"), byInteger("t.prefix_length"), id] as const;

/** Orders of lists of networks. */
export const NETWORK_PAGES = {
  name: "networks",
  defaultOrder: "name",
  sortable: {
    name,
    subnet,
    vlan_id: [orNull(byInteger("t.vlan_id")), id],
    updated_at: [byText("t.updated_at"), id],
  },
  filters: {
    name: ["parent_id", "datacenter_id", "space_id", "vlan_id", "status", "family"],
    subnet: ["parent_id"],
    vlan_id: ["vlan_id"],
  },
} as const satisfies PagedList;

/** Orders of the list of networks that lie in no other. */
export const ROOT_PAGES = {
  name: "roots",
  defaultOrder: "subnet",
  sortable: { subnet, name },
  filters: { subnet: ["space_id"] },
} as const satisfies PagedList;

/** Networks of a page. */
export const pagedNetworks = pagedDocuments(networkDocuments);

/** The filter of a page of networks. @param own what it asks of custom fields */
export async function networkPageFilter(
  queries: Queries,
  filter: NetworkFilter,
  own: readonly OwnCondition[],
  page: PageRequest,
): Promise<PagedFilter> {
  const where = new Where();
  await networkFilter(queries, filter, where);
  addValues(own, where);
  return { where, isIndexed: hasIndex(NETWORK_PAGES, page, filter) };
}

/** The filter of a page of networks that lie in no other. */
export function rootPageFilter(filter: RootFilter, page: PageRequest): PagedFilter {
  const where = new Where().add("t.parent_id is null");
  if (filter.space_id) {
    const space = namedSpace(filter.space_id);
    where.add(`t.space = ${space.sql}`, ...space.params);
  }
  return { where, isIndexed: !filter.space_id || hasIndex(ROOT_PAGES, page, filter) };
}
