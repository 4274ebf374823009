import { parseCidr } from "../address/cidr.ts";
import { homesOfDatacenters, numbersOfSpaces } from "../address-space/space-numbers.ts";
import { type Principal, readsKind } from "../contract/access/principal.ts";
import type { Queries, SqlValue } from "../contract/storage/storage.ts";
import { jsonMembers } from "./json-members.ts";

/** Kinds of record whose history can include what is or was inside. */
export type Container = "datacenter" | "network";

/**
 * A statement part that selects the ids of records, as a common table `inside (id)`. SQLite reads the tables of a cross join in their
 * order: without it, it reads whole tables, because it cannot estimate common tables.
 */
export interface Members {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  /** Kinds that the caller may read. */
  readonly kinds: readonly string[];
}

/** Where a network is, or was when it was deleted. */
interface Range {
  readonly space: number | undefined;
  readonly first: string;
  readonly last: string;
  readonly prefixLength: number;
}

const KINDS: Readonly<Record<Container, readonly string[]>> = {
  datacenter: ["datacenter", "device", "network"],
  network: ["network", "pool", "allocation", "device"],
};

/**
 * Finds what is or was inside a datacenter (devices, networks) or network (networks, pools, allocations, devices that held an address of
 * its range), of the kinds that the caller may read.
 * @param last `audit.changes` of the newest audit row of the record
 */
export async function membersOf(
  queries: Queries,
  kind: Container,
  id: string,
  last: string | undefined,
  principal: Principal,
): Promise<Members> {
  const kinds = KINDS[kind].filter((one) => readsKind(principal, one));
  const may = (one: string): boolean => kinds.includes(one);
  if (kind === "datacenter") {
    const parts = ["device", "network"].filter(may).map((one) => `select id from ${one} where datacenter_id = ?`);
    const sql = ["select ? as id", ...parts, "select resource_id from audit where former_datacenter_id = ?"].join(" union ");
    return { sql: `with inside (id) as (${sql})`, params: [id, ...parts.map(() => id), id], kinds };
  }
  const range = await rangeOf(queries, id, last);
  const [space, first, end, length] = [range?.space ?? -1, range?.first ?? "", range?.last ?? "", range?.prefixLength ?? 0];
  const parts: readonly (readonly [kind: string, sql: string, params: readonly SqlValue[]])[] = [
    ["network", "select id from former", []],
    ["pool", "select id from pools", []],
    ["allocation", "select l.id from pools p cross join allocation l where l.pool_id = p.id", []],
    ["allocation", "select a.resource_id from pools p cross join audit a where a.former_container_id = p.id", []],
    ["device", "select device_id from address_tenure where space = ? and ip_key >= ? and ip_key <= ?", [space, first, end]],
  ];
  const own = parts.filter(([one]) => may(one));
  return {
    sql: `with recursive here (id) as (
        select ? union select id from network where space = ? and last_key >= ? and last_key <= ? and prefix_length > ?),
      former (id) as (
        select id from here
        union select a.resource_id from former f cross join audit a where a.former_container_id = f.id and a.resource = 'network'),
      pools (id) as (
        select p.id from here h cross join pool p where p.network_id = h.id
        union select a.resource_id from former f cross join audit a where a.former_container_id = f.id and a.resource = 'pool'),
      inside (id) as (${["select ? as id", ...own.map(([, sql]) => sql)].join(" union ")})`,
    params: [id, space, first, end, length, id, ...own.flatMap(([, , params]) => params)],
    kinds,
  };
}

/** The statement that reads the newest audit rows of members below a number: its parameters are theirs, the number, and how many. */
export function newestOf({ sql }: Pick<Members, "sql">, columns: string): string {
  return `${sql} select ${columns} from audit where seq in (
      select l.seq from inside i cross join audit l where l.resource_id = i.id and l.seq < ? order by l.seq desc limit ?)
    order by seq desc`;
}

async function rangeOf(queries: Queries, id: string, last: string | undefined): Promise<Range | undefined> {
  const row = await queries.get<{ space: number; first_key: string; last_key: string; prefix_length: number }>(
    "select space, first_key, last_key, prefix_length from network where id = ?",
    [id],
  );
  if (row !== undefined) return { space: row.space, first: row.first_key, last: row.last_key, prefixLength: row.prefix_length };
  const image = JSON.parse(jsonMembers(last ?? "").get("before") ?? "null") as Readonly<Record<string, string | null>> | null;
  const parsed = parseCidr(image?.["subnet"] ?? "");
  if (!parsed.ok || image === null) return undefined;
  const { first, last: end, prefixLength } = parsed.cidr;
  return { space: await spaceOf(queries, image), first, last: end, prefixLength };
}

/** Number of the space of a deleted network; undefined if its space or datacenter is deleted too. */
async function spaceOf(queries: Queries, image: Readonly<Record<string, string | null>>): Promise<number | undefined> {
  const { space_id: space, datacenter_id: datacenter } = image;
  if (typeof space === "string") return (await numbersOfSpaces(queries, [space])).get(space);
  return (await homesOfDatacenters(queries, [datacenter ?? null])).get(datacenter ?? null)?.space;
}
