import { parseCidr } from "../../address/cidr.ts";
import { parseAddress } from "../../address/ip-address.ts";
import type { Check } from "../check.ts";
import { type Breach, ruleCheck } from "./rule-check.ts";

interface PoolOfNetwork {
  readonly id: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly subnet: string;
  /** The pool of the network that begins before it, where there is one. */
  readonly before: string | null;
}

function breachesOf({ start_ip: startIp, end_ip: endIp, subnet, before }: PoolOfNetwork): Breach[] {
  const [start, end, cidr] = [parseAddress(startIp)?.key, parseAddress(endIp)?.key, parseCidr(subnet)];
  if (start === undefined || end === undefined || !cidr.ok) return [];
  const stored = `${startIp}-${endIp}`;
  const found: Breach[] = [];
  if (end < start) found.push({ column: "end_ip", stored, expected: "a range that begins before it ends" });
  if (start < cidr.cidr.first || end > cidr.cidr.last) found.push({ column: "start_ip", stored, expected: `inside ${subnet}` });
  const [otherEnd = "", otherId] = before?.split(" ") ?? [];
  const other = parseAddress(otherEnd)?.key;
  // Sorted by their beginnings, some neighbours overlap if any two pools do.
  if (other !== undefined && other >= start)
    found.push({ column: "start_ip", stored, expected: `after ${otherEnd}, where the pool ${otherId} ends` });
  return found;
}

/** Pools lie inside their network and do not overlap. */
export const poolRules: Check = ruleCheck({
  name: "pool-rules",
  table: "pool",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<PoolOfNetwork>(
      `select p.id, p.start_ip, p.end_ip, n.subnet, (select q.end_ip || ' ' || q.id from pool q
         where q.network_id = p.network_id and (q.start_key, q.id) < (p.start_key, p.id)
           order by q.start_key desc, q.id desc limit 1) as before
       from pool p join network n on n.id = p.network_id where p.id > ? order by p.id limit ?`,
      [after, limit],
    );
    return rows.map((row) => ({ id: row.id, breaches: breachesOf(row) }));
  },
});

interface HeldAddress {
  readonly id: string;
  readonly ip: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly twin: string | null;
}

/** An allocation lies inside its pool, and a pool gives an address once. */
export const allocationRules: Check = ruleCheck({
  name: "allocation-rules",
  table: "allocation",
  rows: async (queries, after, limit) => {
    const rows = await queries.all<HeldAddress>(
      `select h.id, h.ip, p.start_ip, p.end_ip,
         (select min(t.id) from allocation t where t.pool_id = h.pool_id and t.ip_key = h.ip_key and t.id < h.id and t.status = 'held'
           and h.status = 'held') as twin
       from allocation h join pool p on p.id = h.pool_id where h.id > ? order by h.id limit ?`,
      [after, limit],
    );
    return rows.map(({ id, ip, start_ip: startIp, end_ip: endIp, twin }) => {
      const [key, start, end] = [ip, startIp, endIp].map((text) => parseAddress(text)?.key) as [string?, string?, string?];
      const breaches: Breach[] = [];
      if (key !== undefined && start !== undefined && end !== undefined && (key < start || key > end))
        breaches.push({ column: "ip", stored: ip, expected: `inside ${startIp}-${endIp}` });
      if (twin !== null) breaches.push({ column: "ip", stored: ip, expected: `another address than that of the allocation ${twin}` });
      return { id, breaches };
    });
  },
});
