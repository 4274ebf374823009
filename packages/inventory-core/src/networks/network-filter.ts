import { cidrKey, coveringCidrKeys, parseCidr } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import { namedSpace } from "../address-space/space-numbers.ts";
import type { Queries, SqlFragment } from "../contract/storage/storage.ts";
import { containsPattern } from "../storage/like.ts";
import { foldText } from "../storage/search-text.ts";
import type { Where } from "../storage/where.ts";
import { idsOf, inKeys, keysFrom, ofSubnets } from "./by-subnet.ts";
import { boundsOfSubnet } from "./network-rules.ts";
import { linkedTo } from "./vlan-links.ts";
import { ROOTS, type NetworkFilter } from "./network.ts";

/** Networks up to so many are put in order by name; more are found by going through all names. */
const MAX_SORTED = 1000;

/**
 * Conditions of a list of networks, on alias `t`, added to others. Each has an index, which has what it finds by name where that is much.
 */
export async function networkFilter(queries: Queries, filter: NetworkFilter, where: Where): Promise<void> {
  if (filter.name) where.add(`t.name_key like ? escape '\\'`, containsPattern(foldText(filter.name)));
  if (filter.parent_id === ROOTS) where.add("t.parent_id is null");
  else if (filter.parent_id) where.add("t.parent_id = ?", filter.parent_id);
  if (filter.datacenter_id) where.add("t.datacenter_id = ?", filter.datacenter_id);
  if (filter.space_id) {
    const space = namedSpace(filter.space_id);
    where.add(`t.space = ${space.sql}`, ...space.params);
  }
  if (filter.vlan_id !== undefined) where.add("t.vlan_id = ?", filter.vlan_id);
  if (filter.vlan) {
    const { sql, params } = linkedTo(filter.vlan, "t");
    where.add(sql, ...params);
  }
  if (filter.status) where.add("t.status = ?", filter.status);
  where.addTags(
    filter.tags,
    "t.id in (select x.network_id from network_tag x where x.tag = ?)",
    "from network_tag x where x.network_id = t.id",
  );
  if (filter.family !== undefined) where.add("substr(t.first_key, 1, 1) = ?", String(filter.family));
  if (filter.contains) {
    const { sql, params } = containing(filter.contains);
    where.add(`t.id in (${sql})`, ...params);
  }
  if (filter.within) {
    const inside = lyingIn(filter.within);
    const few = await queries.get<{ count: number }>(`select count(*) as count from (${inside.sql} limit ${MAX_SORTED + 1}) found`, [
      ...inside.params,
    ]);
    if ((few?.count ?? 0) <= MAX_SORTED) where.add(`t.id in (${inside.sql})`, ...inside.params);
    // An expression is found by no index: the names are gone through.
    else where.add("t.first_key || '' >= ? and t.last_key || '' <= ?", ...boundsOf(filter.within));
  }
}

/** Networks around an address or a subnet. */
function containing(text: string): SqlFragment {
  if (text.includes("/")) {
    const { first_key: first, prefix_length: length } = boundsOfSubnet(text);
    return idsOf(ofSubnets(coveringCidrKeys(first).slice(0, length + 1)));
  }
  const address = parseAddress(text);
  if (address === null) throw new TypeError(`${text} is no address`);
  return idsOf(ofSubnets(coveringCidrKeys(address.key)));
}

function boundsOf(subnet: string): readonly [string, string] {
  const { first_key: first, last_key: last } = boundsOfSubnet(subnet);
  return [first, last];
}

/** Networks in a subnet: those that begin in it, but for larger ones that begin with it. */
function lyingIn(subnet: string): SqlFragment {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) throw new TypeError(`${subnet} is no subnet`);
  return idsOf(inKeys(keysFrom(cidrKey(parsed.cidr), parsed.cidr.last)));
}
