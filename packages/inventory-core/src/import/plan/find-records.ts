import type { z } from "zod";
import { EVERY_SPACE } from "../../address-space/space-numbers.ts";
import type { Queries } from "../../contract/storage/storage.ts";
import type { DocumentType } from "../../storage/document-type.ts";

/** A record, or several that one cannot tell apart by what was asked for. */
export interface Found {
  readonly id: string;
  /** Another of them, where there are several. */
  readonly other: string;
  readonly count: number;
  readonly name: string;
  /** The id of the datacenter or network, or the kind of record of a field, in which the name is unique; empty for none. */
  readonly scope: string;
  /** Number of the space of a network. */
  readonly space?: number;
}

const grouped = (name: string, scope: string, table: string): string =>
  `select ${name} as name, ${scope} as scope, min(id) as id, max(id) as other, count(*) as count from ${table}`;

async function find(queries: Queries, sql: string, params: readonly (readonly string[])[]): Promise<Found[]> {
  if (params.some((list) => list.length === 0)) return [];
  return await queries.all<Found>(sql, params);
}

const groupedNetworks = (name: string): string => grouped(`space, ${name}`, DATACENTER_SCOPE, "network");

const NO_SCOPE = "''";
const DATACENTER_SCOPE = "coalesce(datacenter_id, '')";

/** Records by name, grouped by what the name is unique in: as many rows as there are such groups, however many bear the name. */
export const findByName = {
  field: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${grouped("name", "record", "field")} where name = any(?) group by name, record`, [names]),
  space: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${grouped("name", NO_SCOPE, "space")} where name = any(?) group by name`, [names]),
  datacenter: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${grouped("name", NO_SCOPE, "datacenter")} where name = any(?) group by name`, [names]),
  network: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${groupedNetworks("name")} where name = any(?) group by name, space, ${DATACENTER_SCOPE}`, [names]),
  device: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${grouped("name", DATACENTER_SCOPE, "device")} where name = any(?) group by name, ${DATACENTER_SCOPE}`, [names]),
  pool: async (queries: Queries, names: readonly string[]): Promise<Found[]> =>
    await find(queries, `${grouped("name", "network_id", "pool")} where name = any(?) group by name, network_id`, [names]),
};

/** Networks by the keys of their subnets, grouped by space and datacenter; `name` is the key. */
export async function findBySubnet(queries: Queries, cidrKeys: readonly string[]): Promise<Found[]> {
  // The index of subnets begins with the space.
  return await find(
    queries,
    `${groupedNetworks("cidr_key")} where space in (${EVERY_SPACE})
      and cidr_key = any(?)
     group by cidr_key, space, ${DATACENTER_SCOPE}`,
    [cidrKeys],
  );
}

/** Those of some ids that are there. */
export async function findIds(
  queries: Queries,
  table: "space" | "datacenter" | "network" | "pool" | "device",
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await queries.all<{ id: string }>(`select id from ${table} where id = any(?)`, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Records of a table that keeps documents, by id. */
export async function findDocuments<S extends z.ZodObject>(
  queries: Queries,
  type: DocumentType<S>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, z.output<S>>> {
  if (ids.length === 0) return new Map();
  const rows = await queries.all<{ id: string; doc: string }>(
    `select t.id, ${type.docSql("t")} as doc from ${type.table} t where t.id = any(?)`,
    [ids],
  );
  const texts = await type.currentAll(
    queries,
    rows.map(({ doc }) => doc),
  );
  return new Map(rows.map(({ id }, index) => [id, JSON.parse(texts[index] as string) as z.output<S>]));
}

/** What is said when several records could be meant: two of their ids. */
export function severalOf(what: string, { count, id, other }: Pick<Found, "count" | "id" | "other">): string {
  return `${count} ${what}, among them ${id} and ${other}: say which by its id, or give them different names`;
}
