import { cidrKey, parseCidr } from "../address/cidr.ts";
import { parseAddress } from "../address/ip-address.ts";
import { COMMON_SPACE } from "../address-space/space-numbers.ts";
import type { Network } from "../networks/network.ts";
import { networkSearchText } from "../networks/network-service.ts";
import { linkSql, networkDocuments, type NetworkRow } from "../networks/network.entity.ts";
import type { AllocationRow } from "../pools/allocations/allocation.entity.ts";
import { allocationDocuments, allocationOf } from "../pools/allocations/allocation-rows.ts";
import { poolDocuments, type PoolRow } from "../pools/pool.entity.ts";
import { freeRangeOf } from "../pools/pool-range.ts";
import { foldText } from "../storage/search-text.ts";
import type { Check } from "./check.ts";
import { ownValues } from "./own-values.ts";
import { rowCheck } from "./row-check.ts";
import { fieldsIn, textsIn } from "./stored-json.ts";

/** Key of an address. Nothing can be derived from an invalid one, whose key stays as it is. */
const keyOr = (ip: string, stored: string): string => parseAddress(ip)?.key ?? stored;

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** Tags of a row; ones that cannot be read are only in the document any more. */
const tagsOf = ({ tags, doc }: { readonly tags: string; readonly doc: string }): string[] =>
  textsIn(tags) ?? (fieldsIn(doc)?.["tags"] as string[] | undefined) ?? [];

/** Where a subnet lies. Nothing can be derived from an invalid one. */
function boundsOfSubnet(row: NetworkRow): Pick<NetworkRow, "first_key" | "last_key" | "prefix_length" | "cidr_key"> {
  const parsed = parseCidr(row.subnet);
  if (!parsed.ok) return { first_key: row.first_key, last_key: row.last_key, prefix_length: row.prefix_length, cidr_key: row.cidr_key };
  const { first, last, prefixLength } = parsed.cidr;
  return { first_key: first, last_key: last, prefix_length: prefixLength, cidr_key: cidrKey(parsed.cidr) };
}

export const networkCheck: Check = rowCheck({
  name: "networks",
  table: "network",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<NetworkRow & { home: number; link: string | null }>(
      `select n.*, coalesce(s.number, c.home, ${COMMON_SPACE}) as home, ${linkSql("n")} as link
         from network n left join datacenter c on c.id = n.datacenter_id
         left join space s on s.id = n.space_id where n.id > ? order by n.id limit ?`,
      [after, limit],
    );
    const own = await ownValues(queries, "network", networkDocuments, idsOf(rows));
    return rows.map((row) => {
      const { name_key, search_text, space, first_key, last_key, prefix_length, cidr_key } = row;
      const tags = tagsOf(row);
      const record = { ...row, vlan: row.link, status: row.status as Network["status"], tags, fields: own.of(row.id) };
      const doc = networkDocuments.comparable(row.doc, record, own.completion);
      return {
        id: row.id,
        stored: { name_key, search_text, space, first_key, last_key, prefix_length, cidr_key, tags: row.tags, doc },
        expected: {
          name_key: foldText(row.name),
          search_text: own.searchText(search_text, networkSearchText(record)),
          space: row.home,
          ...boundsOfSubnet(row),
          tags: textsIn(row.tags) === undefined ? JSON.stringify(tags) : row.tags,
          doc: networkDocuments.write(record),
        },
      };
    });
  },
});

export const poolCheck: Check = rowCheck({
  name: "pools",
  table: "pool",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<PoolRow & { subnet: string }>(
      "select p.*, n.subnet from pool p join network n on n.id = p.network_id where p.id > ? order by p.id limit ?",
      [after, limit],
    );
    const own = await ownValues(queries, "pool", poolDocuments, idsOf(rows));
    return rows.map((row) => {
      const { id, start_key, end_key, first_free, last_free, doc } = row;
      const [start, end] = [keyOr(row.start_ip, start_key), keyOr(row.end_ip, end_key)];
      const subnet = parseCidr(row.subnet);
      const free = subnet.ok
        ? freeRangeOf({ first_key: subnet.cidr.first, prefix_length: subnet.cidr.prefixLength }, start, end)
        : { first_free, last_free };
      const tags = tagsOf(row);
      const record = { ...row, tags, fields: own.of(id) };
      return {
        id,
        stored: { start_key, end_key, first_free, last_free, tags: row.tags, doc: poolDocuments.comparable(doc, record, own.completion) },
        expected: {
          start_key: start,
          end_key: end,
          ...free,
          tags: textsIn(row.tags) === undefined ? JSON.stringify(tags) : row.tags,
          doc: poolDocuments.write(record),
        },
      };
    });
  },
});

/** Key and space of addresses: a linked one lives in its network's space, another in that of its device's datacenter. */
export const addressCheck: Check = rowCheck({
  name: "addresses",
  table: "address",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<{ id: string; ip: string; ip_key: string; space: number; home: number }>(
      `select a.id, a.ip, a.ip_key, a.space, coalesce(n.space, c.home, ${COMMON_SPACE}) as home
       from address a join device d on d.id = a.device_id left join network n on n.id = a.network_id left join datacenter c
         on c.id = d.datacenter_id
       where a.id > ? order by a.id limit ?`,
      [after, limit],
    );
    return rows.map(({ id, ip, ip_key, space, home }) => ({
      id,
      stored: { ip_key, space },
      expected: { ip_key: keyOr(ip, ip_key), space: home },
    }));
  },
});

export const allocationCheck: Check = rowCheck({
  name: "allocations",
  table: "allocation",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<AllocationRow & { home: number }>(
      `select h.*, n.space as home from allocation h join pool p on p.id = h.pool_id join network n on n.id = p.network_id
       where h.id > ? order by h.id limit ?`,
      [after, limit],
    );
    return rows.map((row) => ({
      id: row.id,
      stored: { ip_key: row.ip_key, space: row.space, doc: allocationDocuments.comparable(row.doc, allocationOf(row)) },
      expected: { ip_key: keyOr(row.ip, row.ip_key), space: row.home, doc: allocationDocuments.write(allocationOf(row)) },
    }));
  },
});
